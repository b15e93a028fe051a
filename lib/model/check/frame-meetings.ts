import { boxAround, nearIn } from '../shape/box-tree.ts'
import type { Vec } from '../shape/vector.ts'
import { allowance, MOST_PAIRS } from './check-finding.ts'
import type { Structure, StructureFrame } from './structure.ts'

const SORTS = ['overlapping', 'crossing'] as const

/** Pairs of one sort, and whether the search for more was stopped. */
type Pairs = { all: [number, number][]; isCutShort: boolean }

export type Meetings = {
  /** Pairs of lines, by ordinal in `lines`. */
  overlapping: Pairs
  crossing: Pairs
  /** Node ordinal and line. */
  nodesOn: Pairs
  /** One frame per pair of end nodes: others on the same nodes are duplicates and would only repeat it. */
  lines: StructureFrame[]
  /** Pairs looked at. */
  steps: number
}

/**
 * Where frames and nodes meet. Neighbours come from a tree, so an ordinary model costs n log n; a model in which everything
 * lies near everything has n² pairs, and the search stops when it has looked at its share of them.
 */
export function frameMeetings(structure: Structure, ends = byEndNodes(structure)): Meetings {
  const { positions, tolerance: τ, mergeTolerance } = structure
  const lines = ends.first.filter(({ isZeroLength }) => !isZeroLength)
  const boxes = new Float64Array(6 * lines.length)
  lines.forEach(({ start, end }, i) => {
    boxes.set(boxAround(positions[start]!, positions[end]!, τ / 2), 6 * i)
  })
  const near = nearIn(boxes)
  const rods = rodsOf(structure, lines)
  /** Made once for a search, not for each line. */
  const within = (steps: { left: number }, visit: (line: number) => void) => (line: number) => {
    if (steps.left-- <= 0) return false
    visit(line)
  }
  const pairs = (): Pairs => ({ all: [], isCutShort: false })
  const add = (list: Pairs, pair: [number, number]) => {
    if (list.all.length === MOST_PAIRS.found) list.isCutShort = true
    else list.all.push(pair)
  }
  /** The tree answers in its own order; what is kept comes by ordinal. */
  const addAll = (list: Pairs, found: number[], pair: (line: number) => [number, number]) => {
    if (found.length > 1) found.sort((a, b) => a - b)
    for (const line of found) add(list, pair(line))
  }

  const [overlapping, crossing, nodesOn] = [pairs(), pairs(), pairs()]
  const lists = { overlapping, crossing }
  const found: Record<(typeof SORTS)[number], number[]> = { overlapping: [], crossing: [] }
  const steps = allowance(lines.length + positions.length)
  const most = steps.left
  let i = 0
  const meet = within(steps, (j) => {
    const how = j > i && meeting(rods, lines, τ, i, j)
    // Nothing more is kept of a sort that was cut short: putting millions in order for that took most of the time.
    if (how && !lists[how].isCutShort) found[how].push(j)
  })
  for (; i < lines.length && steps.left > 0; i++) {
    if (overlapping.isCutShort && crossing.isCutShort) break
    near(boxes, meet, 6 * i)
    for (const how of SORTS) {
      addAll(lists[how], found[how], (j) => [i, j])
      found[how].length = 0
    }
  }
  if (steps.left <= 0) overlapping.isCutShort = crossing.isCutShort = true

  const more = allowance(lines.length + positions.length)
  const { from, ordinals } = framesAtNodes(positions.length, lines)
  const stands = new Uint8Array(positions.length)
  for (const { outline } of structure.areas) for (const node of outline) stands[node] = 1
  for (const { node } of structure.supports) stands[node] = 1
  /** A line of the node, other than `i`, that does not overlap it. */
  const isHeldBeside = (node: number, i: number) => {
    for (let offset = from[node]!; offset < from[node + 1]!; offset++) {
      const j = ordinals[offset]!
      if (more.left-- <= 0) return false
      if (j !== i && meeting(rods, lines, τ, Math.min(i, j), Math.max(i, j)) !== 'overlapping') return true
    }
    return false
  }
  const on: number[] = []
  let node = 0
  const stand = within(more, (i) => {
    if (!isOnStretch(positions[node]!, rods, i, τ, mergeTolerance)) return
    if (stands[node] || isHeldBeside(node, i)) on.push(i)
  })
  for (; node < positions.length && more.left > 0 && !nodesOn.isCutShort; node++) {
    if (!stands[node] && from[node] === from[node + 1]) continue
    const p = positions[node]!
    near(boxAround(p, p, τ / 2), stand)
    addAll(nodesOn, on, (i) => [node, i])
    on.length = 0
  }
  if (more.left <= 0) nodesOn.isCutShort = true
  return { overlapping, crossing, nodesOn, lines, steps: most - steps.left + most - more.left }
}

/** The frames that begin or end at a node: in `ordinals`, from its place in `from` up to the next one's. */
export function framesAtNodes(
  nodes: number,
  frames: readonly Pick<StructureFrame, 'start' | 'end'>[],
): { from: Uint32Array; ordinals: Uint32Array } {
  const from = new Uint32Array(nodes + 1)
  for (const { start, end } of frames) {
    from[start + 1]!++
    from[end + 1]!++
  }
  for (let i = 0; i < nodes; i++) from[i + 1]! += from[i]!
  const next = from.slice()
  const ordinals = new Uint32Array(2 * frames.length)
  for (const [i, { start, end }] of frames.entries()) {
    ordinals[next[start]!++] = i
    ordinals[next[end]!++] = i
  }
  return { from, ordinals }
}

