import type { Point2 } from '#lib/schema/schema.ts'
import { STRAIGHT } from '../frame-ends.ts'
import { setFamilies } from '../frame-families.ts'
import { symmetryOf } from '../section/outline-symmetry.ts'
import { type Axes, localAxes } from '../shape/local-axes.ts'
import { add, cross, distance, dot, scale as scaled, subtract, type Vec } from '../shape/vector.ts'
import { offsetsOf, taperOf } from '../taper.ts'
import { asPattern } from '../validate/references.ts'
import { ending, inModelUnit, listed, named, plural, type RuleFinding, refs } from './check-finding.ts'
import type { ByEndNodes, Meetings } from './frame-meetings.ts'
import { nodeId, type Structure, type StructureFrame } from './structure.ts'

/** Frames without length, drawn twice, and such as meet where they should not, or nearly. Conventions, section 10. */

export function* zeroLengthFrames(structure: Structure): Iterable<RuleFinding> {
  for (const { id, start, end, length, isZeroLength } of structure.frames) {
    if (!isZeroLength) continue
    const [one, other] = [nodeId(structure, start), nodeId(structure, end)]
    yield {
      message:
        start === end
          ? `Frame ${named(id)} starts and ends at node ${named(one)}`
          : `Frame ${named(id)} has no length: its nodes ${named(one)} and ${named(other)} are ${inModelUnit(structure, length)} apart`,
      elements: [{ kind: 'frame', id }, ...refs('node', new Set([one, other]))],
      fix: 'Give the frame two nodes that lie apart, or remove it; a rigid link or spring belongs in the analysis model.',
    }
  }
}

/**
 * Frames drawn twice; and in one row, as information, pairs that share their nodes and nothing else: a rail on its girder, the two parts of a
 * composite beam.
 */
export function* duplicateFrames(structure: Structure, { several }: ByEndNodes): Iterable<RuleFinding> {
  const isSame = sameFrames(structure)
  const beside: StructureFrame[][] = []
  for (const group of several) {
    const equal: StructureFrame[][] = []
    for (const frame of group) {
      const known = equal.find(([first]) => first && isSame(first, frame))
      if (known) known.push(frame)
      else equal.push([frame])
    }
    if (equal.length > 1) beside.push(equal.flatMap((some) => some.slice(0, 1)))
    for (const some of equal) if (some.length > 1) yield drawnTwice(structure, some)
  }
  if (beside.length === 0) return
  const pairs = beside.reduce((sum, { length }) => sum + length - 1, 0)
  const share = pairs === 1 ? 'pair of frames shares its' : 'pairs of frames share their'
  yield {
    severity: 'info',
    message: `${pairs} ${share} nodes with another section or offset (rail, composite)`,
    elements: refs('frame', beside.flat().map(({ id }) => id)).slice(0, FEW),
  } // biome-ignore format: short
}

/** So many elements stand for all where nothing is to be done. */
const FEW = 3

function drawnTwice(structure: Structure, group: readonly StructureFrame[]): RuleFinding {
  const ids = group.map(({ id }) => id)
  const { start, end } = group[0]!
  const others = ids.slice(1)
  return {
    message: `${plural(ids.length, 'frame')} between the same nodes ${named(nodeId(structure, start))} and ${named(nodeId(structure, end))}: ${listed(ids)}`,
    elements: refs('frame', ids),
    fix: 'Their stiffness and weight would count twice; keep one of them.',
    ...(others.length <= MOST_REMOVED && {
      op: { select: { kinds: ['frames'], ids: others.map(asPattern) }, remove: {} },
    }),
  }
}

/** Of so many the removal is written out. */
const MOST_REMOVED = 10

/** Whether two frames on the same nodes are the same: section, taper, axis 2, and the origin of the outline at both ends within τ. */
function sameFrames(structure: Structure): (one: StructureFrame, other: StructureFrame) => boolean {
  const { model, positions, sections, scale, tolerance } = structure
  const doubles = new Map<string, boolean>()
  const isDouble = (id: string | undefined) => {
    const known = doubles.get(id ?? '')
    if (known !== undefined) return known
    const { isDouble } = symmetryOf(sections.get(id ?? '')?.polygon ?? [])
    doubles.set(id ?? '', isDouble)
    return isDouble
  }
  const frameAt = (ordinal: number) => (model.frames ?? [])[ordinal]!
  const stands = ({ ordinal, start, end }: StructureFrame) => {
    const frame = frameAt(ordinal)
    const axes = localAxes(positions[start]!, positions[end]!, frame.rotation)
    const offsets = offsetsOf(frame)
    const originAt = ({ x, y }: Point2, [, e2, e3]: Axes) => add(scaled(e3, x * scale), scaled(e2, y * scale))
    return axes && { axis2: axes[1], first: originAt(offsets.start, axes), last: originAt(offsets.end, axes) }
  }
  /** Both said from the start of the first. */
  const isTaperedAlike = (one: StructureFrame, other: StructureFrame) => {
    const [first, second] = [frameAt(one.ordinal), frameAt(other.ordinal)]
    if ((first.endSectionId ?? null) !== (second.endSectionId ?? null)) return false
    const [parts, own] = [taperOf(first) ?? [0, 0], taperOf(second) ?? [0, 0]]
    const [a, b] = one.start === other.start ? own : [own[1], own[0]]
    return parts[0] === a && parts[1] === b
  }
  return (one, other) => {
    if (one.sectionId !== other.sectionId || !isTaperedAlike(one, other)) return false
    const [a, b] = [stands(one), stands(other)]
    if (!a || !b || one.sectionId === undefined) return true
    const turned = dot(a.axis2, b.axis2)
    const isTurnedAlike = turned >= STRAIGHT || (turned <= -STRAIGHT && isDouble(one.sectionId))
    const [first, last] = one.start === other.start ? [b.first, b.last] : [b.last, b.first]
    return isTurnedAlike && Math.max(distance(a.first, first), distance(a.last, last)) <= tolerance
  }
}

