import { ELEMENT, PACKED } from './element-stiffness.ts'
import type { MatrixEntries } from './factorisation.ts'
import { type Freedoms, MOTIONS } from './freedoms.ts'
import { type EliminationPlan, planElimination } from './fronts.ts'
import { type Graph, nestedDissection } from './ordering.ts'

/** The stiffness of all frames and springs: as a graph to be ordered, as entries of the fronts, and as what multiplies motions. */
export type StiffnessMatrix = {
  /** Nodes that each frame moves with: start and end. */
  ends: Int32Array
  /** Lower triangles of the frames, packed. */
  elements: Float64Array
  /** By motion of the nodes, N/m or N·m. */
  springs: Float64Array
  freedoms: Freedoms
}

export function orderUnknowns(
  { ends, freedoms }: StiffnessMatrix,
  coordinates: readonly [Float64Array, Float64Array, Float64Array],
): EliminationPlan {
  const graph = graphOf(ends, freedoms, coordinates)
  return planElimination(graph, nestedDissection(graph), freedoms.firstOf)
}

/** Vertices that a frame joins: its nodes, and the diaphragms that these lie in. */
function graphOf(ends: Int32Array, { firstOf, hubs }: Freedoms, coordinates: Graph['coordinates']): Graph {
  const count = firstOf.length - 1
  const nodeCount = count - hubs.length
  const hubOf = new Int32Array(nodeCount).fill(-1)
  for (const [k, { nodes }] of hubs.entries()) for (const node of nodes) hubOf[node] = nodeCount + k
  const neighbours: Set<number>[] = Array.from({ length: count }, () => new Set())
  const joined: number[] = []
  for (let k = 0; k < ends.length; k += 2) {
    joined.length = 0
    for (const node of [ends[k]!, ends[k + 1]!]) {
      joined.push(node)
      if (hubOf[node]! >= 0) joined.push(hubOf[node]!)
    }
    for (const one of joined) for (const other of joined) if (one !== other) neighbours[one]!.add(other)
  }
  const start = new Int32Array(count + 1)
  for (const [vertex, set] of neighbours.entries()) start[vertex + 1] = start[vertex]! + set.size
  const list = new Int32Array(start[count]!)
  for (const [vertex, set] of neighbours.entries()) list.set([...set], start[vertex]!)
  return { count, coordinates, start, neighbours: list, firstHub: nodeCount }
}

/** Of each unknown what resists it when all others are still. */
export function diagonalOf({ ends, elements, springs, freedoms }: StiffnessMatrix): Float64Array {
  const { count, unknown, factor } = freedoms
  const diagonal = new Float64Array(count)
  for (const [motion, spring] of springs.entries()) {
    for (const k of [2 * motion, 2 * motion + 1]) if (unknown[k]! >= 0) diagonal[unknown[k]!]! += spring * factor[k]! ** 2
  }
  for (let frame = 0; frame < ends.length / 2; frame++) {
    eachEntry({ ends, elements, freedoms }, frame, (row, column, value) => {
      if (row === column) diagonal[row]! += value
    })
  }
  return diagonal
}

/** Each product of unknowns that a frame adds to, both triangles. */
function eachEntry(
  { ends, elements, freedoms: { unknown, factor } }: Pick<StiffnessMatrix, 'ends' | 'elements' | 'freedoms'>,
  frame: number,
  add: (row: number, column: number, value: number) => void,
): void {
  const base = [ends[2 * frame]! * MOTIONS, ends[2 * frame + 1]! * MOTIONS - MOTIONS] as const
  const termOf = (i: number) => 2 * (base[i < MOTIONS ? 0 : 1]! + i)
  let at = frame * PACKED
  for (let i = 0; i < ELEMENT; i++) {
    const row = termOf(i)
    for (let j = 0; j <= i; j++) {
      const value = elements[at++]!
      if (value === 0) continue
      const column = termOf(j)
      for (let a = row; a < row + 2 && unknown[a]! >= 0; a++) {
        for (let b = column; b < column + 2 && unknown[b]! >= 0; b++) {
          const share = value * factor[a]! * factor[b]!
          add(unknown[a]!, unknown[b]!, share)
          if (i !== j) add(unknown[b]!, unknown[a]!, share)
        }
      }
    }
  }
}

export function entriesOf(
  matrix: StiffnessMatrix,
  plan: EliminationPlan,
  diagonal: Float64Array,
  isIdle: Uint8Array,
): MatrixEntries {
  const { ends, springs, freedoms } = matrix
  const { unknown, factor } = freedoms
  const { placeOf, frontOf, fronts } = plan
  const byFront: number[][] = fronts.map(() => [])
  const springsByFront: number[][] = fronts.map(() => [])
  const frontOfMotions = (from: number, to: number) => {
    let first = fronts.length
    for (let k = 2 * from; k < 2 * to; k++) if (unknown[k]! >= 0) first = Math.min(first, frontOf[placeOf[unknown[k]!]!]!)
    return first
  }
  for (let frame = 0; frame < ends.length / 2; frame++) {
    const of = [ends[2 * frame]!, ends[2 * frame + 1]!].map((node) => frontOfMotions(node * MOTIONS, (node + 1) * MOTIONS))
    byFront[Math.min(...of)]?.push(frame) // of a frame between held nodes there is none
  }
  for (const [motion, spring] of springs.entries())
    if (spring > 0) springsByFront[frontOfMotions(motion, motion + 1)]?.push(motion)
  const byPlace = new Float64Array(diagonal.length)
  const idleAt = new Uint8Array(diagonal.length)
  for (const [one, place] of placeOf.entries()) {
    byPlace[place] = diagonal[one]!
    idleAt[place] = isIdle[one]!
  }
  return {
    diagonal: byPlace,
    isIdle: idleAt,
    assemble(front, add, positionOf) {
      const addBelow = (one: number, other: number, value: number) => {
        const [row, column] = [positionOf[placeOf[one]!]!, positionOf[placeOf[other]!]!]
        if (row >= column) add(row, column, value)
      }
      for (const frame of byFront[front]!) eachEntry(matrix, frame, addBelow)
      for (const motion of springsByFront[front]!) {
        for (let a = 2 * motion; a < 2 * motion + 2 && unknown[a]! >= 0; a++)
          for (let b = 2 * motion; b < 2 * motion + 2 && unknown[b]! >= 0; b++)
            addBelow(unknown[a]!, unknown[b]!, springs[motion]! * factor[a]! * factor[b]!)
      }
    },
  }
}

/** Forces that frames and, unless left out, springs need for these motions of the nodes. */
export function forcesFor(
  { ends, elements, springs }: StiffnessMatrix,
  motions: Float64Array,
  withSprings: boolean,
): Float64Array {
  const forces = withSprings ? springs.map((spring, motion) => spring * motions[motion]!) : new Float64Array(motions.length)
  for (let frame = 0; frame < ends.length / 2; frame++) {
    const base = [ends[2 * frame]! * MOTIONS, ends[2 * frame + 1]! * MOTIONS - MOTIONS] as const
    let at = frame * PACKED
    for (let i = 0; i < ELEMENT; i++) {
      const row = base[i < MOTIONS ? 0 : 1]! + i
      const motion = motions[row]!
      let sum = 0
      for (let j = 0; j < i; j++) {
        const value = elements[at++]!
        const column = base[j < MOTIONS ? 0 : 1]! + j
        sum += value * motions[column]!
        forces[column]! += value * motion
      }
      forces[row]! += sum + elements[at++]! * motion
    }
  }
  return forces
}
