import { placeOfLoad } from '#lib/model/load/load-places.ts'
import { loadResultant } from '#lib/model/load/load-resultant.ts'
import { AXES, type Vec } from '#lib/model/shape/vector.ts'
import type { Kind } from '#lib/schema/schema.ts'
import type { Reason } from '../quantities/amount.ts'
import type { Facts } from '../select/facts.ts'
import type { Selection } from '../select/select.ts'
import type { Column } from './columns.ts'
import { type KeyValue, keyOf, storeyHeights } from './group-keys.ts'
import type { Quantities } from './quantities.ts'
import type { Key, ShownQuantity } from './query-schema.ts'
import { type SubjectKind, type Subjects, subjectId, subjectNodes } from './subjects.ts'

/** The lines of an answer, a group or a single element each, with what is counted and added up in them. */

export type QueryContext = {
  facts: Facts
  selection: Selection
  /** What is counted: the selection, or its runs. */
  subjects: Subjects
  measures: Quantities
  /** What is added up. */
  columns: readonly Column[]
  show: readonly ShownQuantity[]
  keys: readonly Key[]
}

/** Ids told of a group, and of what could not be computed. */
const IDS = 20
const IDS_WITHOUT = 5

export type Line = {
  key: KeyValue[]
  storey: { elevation: number; height: number | null } | undefined
  count: number
  /** By column; absent as long as nothing could be added. */
  sums: Map<string, number>
  /** Masses, and their moments about the axes: where the centroid is. */
  moment: { mass: number; x: number; y: number; z: number }
  /** The sum of loads along X, Y, Z. */
  load: [number, number, number] | null
  low: number
  high: number
  /** Of nodes and supports: one height, where all have the same. */
  isPoint: boolean
  ids: string[]
}
export type QueryRow = Line & { kind: SubjectKind; ordinal: number }
export type Unknown = Map<string, { quantity: string; reason: Reason; count: number; ids: string[]; materials: Set<string> }>

const newLine = (key: KeyValue[] = [], storey?: Line['storey']): Line => ({
  key,
  storey,
  count: 0,
  sums: new Map(),
  moment: { mass: 0, x: 0, y: 0, z: 0 },
  load: null,
  low: Number.POSITIVE_INFINITY,
  high: Number.NEGATIVE_INFINITY,
  isPoint: true,
  ids: [],
})

/** `beside`: frames of selected members that are selected themselves. */
type Measures = { lines: Line[]; sum: Line; unknown: Unknown; beside: number }

export function groupsOf(context: QueryContext): Measures {
  const { facts, subjects, keys } = context
  const keyOfs = keys.map((key) => keyOf(key, facts, subjects))
  const storeyAt = keys.indexOf('storey')
  const heights = storeyAt < 0 ? undefined : storeyHeights(facts.storeys())
  const groups = new Map<string, Line>()
  return measured(
    context,
    (kind, ordinal) => {
      const key = keyOfs.map((of) => of(kind, ordinal))
      const name = JSON.stringify(key)
      let group = groups.get(name)
      if (!group) {
        group = newLine(key, typeof key[storeyAt] === 'string' ? heights?.get(key[storeyAt]) : undefined)
        groups.set(name, group)
      }
      return group
    },
    () => [...groups.values()],
  )
}

export function rowsOf(context: QueryContext): Measures {
  const rows: QueryRow[] = []
  return measured(
    context,
    (kind, ordinal) => {
      const row = { ...newLine([subjectId(context.facts, kind, ordinal)]), kind, ordinal }
      rows.push(row)
      return row
    },
    () => rows,
    true,
  )
}

/**
 * Each element added to its line and to the sum of all. A member is its frames: one that is selected beside it is counted once, where it
 * stands itself, so that the groups add up to the sum. Element by element each tells its own.
 */
