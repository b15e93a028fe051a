import { MANY, type Many, type ModelColumns, type NamedColumn } from '#lib/model/columns.ts'
import { LOAD_NUMBERS } from '#lib/model/load/load-columns.ts'
import { keyed } from '#lib/values/object-keys.ts'
import type { Whole } from '#lib/values/whole.ts'
import type { LABELLED } from './layout.ts'
import type { SceneFile } from './read-scene.ts'
import type { Texts } from './texts.ts'

/**
 * Of a kind: where each element was in an earlier file of the model, -1 of one that is new, and 1 of those that are as they were by
 * their columns alone. Others may be as they were all the same: two ways to say nothing, keys in another order.
 */
export type UnchangedElements = { was: Int32Array; isUnchanged: Uint8Array }

/** What two files of a model have in common, told by numbers and bytes: no element is made. */
export function unchangedSince(before: SceneFile, after: SceneFile): Record<Many, UnchangedElements> {
  const was = keyed(MANY, (kind) => formerPlaces(before.beside.ids[kind], after.beside.ids[kind]))
  const fields = fieldsOf(before, after, formerNames(before.columns, after.columns, was))
  return keyed(MANY, (kind) => ({ was: was[kind], isUnchanged: unchanged(was[kind], fields[kind]) }))
}

/** That a field of an element is as it was where the element was. */
type IsSame = (was: number, is: number) => boolean

/** A field at a time: numbers of one kind after each other are read fastest. */
function unchanged(was: Int32Array, fields: readonly IsSame[]): Uint8Array {
  const isUnchanged = Uint8Array.from(was, (old) => (old >= 0 ? 1 : 0))
  for (const isSame of fields)
    for (let k = 0; k < was.length; k++) if (isUnchanged[k] === 1 && !isSame(was[k]!, k)) isUnchanged[k] = 0
  return isUnchanged
}

/** Elements mostly stand as they stood, and new ones behind them: only what does not is looked for by its name. */
function formerPlaces(before: Texts, after: Texts): Int32Array {
  const was = new Int32Array(after.count).fill(-1)
  let places: Map<string, number> | null = null
  let next = 0
  let found = 0
  for (let k = 0; k < after.count && found < before.count; k++) {
    let place: number | undefined = next
    if (next >= before.count || !after.isAt(k, before, next)) {
      places ??= new Map(before.all().map((id, index) => [id, index]))
      place = places.get(after.at(k))
    }
    if (place === undefined) continue
    was[k] = place
    next = place + 1
    found++
  }
  return was
}

/** Where nothing of the earlier model is meant. */
const NOWHERE = 0xffffffff

/** Of places, plus 1, in the later model those in the earlier one; 0 is none in both. */
function formerNames(before: ModelColumns, after: ModelColumns, was: Record<Many, Int32Array>): Record<NamedColumn, Uint32Array> {
  const named = (kind: NamedColumn, places: ArrayLike<number>, count: number) => {
    const former = new Uint32Array(1 + places.length + after.names[kind].length).fill(NOWHERE)
    former[0] = 0
    for (let k = 0; k < places.length; k++) if (places[k]! >= 0) former[k + 1] = places[k]! + 1
    for (const [k, name] of after.names[kind].entries()) {
      const place = before.names[kind].indexOf(name)
      if (place >= 0) former[1 + places.length + k] = 1 + count + place
    }
    return former
  }
  const listed = (kind: 'sections' | 'materials' | 'loadCases') => {
    const [earlier, later] = [before.head[kind] ?? [], after.head[kind] ?? []]
    const places = new Map(earlier.map(({ id }, k) => [id, k]))
    return named(
      kind,
      later.map(({ id }) => places.get(id) ?? -1),
      earlier.length,
    )
  }
  return {
    nodes: named('nodes', was.nodes, before.nodes.count),
    frames: named('frames', was.frames, before.frames.count),
    areas: named('areas', was.areas, before.areas.count),
    members: named('members', was.members, before.members.count),
    sections: listed('sections'),
    materials: listed('materials'),
    loadCases: listed('loadCases'),
  }
}

