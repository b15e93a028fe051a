import type { FrameFamily } from '#lib/schema/roles.ts'
import { cross, dot, unit, type Vec } from './shape/vector.ts'

/**
 * What frames are for where nobody said it: by their slope, and where that says too little by what they meet. Conventions, section 8.
 * In numbers alone, since it is asked of every frame that is drawn.
 */

export type FrameGraph = {
  nodes: { count: number; x: ArrayLike<number>; y: ArrayLike<number>; z: ArrayLike<number> }
  /** Nodes by their ordinals; below 0 where there is none. */
  frames: { count: number; start: ArrayLike<number>; end: ArrayLike<number> }
  /** Whether a support stands there, be it of springs alone. */
  isHeld: (node: number) => boolean
  /** All pairs of neighbours around areas and openings. Asked for once, and only where it matters. */
  areaEdges: () => Iterable<readonly [number, number]>
  /** Of the frame's section; undefined where it has no outline. */
  sectionArea: (frame: number) => number | undefined
}

export const FRAME_KINDS = ['column', 'beam', 'brace', 'arch', 'cable', 'hanger'] as const satisfies readonly FrameFamily[]
const [COLUMN_KIND, BEAM_KIND, BRACE_KIND] = [0, 1, 2]

const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180)
const sine = (degrees: number) => Math.sin((degrees * Math.PI) / 180)
const STEEP = cosine(10)
const LEVEL = sine(20)
/** More than this from upright nothing that leans is a post or a leg. */
const LEANING = cosine(30)
/** What turns less goes straight on. */
const STRAIGHT = cosine(1)
const SQUARE = sine(3)
const ALIKE = (3 * Math.PI) / 180
/** A diagonal is longer than both sides of its corner by this, and the corner between 60° and 120°. */
const LONGER = 1.05
const [CORNER_LEAST, CORNER_MOST] = [cosine(120), cosine(60)]
/** From this follows between which angles the diagonal meets the sides. */
const [MEETS_LEAST, MEETS_MOST] = [cosine(73), cosine(4)]

/** By slope alone: a column within 10° of upright, a beam within 20° of level, else a brace. `upright`: the cosine to Z. */
export function kindBySlope(upright: number): number {
  const steep = Math.abs(upright)
  if (steep >= STEEP) return COLUMN_KIND
  return steep <= LEVEL ? BEAM_KIND : BRACE_KIND
}

/** Places in `FRAME_KINDS`. A frame without length, or without one of its nodes, counts as a beam. */
export function guessFrames(graph: FrameGraph): Uint8Array {
  const { frames } = graph
  const kinds = new Uint8Array(frames.count)
  const directions = directionsOf(graph)
  let [isLeaning, isSloping] = [false, false]
  for (let k = 0; k < frames.count; k++) {
    const upright = directions[3 * k + 2]!
    kinds[k] = kindBySlope(upright)
    if (kinds[k] !== BRACE_KIND) continue
    if (Math.abs(upright) >= LEANING) isLeaning = true
    else isSloping = true
  }
  const meetings = meetingsOf(graph, directions)
  const before = kinds.slice()
  if (isLeaning)
    for (let k = 0; k < frames.count; k++)
      if (
        before[k] === BRACE_KIND &&
        Math.abs(directions[3 * k + 2]!) >= LEANING &&
        (isPost(meetings, k) || isLeg(graph, meetings, k))
      )
        kinds[k] = COLUMN_KIND
  const edges = edgesOf(graph)
  if (isSloping)
    for (let k = 0; k < frames.count; k++)
      if (before[k] === BRACE_KIND && meetings.rise(k) < LEANING && isRafter(graph, meetings, k, edges)) kinds[k] = BEAM_KIND
  for (const k of planBracing(graph, meetings, before, edges)) kinds[k] = BRACE_KIND
  return kinds
}

function directionsOf({ nodes: { x, y, z }, frames: { count, start, end } }: FrameGraph): Float64Array {
  const directions = new Float64Array(3 * count)
  for (let k = 0; k < count; k++) {
    const [a, b] = [start[k]!, end[k]!]
    if (a < 0 || b < 0) continue
    const [dx, dy, dz] = [x[b]! - x[a]!, y[b]! - y[a]!, z[b]! - z[a]!]
    const most = Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dz))
    if (!(most > 0 && most < Infinity)) continue
    const [ux, uy, uz] = [dx / most, dy / most, dz / most] // squares of the largest and smallest numbers are none
    const length = Math.sqrt(ux * ux + uy * uy + uz * uz)
    directions[3 * k] = ux / length
    directions[3 * k + 1] = uy / length
    directions[3 * k + 2] = uz / length
  }
  return directions
}

type Meetings = ReturnType<typeof meetingsOf>

