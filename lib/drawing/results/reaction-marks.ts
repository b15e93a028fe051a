import { amountText, type LoadUnits } from '#lib/model/load/load-text.ts'
import { AXES, AXIS_VECTORS, scale, type Vec } from '#lib/model/shape/vector.ts'
import { arrowTo, LEAST_ARROW, type LoadMark, valueOffset } from '../load-marks.ts'

/** How the sense of a moment is read. */
export const MOMENT_SENSE = 'arcs turn as moments do; two heads: right-handed about the arrow'

/** Of the largest of its kind: a smaller reaction is not drawn. */
const WORTH_DRAWING = 0.01

/** Of an envelope, or of one case: of each number the one that is larger in size. */
export const largestReactions = (lines: readonly { reactions?: Float32Array | undefined }[]): number[] =>
  Array.from(lines[0]?.reactions ?? [], (_, k) =>
    lines.reduce((most, { reactions }) => (Math.abs(reactions?.[k] ?? 0) > Math.abs(most) ? (reactions?.[k] ?? 0) : most), 0),
  )

/**
 * What supports do to the structure, as marks of the same form as loads: an arrow with its tip at the node for each force along an axis,
 * an arc about one for each moment, and its size. `values`: fx fy fz mx my mz of each place.
 */
export function reactionMarks(
  places: readonly Vec[],
  values: Float32Array | readonly number[],
  { force, moment }: Pick<LoadUnits, 'force' | 'moment'>,
): LoadMark[] {
  const largest = [0, 0] as [number, number]
  for (let k = 0; k < values.length; k++) {
    const kind = k % 6 < 3 ? 0 : 1
    largest[kind] = Math.max(largest[kind], Math.abs(values[k]!))
  }
  return places.map((at, place): LoadMark => {
    const mark: LoadMark = { strokes: [], runs: [], sheets: [], bands: [], words: [] }
    for (const kind of [0, 1] as const) {
      for (const axis of AXES) {
        const value = values[6 * place + 3 * kind + axis]!
        const share = Math.abs(value) / largest[kind]
        if (!(share > WORTH_DRAWING)) continue
        const size = scale(AXIS_VECTORS[axis], Math.sign(value) * (LEAST_ARROW + (1 - LEAST_ARROW) * share))
        const [stroke] = arrowTo(at, size, kind === 1 ? { head: 2 } : {})
        if (!stroke) continue
        mark.strokes.push(stroke)
        const text = amountText(Number(Math.abs(value).toPrecision(4)), kind === 0 ? force : moment)
        mark.words.push({ at, offset: valueOffset(stroke), text })
      }
    }
    return mark
  })
}
