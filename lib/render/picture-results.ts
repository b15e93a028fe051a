import type { LoadMark } from '#lib/drawing/load-marks.ts'
import type { Rgb } from '#lib/drawing/palette.ts'
import type { CaseResults } from '#lib/drawing/results/case-results.ts'
import {
  automaticScale,
  deflectedShape,
  isFreeMotion,
  largestMotion,
  placeOfLargest,
  roundedScale,
} from '#lib/drawing/results/deflected-shape.ts'
import { framesOfSign, type PlacedDiagram, placeDiagrams } from '#lib/drawing/results/diagram-marks.ts'
import { type Diagram, diagramScale, isMoment, sideText, signText } from '#lib/drawing/results/force-diagram.ts'
import { type HingeElement, type HingePlace, hingePlaces } from '#lib/drawing/results/hinge-places.ts'
import { largestReactions, reactionMarks } from '#lib/drawing/results/reaction-marks.ts'
import { placeAlong, type ResultFrames, resultFrames } from '#lib/drawing/results/result-frames.ts'
import { isDiagram, RESULT_NAMES, RESULT_RGB, type ShownResult } from '#lib/drawing/results/shown-results.ts'
import { frameRatios, STRESS_CLASSES, stressClass } from '#lib/drawing/results/stress-classes.ts'
import { amountText, type LoadUnits, loadUnitsOf } from '#lib/model/load/load-text.ts'
import { distance, perAxis, subtract, type Vec, vec } from '#lib/model/shape/vector.ts'
import { COLUMN_WIDTHS, type ColumnKind } from '#lib/schema/case-results.ts'
import { type DrawnModel, endsOf } from './drawn-model.ts'

/** Results of a case as a picture has them: lines about the origin of the scene, values, and rows of the legend. */

export type PictureResults = {
  show: ShownResult
  /** Of motions: how many times larger than they are; of diagrams: times the usual height. */
  scale: number | undefined
  /** One, or of an envelope its max and its min. */
  lines: readonly CaseResults[]
  /** What lets a mechanism go. */
  hinges: readonly HingeElement[]
  /** `Screening: …`. */
  banner: string
}

/** `from`: the point of the frame whose value it is. */
export type ValueText = { at: Vec; from: Vec; text: string; rgb: Rgb }
export type PreparedResults = {
  banner: string
  /** For the title: `Bending moment M3 under ULS`. */
  title: string
  legend: { rgb: Rgb; label: string; count: number }[]
  /** Stations of a frame on each polyline. */
  stations: number
  polylines: { points: Float64Array; rgb: Rgb }[]
  diagrams: PlacedDiagram[]
  texts: ValueText[]
  marks: LoadMark[]
  hinges: HingePlace[]
  /** By the frames of the model; undefined: as they are. */
  frameColours: Rgb[] | undefined
}

/** The frames that are drawn and have results, and where these stand. */
type Shown = { places: number[]; ordinals: number[]; frames: ResultFrames; at: readonly number[] }

export function prepareResults(results: PictureResults, drawn: DrawnModel): PreparedResults {
  const { show, lines, banner } = results
  const [first] = lines
  const prepared: PreparedResults = {
    ...{ banner, title: `${RESULT_NAMES[show]}${show === 'mechanism' ? '' : ` under ${first?.case ?? ''}`}`, legend: [] },
    ...{
      stations: first?.at.length ?? 0,
      polylines: [],
      diagrams: [],
      texts: [],
      marks: [],
      hinges: [],
      frameColours: undefined,
    },
  }
  if (!first) return prepared
  const shown = shownFrames(first, drawn)
  const units = loadUnitsOf(drawn.model.units)
  if (isDiagram(show)) prepareDiagram(prepared, results, shown, drawn, show, units)
  else if (show === 'ratio') prepareRatios(prepared, first, shown, drawn)
  else if (show === 'reactions') prepareReactions(prepared, lines, drawn, units)
  else prepareShape(prepared, results, first, shown, drawn, units)
  return prepared
}

function shownFrames({ frames, at }: CaseResults, { model, scene, frames: isDrawn }: DrawnModel): Shown {
  const ordinals = new Map((model.frames ?? []).map(({ id }, k) => [id, k]))
  const found = frames.flatMap((id, place) => {
    const ordinal = ordinals.get(id) ?? -1
    return isDrawn[ordinal] === 1 ? [{ place, ordinal }] : []
  })
  const lines = found.map(({ ordinal }) => {
    const [start, end] = endsOf(scene, ordinal)
    return { start, end, rotation: model.frames?.[ordinal]?.rotation }
  })
  return {
    places: found.map(({ place }) => place),
    ordinals: found.map(({ ordinal }) => ordinal),
    frames: resultFrames(lines),
    at,
  }
}

/** Those of the frames that are drawn. */
function numbersOf(
  line: CaseResults,
  kind: Exclude<ColumnKind, 'reactions' | 'displacements'>,
  { places, at }: Shown,
): Float32Array {
  const width = COLUMN_WIDTHS[kind] * at.length
  const all = line[kind] ?? new Float32Array()
  const some = new Float32Array(width * places.length)
  for (const [k, place] of places.entries()) some.set(all.subarray(width * place, width * (place + 1)), width * k)
  return some
}

const diagonalOf = ({ low, high }: DrawnModel) => distance(low, high)