/** Which frames meet at nodes, and how. */
function meetingsOf({ nodes, frames: { count, start, end } }: FrameGraph, directions: Float64Array) {
  const from = new Uint32Array(nodes.count + 1)
  const hasLength = (k: number) => directions[3 * k] !== 0 || directions[3 * k + 1] !== 0 || directions[3 * k + 2] !== 0
  for (let k = 0; k < count; k++) {
    if (!hasLength(k)) continue
    from[start[k]! + 1]!++
    from[end[k]! + 1]!++
  }
  for (let node = 0; node < nodes.count; node++) from[node + 1]! += from[node]!
  const next = from.slice()
  const there = new Uint32Array(from[nodes.count]!)
  for (let k = 0; k < count; k++) {
    if (!hasLength(k)) continue
    there[next[start[k]!]!++] = k
    there[next[end[k]!]!++] = k
  }
  const cosineOf = (a: number, b: number) => {
    let sum = 0
    for (let i = 0; i < 3; i++) sum += directions[3 * a + i]! * directions[3 * b + i]!
    return sum
  }
  /** Of the angle between two frames, both seen from a common node. */
  const cosineAt = (node: number, a: number, b: number) =>
    (start[a] === node) === (start[b] === node) ? cosineOf(a, b) : -cosineOf(a, b)
  const at = (node: number) => there.subarray(from[node]!, from[node + 1]!)
  return {
    at,
    cosineOf,
    cosineAt,
    rise: (k: number) => Math.abs(directions[3 * k + 2]!),
    ends: (k: number) => [start[k]!, end[k]!] as const,
    farEnd: (k: number, node: number) => (start[k] === node ? end[k]! : start[k]!),
    /** The frame that goes straight on behind the node. */
    onward(k: number, node: number): number | undefined {
      let [best, most] = [-1, -STRAIGHT]
      for (const other of at(node)) {
        const bend = other === k ? 0 : cosineAt(node, k, other)
        if (bend <= most) [best, most] = [other, bend]
      }
      return best < 0 ? undefined : best
    },
  }
}

/** Square to what slopes as much at both of its ends: the post of a gallery or a ramp. */
function isPost({ at, ends, cosineOf, rise }: Meetings, k: number): boolean {
  const lean = Math.acos(rise(k))
  const isSquare = (other: number) => Math.abs(cosineOf(k, other)) <= SQUARE && Math.abs(Math.asin(rise(other)) - lean) <= ALIKE
  return ends(k).every((node) => at(node).some((other) => other !== k && isSquare(other)))
}

/**
 * In a straight line with what stands on a support, from which nothing leads down and nothing stands upright; or with what ends free down
 * there, as a pile in the ground: no brace does.
 */
function isLeg({ nodes: { z }, isHeld }: FrameGraph, { at, ends, farEnd, onward, rise }: Meetings, k: number): boolean {
  const [a, b] = ends(k)
  let [frame, node] = [k, z[a]! < z[b]! ? a : b]
  for (let pieces = 1; pieces < MOST_PIECES; pieces++) {
    const next = onward(frame, node)
    if (next === undefined || !(z[farEnd(next, node)]! < z[node]!)) break
    frame = next
    node = farEnd(frame, node)
  }
  const isFree = at(node).length === 1 && at(farEnd(frame, node)).length > 1
  return (isHeld(node) || isFree) && !at(node).some((other) => rise(other) >= STEEP || z[farEnd(other, node)]! < z[node]!)
}

type IsEdge = (a: number, b: number) => boolean

/** Whether two nodes are neighbours around an area. */
function edgesOf({ nodes, areaEdges }: FrameGraph): IsEdge {
  const key = (a: number, b: number) => (a < b ? a * nodes.count + b : b * nodes.count + a)
  let edges: Set<number> | undefined
  return (a, b) => {
    edges ??= new Set(Array.from(areaEdges(), ([one, other]) => key(one, other)))
    return edges.has(key(a, b))
  }
}

/**
 * An edge of an area, which it carries; or what slopes up, alone and in one line, to where nothing goes higher. A diagonal of a bay has
 * a column beside its foot or another diagonal, and a chord or a beam in its own plane at its head.
 */
