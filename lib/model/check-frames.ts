import { boxTree } from './box-tree.ts'
import { type Found, inModelUnit, listed, named, plural, refs } from './check-found.ts'
import type { Vector3 } from './schema.ts'
import type { Structure, StructureFrame } from './structure.ts'
import { distance, dot, length, minus, times } from './vector.ts'

/** Nodes and frames that meet where they should not, or nearly. Conventions, section 10. */

export function* zeroLengthFrames(structure: Structure): Iterable<Found> {
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

export function* isolatedNodes({ model, isUsed, supports }: Structure): Iterable<Found> {
  const held = new Set(supports.map(({ node }) => node))
  for (const [i, { id }] of model.nodes.entries()) {
    if (isUsed[i]) continue
    yield {
      message: `Node ${named(id)} belongs to no frame, area or opening${held.has(i) ? ', though it has a support' : ''}`,
      elements: [{ kind: 'node', id }],
      fix: 'Remove the node, or connect the frame or area that was meant to use it.',
    }
  }
}

/** Nodes chained by steps of at most τ, one finding per chain. */
export function* coincidentNodes(structure: Structure): Iterable<Found> {
  const { positions, tolerance } = structure
  for (const group of chains(positions, tolerance)) {
    const ids = group.map((node) => nodeId(structure, node))
    const widest = Math.max(...group.slice(0, 1000).map((node) => distance(positions[group[0]!]!, positions[node]!)))
    yield {
      message: `${plural(ids.length, 'node')} at one place: ${listed(ids)}, at most ${inModelUnit(structure, widest)} from the first; frames and areas at different ones are not connected there`,
      elements: refs('node', ids),
      fix: 'Merge the nodes into one if the parts are connected; if a joint or gap is meant, leave them and model the link.',
    }
  }
}

/**
 * Groups of two or more. Cells are so small that all points of a cell lie within the tolerance, so crowds at one place cost
 * nothing; only cells near each other are compared.
 */
function chains(positions: readonly Vector3[], tolerance: number): number[][] {
  const cells = new Map<string, number[]>()
  positions.forEach(({ x, y, z }, i) => {
    // Without a tolerance only the very same place counts.
    const at = tolerance > 0 ? [x, y, z].map((v) => Math.floor((2 * v) / tolerance)) : [x, y, z]
    const there = cells.get(at.join())
    if (there) there.push(i)
    else cells.set(at.join(), [i])
  })
  const crowds = [...cells.values()]
  const boxes = new Float64Array(6 * crowds.length)
  crowds.forEach((crowd, i) => {
    const corner = (best: (...values: number[]) => number) =>
      crowd.reduce((at, node) => {
        const p = positions[node]!
        return { x: best(at.x, p.x), y: best(at.y, p.y), z: best(at.z, p.z) }
      }, positions[crowd[0]!]!)
    boxes.set(boxAround(corner(Math.min), corner(Math.max), tolerance / 2), 6 * i)
  })
  const sets = disjointSets(positions.length)
  const tree = boxTree(boxes)
  crowds.forEach((crowd, i) => {
    for (const node of crowd) sets.join(crowd[0]!, node)
    if (tolerance === 0) return
    tree.near(boxes.subarray(6 * i, 6 * i + 6), (j) => {
      const other = crowds[j]!
      if (j <= i || sets.find(other[0]!) === sets.find(crowd[0]!)) return true
      const touch = crowd.some((a) => other.some((b) => distance(positions[a]!, positions[b]!) <= tolerance))
      if (touch) sets.join(crowd[0]!, other[0]!)
      return true
    })
  })
  return sets.groups().filter((group) => group.length > 1)
}

/** Union-find over ordinals. `groups` come in the order of their first members, members in order. */
export function disjointSets(count: number) {
  const parent = Uint32Array.from({ length: count }, (_, i) => i)
  const find = (i: number): number => {
    let root = i
    while (parent[root] !== root) root = parent[root]!
    for (let at = i; at !== root; ) [at, parent[at]] = [parent[at]!, root]
    return root
  }
  return {
    find,
    /** The lower ordinal stays the root, so a group is known by its first member. */
    join(a: number, b: number): void {
      const [one, other] = [find(a), find(b)]
      parent[Math.max(one, other)] = Math.min(one, other)
    },
    groups(): number[][] {
      const groups = new Map<number, number[]>()
      for (let i = 0; i < count; i++) {
        const root = find(i)
        const group = groups.get(root)
        if (group) group.push(i)
        else groups.set(root, [i])
      }
      return [...groups.values()]
    },
  }
}

export function* duplicateFrames(structure: Structure): Iterable<Found> {
  for (const group of byEndNodes(structure)) {
    if (group.length < 2) continue
    const ids = group.map(({ id }) => id)
    const { start, end } = group[0]!
    yield {
      message: `${plural(ids.length, 'frame')} between the same nodes ${named(nodeId(structure, start))} and ${named(nodeId(structure, end))}: ${listed(ids)}`,
      elements: refs('frame', ids),
      fix: 'Keep one of them; their stiffness and weight would count twice.',
    }
  }
}

/** Frames by their pair of end nodes, either way round, in the order of the first of each pair. */
function byEndNodes({ frames, positions }: Structure): StructureFrame[][] {
  const pairs = new Map<number, StructureFrame[]>()
  for (const frame of frames) {
    const key = Math.min(frame.start, frame.end) * positions.length + Math.max(frame.start, frame.end)
    const pair = pairs.get(key)
    if (pair) pair.push(frame)
    else pairs.set(key, [frame])
  }
  return [...pairs.values()]
}

export type Meetings = {
  /** Pairs of lines, by ordinal in `lines`. */
  overlapping: [number, number][]
  crossing: [number, number][]
  /** Node ordinal and line. */
  nodesOn: [number, number][]
  /** One frame per pair of end nodes: others on the same nodes are duplicates and would only repeat it. */
  lines: StructureFrame[]
  /** Findings counted beyond the lists. */
  more: { overlapping: number; crossing: number; nodesOn: number }
  isCutShort: boolean
}

/** So many of each are kept one by one. */
const MAX_KEPT = 100_000

/** A building frame has some twenty others in its box; tries beyond this many for each frame and node end the search. */
const TRIES_EACH = 40
const MIN_TRIES = 1_000_000

/**
 * Where frames and nodes meet. Neighbours come from a tree, so an ordinary model costs n log n; a model in which everything
 * lies near everything has n² pairs, and the search stops when it has tried its share of them.
 */
export function frameMeetings(structure: Structure): Meetings {
  const { positions, tolerance: τ } = structure
  const lines = byEndNodes(structure).flatMap(([frame]) => (frame && !frame.isZeroLength ? [frame] : []))
  const boxes = new Float64Array(6 * lines.length)
  lines.forEach(({ start, end }, i) => {
    boxes.set(boxAround(positions[start]!, positions[end]!, τ / 2), 6 * i)
  })
  const tree = boxTree(boxes)
  const meetings: Meetings = {
    overlapping: [],
    crossing: [],
    nodesOn: [],
    lines,
    more: { overlapping: 0, crossing: 0, nodesOn: 0 },
    isCutShort: false,
  }
  let triesLeft = MIN_TRIES + TRIES_EACH * (lines.length + positions.length)
  const nearby = (box: ArrayLike<number>, visit: (line: number) => void) =>
    tree.near(box, (line) => {
      if (triesLeft-- <= 0) {
        meetings.isCutShort = true
        return false
      }
      visit(line)
    })
  const keep = (list: 'overlapping' | 'crossing' | 'nodesOn', pair: [number, number]) => {
    if (meetings[list].length < MAX_KEPT) meetings[list].push(pair)
    else meetings.more[list]++
  }

  const overlaps = new Set<number>()
  for (let i = 0; i < lines.length; i++) {
    nearby(boxes.subarray(6 * i, 6 * i + 6), (j) => {
      const how = j > i && meeting(structure, lines[i]!, lines[j]!)
      if (!how) return
      keep(how, [i, j])
      if (how === 'overlapping' && overlaps.size < 10 * MAX_KEPT) overlaps.add(i * lines.length + j)
    })
    if (meetings.isCutShort) break
  }
  const isOverlap = (i: number, j: number) => overlaps.has(Math.min(i, j) * lines.length + Math.max(i, j))

  const at = linesAtNodes(structure, lines)
  const stands = new Uint8Array(positions.length)
  for (const { outline } of structure.areas) for (const node of outline) stands[node] = 1
  for (const { node } of structure.supports) stands[node] = 1
  for (let node = 0; node < positions.length; node++) {
    if (!stands[node] && at(node).length === 0) continue
    const p = positions[node]!
    nearby(boxAround(p, p, τ / 2), (i) => {
      const { start, end } = lines[i]!
      if (!isOnStretch(p, positions[start]!, positions[end]!, τ)) return
      if (stands[node] || at(node).some((j) => j !== i && !isOverlap(i, j))) keep('nodesOn', [node, i])
    })
    if (meetings.isCutShort) break
  }
  // The tree answers in its own order.
  for (const list of ['overlapping', 'crossing', 'nodesOn'] as const) {
    meetings[list].sort(([a, b], [c, d]) => a - c || b - d)
  }
  return meetings
}

/** Which lines begin or end at a node. */
function linesAtNodes({ positions }: Structure, lines: readonly StructureFrame[]): (node: number) => Uint32Array {
  const from = new Uint32Array(positions.length + 1)
  for (const { start, end } of lines) for (const node of [start, end]) from[node + 1]!++
  for (let i = 0; i < positions.length; i++) from[i + 1]! += from[i]!
  const next = from.slice()
  const ordinals = new Uint32Array(2 * lines.length)
  lines.forEach(({ start, end }, i) => {
    for (const node of [start, end]) ordinals[next[node]!++] = i
  })
  return (node) => ordinals.subarray(from[node]!, from[node + 1]!)
}

function boxAround(a: Vector3, b: Vector3, more: number): number[] {
  return [
    Math.min(a.x, b.x) - more,
    Math.min(a.y, b.y) - more,
    Math.min(a.z, b.z) - more,
    Math.max(a.x, b.x) + more,
    Math.max(a.y, b.y) + more,
    Math.max(a.z, b.z) + more,
  ]
}

/** Within τ of the stretch, more than τ from both its ends. */
function isOnStretch(p: Vector3, start: Vector3, end: Vector3, τ: number): boolean {
  if (distance(p, start) <= τ || distance(p, end) <= τ) return false
  const along = minus(end, start)
  const share = dot(minus(p, start), along) / dot(along, along)
  if (share < 0 || share > 1) return false
  return length(minus(minus(p, start), times(along, share))) <= τ
}

/** Below this sine two frames count as parallel. */
const PARALLEL = 1e-9

/** In single numbers, not vectors: this is asked millions of times. */
function meeting({ positions, tolerance: τ }: Structure, one: StructureFrame, other: StructureFrame) {
  const [longer, shorter] = one.length >= other.length ? [one, other] : [other, one]
  const [o, e] = [positions[longer.start]!, positions[longer.end]!]
  const [p, q] = [positions[shorter.start]!, positions[shorter.end]!]
  const [ux, uy, uz] = [(e.x - o.x) / longer.length, (e.y - o.y) / longer.length, (e.z - o.z) / longer.length]
  const [px, py, pz] = [p.x - o.x, p.y - o.y, p.z - o.z]
  const [qx, qy, qz] = [q.x - o.x, q.y - o.y, q.z - o.z]
  const [a, b] = [px * ux + py * uy + pz * uz, qx * ux + qy * uy + qz * uz]
  const isOnLine = (x: number, y: number, z: number, along: number) =>
    (x - along * ux) ** 2 + (y - along * uy) ** 2 + (z - along * uz) ** 2 <= τ * τ
  if (isOnLine(px, py, pz, a) && isOnLine(qx, qy, qz, b)) {
    const common = Math.min(longer.length, Math.max(a, b)) - Math.max(0, Math.min(a, b))
    if (common > τ) return 'overlapping'
  }

  if (one.start === other.start || one.start === other.end || one.end === other.start || one.end === other.end) return null
  const [vx, vy, vz] = [(qx - px) / shorter.length, (qy - py) / shorter.length, (qz - pz) / shorter.length]
  // n = u × v; the lines come nearest at o + s·u and p + t·v, with s = (p × v)·n/n² and t = (p × u)·n/n² from o.
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
  const square = nx * nx + ny * ny + nz * nz
  if (square < PARALLEL ** 2) return null
  if ((px * nx + py * ny + pz * nz) ** 2 > τ * τ * square) return null
  const s = ((py * vz - pz * vy) * nx + (pz * vx - px * vz) * ny + (px * vy - py * vx) * nz) / square
  const t = ((py * uz - pz * uy) * nx + (pz * ux - px * uz) * ny + (px * uy - py * ux) * nz) / square
  return s > τ && s < longer.length - τ && t > τ && t < shorter.length - τ ? 'crossing' : null
}

export function* overlappingFrames(meetings: Meetings): Iterable<Found> {
  for (const [i, j] of meetings.overlapping) {
    const [one, other] = [meetings.lines[i]!.id, meetings.lines[j]!.id]
    yield {
      message: `Frames ${named(one)} and ${named(other)} lie on one line and overlap`,
      elements: refs('frame', [one, other]),
      fix: 'Split the longer frame at the nodes of the shorter one and keep one frame on each stretch.',
    }
  }
  yield* rest(meetings.more.overlapping, meetings)
}

export function* nodesOnFrames(structure: Structure, meetings: Meetings): Iterable<Found> {
  for (const [node, i] of meetings.nodesOn) {
    const [id, frame] = [nodeId(structure, node), meetings.lines[i]!.id]
    yield {
      message: `Node ${named(id)} lies on frame ${named(frame)} between its ends but is not connected to it`,
      elements: [
        { kind: 'node', id },
        { kind: 'frame', id: frame },
      ],
      fix: 'Split the frame at the node, and list both pieces in one member if they act as one.',
    }
  }
  yield* rest(meetings.more.nodesOn, meetings)
}

export function* crossingFrames(meetings: Meetings): Iterable<Found> {
  for (const [i, j] of meetings.crossing) {
    const [one, other] = [meetings.lines[i]!.id, meetings.lines[j]!.id]
    yield {
      message: `Frames ${named(one)} and ${named(other)} cross without a common node`,
      elements: refs('frame', [one, other]),
      fix: 'If they are connected where they cross, add a node there and split both.',
    }
  }
  yield* rest(meetings.more.crossing, meetings)
}

function* rest(count: number, { isCutShort }: Meetings): Iterable<Found> {
  if (isCutShort) yield { message: '', elements: [], more: 'unknown' }
  else if (count > 0) yield { message: '', elements: [], more: count }
}

export function nodeId({ model }: Structure, node: number): string {
  return model.nodes[node]?.id ?? ''
}