export function* overlappingFrames(meetings: Meetings): Iterable<RuleFinding> {
  for (const [i, j] of meetings.overlapping.all) {
    const [one, other] = [meetings.lines[i]!.id, meetings.lines[j]!.id]
    yield {
      message: `Frames ${named(one)} and ${named(other)} lie on one line and overlap`,
      elements: refs('frame', [one, other]),
      fix: 'Split the longer frame at the nodes of the shorter one and keep one frame on each stretch.',
    }
  }
  yield* ending(meetings.overlapping.isCutShort)
}

export function* nodesOnFrames(structure: Structure, meetings: Meetings): Iterable<RuleFinding> {
  for (const [node, i] of meetings.nodesOn.all) {
    const [id, frame] = [nodeId(structure, node), meetings.lines[i]!.id]
    yield {
      message: `Node ${named(id)} lies on frame ${named(frame)} between its ends but is not connected to it`,
      elements: [
        { kind: 'node', id },
        { kind: 'frame', id: frame },
      ],
      fix: 'Split the frame at the node; the pieces stay one member.',
      op: { select: { kinds: ['frames'], ids: [asPattern(frame)] }, divide: { nodes: true } },
    }
  }
  yield* ending(meetings.nodesOn.isCutShort)
}

export function* crossingFrames(structure: Structure, meetings: Meetings): Iterable<RuleFinding> {
  const isPlain = plainBracing(structure, meetings)
  const plain: [number, number][] = []
  for (const pair of meetings.crossing.all) {
    if (isPlain(pair)) {
      plain.push(pair)
      continue
    }
    const [one, other] = [meetings.lines[pair[0]]!.id, meetings.lines[pair[1]]!.id]
    yield {
      message: `Frames ${named(one)} and ${named(other)} cross without a common node`,
      elements: refs('frame', [one, other]),
      fix: 'Where they are connected, divide both there.',
    }
  }
  if (plain.length > 0) {
    const ids = [...new Set(plain.slice(0, FEW).flat())].slice(0, FEW).map((line) => meetings.lines[line]!.id)
    yield {
      message: `${plural(plain.length, 'pair')} of braces ${plain.length === 1 ? 'crosses' : 'cross'} without a common node, as plain X-bracing does`,
      elements: refs('frame', ids),
    }
  }
  yield* ending(meetings.crossing.isCutShort)
}

const [FLATTEST, STEEPEST] = [Math.sin(Math.PI / 12), Math.sin((5 * Math.PI) / 12)]
/** How far from the middle of either braces cross, as a share of its length. */
const OFF_MIDDLE = 0.15

/** Whether two lines are braces that cross: by their roles, else both sloping, and about in the middle. */
function plainBracing(
  { positions, frames, ...structure }: Structure,
  { lines }: Meetings,
): (pair: readonly [number, number]) => boolean {
  const familyOf = setFamilies({ positions, frames, ...structure })
  const ordinals = new Map(frames.map((frame, i) => [frame, i]))
  return ([i, j]) => {
    const [one, other] = [lines[i]!, lines[j]!]
    const families = [one, other].map((line) => familyOf(ordinals.get(line) ?? -1))
    if (families.every((family) => family === 'brace')) return true
    if (families.some((family) => family !== undefined && family !== 'brace')) return false
    const ends = [one, other].map(({ start, end }) => [positions[start]!, positions[end]!] as const)
    const isSloping = ends.every(([p, q]) => {
      const slope = Math.abs(q[2] - p[2]) / distance(p, q)
      return slope >= FLATTEST && slope <= STEEPEST
    })
    return isSloping && crossingAt(ends[0]!, ends[1]!).every((share) => Math.abs(share - 0.5) <= OFF_MIDDLE)
  }
}

/** Where on each of two rods the other comes nearest, as a share of its length. Not of parallel ones. */
function crossingAt([p, q]: readonly [Vec, Vec], [r, s]: readonly [Vec, Vec]): [number, number] {
  const [u, v, w] = [subtract(q, p), subtract(s, r), subtract(r, p)]
  const n = cross(u, v)
  const square = dot(n, n)
  return [dot(cross(w, v), n) / square, dot(cross(w, u), n) / square]
}