function isRafter(graph: FrameGraph, meetings: Meetings, k: number, isEdge: IsEdge): boolean {
  const { nodes, isHeld } = graph
  const { at, ends, farEnd, onward, rise } = meetings
  if (isEdge(...ends(k))) return true
  const { x, y, z } = nodes
  // Most diagonals are left here, at once.
  for (const node of ends(k)) {
    let risers = 0
    for (const frame of at(node)) if (rise(frame) > LEVEL && z[farEnd(frame, node)]! > z[node]!) risers++
    if (risers > 1) return false
  }
  /** The other frames there that go up from it, or down. */
  const others = (node: number, line: ReadonlySet<number>, sign: number) =>
    [...at(node)].filter((frame) => !line.has(frame) && rise(frame) > LEVEL && sign * (z[farEnd(frame, node)]! - z[node]!) > 0)
  const line = new Set([k])
  const walk = (sign: number): number => {
    const [a, b] = ends(k)
    let [frame, node] = [k, sign * (z[b]! - z[a]!) > 0 ? b : a]
    while (line.size < MOST_PIECES) {
      const next = onward(frame, node)
      if (next === undefined || line.has(next)) break
      line.add(next)
      frame = next
      node = farEnd(next, node)
    }
    return node
  }
  const [foot, head] = [walk(-1), walk(1)]
  for (const frame of line) for (const node of ends(frame)) if (others(node, line, 1).length > 0) return false
  const [dx, dy] = [x[foot]! - x[head]!, y[foot]! - y[head]!]
  /** Of the angle in plan between the line and a frame, both seen from a node. */
  const inPlan = (node: number, frame: number) => {
    const far = farEnd(frame, node)
    const [ex, ey] = [x[far]! - x[node]!, y[far]! - y[node]!]
    return (dx * ex + dy * ey) / (Math.hypot(dx, dy) * Math.hypot(ex, ey))
  }
  const level = (node: number) => [...at(node)].filter((frame) => !line.has(frame) && rise(frame) <= LEVEL)
  if (level(head).some((frame) => Math.abs(inPlan(head, frame)) >= IN_PLANE)) return false
  // What goes on level beyond the foot hangs from the line, or is braced by it.
  if (level(foot).some((frame) => inPlan(foot, frame) >= IN_PLANE)) return false
  const below = others(head, line, -1)
  const sloping = below.filter((frame) => rise(frame) < STEEP)
  if (sloping.some((frame) => inPlan(head, frame) >= IN_PLANE)) return false
  const isCouple = sloping.some((frame) => inPlan(head, frame) <= -IN_PLANE)
  const stands = below.length > sloping.length
  if (at(foot).length === 1) return isHeld(foot) && isCouple && !stands
  return (isCouple || stands || level(head).length > 0) && isCarried(graph, meetings, foot, isEdge)
}

/** Whether something stands under a node, or under the wall plate that lies there. */
function isCarried({ nodes: { z }, isHeld }: FrameGraph, { at, farEnd, onward, rise }: Meetings, foot: number, isEdge: IsEdge) {
  const standsOn = (node: number) =>
    isHeld(node) || at(node).some((frame) => rise(frame) >= STEEP && z[farEnd(frame, node)]! < z[node]!)
  if (standsOn(foot)) return true
  for (const plate of at(foot)) {
    if (rise(plate) > LEVEL) continue
    let [frame, node] = [plate, farEnd(plate, foot)]
    for (let pieces = 1; pieces < MOST_PIECES; pieces++) {
      if (standsOn(node) || isEdge(node, farEnd(frame, node))) return true
      const next = onward(frame, node)
      if (next === undefined) break
      frame = next
      node = farEnd(next, node)
    }
  }
  return false
}

/** What lies nearer than 10° to a plane belongs to it. */
const IN_PLANE = cosine(10)

/** What lies level from one node to another, through nodes where it is only crossed. */
type Diagonal = { frames: number[]; ends: readonly [number, number]; length: number; legs: number[] }

/** The diagonals of bays. Of two that may each be a side of the other the longer is the diagonal. */
function planBracing(graph: FrameGraph, meetings: Meetings, kinds: Uint8Array, isEdge: IsEdge): Set<number> {
  const { sectionArea } = graph
  const found: Diagonal[] = []
  const seen = new Uint8Array(kinds.length)
  for (let k = 0; k < kinds.length; k++) {
    if (kinds[k] !== BEAM_KIND || seen[k] || !mayCrossABay(meetings, k)) continue
    const diagonal = diagonalThrough(graph, meetings, k, seen)
    if (diagonal) found.push(diagonal)
  }
  const braces = new Set<number>()
  if (found.length === 0) return braces
  const sides = new Set<number>()
  for (const { frames, ends, legs } of found.sort((one, other) => other.length - one.length)) {
    if (frames.some((frame) => sides.has(frame)) || legs.some((leg) => braces.has(leg)) || isEdge(...ends)) continue
    const own = sectionArea(frames[0]!)
    const areas = legs.map(sectionArea)
    if (own !== undefined && areas.every((area) => area !== undefined && own > area)) continue
    for (const frame of frames) braces.add(frame)
    for (const leg of legs) sides.add(leg)
  }
  return braces
}

