import { eigenvectors } from './eigenvectors.ts'
import { type Factor, solve } from './factorisation.ts'
import { type Freedoms, forcesOnUnknowns, MOTIONS, motionsOf } from './freedoms.ts'

/**
 * The slowest vibrations, by block Lanczos on K⁻¹M with full reorthogonalisation: Grimes, Lewis and Simon, SIAM Journal on Matrix Analysis
 * 15 (1994). Three vectors at a time find equal periods of a square tower together.
 */
export type Mode = {
  /** s. */
  period: number
  /** Shares of the free mass that move along X, Y, Z. */
  mass: [number, number, number]
  /** By motion of the nodes; the largest translation is 1, and positive. */
  shape: Float64Array
}

const BLOCK = 3
/** Of an eigenvalue: its period then holds 1e-9 and its shape 1e-8. */
const ACCURACY = 1e-9
/** What is left of a vector below this share of it lies in the space of the others. */
const DEPENDENT = 1e-8
const MOST_VECTORS = 400

/** `masses`: kg by node, the same along X, Y and Z. */
export function modesOf(freedoms: Freedoms, factor: Factor, masses: Float64Array, count: number): Mode[] {
  const operator = operatorOf(freedoms, factor, masses)
  const space = new KrylovSpace(operator)
  let next = space.append(startVectors(freedoms.count).map(operator.flexible))
  let pairs: { value: number; vector: Float64Array }[] = []
  while (next.length > 0 && space.vectors.length < MOST_VECTORS) {
    next = space.advance(next)
    pairs = eigenvectors(space.projection())
    const wanted = pairs.slice(0, count)
    const isDone = wanted.length === count && wanted.every(({ value, vector }) => space.residual(vector) <= ACCURACY * value)
    if (isDone) break
  }
  const largest = pairs[0]?.value ?? 0
  return pairs
    .slice(0, count)
    .filter(({ value }) => value > 1e-14 * largest)
    .map(({ value, vector }) => modeOf(freedoms, masses, value, space.blend(vector)))
}

/** The same numbers for every model, so that equal models give equal answers: a linear congruence, Numerical Recipes, section 7.1. */
function startVectors(length: number): Float64Array[] {
  let state = 1
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32 - 0.5
  }
  return Array.from({ length: BLOCK }, () => Float64Array.from({ length }, random))
}

type Operator = { massTimes(vector: Float64Array): Float64Array; flexible(vector: Float64Array): Float64Array }

function operatorOf(freedoms: Freedoms, factor: Factor, masses: Float64Array): Operator {
  const { placeOf } = factor.plan
  const massTimes = (vector: Float64Array) => {
    const motions = motionsOf(freedoms, vector)
    for (let k = 0; k < motions.length; k++) motions[k]! *= k % MOTIONS < 3 ? masses[Math.floor(k / MOTIONS)]! : 0
    return forcesOnUnknowns(freedoms, motions)
  }
  return {
    massTimes,
    flexible(vector) {
      const side = new Float64Array(vector.length)
      const forces = massTimes(vector)
      for (let k = 0; k < side.length; k++) side[placeOf[k]!] = forces[k]!
      solve(factor, [side])
      return forces.map((_, k) => side[placeOf[k]!]!)
    },
  }
}

class KrylovSpace {
  readonly vectors: Float64Array[] = []
  readonly #masses: Float64Array[] = []
  /** vᵀ M K⁻¹ M v. */
  readonly #products: Float64Array[] = []
  /** What the last block could not be said by, by vectors of the block before. */
  #coupling: number[][] = []

  constructor(readonly operator: Operator) {}

