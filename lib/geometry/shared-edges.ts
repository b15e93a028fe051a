import { type AreaTables, upOfArea } from './area-records.ts'

/** Flags of an edge. Two areas meet in it almost in one plane: it divides one surface, as those of a mesh do. */
export const SHARED_EDGE = 1
/** So does the edge before it, in whose end this one begins. */
export const AFTER_SHARED = 2
/** Above these flags a shared edge has the ordinal of the other area. */
export const MATE_SHIFT = 2

/** Areas that meet at a smaller angle are one surface. */
const ONE_SURFACE = Math.cos((20 * Math.PI) / 180)

/** Writes the flags of all edges. Nodes at one place count as one. */
export function markSharedEdges(areas: AreaTables, points: Float32Array): void {
  const { edges } = areas
  const count = edges.length / 4
  if (count === 0) return
  const place = placesOf(points)
  /** The other edge between the same places, plus 1; `MANY`: there are several. */
  const mates = new Uint32Array(count)
  const slots = slotsFor(count)
  for (let edge = 0; edge < count; edge++) {
    const a = place[edges[4 * edge]!]!
    const b = place[edges[4 * edge + 1]!]!
    let position = (Math.imul(Math.min(a, b), 0x9e3779b1) ^ Math.imul(Math.max(a, b), 0x85ebca77)) >>> slots.shift
    for (;;) {
      const found = slots.values[position]!
      if (found === 0) {
        slots.values[position] = edge + 1
        break
      }
      const other = found - 1
      const c = place[edges[4 * other]!]!
      const d = place[edges[4 * other + 1]!]!
      if ((c === a && d === b) || (c === b && d === a)) {
        mates[other] = mates[other] === 0 ? edge + 1 : MANY
        break
      }
      position = (position + 1) & slots.mask
    }
  }
  const ups = new Float32Array(3 * areas.count)
  for (let k = 0; k < areas.count; k++) ups.set(upOfArea(areas, k), 3 * k)
  for (let edge = 0; edge < count; edge++) {
    const mate = mates[edge]!
    if (mate === 0 || mate === MANY) continue
    const a = edges[4 * edge + 2]!
    const b = edges[4 * mate - 2]!
    if (a === b || Math.abs(along(ups, a, b)) <= ONE_SURFACE) continue
    edges[4 * edge + 3] = SHARED_EDGE | (b << MATE_SHIFT)
    edges[4 * mate - 1] = SHARED_EDGE | (a << MATE_SHIFT)
  }
  markFollowing(areas)
}

const MANY = 0xffffffff

/** How far the directions "up" of two areas point the same way: 1, wholly. */
const along = (ups: Float32Array, a: number, b: number) =>
  ups[3 * a]! * ups[3 * b]! + ups[3 * a + 1]! * ups[3 * b + 1]! + ups[3 * a + 2]! * ups[3 * b + 2]!

/** Edges follow each other around a loop. */
function markFollowing({ edges, firstEdge, count }: AreaTables) {
  const join = (before: number, edge: number) => {
    const isShared = (edges[4 * before + 3]! & SHARED_EDGE) !== 0
    if (isShared && edges[4 * before + 1] === edges[4 * edge]) edges[4 * edge + 3]! |= AFTER_SHARED
  }
  for (let area = 0; area < count; area++) {
    const end = firstEdge[area + 1]!
    let first = firstEdge[area]!
    for (let edge = first; edge < end; edge++) {
      if (edge > first) join(edge - 1, edge)
      const isLast = edge + 1 === end || edges[4 * edge + 1] !== edges[4 * edge + 4]
      if (!isLast) continue
      join(edge, first)
      first = edge + 1
    }
  }
}

/** Of each point the first that lies at its place. */
function placesOf(points: Float32Array): Uint32Array {
  const count = points.length / 4
  const bits = new Uint32Array(points.buffer, points.byteOffset, points.length)
  const place = new Uint32Array(count)
  const slots = slotsFor(count)
  for (let k = 0; k < count; k++) {
    const x = points[4 * k]!
    const y = points[4 * k + 1]!
    const z = points[4 * k + 2]!
    let position =
      (Math.imul(bits[4 * k]!, 0x9e3779b1) ^
        Math.imul(bits[4 * k + 1]!, 0x85ebca77) ^
        Math.imul(bits[4 * k + 2]!, 0xc2b2ae3d)) >>>
      slots.shift
    for (;;) {
      const found = slots.values[position]!
      if (found === 0) {
        slots.values[position] = k + 1
        place[k] = k
        break
      }
      const other = 4 * (found - 1)
      if (points[other] === x && points[other + 1] === y && points[other + 2] === z) {
        place[k] = found - 1
        break
      }
      position = (position + 1) & slots.mask
    }
  }
  return place
}

/** An open table for so many keys, half empty at most; a key begins to look at the highest bits of its hash. */
function slotsFor(keys: number) {
  let [size, shift] = [16, 28]
  while (size < 2 * keys) {
    size *= 2
    shift--
  }
  return { values: new Uint32Array(size), mask: size - 1, shift }
}
