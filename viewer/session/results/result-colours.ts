import { asHex, type Rgb } from '#lib/drawing/palette.ts'
import { DIAGRAM_NAMES, DIAGRAMS, isMoment } from '#lib/drawing/results/force-diagram.ts'
import { frameRatios, STRESS_CLASSES, stressClass } from '#lib/drawing/results/stress-classes.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import type { Colouring } from '../../worker/elements.ts'
import type { PlacedResults } from '../../worker/results/placed-results.ts'
import type { ResultShow, ResultsState } from './results-state.ts'

/** Frames in the colours of a result, with their legend. Everything else steps back to grey. */

const GREY: Rgb = [168, 173, 180]
const PALE: Rgb = [205, 209, 214]
const [GREEN, YELLOW, ORANGE, RED] = STRESS_CLASSES.slice(1).map(({ rgb }) => rgb) as [Rgb, Rgb, Rgb, Rgb]

type Classes = { title: string; entries: readonly { label: string; rgb: Rgb }[]; classOf: (frame: number) => number }
type Counts = { frames: number; areas: number }

export function resultColouring(
  placed: PlacedResults,
  show: ResultShow,
  counts: Counts,
  units: { force: string; moment: string; length: string },
): NonNullable<ResultsState['colouring']> {
  const { title: of, entries, classOf } = classesOf(placed, show, units)
  const title = [of, placed.lines[0]?.case].filter(Boolean).join(' · ')
  const frames = new Uint8Array(counts.frames)
  const areas = new Uint8Array(counts.areas).fill(entries.length)
  for (const [frame, index] of placed.frameIndices.entries()) if (index >= 0) frames[index] = classOf(frame)
  const legend = [...entries, { label: 'Areas', rgb: PALE }].map(({ label, rgb }) => ({ label, colour: asHex(rgb), count: 0 }))
  for (const slot of [...frames, ...areas]) legend[slot]!.count++
  return { frames, areas, legend, title } satisfies Colouring & { title: string }
}

function classesOf(placed: PlacedResults, show: ResultShow, units: Parameters<typeof resultColouring>[3]): Classes {
  if (show === 'ratio') return stressClasses(placed)
  if (show === 'drift') return driftClasses(placed)
  if (show === 'displacement') return displacementClasses(placed, units.length)
  const label = show === 'deflected' ? 'Undeformed' : 'Frames'
  return { title: titleOf(show, units), entries: [{ label, rgb: GREY }], classOf: () => 0 }
}

function titleOf(show: ResultShow, { force, moment }: { force: string; moment: string }): string {
  if (isOneOf(DIAGRAMS, show)) return [DIAGRAM_NAMES[show], isMoment(show) ? moment : force].filter(Boolean).join(', ')
  return show === 'reactions' ? 'Reactions' : 'Deflected shape'
}

/** Of an envelope the worse of both. */
function stressClasses({ lines, frames }: PlacedResults): Classes {
  const ratios = lines.map(({ stresses, at }) => frameRatios(frames.count, at.length, stresses ?? new Float32Array()))
  const worst = (frame: number) =>
    ratios
      .map((of) => of[frame] ?? Number.NaN)
      .reduce((most, ratio) => (ratio <= most || Number.isNaN(ratio) ? most : ratio), Number.NaN)
  return { title: 'Stress / yield stress', entries: STRESS_CLASSES, classOf: (frame) => stressClass(worst(frame)) }
}

/** cos 10°: steeper is a column. */
const STEEP = Math.cos(Math.PI / 18)
const LIMITS = [500, 300, 200]

/** Height over the drift of a column; 0 for what is none. */
export function driftRatio({ lines: [line], frames }: PlacedResults, frame: number): number {
  const { deflections, at } = line ?? {}
  if (!deflections || !at) return 0
  const along = [0, 1, 2].map((k) => frames.ends[6 * frame + 3 + k]! - frames.ends[6 * frame + k]!)
  const height = Math.abs(along[2]!)
  if (!(height > STEEP * Math.hypot(...along))) return 0
  const [first, last] = [3 * frame * at.length, 3 * ((frame + 1) * at.length - 1)]
  const drift = Math.hypot(deflections[last]! - deflections[first]!, deflections[last + 1]! - deflections[first + 1]!)
  return drift > 0 ? height / drift : Number.POSITIVE_INFINITY
}

function driftClasses(placed: PlacedResults): Classes {
  const entries = [
    { label: 'no column', rgb: GREY },
    { label: '≤ h/500', rgb: GREEN },
    { label: '≤ h/300', rgb: YELLOW },
    { label: '≤ h/200', rgb: ORANGE },
    { label: '> h/200', rgb: RED },
  ]
  const classOf = (frame: number) => {
    const ratio = driftRatio(placed, frame)
    const place = LIMITS.findIndex((least) => ratio >= least)
    return ratio === 0 ? 0 : place < 0 ? LIMITS.length + 1 : place + 1
  }
  return { title: 'Drift of columns', entries, classOf }
}

const BANDS: readonly Rgb[] = [
  [68, 92, 148],
  [52, 140, 150],
  [92, 176, 104],
  [204, 186, 60],
  [214, 96, 40],
]

/** By the largest motion along the frame, in fifths of the largest of all. */
function displacementClasses({ lines: [line], frames }: PlacedResults, unit: string): Classes {
  const { deflections = new Float32Array(), at = [] } = line ?? {}
  const most = Float64Array.from({ length: frames.count }, (_, frame) => {
    let largest = 0
    for (let k = 3 * frame * at.length; k < 3 * (frame + 1) * at.length; k += 3)
      largest = Math.max(largest, Math.hypot(deflections[k]!, deflections[k + 1]!, deflections[k + 2]!))
    return largest
  })
  const largest = most.reduce((a, b) => Math.max(a, b), 0)
  const step = largest / BANDS.length
  const entries = BANDS.map((rgb, k) => ({ label: `≤ ${Number(((k + 1) * step).toPrecision(3))} ${unit}`.trim(), rgb }))
  return {
    title: 'Displacement',
    entries,
    classOf: (frame) => (step > 0 ? Math.min(BANDS.length - 1, Math.floor(most[frame]! / step)) : 0),
  }
}