function fieldsOf(
  before: SceneFile,
  after: SceneFile,
  former: Record<NamedColumn, Uint32Array>,
): Record<Many, readonly IsSame[]> {
  const [b, a] = [before.columns, after.columns]
  const rest = (kind: Many) => text(before.beside.rests[kind], after.beside.rests[kind])
  const label = (kind: (typeof LABELLED)[number]) => text(before.beside.labels[kind], after.beside.labels[kind])
  const named = (kind: NamedColumn, earlier: Whole, later: Whole): IsSame => {
    const places = former[kind]
    return (was, is) => places[later[is]!] === earlier[was]
  }
  return {
    nodes: [
      number(b.nodes.x, a.nodes.x),
      number(b.nodes.y, a.nodes.y),
      number(b.nodes.z, a.nodes.z),
      number(b.nodes.radius, a.nodes.radius),
      label('nodes'),
      rest('nodes'),
    ],
    frames: [
      named('nodes', b.frames.start, a.frames.start),
      named('nodes', b.frames.end, a.frames.end),
      named('sections', b.frames.section, a.frames.section),
      named('materials', b.frames.material, a.frames.material),
      named('members', b.frames.member, a.frames.member),
      (was, is) => b.frames.role[was] === a.frames.role[is],
      placement(b.frames, a.frames),
      number(before.beside.lengths, after.beside.lengths),
      label('frames'),
      rest('frames'),
    ],
    areas: [
      loops(b.areas, a.areas, former.nodes),
      named('sections', b.areas.section, a.areas.section),
      named('materials', b.areas.material, a.areas.material),
      number(b.areas.thickness, a.areas.thickness),
      (was, is) => labelOf(b.areas, b.areas.kind[was]!) === labelOf(a.areas, a.areas.kind[is]!),
      (was, is) => labelOf(b.areas, b.areas.point[was]!) === labelOf(a.areas, a.areas.point[is]!),
      (was, is) => b.areas.role[was] === a.areas.role[is],
      label('areas'),
      rest('areas'),
    ],
    supports: [
      named('nodes', b.supports.node, a.supports.node),
      (was, is) => b.supports.state[was] === a.supports.state[is],
      rest('supports'),
    ],
    members: [
      (was, is) => areNamed(former.frames, stretch(b.members, was), stretch(a.members, is)),
      named('sections', b.members.section, a.members.section),
      named('materials', b.members.material, a.members.material),
      (was, is) => b.members.role[was] === a.members.role[is],
      rest('members'),
    ],
    loads: [
      named('loadCases', b.loads.loadCase, a.loads.loadCase),
      named('nodes', b.loads.node, a.loads.node),
      named('frames', b.loads.frame, a.loads.frame),
      named('areas', b.loads.area, a.loads.area),
      ...(['type', 'axes', 'spread'] as const).map(
        (word): IsSame =>
          (was, is) =>
            b.loads[word][was] === a.loads[word][is],
      ),
      ...LOAD_NUMBERS.map((name) => number(b.loads.numbers[name], a.loads.numbers[name])),
      rest('loads'),
    ],
  }
}

const text =
  (earlier: Texts, later: Texts): IsSame =>
  (was, is) =>
    later.isAt(is, earlier, was)

/** NaN, or no column: not said. */
const isSame = (a: number, b: number) => a === b || (Number.isNaN(a) && Number.isNaN(b))

const number =
  (earlier: Float64Array | null, later: Float64Array | null): IsSame =>
  (was, is) =>
    isSame(earlier?.[was] ?? Number.NaN, later?.[is] ?? Number.NaN)

const placement =
  (earlier: ModelColumns['frames'], later: ModelColumns['frames']): IsSame =>
  (was, is) => {
    const [old, now] = [3 * earlier.placement[was]!, 3 * later.placement[is]!]
    for (let i = 0; i < 3; i++) if (!isSame(earlier.placements[old + i]!, later.placements[now + i]!)) return false
    return true
  }

const labelOf = ({ labels }: ModelColumns['areas'], place: number) => labels[place - 1]

const stretch = ({ first, frame }: ModelColumns['members'], k: number) => frame.subarray(first[k], first[k + 1])

const areNamed = (former: Uint32Array, earlier: Whole, later: Whole) =>
  earlier.length === later.length && later.every((place, i) => former[place] === earlier[i])

function loops(earlier: ModelColumns['areas'], later: ModelColumns['areas'], nodes: Uint32Array): IsSame {
  const loop = ({ loop, node }: ModelColumns['areas'], i: number) => node.subarray(loop[i], loop[i + 1])
  return (was, is) => {
    const [old, now] = [earlier.first[was]!, later.first[is]!]
    const count = later.first[is + 1]! - now
    if (count !== earlier.first[was + 1]! - old) return false
    for (let i = 0; i < count; i++) if (!areNamed(nodes, loop(earlier, old + i), loop(later, now + i))) return false
    return true
  }
}
