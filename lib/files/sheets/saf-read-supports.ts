import type { ViewerSupport } from '#lib/schema/schema.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import type { SafImport } from './saf-import.ts'
import type { RowStatus, SafRow } from './saf-sheets.ts'

const DIRECTIONS = [['u1', 'ux', 'x'], ['u2', 'uy', 'y'], ['u3', 'uz', 'z'], ['r1', 'fix', 'fix'], ['r2', 'fiy', 'fiy'], ['r3', 'fiz', 'fiz']] as const // biome-ignore format: a line
type Direction = (typeof DIRECTIONS)[number][0]
const BY_TYPE: Readonly<Record<string, string>> = { fixed: '111111', hinged: '111000' }

/** What a row says of the six directions, in the file's axes: held, free, or null for what is between. */
function readDirections({ text }: SafRow): Record<Direction, boolean | null> {
  const whole = BY_TYPE[text('type')?.toLowerCase() ?? '']
  return Object.fromEntries(
    DIRECTIONS.map(([key, column], k) => {
      const word = text(column)?.toLowerCase()
      const isHeld = word === 'rigid' ? true : word === 'free' ? false : word === undefined && whole ? whole[k] === '1' : null
      return [key, isHeld]
    }),
  ) as Record<Direction, boolean | null>
}

/** MN/m and MNm/rad in kN and m; kip/ft as it is, and kip ft/deg in radians. */
function readStiffness({ isImperial }: SafImport, { value }: SafRow): Partial<Record<Direction, number>> {
  const springs: Partial<Record<Direction, number>> = {}
  for (const [key, , column] of DIRECTIONS) {
    const read = value(`stiffness${column}`)
    if (read === undefined || read <= 0) continue
    springs[key] = twelveDigits(isImperial ? (key.startsWith('u') ? read : (read * 180) / Math.PI) : read * 1000)
  }
  return springs
}

/** From the file's axes to ours: which of its directions lies along each of ours. */
function turned<T>({ axes }: SafImport, by: Partial<Record<Direction, T>>): Partial<Record<Direction, T>> {
  if (!axes.isTurned) return by
  const result: Partial<Record<Direction, T>> = {}
  for (const [k, basis] of ([[1, 0, 0], [0, 1, 0], [0, 0, 1]] as const).entries()) {
    const own = axes.turn(basis).findIndex((one) => Math.abs(one) === 1)
    for (const letter of ['u', 'r'] as const) {
      const value = by[`${letter}${k + 1}` as Direction]
      if (value !== undefined) result[`${letter}${own + 1}` as Direction] = value
    }
  } // biome-ignore format: the three axes
  return result
}

function supportOf(saf: SafImport, row: SafRow, id: string, nodeId: string): ViewerSupport {
  const { report } = saf
  const springs = readStiffness(saf, row)
  const directions = readDirections(row)
  for (const [key, stiffness] of Object.entries(springs))
    if (directions[key as Direction] !== null || stiffness === undefined) delete springs[key as Direction]
  const example = `support ${id}`
  // A spring of which the stiffness is said is known.
  const isUnknown = DIRECTIONS.some(([key]) => directions[key] === null && springs[key] === undefined)
  if (isUnknown) report.note('guessed', 'restraint_unknown', { example })
  if (/local|lcs/i.test(row.text('coordinatesystem') ?? '')) report.note('guessed', 'restraint_axes', { example })
  const hasSprings = Object.keys(springs).length > 0
  const restraints = turned(saf, directions) as Record<Direction, boolean | null>
  return { id, nodeId, restraints, ...(hasSprings && { stiffness: turned(saf, springs) }) }
}

export function readSupports(saf: SafImport): void {
  const { sheets, model, report } = saf
  sheets.read('StructuralPointSupport', (row): RowStatus => {
    const [name, node] = [row.text('name'), row.text('node')]
    const isAtNode = !/beam|member/i.test(row.text('boundarycondition') ?? '')
    if (name === undefined || node === undefined || !isAtNode) {
      report.note('dropped', 'support_not_at_node', { example: `support ${name ?? row.number}` })
      return 'dropped'
    }
    const id = model.idOf('supports', name)
    const nodeId = model.idOf('nodes', node)
    const status = drop(saf, id, nodeId)
    if (status) return status
    model.add('supports', supportOf(saf, row, id, nodeId))
    return 'taken'
  })
}

function drop({ model, report }: SafImport, id: string, nodeId: string): RowStatus | undefined {
  const code = model.has('supports', id) ? 'duplicate_row' : model.has('nodes', nodeId) ? undefined : 'reference_missing'
  if (!code) return undefined
  report.note('dropped', code, { example: `support ${id}` })
  return 'dropped'
}

/** Supports along an edge of an area: told at both its ends. */
export function readEdgeSupports(saf: SafImport): void {
  const { sheets, model, report, edgesOf } = saf
  sheets.read('StructuralEdgeConnection', (row): RowStatus => {
    const [name = '', area = ''] = [row.text('name'), row.text('2dmember')]
    const edge = edgesOf.get(area)?.[(row.value('edge') ?? 0) - 1]
    if (name === '' || !edge) {
      report.note('dropped', 'support_not_at_node', { example: `support ${name}` })
      return 'dropped'
    }
    let isTaken = false
    for (const nodeId of new Set(edge)) {
      const id = model.idOf('supports', `${name}:${nodeId}`)
      if (drop(saf, id, nodeId)) continue
      model.add('supports', supportOf(saf, row, id, nodeId))
      report.note('converted', 'edge_support_at_nodes', { example: `support ${name}` })
      isTaken = true
    }
    return isTaken ? 'taken' : 'dropped'
  })
}