  /** Those that say something new, made orthonormal to all others in M. Returns where they lie. */
  append(candidates: readonly Float64Array[], coupling?: number[][]): number[] {
    const added: number[] = []
    for (const [c, candidate] of candidates.entries()) {
      const vector = Float64Array.from(candidate)
      const start = Math.sqrt(Math.max(0, dot(vector, this.operator.massTimes(vector))))
      const onNew = new Float64Array(candidates.length)
      for (let pass = 0; pass < 3; pass++) {
        for (const [k, other] of this.vectors.entries()) {
          const share = dot(vector, this.#masses[k]!)
          subtract(vector, other, share)
          const among = added.indexOf(k)
          if (among >= 0) onNew[among]! += share
        }
      }
      const mass = this.operator.massTimes(vector)
      const size = Math.sqrt(Math.max(0, dot(vector, mass)))
      if (size > DEPENDENT * start && size > 0) {
        onNew[added.length] = size
        added.push(this.vectors.length)
        this.vectors.push(vector.map((value) => value / size))
        this.#masses.push(mass.map((value) => value / size))
      }
      if (coupling) coupling[c] = [...onNew]
    }
    return added
  }

  /** Another block, of what K⁻¹M makes of the last one. */
  advance(last: readonly number[]): number[] {
    const images = last.map((k) => this.operator.flexible(this.vectors[k]!))
    for (const [i, k] of last.entries()) {
      const products = new Float64Array(k + 1)
      for (let other = 0; other <= k; other++) products[other] = dot(images[i]!, this.#masses[other]!)
      this.#products[k] = products
    }
    this.#coupling = []
    return this.append(images, this.#coupling)
  }

  /** Of all vectors that K⁻¹M was applied to. */
  projection(): Float64Array[] {
    const size = this.#products.length
    return Array.from({ length: size }, (_, i) =>
      Float64Array.from({ length: size }, (_, j) => (i >= j ? this.#products[i]![j]! : this.#products[j]![i]!)),
    )
  }

  /** How far an eigenvector of the projection is from one of the whole. */
  residual(vector: Float64Array): number {
    const width = this.#coupling.length
    const ends = vector.subarray(vector.length - width)
    const sums = new Float64Array(width)
    for (const [i, row] of this.#coupling.entries()) for (const [k, value] of row.entries()) sums[k]! += value * ends[i]!
    return Math.sqrt(dot(sums, sums))
  }

  blend(weights: Float64Array): Float64Array {
    const sum = new Float64Array(this.vectors[0]?.length ?? 0)
    for (const [k, weight] of weights.entries()) subtract(sum, this.vectors[k]!, -weight)
    return sum
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!
  return sum
}

function subtract(from: Float64Array, other: Float64Array, by: number): void {
  for (let k = 0; k < from.length; k++) from[k]! -= by * other[k]!
}

/** kg that are free to move along X, Y and Z. */
export function freeMass({ unknown }: Freedoms, masses: Float64Array): [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0]
  for (const [node, mass] of masses.entries()) {
    for (const k of [0, 1, 2] as const) if (unknown[2 * (node * MOTIONS + k)]! >= 0) sums[k] += mass
  }
  return sums
}

function modeOf(freedoms: Freedoms, masses: Float64Array, value: number, vector: Float64Array): Mode {
  const shape = motionsOf(freedoms, vector)
  const free = freeMass(freedoms, masses)
  let whole = 0
  let largest = 0
  const moved: [number, number, number] = [0, 0, 0]
  for (const [motion, size] of shape.entries()) {
    const k = motion % MOTIONS
    if (k !== 0 && k !== 1 && k !== 2) continue
    const mass = masses[Math.floor(motion / MOTIONS)]!
    if (freedoms.unknown[2 * motion]! >= 0) moved[k] += mass * size
    whole += mass * size ** 2
    if (Math.abs(size) > Math.abs(largest) * (1 + 1e-9)) largest = size
  }
  const share = (k: 0 | 1 | 2) => (free[k] > 0 ? moved[k] ** 2 / (whole * free[k]) : 0)
  return {
    period: 2 * Math.PI * Math.sqrt(value),
    mass: [share(0), share(1), share(2)],
    shape: largest === 0 ? shape : shape.map((size) => size / largest),
  }
}
