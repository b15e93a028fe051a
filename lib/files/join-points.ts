import type { Vec } from '#lib/model/shape/vector.ts'

const BESIDE = [-1, 0, 1] as const

/** Points nearer than a tolerance to the first of a place are one: by a grid of buckets, and not pair by pair. */
export class JoinedPoints {
  readonly #buckets = new Map<string, { at: Vec; id: string }[]>()

  constructor(readonly tolerance: number) {}

  /** What stands at a point, if anything does. */
  find(at: Vec): string | undefined {
    const near = (known: Vec) => Math.hypot(known[0] - at[0], known[1] - at[1], known[2] - at[2]) <= this.tolerance
    const [x, y, z] = this.#cell(at)
    for (const i of BESIDE)
      for (const j of BESIDE)
        for (const k of BESIDE) {
          const found = this.#buckets.get(`${x + i} ${y + j} ${z + k}`)?.find((one) => near(one.at))
          if (found) return found.id
        }
    return undefined
  }

  add(at: Vec, id: string): void {
    const key = this.#cell(at).join(' ')
    const known = this.#buckets.get(key)
    if (known) known.push({ at, id })
    else this.#buckets.set(key, [{ at, id }])
  }

  /** A little wider than the tolerance, so that neighbours suffice. */
  #cell(at: Vec): [number, number, number] {
    const size = this.tolerance > 0 ? 1.001 * this.tolerance : 1
    return [Math.floor(at[0] / size), Math.floor(at[1] / size), Math.floor(at[2] / size)]
  }
}