const distance = ({ nodes: { x, y, z } }: FrameGraph, a: number, b: number) =>
  Math.hypot(x[a]! - x[b]!, y[a]! - y[b]!, z[a]! - z[b]!)

/** So that most frames are not looked at longer: it meets something aslant at both ends, or is crossed there. */
function mayCrossABay({ at, ends, cosineAt }: Meetings, k: number): boolean {
  for (const node of ends(k)) {
    const here = at(node)
    let isAslant = here.length === CROSSED
    for (let i = 0; i < here.length && !isAslant; i++) {
      const bend = here[i] === k ? 1 : cosineAt(node, k, here[i]!)
      isAslant = bend >= MEETS_LEAST && bend <= MEETS_MOST
    }
    if (!isAslant) return false
  }
  return true
}

/** So many frames meet where two lines cross. */
const CROSSED = 4

function diagonalThrough(graph: FrameGraph, meetings: Meetings, k: number, seen: Uint8Array): Diagonal | undefined {
  const { at, ends, farEnd, onward, rise, cosineAt } = meetings
  /** Two lines cross there, and nothing else meets. */
  const isCrossing = (node: number, frame: number) => {
    const here = at(node)
    if (here.length !== CROSSED) return false
    let across = 0
    for (const one of here) {
      if (rise(one) > LEVEL || onward(one, node) === undefined) return false
      if (Math.abs(cosineAt(node, frame, one)) < STRAIGHT) across++
    }
    return across === 2
  }
  const frames = [k]
  const [first, last] = ends(k).map((end) => {
    let [frame, node] = [k, end]
    while (isCrossing(node, frame)) {
      const next = onward(frame, node)
      if (next === undefined || next === k) break
      frames.push(next)
      frame = next
      node = farEnd(frame, node)
    }
    return { frame, node }
  })
  for (const frame of frames) seen[frame] = 1
  if (!first || !last || first.node === last.node) return undefined
  const slanting = ({ frame, node }: typeof first) =>
    [...at(node)].filter((other) => {
      const bend = other === frame ? 1 : cosineAt(node, frame, other)
      return bend >= MEETS_LEAST && bend <= MEETS_MOST && rise(other) <= LEVEL
    })
  const [ones, others] = [slanting(first), slanting(last)]
  if (ones.length === 0 || others.length === 0) return undefined
  const length = distance(graph, first.node, last.node)
  /** The nodes along a side, as far as it may be long, with its frames up to there. */
  const along = (frame: number, node: number) => {
    const reached = new Map<number, number[]>()
    const passed: number[] = []
    for (let next: number | undefined = frame, here = node; next !== undefined && passed.length < MOST_PIECES; ) {
      passed.push(next)
      here = farEnd(next, here)
      if (distance(graph, node, here) * LONGER > length) break
      reached.set(here, [...passed])
      next = onward(next, here)
    }
    return reached
  }
  for (const one of ones) {
    const reached = along(one, first.node)
    for (const other of others) {
      for (const [corner, legs] of along(other, last.node)) {
        const before = reached.get(corner)
        if (
          before &&
          isCorner(graph, corner, [first.node, last.node]) &&
          !isFold(graph, meetings, corner, [first.node, last.node])
        )
          return { frames, ends: [first.node, last.node], length, legs: [...before, ...legs] }
      }
    }
  }
  return undefined
}

/** The side of a bay has no more, and what leads down from a leg. */
const MOST_PIECES = 64

type Ends = readonly [number, number]

const between = ({ nodes: { x, y, z } }: FrameGraph, a: number, b: number): Vec => [x[b]! - x[a]!, y[b]! - y[a]!, z[b]! - z[a]!]

function isCorner(graph: FrameGraph, corner: number, ends: Ends): boolean {
  const [one, other] = ends.map((end) => unit(between(graph, corner, end)))
  if (!one || !other) return false
  const bend = dot(one, other)
  return bend >= CORNER_LEAST && bend <= CORNER_MOST
}

/** More than this share of its length out of the plane the other side of a diagonal makes an edge of it, as in domes. */
const FLAT = 0.01

/** Whether what lies on the other side of a diagonal is in another plane than its corner. */
function isFold(graph: FrameGraph, { at, farEnd, rise }: Meetings, corner: number, [a, b]: Ends): boolean {
  const across = unit(between(graph, a, b))
  const side = unit(between(graph, a, corner))
  const normal = across && side && unit(cross(across, side))
  if (!normal) return true
  const neighbours = (node: number) => [...at(node)].flatMap((frame) => (rise(frame) <= LEVEL ? [farEnd(frame, node)] : []))
  const ofBoth = new Set(neighbours(b))
  const most = FLAT * distance(graph, a, b)
  return neighbours(a).some((node) => ofBoth.has(node) && Math.abs(dot(between(graph, a, node), normal)) > most)
}