function prepareShape(
  prepared: PreparedResults,
  { show, scale: wanted, hinges }: PictureResults,
  line: CaseResults,
  shown: Shown,
  drawn: DrawnModel,
  units: LoadUnits,
): void {
  const moves = numbersOf(line, 'deflections', shown)
  const largest = largestMotion(moves)
  const scale = wanted ?? automaticScale(largest, diagonalOf(drawn))
  const isMechanism = show === 'mechanism'
  const rgb = isMechanism ? RESULT_RGB.mechanism : RESULT_RGB.moved
  const points = deflectedShape(shown.frames, shown.at, moves, scale)
  prepared.polylines.push({ points, rgb })
  prepared.legend.push({ rgb, label: isMechanism ? 'Moved' : `Moved, × ${roundedScale(scale)}`, count: shown.places.length })
  if (!isMechanism) {
    if (isFreeMotion(line.case)) prepared.title = `Shape of ${line.case}`
    else if (largest > 0) {
      const most = placeOfLargest(moves, shown.at.length, () => true)
      const [frame, station] = [Math.floor(most / 3 / shown.at.length), (most / 3) % shown.at.length]
      prepared.texts.push({
        from: perAxis((k) => placeAlong(shown.frames.ends, frame, shown.at[station]!, k)),
        at: [points[most]!, points[most + 1]!, points[most + 2]!],
        text: motionText(largest, units.length),
        rgb,
      })
    }
    return
  }
  const { model, scene } = drawn
  const places = new Map(model.nodes.map(({ id, position }) => [id, subtract(vec(position), scene.origin)]))
  const frames = new Map((model.frames ?? []).map((frame) => [frame.id, frame]))
  const supports = new Map((model.supports ?? []).map(({ id, nodeId }) => [id, places.get(nodeId)]))
  prepared.hinges = hingePlaces(hinges, {
    frame: (id) => {
      const frame = frames.get(id)
      const [start, end] = [places.get(frame?.startNodeId ?? ''), places.get(frame?.endNodeId ?? '')]
      return frame && start && end ? { start, end, releases: frame.releases } : undefined
    },
    support: (id) => supports.get(id),
  })
  if (prepared.hinges.length > 0) prepared.legend.push({ rgb, label: 'Hinges', count: prepared.hinges.length })
}

/** How far a point goes, whatever the direction. */
const motionText = (value: number, unit: string) => `|u| ${valueText(value, unit)}`
const valueText = (value: number, unit: string) => amountText(Number(value.toPrecision(3)), unit)

function prepareDiagram(
  prepared: PreparedResults,
  { lines, scale: times = 1 }: PictureResults,
  shown: Shown,
  drawn: DrawnModel,
  diagram: Diagram,
  units: LoadUnits,
): void {
  const shownLines = lines.map((line) => ({ at: shown.at, forces: numbersOf(line, 'forces', shown) }))
  const scaleOf = (largest: number) => times * diagramScale(largest, diagonalOf(drawn))
  prepared.diagrams = placeDiagrams(shown.frames, shownLines, diagram, scaleOf)
  const unit = isMoment(diagram) ? units.moment : units.force
  const where = prepared.diagrams.length > 0 ? `drawn ${sideText(diagram)}` : '0 everywhere'
  prepared.title += `${unit ? `, ${unit}` : ''}${lines.length > 1 ? ', envelope' : ''}, ${where}`
  for (const [name, sign] of [
    ['above', 1],
    ['below', -1],
  ] as const) {
    const count = prepared.diagrams.reduce((sum, one) => sum + framesOfSign(one, sign), 0)
    if (count > 0) prepared.legend.push({ rgb: RESULT_RGB[name], label: signText(diagram, sign), count })
  }
}

function prepareRatios(prepared: PreparedResults, line: CaseResults, shown: Shown, drawn: DrawnModel): void {
  const ratios = frameRatios(shown.places.length, shown.at.length, numbersOf(line, 'stresses', shown))
  const counts = STRESS_CLASSES.map(() => 0)
  prepared.frameColours = drawn.frameColours.map(() => STRESS_CLASSES[0]!.rgb)
  for (const [k, ratio] of ratios.entries()) {
    const place = stressClass(ratio)
    counts[place]!++
    prepared.frameColours[shown.ordinals[k]!] = STRESS_CLASSES[place]!.rgb
  }
  for (const [place, { label, rgb }] of STRESS_CLASSES.entries()) {
    if (counts[place]! > 0) prepared.legend.push({ rgb, label, count: counts[place]! })
  }
  let worst = -1
  for (const [k, ratio] of ratios.entries()) if (ratio > (ratios[worst] ?? 0)) worst = k
  if (worst < 0) return
  const [start, end] = endsOf(drawn.scene, shown.ordinals[worst]!)
  const middle: Vec = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2, (start[2] + end[2]) / 2]
  prepared.texts.push({
    at: middle,
    from: middle,
    text: valueText(ratios[worst]!, ''),
    rgb: STRESS_CLASSES[stressClass(ratios[worst]!)]!.rgb,
  })
}

function prepareReactions(prepared: PreparedResults, lines: readonly CaseResults[], drawn: DrawnModel, units: LoadUnits): void {
  const { model, scene } = drawn
  const ordinals = new Map(model.nodes.map(({ id }, k) => [id, k]))
  const [first] = lines
  const found = (first?.supported ?? []).flatMap((id, place) => {
    const ordinal = ordinals.get(id) ?? -1
    return drawn.nodes[ordinal] === 1 ? [{ place, at: subtract(vec(model.nodes[ordinal]!.position), scene.origin) }] : []
  })
  const largest = largestReactions(lines)
  const values = found.flatMap(({ place }) => largest.slice(6 * place, 6 * place + 6))
  prepared.marks = reactionMarks(
    found.map(({ at }) => at),
    values,
    units,
  )
  const unit = [units.force, units.moment].filter(Boolean).join(' and ')
  prepared.title += `${unit ? `, ${unit}` : ''}, on the structure`
  prepared.legend.push({ rgb: RESULT_RGB.reaction, label: 'Supported nodes', count: found.length })
}
