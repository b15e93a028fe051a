import type { Vec } from '#lib/model/shape/vector.ts'

/** Points by where they are: which of them is nearest to a place, within a tolerance. */
export class PointIndex {
  readonly #cells = new Map<number, { id: string; at: Vec }[]>()
  readonly #cell: number

  /** `compare`: told of every comparison. */
  constructor(
    readonly tolerance: number,
    readonly compare: () => void,
  ) {
    this.#cell = tolerance > 0 ? 4 * tolerance : 1
  }

  add(id: string, point: Vec): void {
    const key = hash(this.#step(point[0]), this.#step(point[1]), this.#step(point[2]))
    const cell = this.#cells.get(key)
    if (cell) cell.push({ id, at: point })
    else this.#cells.set(key, [{ id, at: point }])
  }

  /** The nearest, of equally near ones the first that was added. */
  near(point: Vec, mayBe: (id: string) => boolean = anyOne): string | undefined {
    let found: string | undefined
    let least = Number.POSITIVE_INFINITY
    const reach = this.tolerance
    const [x0, x1] = [this.#step(point[0] - reach), this.#step(point[0] + reach)]
    const [y0, y1] = [this.#step(point[1] - reach), this.#step(point[1] + reach)]
    const [z0, z1] = [this.#step(point[2] - reach), this.#step(point[2] + reach)]
    // Counted, for far out one more is the same number.
    for (let i = 0; i <= x1 - x0; i++) {
      for (let j = 0; j <= y1 - y0; j++) {
        for (let k = 0; k <= z1 - z0; k++) {
          for (const spot of this.#cells.get(hash(x0 + i, y0 + j, z0 + k)) ?? []) {
            this.compare()
            const [dx, dy, dz] = [spot.at[0] - point[0], spot.at[1] - point[1], spot.at[2] - point[2]]
            const away = Math.sqrt(dx * dx + dy * dy + dz * dz) // a quarter of the time of `hypot`
            if (away > reach || away >= least || !mayBe(spot.id)) continue
            least = away
            found = spot.id
          }
        }
      }
    }
    return found
  }

  #step(coordinate: number): number {
    return Math.floor(coordinate / this.#cell)
  }
}

/** Two cells may share a key: what lies in them is measured anyway. */
const hash = (x: number, y: number, z: number) => Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)

const anyOne = () => true
