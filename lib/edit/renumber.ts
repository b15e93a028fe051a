import { isStraight } from '#lib/model/grid-shapes.ts'
import { type AxisName, COORDINATES, perAxis, type Vec } from '#lib/model/shape/vector.ts'
import { type ElementOf, eachReference, REFERENCES, renamedReferences } from '#lib/model/validate/references.ts'
import { KINDS, type Kind } from '#lib/schema/schema.ts'
import type { Dictionary } from '#lib/values/dictionary.ts'
import { type Naming, NewIds, type Words } from './naming.ts'
import type { Renumber } from './operation.ts'
import { onLine } from './select/places.ts'
import { counted, type Work } from './work.ts'

/** Other ids for the elements of one kind, counted in an order; whatever refers to them follows. Ids may change places. */
export function renumber(work: Work, { start = 1, step = 1, by = [] }: Renumber, names: Naming): void {
  const { facts, draft } = work
  const kinds = [...work.selection.keys()]
  const [kind] = kinds
  if (kinds.length > 1 || !kind) {
    const counts = kinds.map((one) => counted(work.selected(one).length, one)).join(', ')
    work.problem(
      'ambiguous_kinds',
      [],
      `one kind is renumbered at a time, and the selection holds ${counts}: say kinds`,
      undefined,
      {
        kinds,
      },
    )
    return
  }
  const ordinals = inOrder(work, kind, by)
  const ids = new NewIds(work, names)
  const lineOf = linesByAxis(work)
  // What is renumbered gives its id away, so others may take it.
  const old = ordinals.map((ordinal) => ({ ordinal, element: draft.element(kind, facts.id(kind, ordinal)) }))
  for (const { element } of old) draft.remove(kind, element.id)
  const to = new Map<string, string>()
  const renamed = old.map(({ ordinal, element }, i) => {
    const { id } = element
    const made = ids.idFor(kind, id, wordsOf(work, kind, ordinal, start + i * step, lineOf)) ?? id
    to.set(id, made)
    return { ...element, id: made }
  })
  if (work.hasProblems) return
  for (const element of renamed) draft.put(kind, element)
  follow(work, kind, to)
  const pairs = [...to].filter(([was, is]) => was !== is)
  work.renamed.set(
    kind,
    pairs.slice(0, 5).map(([was, is]) => `${was} → ${is}`),
  )
}

/** Model order, or by coordinates and ids; what lies within δ of each other is in one row. */
function inOrder(work: Work, kind: Kind, by: NonNullable<Renumber['by']>): number[] {
  const { facts } = work
  const ordinals = [...work.selected(kind)]
  if (by.length === 0) return ordinals
  const keys = new Map(ordinals.map((ordinal) => [ordinal, middle(work, kind, ordinal)]))
  const row = (value: number) => (facts.selectionTolerance > 0 ? Math.round(value / facts.selectionTolerance) : value)
  return ordinals.sort((a, b) => {
    for (const key of by) {
      if (key === 'id') {
        const [one, other] = [facts.id(kind, a), facts.id(kind, b)]
        const order = one.localeCompare(other, 'en', { numeric: true })
        if (order !== 0) return order
        continue
      }
      const axis = COORDINATES.indexOf(key)
      const apart = row(keys.get(a)?.[axis] ?? 0) - row(keys.get(b)?.[axis] ?? 0)
      if (apart !== 0) return apart
    }
    return a - b
  })
}

function middle({ facts }: Work, kind: Kind, ordinal: number): Vec | undefined {
  const nodes = facts.nodesOf(kind, ordinal)
  if (nodes.length === 0) return undefined
  return perAxis((axis) => nodes.reduce((sum, node) => sum + facts.position(node)[axis], 0) / nodes.length)
}

/** The grid line of an axis on which an element lies. Straight ones come before others. */
function linesByAxis({ facts }: Work) {
  const known = new Map<AxisName, { name: string; isOn: ReturnType<typeof onLine> }[]>()
  const linesOf = (axis: AxisName) => {
    const lines = facts.gridLines.filter((one) => one.axis === axis)
    const ordered = [...lines.filter(isStraight), ...lines.filter((one) => !isStraight(one))]
    return ordered.map((line) => ({ name: line.label || line.id, isOn: onLine(facts, line) }))
  }
  return (axis: AxisName, kind: Kind, ordinal: number): string | undefined => {
    const lines = known.get(axis) ?? linesOf(axis)
    known.set(axis, lines)
    return lines.find(({ isOn }) => isOn(kind, ordinal))?.name
  }
}

/** Worked out when they are asked for. */
function wordsOf(work: Work, kind: Kind, ordinal: number, n: number, lineOf: ReturnType<typeof linesByAxis>): Words {
  const { facts } = work
  const coordinate = (axis: number) => middle(work, kind, ordinal)?.[axis]
  return {
    id: facts.id(kind, ordinal),
    n,
    get label() {
      return facts.label(kind, ordinal) || undefined
    },
    get x() {
      return coordinate(0)
    },
    get y() {
      return coordinate(1)
    },
    get z() {
      return coordinate(2)
    },
    get role() {
      return facts.role(kind, ordinal)
    },
    get section() {
      return facts.section(kind, ordinal)
    },
    get storey() {
      return facts.storey(kind, ordinal)?.label
    },
    get gridX() {
      return lineOf('X', kind, ordinal)
    },
    get gridY() {
      return lineOf('Y', kind, ordinal)
    },
    get level() {
      return lineOf('Z', kind, ordinal)
    },
  }
}

/** References, and the labels of frames that name their member. */
function follow({ draft }: Work, kind: Kind, to: ReadonlyMap<string, string>): void {
  const now = (id: string): string => to.get(id) ?? id
  for (const from of KINDS) {
    const fields: { field: string; key?: string }[] = REFERENCES.filter((rule) => rule.from === from && rule.to === kind)
    if (from === 'frames' && kind === 'members') fields.push({ field: 'memberId' })
    if (fields.length === 0) continue
    for (const element of [...draft.all(from)]) {
      const values: Dictionary = element
      let changed: Dictionary | undefined
      for (const { field, key } of fields) {
        const value = changed?.[field] ?? values[field]
        if (value == null || !names(value, to, key)) continue
        changed ??= { ...element }
        changed[field] = renamedReferences(value, now, key)
      }
      if (changed) draft.put(from, changed as ElementOf[typeof from])
    }
  }
}

function names(value: unknown, ids: ReadonlyMap<string, string>, key: string | undefined): boolean {
  let isNamed = false
  const visit = (id: string) => {
    isNamed ||= ids.has(id)
  }
  eachReference(value, visit, key)
  return isNamed
}
