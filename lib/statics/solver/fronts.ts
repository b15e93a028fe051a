import type { Graph, SeparatorTree } from './ordering.ts'

/** What the factorisation will be, before any number of it is known: which unknowns each front holds, and what all of it costs. */

/** A dense matrix of the elimination: its own columns, and the rows below them that ancestors eliminate. */
export type Front = {
  /** First of its own unknowns, in the order of elimination. */
  first: number
  own: number
  /** Unknowns of ancestors, in the order of elimination. */
  rows: Int32Array
  parent: number
  /** The first front of its subtree, which goes up to the front itself. */
  deepest: number
}

export type EliminationPlan = {
  fronts: Front[]
  /** Unknown → its place in the order of elimination, and back. */
  placeOf: Int32Array
  unknownAt: Int32Array
  /** Front by which a place is eliminated. */
  frontOf: Int32Array
  cost: FactorCost
}

export type FactorCost = {
  nonZeros: number
  /** Multiplications and additions. */
  flops: number
  /** Bytes of the factor, and at most at one time. */
  factorBytes: number
  peakBytes: number
}

/** `firstOf`: of each vertex its first unknown; one entry more than vertices. */
export function planElimination(graph: Graph, tree: SeparatorTree, firstOf: Int32Array): EliminationPlan {
  const count = firstOf[graph.count]!
  const placeOf = new Int32Array(count)
  const unknownAt = new Int32Array(count)
  const frontOf = new Int32Array(count)
  const frontOfVertex = new Int32Array(graph.count)
  const placeOfVertex = new Int32Array(graph.count)
  const firsts: number[] = []
  let place = 0
  for (const [index, vertices] of tree.vertices.entries()) {
    firsts.push(place)
    for (const vertex of vertices) {
      frontOfVertex[vertex] = index
      placeOfVertex[vertex] = place
      for (let unknown = firstOf[vertex]!; unknown < firstOf[vertex + 1]!; unknown++, place++) {
        placeOf[unknown] = place
        unknownAt[place] = unknown
        frontOf[place] = index
      }
    }
  }
  const boundaries = boundariesOf(graph, tree, frontOfVertex)
  const deepest = tree.parent.map((_, index) => index)
  for (const [index, parent] of tree.parent.entries()) {
    if (parent >= 0) deepest[parent] = Math.min(deepest[parent]!, deepest[index]!)
  }
  const fronts = tree.vertices.map((_, index): Front => {
    const first = firsts[index]!
    const rows: number[] = []
    const boundary = boundaries[index]!.sort((a, b) => placeOfVertex[a]! - placeOfVertex[b]!)
    for (const vertex of boundary) {
      const size = firstOf[vertex + 1]! - firstOf[vertex]!
      for (let k = 0; k < size; k++) rows.push(placeOfVertex[vertex]! + k)
    }
    const own = (firsts[index + 1] ?? count) - first
    return { first, own, rows: Int32Array.from(rows), parent: tree.parent[index]!, deepest: deepest[index]! }
  })
  return { fronts, placeOf, unknownAt, frontOf, cost: costOf(fronts) }
}

/** Vertices of ancestors that a front touches, by itself or through its children. */
function boundariesOf({ start, neighbours, count }: Graph, tree: SeparatorTree, frontOfVertex: Int32Array): number[][] {
  const boundaries: number[][] = tree.vertices.map(() => [])
  const seen = new Int32Array(count).fill(-1)
  for (const [index, vertices] of tree.vertices.entries()) {
    const boundary = boundaries[index]!
    // What children handed up is there already.
    const handed = boundary.splice(0)
    const add = (vertex: number) => {
      if (seen[vertex] === index || frontOfVertex[vertex]! <= index) return
      seen[vertex] = index
      boundary.push(vertex)
    }
    for (const vertex of handed) add(vertex)
    for (const vertex of vertices) for (let k = start[vertex]!; k < start[vertex + 1]!; k++) add(neighbours[k]!)
    const parent = boundaries[tree.parent[index]!]
    if (parent) for (const vertex of boundary) parent.push(vertex)
  }
  return boundaries
}

const BYTES = 8

function costOf(fronts: readonly Front[]): FactorCost {
  const cost: FactorCost = { nonZeros: 0, flops: 0, factorBytes: 0, peakBytes: 0 }
  const updates = fronts.map(({ rows }) => (BYTES * rows.length * (rows.length + 1)) / 2)
  const children = childrenOf(fronts)
  let stack = 0
  let largest = 0
  for (const [index, { own, rows }] of fronts.entries()) {
    const size = own + rows.length
    for (let column = 0; column < own; column++) {
      const below = size - column
      cost.nonZeros += below
      cost.flops += below * below
    }
    largest = Math.max(largest, BYTES * size * size)
    cost.factorBytes = BYTES * cost.nonZeros
    cost.peakBytes = Math.max(cost.peakBytes, cost.factorBytes + stack + updates[index]! + largest)
    for (const child of children[index]!) stack -= updates[child]!
    stack += updates[index]!
  }
  return cost
}

export function childrenOf(fronts: readonly Front[]): number[][] {
  const children: number[][] = fronts.map(() => [])
  for (const [index, { parent }] of fronts.entries()) if (parent >= 0) children[parent]!.push(index)
  return children
}
