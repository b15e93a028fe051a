/**
 * In which order the unknowns are eliminated: nested dissection on coordinates. A structure is cut at a median plane; the nodes at the cut
 * come last, each side is cut again. George (1973); Davis, Direct Methods for Sparse Linear Systems, section 7.6.
 */

export type Graph = {
  count: number
  coordinates: readonly [Float64Array, Float64Array, Float64Array]
  /** Neighbours of vertex v: `neighbours[start[v]]` … `neighbours[start[v + 1] - 1]`. */
  start: Int32Array
  neighbours: Int32Array
  /** Vertices from this one on are diaphragms: they touch a whole storey and lie on no side of a plane through it. */
  firstHub: number
}

/** Sets of vertices, each eliminated as one, children before parents; the last one is the root. */
export type SeparatorTree = { vertices: Int32Array[]; parent: number[] }

const LEAF = 8
/** A cut that takes more than this share of the vertices leaves nothing worth halving. */
const WORST_CUT = 0.4

type Cut = { left: number[]; right: number[]; separator: number[]; cost: number }

export function nestedDissection(graph: Graph): SeparatorTree {
  const tree: SeparatorTree = { vertices: [], parent: [] }
  const side = new Uint8Array(graph.count)
  const add = (vertices: number[], children: number[]) => {
    const index = tree.vertices.push(Int32Array.from(vertices)) - 1
    tree.parent.push(-1)
    for (const child of children) tree.parent[child] = index
    return index
  }
  const dissect = (vertices: number[]): number => {
    const cut = vertices.length > LEAF ? bestCut(graph, vertices, side) : undefined
    if (!cut) return add(vertices, [])
    const children = [cut.left, cut.right].map(dissect)
    return add(cut.separator, children)
  }
  dissect(Array.from({ length: graph.count }, (_, vertex) => vertex))
  return tree
}

function bestCut(graph: Graph, vertices: readonly number[], side: Uint8Array): Cut | undefined {
  const plain = vertices.filter((vertex) => vertex < graph.firstHub)
  const hubs = vertices.slice(plain.length)
  if (plain.length < 2) return undefined
  let best: Cut | undefined
  const consider = (values: (vertex: number) => number) => {
    const cut = cutAtMedian(graph, plain, values, side)
    if (cut && (!best || cut.cost < best.cost)) best = cut
  }
  for (const coordinates of graph.coordinates) consider((vertex) => coordinates[vertex]!)
  if (!best || best.separator.length > WORST_CUT * plain.length) {
    const levels = levelsFrom(graph, plain)
    consider((vertex) => levels.get(vertex) ?? -1)
  }
  if (!best || best.separator.length > 0.75 * plain.length) return undefined
  return placeHubs(graph, best, hubs, side)
}

/** Of the vertices below and above the median, those on one side that touch the other are the separator. */
function cutAtMedian(
  { start, neighbours, firstHub }: Graph,
  vertices: readonly number[],
  positionOf: (vertex: number) => number,
  side: Uint8Array,
): Cut | undefined {
  const sorted = Float64Array.from(vertices, positionOf).sort()
  const median = sorted[sorted.length >> 1]!
  const below = lowerBound(sorted, median)
  const upTo = lowerBound(sorted, median, true)
  // A plane of nodes goes as a whole to the smaller side.
  const isBelow = Math.abs(2 * below - sorted.length) <= Math.abs(2 * upTo - sorted.length)
  const isLeft = (vertex: number) => (isBelow ? positionOf(vertex) < median : positionOf(vertex) <= median)
  for (const vertex of vertices) side[vertex] = isLeft(vertex) ? 1 : 2
  const touches = (vertex: number) => {
    for (let k = start[vertex]!; k < start[vertex + 1]!; k++) {
      const other = neighbours[k]!
      if (other < firstHub && side[other]! + side[vertex]! === 3) return true
    }
    return false
  }
  const edge = vertices.filter(touches)
  const edgeLeft = edge.filter((vertex) => side[vertex] === 1)
  const edgeRight = edge.filter((vertex) => side[vertex] === 2)
  const separator = edgeLeft.length <= edgeRight.length ? edgeLeft : edgeRight
  for (const vertex of separator) side[vertex] = 3
  const left = vertices.filter((vertex) => side[vertex] === 1)
  const right = vertices.filter((vertex) => side[vertex] === 2)
  for (const vertex of vertices) side[vertex] = 0
  const balance = Math.min(left.length, right.length) / Math.max(left.length, right.length, 1)
  if (balance === 0) return undefined
  return { left, right, separator, cost: (separator.length + 0.1) / Math.sqrt(balance) }
}

/** First place whose value is not below, or with `after` is above. */
function lowerBound(sorted: Float64Array, value: number, after = false): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < value || (after && sorted[middle] === value)) low = middle + 1
    else high = middle
  }
  return low
}

/** Steps from a vertex far out: a way to cut what no plane cuts well. */
function levelsFrom({ start, neighbours, firstHub }: Graph, vertices: readonly number[]): Map<number, number> {
  const inside = new Set(vertices)
  const breadthFirst = (from: number) => {
    const levels = new Map([[from, 0]])
    for (const [vertex, level] of levels) {
      for (let k = start[vertex]!; k < start[vertex + 1]!; k++) {
        const other = neighbours[k]!
        if (other < firstHub && inside.has(other) && !levels.has(other)) levels.set(other, level + 1)
      }
    }
    return levels
  }
  const [first = 0] = vertices
  const farthest = [...breadthFirst(first).keys()].at(-1) ?? first
  return breadthFirst(farthest)
}

/** A hub that touches both sides is part of the separator. */
function placeHubs({ start, neighbours }: Graph, cut: Cut, hubs: readonly number[], side: Uint8Array): Cut {
  if (hubs.length === 0) return cut
  for (const vertex of cut.left) side[vertex] = 1
  for (const vertex of cut.right) side[vertex] = 2
  for (const hub of hubs) {
    let touched = 0
    for (let k = start[hub]!; k < start[hub + 1]!; k++) touched |= side[neighbours[k]!]!
    // Marked at once: a hub beside it must not end on the other side.
    if (touched === 1 || touched === 2) side[hub] = touched
    if (touched === 1) cut.left.push(hub)
    else if (touched === 2) cut.right.push(hub)
    else cut.separator.push(hub)
  }
  for (const vertex of [...cut.left, ...cut.right]) side[vertex] = 0
  return cut
}