/** Within τ of the stretch, but not so near an end that it is meant to be the node there. */
function isOnStretch([x, y, z]: Vec, rods: Float64Array, i: number, τ: number, mergeTolerance: number): boolean {
  const position = ROD * i
  const px = x - rods[position]!
  const py = y - rods[position + 1]!
  const pz = z - rods[position + 2]!
  const ux = rods[position + 6]!
  const uy = rods[position + 7]!
  const uz = rods[position + 8]!
  const along = px * ux + py * uy + pz * uz
  if (along < 0 || along > rods[position + 9]!) return false
  const off = (px - along * ux) ** 2 + (py - along * uy) ** 2 + (pz - along * uz) ** 2
  const reach = mergeTolerance * mergeTolerance
  if (off > τ * τ || px * px + py * py + pz * pz <= reach) return false
  return (x - rods[position + 3]!) ** 2 + (y - rods[position + 4]!) ** 2 + (z - rods[position + 5]!) ** 2 > reach
}

/** Below this sine two frames count as parallel. */
const PARALLEL = 1e-9

/** Start, end, unit vector from one to the other, and length of each line, ten numbers one after another. */
function rodsOf({ positions }: Structure, lines: readonly StructureFrame[]): Float64Array {
  const rods = new Float64Array(ROD * lines.length)
  lines.forEach(({ start, end, length }, i) => {
    const [p, q] = [positions[start]!, positions[end]!]
    rods.set([...p, ...q, (q[0] - p[0]) / length, (q[1] - p[1]) / length, (q[2] - p[2]) / length, length], ROD * i)
  })
  return rods
}
const ROD = 10

/** In single numbers, not vectors: this is asked millions of times. */
function meeting(rods: Float64Array, lines: readonly StructureFrame[], τ: number, i: number, j: number) {
  const isLonger = rods[ROD * i + 9]! >= rods[ROD * j + 9]!
  const longer = ROD * (isLonger ? i : j)
  const shorter = ROD * (isLonger ? j : i)
  const ox = rods[longer]!
  const oy = rods[longer + 1]!
  const oz = rods[longer + 2]!
  const ux = rods[longer + 6]!
  const uy = rods[longer + 7]!
  const uz = rods[longer + 8]!
  const long = rods[longer + 9]!
  const short = rods[shorter + 9]!
  const px = rods[shorter]! - ox
  const py = rods[shorter + 1]! - oy
  const pz = rods[shorter + 2]! - oz
  const a = px * ux + py * uy + pz * uz
  const reach = τ * τ
  if ((px - a * ux) ** 2 + (py - a * uy) ** 2 + (pz - a * uz) ** 2 <= reach) {
    const qx = rods[shorter + 3]! - ox
    const qy = rods[shorter + 4]! - oy
    const qz = rods[shorter + 5]! - oz
    const b = qx * ux + qy * uy + qz * uz
    const common = Math.min(long, Math.max(a, b)) - Math.max(0, Math.min(a, b))
    if (common > τ && (qx - b * ux) ** 2 + (qy - b * uy) ** 2 + (qz - b * uz) ** 2 <= reach) return 'overlapping'
  }

  // n = u × v; the lines come nearest at o + s·u and p + t·v, with s = (p × v)·n/n² and t = (p × u)·n/n² from o.
  const vx = rods[shorter + 6]!
  const vy = rods[shorter + 7]!
  const vz = rods[shorter + 8]!
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx
  const square = nx * nx + ny * ny + nz * nz
  if (square < PARALLEL ** 2) return null
  if ((px * nx + py * ny + pz * nz) ** 2 > reach * square) return null
  const s = ((py * vz - pz * vy) * nx + (pz * vx - px * vz) * ny + (px * vy - py * vx) * nz) / square
  if (!(s > τ && s < long - τ)) return null
  const t = ((py * uz - pz * uy) * nx + (pz * ux - px * uz) * ny + (px * uy - py * ux) * nz) / square
  if (!(t > τ && t < short - τ)) return null
  const [one, other] = [lines[i]!, lines[j]!]
  const isJoined = one.start === other.start || one.start === other.end || one.end === other.start || one.end === other.end
  return isJoined ? null : 'crossing'
}

/** The first frame of each pair of end nodes, either way round; and where there are several, all of them, in the order of the first ones. */
export type ByEndNodes = { first: StructureFrame[]; several: StructureFrame[][] }

export function byEndNodes({ frames, positions }: Structure): ByEndNodes {
  const ordinals = new Map<number, number>()
  const first: StructureFrame[] = []
  const several: StructureFrame[][] = []
  for (const frame of frames) {
    const key = Math.min(frame.start, frame.end) * positions.length + Math.max(frame.start, frame.end)
    const known = ordinals.get(key)
    if (known === undefined) ordinals.set(key, first.push(frame) - 1)
    else {
      several[known] ??= [first[known]!]
      several[known].push(frame)
    }
  }
  return { first, several: several.filter(() => true) } // without the gaps of the pairs of one
}
