import { storeysOf } from '#lib/model/storeys.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import type { ModelToWrite } from '../model-to-write.ts'
import { Names } from '../names.ts'
import { E2K_NAMES } from './csi-names.ts'

/** `gridLineId`: of the level that it is in the model. */
export type Level = { name: string; elevation: number; height: number; gridLineId: string | null }

/** What lies off its level by less than this part of the model's size needs no distance from it. */
const FINE = 1e-12
const COARSE = 1e-6

/**
 * The storeys of a file, from the base up: the model's Z grids, else the heights at which something lies level; always a base at the lowest
 * node. Elevations are the sums of the heights as they are written, as the reader will have them.
 */
export class Levels {
  readonly levels: Level[] = []
  readonly #size: number

  constructor({ model, report }: ModelToWrite) {
    const { min, max } = model.bounds
    this.#size = Math.hypot(max.x - min.x, max.y - min.y, max.z - min.z) || 1
    const found = storeysOf(model)
    const storeys = found.length > 0 ? found : [{ id: null, label: 'Top', elevation: max.z }]
    if (found.length === 0 && model.nodes.length > 0) report.note('guessed', 'levels_too_many')
    const names = new Names(E2K_NAMES)
    const isOfGrid = storeys.some(({ id }) => id !== null)
    const add = (wanted: string, elevation: number, gridLineId: string | null) => {
      const below = this.levels.at(-1)
      const height = below ? twelveDigits(elevation - below.elevation) : 0
      if (below && height === 0) return
      const name = names.nameOf('gridLines', `${this.levels.length}`, wanted)
      this.levels.push({ name, elevation: below ? twelveDigits(below.elevation + height) : elevation, height, gridLineId })
      if (gridLineId === null && found.length > 0) report.note('guessed', 'levels_made', { example: name })
    }
    const [first] = storeys
    const isBased = first !== undefined && first.elevation <= min.z + COARSE * this.#size
    if (!isBased) add('Base', min.z, null)
    for (const [i, { id, label, elevation }] of storeys.entries()) {
      const isBase = i === 0 && isBased
      add(isOfGrid ? label : isBase ? 'Base' : `Level_${this.levels.length}`, elevation, id)
    }
    if (this.levels.length === 1) add('Top', twelveDigits(Math.max(max.z, min.z + 1)), null)
  }

  /** The lowest level at or above a height, or the highest; `below`: how far the height lies below it. */
  at(z: number): { index: number; below: number } {
    const { levels } = this
    let [low, high] = [0, levels.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((levels[middle]?.elevation ?? 0) >= z - COARSE * this.#size) high = middle
      else low = middle + 1
    }
    const below = (levels[low]?.elevation ?? 0) - z
    return { index: low, below: Math.abs(below) < FINE * this.#size ? 0 : below + 0 }
  }

  name = (index: number): string => this.levels[index]?.name ?? ''
}
