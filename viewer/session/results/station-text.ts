import { DIAGRAMS } from '#lib/drawing/results/force-diagram.ts'
import { add, type Vec } from '#lib/model/shape/vector.ts'
import type { FoundElement } from '../../worker/elements.ts'
import type { ViewerSession } from '../session.ts'

/** The six numbers at the station of a frame that is nearest to a place of the picture, of an envelope twice; null where they are not known. */
export function stationText({ results, rig }: ViewerSession, frame: number, x: number, y: number): string | null {
  const { drawn } = results.get()
  const place = drawn?.placed.frameIndices.indexOf(frame) ?? -1
  const lines = (drawn?.placed.lines ?? []).flatMap(({ of, forces }) => (forces ? [{ of, forces }] : []))
  const [line] = drawn?.placed.lines ?? []
  if (!drawn || !rig || !line || lines.length === 0 || place < 0) return null
  const { ends } = drawn.placed.frames
  const end = (from: number): Vec => [ends[from]!, ends[from + 1]!, ends[from + 2]!]
  const [start, far] = [end(6 * place), end(6 * place + 3)]
  const distances = line.at.map((share) => {
    const point = rig.project(
      add(
        [start[0] * (1 - share), start[1] * (1 - share), start[2] * (1 - share)],
        [far[0] * share, far[1] * share, far[2] * share],
      ),
    )
    return point ? Math.hypot(point.x - x, point.y - y) : Number.POSITIVE_INFINITY
  })
  const station = distances.indexOf(Math.min(...distances))
  const from = 6 * (place * line.at.length + station)
  const valuesOf = (forces: Float32Array) =>
    DIAGRAMS.map((name, k) => `${name.toUpperCase()} ${Number(forces[from + k]!.toPrecision(4)) + 0}`).join(', ')
  const values = lines.map(({ of, forces }) => [of, valuesOf(forces)].filter(Boolean).join(' ')).join('; ')
  return `${line.case} at ${Number(line.at[station]!.toPrecision(3))} of its length: ${values} (${drawn.units.force}, ${drawn.units.moment})`
}

/** What the support of a node does to the structure, of an envelope twice; null where that is not known. */
export function reactionText(
  { results, model }: Pick<ViewerSession, 'results' | 'model'>,
  { kind, index }: FoundElement,
): string | null {
  const { drawn } = results.get()
  const supports = model.state.get().drawn?.scene.supports
  const node = kind === 'support' ? supports?.nodes[supports.glyphOf[index] ?? -1] : kind === 'node' ? index : undefined
  const place = node === undefined ? -1 : (drawn?.placed.supportedIndices.indexOf(node) ?? -1)
  if (!drawn || place < 0) return null
  const { lines } = drawn.placed
  const { force, moment } = drawn.units
  const values = lines.flatMap(({ of, reactions }) => {
    const six = [...(reactions?.subarray(6 * place, 6 * place + 6) ?? [])]
    const parts = [kindText('F', six.slice(0, 3), force), kindText('M', six.slice(3), moment)].filter(Boolean)
    return reactions ? [[of, parts.join('; ') || '0'].filter(Boolean).join(' ')] : []
  })
  if (values.length === 0) return null
  const sense = values.some((text) => /\bM[XYZ] /.test(text)) ? '. Moments above 0 are right-handed about their axis' : ''
  return `${lines[0]?.case ?? ''}, on the structure: ${values.join('; ')}${sense}.`
}

/** Of the largest of its kind: what is less is what an analysis leaves of nothing. */
const NOTHING = 1e-6

/** `FX -6.673, FZ 10.34 kN`: those that are not 0; empty where all are. */
function kindText(kind: 'F' | 'M', values: readonly number[], unit: string): string {
  const largest = Math.max(...values.map(Math.abs))
  const parts = values.flatMap((value, k) =>
    Math.abs(value) > NOTHING * largest ? [`${kind}${'XYZ'[k]} ${Number(value.toPrecision(4))}`] : [],
  )
  return parts.length > 0 ? `${parts.join(', ')} ${unit}`.trim() : ''
}
