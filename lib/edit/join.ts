import { joinedLoad } from '#lib/model/load/divided-loads.ts'
import type { Break } from '#lib/model/runs.ts'
import { symmetryOf } from '#lib/model/section/outline-symmetry.ts'
import { localAxes } from '#lib/model/shape/local-axes.ts'
import { cross, dot, length, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { endForEnd, offsetsOf, taperOf, withTaper } from '#lib/model/taper.ts'
import { quoted } from '#lib/model/validate/references.ts'
import type { ConstructMember, FrameReleases, Point2, ViewerFrame } from '#lib/schema/schema.ts'
import { turnedLoad } from './loads/load-transform.ts'
import { loadsOn } from './loads/loads-on.ts'
import { type Naming, NewIds } from './naming.ts'
import type { Join } from './operation.ts'
import { some, type Work } from './work.ts'

/** Pieces of one run back to one frame, or to one member. */

/** Why neighbours stay apart, in words: `3 pairs …`. */
const STOPS = {
  used_node: 'meet at a node that something else uses: {"join":{"as":"member"}} makes one member of them',
  curved: 'do not lie on one straight line',
  fields: 'differ in what they say of themselves',
  members: 'are of different members',
  mirrored: 'run against each other, and their outline is not symmetric about local 2',
  released: 'have a release where they meet',
} as const
type Stop = keyof typeof STOPS

/** A stretch of a run: frames in line, all of them selected, and the nodes at their ends. */
type Stretch = { frames: readonly number[]; nodes: readonly number[] }

export function join(work: Work, { as = 'frame', nodes = 'remove', id }: Join, ids: Naming | undefined): void {
  const newIds = ids && new NewIds(work, ids)
  const pieces = stretchesOf(work)
  if (pieces.length === 0) noteNoPieces(work)
  const joined = as === 'member' ? pieces : pieces.flatMap((stretch) => straightParts(work, stretch))
  if (id !== undefined && joined.length > 1 && !id.includes('{')) {
    const msg = `Value error, '{id}' or '{n}' must be in the text: it names ${joined.length} ${as}s`
    work.problem('value_error', ['id'], msg, undefined, { error: {} })
    return
  }
  for (const [i, stretch] of joined.entries()) {
    if (as === 'member') joinToMember(work, stretch, newIds, i + 1)
    else joinToFrame(work, stretch, newIds, i + 1, nodes)
  }
  const free = newIds?.free()
  if (free) work.advise('duplicate_id', free)
}

/** Of each run the stretches of two or more selected frames that are neighbours. */
function stretchesOf({ facts, selection }: Work): Stretch[] {
  const selectedFrames = new Set(selection.get('frames'))
  const runs = facts.runs()
  const stretches: Stretch[] = []
  for (const run of new Set([...selectedFrames].map((frame) => runs.of(frame)))) {
    if (run === undefined) continue
    let node = runs.ends(run).start
    let current: { frames: number[]; nodes: number[] } = { frames: [], nodes: [node] }
    for (const frame of runs.frames(run)) {
      const { startNodeId, endNodeId } = facts.element('frames', frame)
      const other = facts.id('nodes', node) === startNodeId ? endNodeId : startNodeId
      node = facts.ordinalOf('nodes', other) ?? node
      if (selectedFrames.has(frame)) {
        current.frames.push(frame)
        current.nodes.push(node)
      } else {
        stretches.push(current)
        current = { frames: [], nodes: [node] }
      }
    }
    stretches.push(current)
  }
  return stretches.filter(({ frames }) => frames.length > 1)
}

/** Why neighbours are of two runs, in words: `3 pairs …`. */
const BREAKS: Record<Break, string> = {
  bend: 'do not lie in one line',
  support: 'meet at a support',
  differ: 'differ in section, material, rotation or offset, or have a release where they meet',
  column: 'meet at a column, or one of them is one',
  floor: 'are columns that end at a floor: {"add":{"members":[{"id":…,"frameIds":[…]}]}} makes one member of them',
  larger: 'meet at a larger beam that passes between them',
}

/** No two of the selected frames follow each other in a run. */
function noteNoPieces(work: Work): void {
  const { facts, selection } = work
  const frames = selection.get('frames') ?? []
  const breaks = facts.runs().breaksAmong(frames)
  for (const { why, pair } of breaks) {
    const pieces = pair.map((frame) => quoted(facts.id('frames', frame))).join(' and ')
    work.note(`not_joined_${why}`, pieces, (count, some) =>
      count === 1
        ? `nothing joined: ${some[0]} ${BREAKS[why]}`
        : `nothing joined: ${count} pairs, ${some[0]} first, ${BREAKS[why]}`,
    )
  }
  if (breaks.length > 0) return
  const what = frames.length === 1 ? '1 frame is selected' : `no two of the ${frames.length} selected frames share a node`
  work.note('not_joined', undefined, () => `nothing joined: ${what}`)
}

/** The parts of a stretch that can be one frame each. */
function straightParts(work: Work, { frames, nodes }: Stretch): Stretch[] {
  const parts: { frames: number[]; nodes: number[] }[] = []
  for (const [i, frame] of frames.entries()) {
    const [start, end] = [nodes[i]!, nodes[i + 1]!]
    const part = parts.at(-1)
    const stop = part ? stopBefore(work, { ...part, next: frame, end }) : undefined
    if (part && !stop) {
      part.frames.push(frame)
      part.nodes.push(end)
      continue
    }
    if (stop) noteStop(work, stop, frame)
    parts.push({ frames: [frame], nodes: [start, end] })
  }
  return parts.filter((part) => part.frames.length > 1)
}

type Candidate = Stretch & { next: number; end: number }

function stopBefore(work: Work, { frames, nodes, next, end }: Candidate): Stop | undefined {
  const { facts, draft } = work
  const [first, last, node] = [frames[0]!, frames.at(-1), nodes.at(-1)]
  if (last === undefined || node === undefined || isUsedBeside(work, node, [last, next])) return 'used_node'
  const from = facts.position(nodes[0]!)
  const along = subtract(facts.position(end), from)
  const inner = nodes.slice(1).map((one) => subtract(facts.position(one), from))
  if (inner.some((point) => length(cross(point, along)) > facts.selectionTolerance * length(along))) return 'curved'
  if (facts.memberOf(first) !== facts.memberOf(next)) return 'members'
  const [one, other] = [draft.element('frames', facts.id('frames', first)), draft.element('frames', facts.id('frames', next))]
  const isReversed = runsAlong(work, first, nodes[0]!) !== runsAlong(work, next, node)
  if (isReleasedAt(work, last, node) || isReleasedAt(work, next, node)) return 'released'
  const turned = isReversed ? reversed(work, next, other) : other
  if (!turned) return 'mirrored'
  if (!sayTheSame(one, turned)) return 'fields'
  const isForward = runsAlong(work, first, nodes[0]!)
  const piece = { frame: asFirst(work, first, isForward, last, nodes.at(-2) ?? node), long: lengthOf(work, last) }
  const added = { frame: turned, long: lengthOf(work, next) }
  const [before, after] = isForward ? [piece, added] : [added, piece]
  return goOn(before, after, facts.diagonal) ? undefined : 'fields'
}

/** A frame of a stretch as it would be said in the direction of another, that begins at the node. */
function asFirst(work: Work, first: number, isForward: boolean, frame: number, node: number): ViewerFrame {
  const own = work.draft.element('frames', work.facts.id('frames', frame))
  if (frame === first || runsAlong(work, frame, node) === isForward) return own
  return reversed(work, frame, own) ?? own
}

const lengthOf = ({ facts }: Work, frame: number): number => facts.length('frames', frame) ?? 0

type Piece = { frame: ViewerFrame; long: number }

/** Whether taper and offset of two pieces, one behind the other, go on with one slope. */
function goOn(before: Piece, after: Piece, diagonal: number): boolean {
  const follows = ([a, b]: readonly [number, number], [c, d]: readonly [number, number], tolerance: number) =>
    Math.abs(b - c) <= tolerance &&
    Math.abs((b - a) / before.long - (d - c) / after.long) * (before.long + after.long) <= tolerance
  const [one, other] = [before.frame, after.frame]
  const [from, to] = [offsetsOf(one), offsetsOf(other)]
  return (
    follows(taperOf(one) ?? [0, 0], taperOf(other) ?? [0, 0], 1e-9) &&
    (['x', 'y'] as const).every((k) => follows([from.start[k], from.end[k]], [to.start[k], to.end[k]], 1e-9 * diagonal))
  )
}

/** What the frame of all pieces has at its ends: what the first has at its start, and the last at its end. */
function withEnds(frame: ViewerFrame, first: ViewerFrame, last: ViewerFrame): ViewerFrame {
  const [start, end] = [taperOf(first), taperOf(last)]
  const whole = start && end ? withTaper(frame, [start[0], end[1]]) : { ...frame }
  if (first.sectionOffset) whole.sectionOffset = first.sectionOffset
  else delete whole.sectionOffset
  if (last.endSectionOffset) whole.endSectionOffset = last.endSectionOffset
  else delete whole.endSectionOffset
  return whole
}

/** Whether something else than these frames stands at the node. */
function isUsedBeside({ facts }: Work, node: number, frames: readonly number[]): boolean {
  return (usersOf(facts).get(node) ?? 0) > frames.length
}

const known = new WeakMap<Work['facts'], ReadonlyMap<number, number>>()

/** How often each node is named: nothing may be lost with one that goes. */
function usersOf(facts: Work['facts']): ReadonlyMap<number, number> {
  const users = known.get(facts)
  if (users) return users
  const ofNode = new Map<number, number>()
  const use = (node: number | undefined) => node !== undefined && ofNode.set(node, (ofNode.get(node) ?? 0) + 1)
  for (const kind of ['frames', 'areas', 'supports'] as const) {
    for (let i = 0; i < facts.count(kind); i++) for (const node of facts.nodesOf(kind, i)) use(node)
  }
  const { nodes, loads = [], diaphragms = [] } = facts.model
  for (const [node, { mass }] of nodes.entries()) if (mass) use(node)
  const named = [...loads.map(({ nodeId }) => nodeId), ...diaphragms.flatMap(({ nodeIds }) => nodeIds)]
  for (const id of named) if (id != null) use(facts.ordinalOf('nodes', id))
  known.set(facts, ofNode)
  return ofNode
}

/** Whether the frame begins at the node. */
const runsAlong = ({ facts }: Work, frame: number, node: number): boolean =>
  facts.element('frames', frame).startNodeId === facts.id('nodes', node)

/** Whether an end of the frame at the node is released, be it by an elastic joint. */
function isReleasedAt(work: Work, frame: number, node: number): boolean {
  const { releases } = work.facts.element('frames', frame)
  const end = runsAlong(work, frame, node) ? releases?.start : releases?.end
  return Object.values(end ?? {}).some((value) => value === true || typeof value === 'number')
}

/** As it would be said from its other end; undefined where its outline would then stand mirrored. */
function reversed({ facts }: Work, ordinal: number, frame: ViewerFrame): ViewerFrame | undefined {
  const section = facts.ordinalOf('sections', facts.section('frames', ordinal) ?? '')
  const { about, cx } = symmetryOf(section === undefined ? [] : facts.element('sections', section).polygon)
  if (about !== 'x = cx') return undefined
  const last = facts.ordinalOf('sections', frame.endSectionId ?? '')
  const end = last === undefined ? undefined : symmetryOf(facts.element('sections', last).polygon)
  if (end && (end.about !== 'x = cx' || end.cx !== cx)) return undefined
  const { rotation = 0, sectionOffset, endSectionOffset, ...others } = endForEnd(frame)
  const moved = ({ x, y }: Point2) => ({ x: -x - 2 * cx + 0, y })
  const start = moved(sectionOffset ?? { x: 0, y: 0 })
  const isPlain = sectionOffset == null && start.x === 0
  return {
    ...others,
    rotation: -rotation,
    ...(isPlain ? {} : { sectionOffset: start }),
    ...(endSectionOffset && { endSectionOffset: moved(endSectionOffset) }),
  }
}

const FREE: ReadonlySet<string> = new Set([
  ...['id', 'startNodeId', 'endNodeId', 'label', 'source', 'length', 'releases'],
  ...['rotation', 'sectionOffset', 'endSectionOffset', 'taper'],
])

function sayTheSame(one: ViewerFrame, other: ViewerFrame): boolean {
  const turns = Math.abs((one.rotation ?? 0) - (other.rotation ?? 0)) % 360
  if (Math.min(turns, 360 - turns) > 1e-9) return false
  const properties = (frame: ViewerFrame) => Object.entries(frame).filter(([key, value]) => !FREE.has(key) && value != null)
  const fields = new Map<string, unknown>(properties(other))
  const own = properties(one)
  return own.length === fields.size && own.every(([key, value]) => JSON.stringify(fields.get(key)) === JSON.stringify(value))
}

function noteStop(work: Work, stop: Stop, frame: number): void {
  work.note(`join_stopped_${stop}`, work.facts.id('frames', frame), (count) => {
    return `${count === 1 ? '1 pair of neighbours' : `${count} pairs of neighbours`} stay apart (${stop}): they ${STOPS[stop]}`
  })
}

function joinToFrame(work: Work, { frames, nodes }: Stretch, ids: NewIds | undefined, n: number, inner: 'remove' | 'keep') {
  const { facts, draft } = work
  const pieces = frames.map((frame) => facts.id('frames', frame))
  const first = frames.reduce((a, b) => Math.min(a, b))
  const place = frames.indexOf(first)
  const { length: _, ...frame } = draft.element('frames', facts.id('frames', first))
  const ends = [nodes[0]!, nodes.at(-1) ?? 0].map((node) => facts.id('nodes', node))
  if (!runsAlong(work, first, nodes[place]!)) ends.reverse()
  const [startNodeId = '', endNodeId = ''] = ends
  noteLosses(work, frames, first)
  const releases = outerReleases(work, { frames, nodes }, startNodeId)
  const { releases: __, ...said } = frame
  const fields = isTapering(said) ? withEnds(said, ...outerPieces(work, { frames, nodes }, first)) : said
  for (const piece of pieces) draft.remove('frames', piece)
  const words = { id: frame.id, n, label: frame.label || undefined }
  const id = ids ? ids.idFor('frames', frame.id, words) : (commonStem(pieces, (stem) => !draft.has('frames', stem)) ?? frame.id)
  if (id === undefined) return
  const joined: ViewerFrame = { ...fields, id, startNodeId, endNodeId, ...(releases && { releases }) }
  joinLoads(work, frames, joined)
  work.make('frames', joined)
  inMember(work, pieces, id)
  if (inner === 'remove') for (const node of nodes.slice(1, -1)) removeNode(work, facts.id('nodes', node))
  const [from, to] = [pieces[0], pieces.at(-1)]
  work.note('joined', id, (count, made) =>
    count === 1 ? `${from}..${to} → ${id}` : `${count} runs joined: ${some(made, count)}`,
  )
}

const isTapering = ({ endSectionId, endSectionOffset }: ViewerFrame) => endSectionId != null || endSectionOffset != null

/** The pieces at both ends, in the direction of the one whose fields remain. */
function outerPieces(work: Work, { frames, nodes }: Stretch, first: number): [ViewerFrame, ViewerFrame] {
  const isForward = runsAlong(work, first, nodes[frames.indexOf(first)]!)
  const [one, other] = [0, frames.length - 1].map((k) => asFirst(work, first, isForward, frames[k]!, nodes[k]!))
  if (!one || !other) throw new Error('a stretch has two frames')
  return isForward ? [one, other] : [other, one]
}

/** The releases of the first end and of the last, of a frame that starts at a node. */
function outerReleases(work: Work, { frames, nodes }: Stretch, startNodeId: string): FrameReleases | undefined {
  const { facts } = work
  const at = (frame: number, node: number) => {
    const { releases } = facts.element('frames', frame)
    return runsAlong(work, frame, node) ? releases?.start : releases?.end
  }
  const ends = [at(frames[0]!, nodes[0]!), at(frames.at(-1) ?? 0, nodes.at(-1) ?? 0)]
  if (facts.id('nodes', nodes[0]!) !== startNodeId) ends.reverse()
  const [start, end] = ends
  return start || end ? { ...(start && { start }), ...(end && { end }) } : undefined
}

/** Loads of the pieces, at their places on the whole. */
function joinLoads({ facts, draft }: Work, frames: readonly number[], joined: ViewerFrame): void {
  const on = loadsOn(draft).frames
  const [a, b] = [facts.place(joined.startNodeId), facts.place(joined.endNodeId)]
  const along = subtract(b, a)
  const shareOf = (node: string) => dot(subtract(facts.place(node), a), along) / dot(along, along)
  const after = localAxes(a, b, joined.rotation)
  for (const ordinal of frames) {
    const piece = facts.element('frames', ordinal)
    const loads = on.get(piece.id) ?? []
    if (loads.length === 0) continue
    const [start, end] = [shareOf(piece.startNodeId), shareOf(piece.endNodeId)]
    const before = localAxes(facts.place(piece.startNodeId), facts.place(piece.endNodeId), piece.rotation)
    const isReversed = end < start
    const turn = { turn: (v: Vec) => v, reflects: false, isReversed, ...(before && after && { axes: { before, after } }) }
    const share = { id: joined.id, from: Math.min(start, end), to: Math.max(start, end), stretch: 1 }
    for (const load of loads) draft.put('loads', joinedLoad(turnedLoad(load, turn), share))
  }
}

/** X where the pieces are X-1 to X-k, as `divide` names them. */
function commonStem(pieces: readonly string[], isFree: (stem: string) => boolean): string | undefined {
  const stem = pieces[0]?.replace(/-\d+$/, '') ?? ''
  const expected = new Set(pieces.map((_, i) => `${stem}-${i + 1}`))
  return stem !== '' && pieces.every((piece) => expected.has(piece)) && isFree(stem) ? stem : undefined
}

function removeNode(work: Work, id: string): void {
  if (work.draft.get('nodes', id)?.label) {
    work.note('labels_lost', id, (count, ids) => `labels of what went are lost: ${some(ids, count)}`)
  }
  work.draft.remove('nodes', id)
}

function noteLosses(work: Work, frames: readonly number[], first: number): void {
  const { facts, draft } = work
  const remaining = draft.element('frames', facts.id('frames', first))
  for (const frame of frames) {
    const { id, label, source } = draft.element('frames', facts.id('frames', frame))
    if (label && label !== remaining.label) {
      work.note('labels_lost', id, (count, ids) => `labels of what went are lost: ${some(ids, count)}`)
    }
    if (source != null && JSON.stringify(source) !== JSON.stringify(remaining.source)) {
      work.note('sources_lost', id, (count, ids) => `source of what went is lost: ${some(ids, count)}`)
    }
  }
}

/** The member lists what its pieces became; one that says nothing else than that frame goes. */
function inMember({ draft }: Work, pieces: readonly string[], joined: string): void {
  const gone = new Set(pieces)
  const member = draft.memberThatLists(pieces[0] ?? '')
  if (!member) return
  const place = member.frameIds.findIndex((id) => gone.has(id))
  const frameIds = member.frameIds.flatMap((id, i) => (i === place ? [joined] : gone.has(id) ? [] : [id]))
  if (frameIds.length === 1 && member.id === joined && saysNothing(member)) draft.remove('members', member.id)
  else draft.put('members', { ...member, frameIds })
}

const saysNothing = ({ id: _, frameIds: __, ...others }: ConstructMember): boolean =>
  Object.values(others).every((value) => value == null)

function joinToMember(work: Work, { frames }: Stretch, ids: NewIds | undefined, n: number): void {
  const { facts, draft } = work
  const pieces = frames.map((frame) => facts.id('frames', frame))
  const members = [...new Set(pieces.flatMap((piece) => draft.memberThatLists(piece)?.id ?? []))]
  const [there, ...others] = members
  if (others.length > 0) {
    noteStop(work, 'members', frames[0]!)
    return
  }
  if (there !== undefined) {
    const member = draft.element('members', there)
    const listed = new Set(pieces)
    const missing = pieces.some((piece) => !member.frameIds.includes(piece))
    if (!missing)
      work.note(
        'joined_already',
        there,
        (count, ids) => `${count === 1 ? 'one member' : `${count} members`} already: ${some(ids, count)}`,
      )
    if (missing) draft.put('members', { ...member, frameIds: [...member.frameIds.filter((id) => !listed.has(id)), ...pieces] })
    return
  }
  const first = facts.id(
    'frames',
    frames.reduce((a, b) => Math.min(a, b)),
  )
  const words = { id: first, n, label: draft.get('frames', first)?.label || undefined }
  const id = ids ? ids.idFor('members', first, words) : first
  if (id === undefined) return
  if (draft.has('members', id)) {
    work.problem('duplicate_id', ['id'], `member ${id} is there already`, first, { kind: 'member', id })
    return
  }
  work.make('members', { id, frameIds: pieces })
  const [from, to] = [pieces[0], pieces.at(-1)]
  work.note('joined', id, (count, made) =>
    count === 1 ? `${from}..${to} → member ${id}` : `${count} members made: ${some(made, count)}`,
  )
}
