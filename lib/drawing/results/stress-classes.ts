import type { Rgb } from '../palette.ts'

/** Stress over yield stress in five classes, told apart also by their lightness. */
export const STRESS_CLASSES: readonly { label: string; rgb: Rgb }[] = [
  { label: 'not known', rgb: [150, 154, 160] },
  { label: '≤ 0.5', rgb: [92, 164, 60] },
  { label: '≤ 0.8', rgb: [232, 196, 56] },
  { label: '≤ 1', rgb: [224, 122, 32] },
  { label: '> 1', rgb: [184, 28, 44] },
]

const MOST = [0.5, 0.8, 1]

/** Its place among `STRESS_CLASSES`; NaN: not known. */
export function stressClass(ratio: number): number {
  if (Number.isNaN(ratio)) return 0
  const place = MOST.findIndex((most) => ratio <= most)
  return place < 0 ? MOST.length + 1 : place + 1
}

/** Of each frame the largest ratio over its stations; NaN where none is known. `stresses`: stress and ratio of each. */
export function frameRatios(count: number, stations: number, stresses: Float32Array): Float64Array {
  const ratios = new Float64Array(count).fill(Number.NaN)
  for (let frame = 0; frame < count; frame++) {
    for (let station = 0; station < stations; station++) {
      const ratio = stresses[2 * (frame * stations + station) + 1]!
      if (!(ratio <= ratios[frame]!) && !Number.isNaN(ratio)) ratios[frame] = ratio
    }
  }
  return ratios
}