function measured(
  context: QueryContext,
  lineOf: (kind: SubjectKind, ordinal: number) => Line,
  lines: () => Line[],
  isEach = false,
) {
  const { facts, subjects, measures, columns, show } = context
  const wantsCentroid = show.includes('centroid')
  const wantsReach = show.includes('elevation') || show.includes('height')
  const sum = newLine()
  const unknown: Unknown = new Map()
  const counted = new Set<number>()
  let beside = 0

  const add = (kind: 'frames' | 'areas', ordinal: number, line: Line, isNew: boolean) => {
    const lines = isNew ? [line, sum] : [line]
    for (const { name, of, isWithoutTotal } of columns) {
      const amount = of(kind, ordinal)
      if (amount === undefined) continue
      if (typeof amount === 'number') {
        for (const one of isWithoutTotal ? [line] : lines) one.sums.set(name, (one.sums.get(name) ?? 0) + amount)
      } else if (isNew) for (const reason of amount) note(name, reason, kind, ordinal)
    }
    if (!wantsCentroid) return
    const mass = measures.amount('mass', kind, ordinal)
    const middle = measures.middle(kind, ordinal)
    if (typeof mass === 'number' && middle) for (const one of lines) addMoment(one.moment, mass, middle)
    else if (isNew)
      for (const reason of typeof mass === 'object' ? mass : ['no_outline' as const]) note('centroid', reason, kind, ordinal)
  }
  const note = (quantity: string, reason: Reason, kind: Kind, ordinal: number) => {
    const name = `${quantity} ${reason}`
    let entry = unknown.get(name)
    if (!entry) {
      entry = { quantity, reason, count: 0, ids: [], materials: new Set() }
      unknown.set(name, entry)
    }
    entry.count++
    if (entry.ids.length < IDS_WITHOUT) entry.ids.push(facts.id(kind, ordinal))
    const material = reason === 'no_density' ? facts.material(kind, ordinal) : undefined
    if (material !== undefined) entry.materials.add(material)
  }

  // Members come last, when it is known which of their frames are counted already.
  const parts = [...subjects].sort(([a], [b]) => Number(a === 'members') - Number(b === 'members'))
  for (const [kind, ordinals] of parts) {
    for (const ordinal of ordinals) {
      const line = lineOf(kind, ordinal)
      line.count++
      sum.count++
      if (line.ids.length < IDS) line.ids.push(subjectId(facts, kind, ordinal))
      if (wantsReach) {
        for (const node of subjectNodes(facts, kind, ordinal)) {
          const z = facts.position(node)[2]
          for (const one of [line, sum]) {
            one.low = Math.min(one.low, z)
            one.high = Math.max(one.high, z)
          }
        }
        if (kind !== 'nodes' && kind !== 'supports') line.isPoint = sum.isPoint = false
      }
      if (kind === 'loads' && show.includes('load')) addLoad(facts, ordinal, [line, sum])
      if (columns.length === 0 && !wantsCentroid) continue
      if (kind === 'frames') counted.add(ordinal)
      if (kind === 'frames' || kind === 'areas') add(kind, ordinal, line, true)
      if (kind === 'runs') for (const frame of facts.runs().frames(ordinal)) add('frames', frame, line, true)
      if (kind !== 'members') continue
      for (const frame of facts.framesOf(ordinal)) {
        const isNew = !counted.has(frame)
        if (!isNew) beside++
        if (isNew || isEach) add('frames', frame, line, isNew)
      }
    }
  }
  return { lines: lines(), sum, unknown, beside }
}

function addMoment(moment: Line['moment'], mass: number, [x, y, z]: Vec): void {
  moment.mass += mass
  moment.x += mass * x
  moment.y += mass * y
  moment.z += mass * z
}

function addLoad(facts: Facts, ordinal: number, lines: readonly Line[]): void {
  const load = facts.element('loads', ordinal)
  const place = placeOfLoad(load, facts)
  if (!place) return
  const { force } = loadResultant(load, place)
  for (const line of lines) {
    line.load ??= [0, 0, 0]
    for (const axis of AXES) line.load[axis] += force[axis]
  }
}

/** `quantity`: what is shown, or the name of a column. */
export function quantityOf(line: Line, quantity: string): number | number[] | null {
  const { storey, low, high, isPoint, moment } = line
  switch (quantity) {
    case 'count':
      return line.count
    case 'elevation':
      if (storey) return storey.elevation
      return low > high ? null : isPoint && low === high ? low : [low, high]
    case 'height':
      if (storey) return storey.height
      return low > high ? null : high - low
    case 'load':
      return line.load
    case 'centroid':
      return moment.mass > 0 ? [moment.x, moment.y, moment.z].map((one) => one / moment.mass) : null
    default:
      return line.sums.get(quantity) ?? null
  }
}
