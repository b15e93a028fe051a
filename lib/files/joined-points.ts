import { perAxis, type Vec } from '#lib/model/shape/vector.ts'

/**
 * Places that are one where they lie within `tolerance` of the first that came; of 0, where they are equal. Cells of four tolerances hold few
 * of them, so a look-up never compares many.
 */
export class JoinedPoints {
  readonly #tolerance: number
  readonly #cells = new Map<string, number[]>()
  readonly places: Vec[] = []
  /** How often each was named. */
  readonly uses: number[] = []

  constructor(tolerance: number) {
    this.#tolerance = tolerance
  }

  /** The index of a place, which is a new one where none is near. */
  indexOf(point: Vec): number {
    const index = this.#near(point) ?? this.#add(point)
    this.uses[index] = (this.uses[index] ?? 0) + 1
    return index
  }

  /** A place is at most one cell wide with its tolerance, so each axis has one cell or two. */
  #near(point: Vec): number | undefined {
    const [xs, ys, zs] = perAxis((axis) => {
      const cells = [this.#cell(point[axis] - this.#tolerance), this.#cell(point[axis] + this.#tolerance)]
      return cells[0] === cells[1] ? cells.slice(1) : cells
    })
    let best: number | undefined
    for (const x of xs)
      for (const y of ys)
        for (const z of zs)
          for (const index of this.#cells.get(`${x},${y},${z}`) ?? [])
            if ((best === undefined || index < best) && this.#isNear(point, this.places[index]!)) best = index
    return best
  }

  #add(point: Vec): number {
    const index = this.places.length
    this.places.push(point)
    const key = point.map((one) => this.#cell(one)).join()
    const cell = this.#cells.get(key)
    if (cell) cell.push(index)
    else this.#cells.set(key, [index])
    return index
  }

  #isNear(one: Vec, other: Vec): boolean {
    return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]) <= this.#tolerance
  }

  /** So far away that numbers are farther apart than cells, and without a tolerance, each number is its own. */
  #cell(coordinate: number): number {
    const cell = Math.floor(coordinate / (4 * this.#tolerance))
    return Number.isSafeInteger(cell) ? cell : coordinate
  }
}
