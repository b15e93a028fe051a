import { deflectedShape, isFreeMotion, placeOfLargest } from '#lib/drawing/results/deflected-shape.ts'
import {
  DIAGRAMS,
  type Diagram,
  diagramScale,
  forceDiagram,
  largestForce,
  leastDrawn,
  writtenValues,
} from '#lib/drawing/results/force-diagram.ts'
import { largestReactions, reactionMarks } from '#lib/drawing/results/reaction-marks.ts'
import { placeAlong } from '#lib/drawing/results/result-frames.ts'
import { amountText } from '#lib/model/load/load-text.ts'
import { add, length, perAxis, scale as vectorScale } from '#lib/model/shape/vector.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import { type ResultInks, resultInks } from '../../session/results/result-inks.ts'
import type { DrawnResults } from '../../session/results/results-state.ts'
import type { PlacedResults } from '../../worker/results/placed-results.ts'
import { drawMarks } from './load-drawing.ts'
import { fillPath, type Point, type StaticsInk, strokePath, visibility, writeValue } from './statics-ink.ts'

/** Results over the model: the deflected shape, a diagram, reactions, or a mechanism with its hinges. */

/** To and fro in so many milliseconds. */
const PERIOD = 2000
/** Values in the picture. */
const MOST_VALUES = 350
const HINGE = 11

type Ink = StaticsInk & { colours: ResultInks }

export function drawResults(ink: StaticsInk, drawn: DrawnResults) {
  const { context, theme } = ink
  const own: Ink = { ...ink, colours: resultInks(theme.isDark) }
  context.save()
  context.lineJoin = 'round'
  context.lineCap = 'round'
  if (drawn.isStale) context.globalAlpha = 0.35
  if (isOneOf(DIAGRAMS, drawn.show)) drawDiagram(own, drawn, drawn.show)
  else if (drawn.show === 'reactions') drawReactions(own, drawn)
  else if (drawn.show === 'deflected') drawShapes(own, drawn)
  if (drawn.placed.hinges.length > 0) drawHinges(own, drawn.placed)
  context.restore()
}

function drawShapes(ink: Ink, drawn: DrawnResults) {
  const { placed, older, scale, motion } = drawn
  const { stage, colours, context } = ink
  const isPlaying = motion === 'play'
  const share = isPlaying ? Math.sin((2 * Math.PI * performance.now()) / PERIOD) : 1
  if (older) drawShape(ink, older, scale * share, colours.older, () => true)
  const { isShown } = visibility(ink)
  const isDrawn = (index: number) => index >= 0 && isShown('frame', index)
  drawShape(ink, placed, scale * share, colours.shape, isDrawn)
  if (motion === 'both') {
    context.setLineDash([6, 4])
    drawShape(ink, placed, -scale, colours.shape, isDrawn)
    context.setLineDash([])
  } else writeLargest(ink, drawn, isDrawn)
  if (isPlaying) stage.session.redraw()
}

/** The frames as their true curves. */
function drawShape(
  { context, rig }: Ink,
  placed: PlacedResults,
  scale: number,
  colour: string,
  isDrawn: (index: number) => boolean,
) {
  const [line] = placed.lines
  if (!line?.deflections || line.of !== undefined) return
  const points = deflectedShape(placed.frames, line.at, line.deflections, scale)
  const count = line.at.length
  const lines: Point[][] = []
  for (const [frame, index] of placed.frameIndices.entries()) {
    if (!isDrawn(index)) continue
    const curve: Point[] = []
    for (let k = 3 * frame * count; k < 3 * (frame + 1) * count; k += 3) {
      const point = rig.project([points[k]!, points[k + 1]!, points[k + 2]!])
      if (point) curve.push(point)
    }
    lines.push(curve)
  }
  context.strokeStyle = colour
  context.lineWidth = 2.25
  strokePath(context, lines)
}

/** How far the point goes that moves most. */
function writeLargest(
  ink: Ink,
  { placed: { lines, frames, frameIndices }, scale, units }: DrawnResults,
  isDrawn: (index: number) => boolean,
) {
  const [line] = lines
  if (!line?.deflections || line.of !== undefined || isFreeMotion(line.case)) return
  const { deflections, at } = line
  const place = placeOfLargest(deflections, at.length, (frame) => isDrawn(frameIndices[frame]!))
  if (place < 0) return
  const moved = perAxis((k) => deflections[place + k]!)
  const [frame, station] = [Math.floor(place / 3 / at.length), (place / 3) % at.length]
  const from = perAxis((k) => placeAlong(frames.ends, frame, at[station]!, k))
  const [on, tip] = [ink.rig.project(from), ink.rig.project(add(from, vectorScale(moved, scale)))]
  const text = `|u| ${amountText(Number(length(moved).toPrecision(3)), units.length)}`
  if (on && tip) writeValue(ink, text, tip, on, ink.colours.shape)
}

function drawDiagram(ink: Ink, { placed }: DrawnResults, diagram: Diagram) {
  const { context, rig, colours } = ink
  const { isShown } = visibility(ink)
  const largest = placed.lines.reduce((most, { forces }) => Math.max(most, forces ? largestForce(forces, diagram) : 0), 0)
  const scale = diagramScale(largest, placed.diagonal)
  const least = leastDrawn(largest)
  const component = DIAGRAMS.indexOf(diagram)
  const texts: (() => void)[] = []
  for (const { forces, at } of placed.lines) {
    if (!forces || scale === 0) continue
    const points = forceDiagram(placed.frames, at, forces, diagram, scale)
    const pointAt = (frame: number, station: number, isTip: boolean): Point | null => {
      const k = 6 * (frame * at.length + station) + (isTip ? 3 : 0)
      return rig.project([points[k]!, points[k + 1]!, points[k + 2]!])
    }
    const fills = { positive: [] as Point[][], negative: [] as Point[][] }
    const outlines = { positive: [] as Point[][], negative: [] as Point[][] }
    for (const [frame, index] of placed.frameIndices.entries()) {
      if (index < 0 || !isShown('frame', index)) continue
      const value = (station: number) => forces[6 * (frame * at.length + station) + component]!
      for (let station = 0; station + 1 < at.length; station++) {
        if (Math.abs(value(station)) <= least && Math.abs(value(station + 1)) <= least) continue
        const corners = [
          pointAt(frame, station, false),
          pointAt(frame, station + 1, false),
          pointAt(frame, station + 1, true),
          pointAt(frame, station, true),
        ]
        if (corners.some((corner) => corner === null)) continue
        for (const { sign, quad, edge } of split(corners as Quad, value(station), value(station + 1))) {
          fills[sign].push(quad)
          outlines[sign].push(edge)
        }
      }
      for (const station of [0, at.length - 1]) {
        const [on, tip] = [pointAt(frame, station, false), pointAt(frame, station, true)]
        if (on && tip && Math.abs(value(station)) > least) outlines[value(station) > 0 ? 'positive' : 'negative'].push([on, tip])
      }
    }
    for (const sign of ['positive', 'negative'] as const) {
      context.fillStyle = context.strokeStyle = colours[sign]
      const { globalAlpha } = context
      context.globalAlpha = 0.22 * globalAlpha
      fillPath(context, fills[sign])
      context.globalAlpha = globalAlpha
      context.lineWidth = 1.5
      strokePath(context, outlines[sign])
    }
    const written = writtenValues(placed.frames.count, at, forces, diagram).filter(({ frame }) => {
      const index = placed.frameIndices[frame]!
      return index >= 0 && isShown('frame', index)
    })
    for (const { frame, station, value } of written.slice(0, MOST_VALUES))
      texts.push(() => {
        const [on, tip] = [pointAt(frame, station, false), pointAt(frame, station, true)]
        if (on && tip)
          writeValue(ink, amountText(Number(value.toPrecision(3)), ''), tip, on, value > 0 ? colours.positive : colours.negative)
      })
  }
  for (const write of texts) write()
}

type Quad = [onA: Point, onB: Point, tipB: Point, tipA: Point]
type Piece = { sign: 'positive' | 'negative'; quad: Point[]; edge: Point[] }

/** Between two stations, cut where the value changes its sign. */
function split([onA, onB, tipB, tipA]: Quad, a: number, b: number): Piece[] {
  const signOf = (value: number) => (value > 0 ? 'positive' : 'negative')
  if (a * b >= 0) return [{ sign: signOf(a + b), quad: [onA, onB, tipB, tipA], edge: [tipA, tipB] }]
  const t = a / (a - b)
  const zero = { x: onA.x + (onB.x - onA.x) * t, y: onA.y + (onB.y - onA.y) * t }
  return [
    { sign: signOf(a), quad: [onA, zero, tipA], edge: [tipA, zero] },
    { sign: signOf(b), quad: [zero, onB, tipB], edge: [zero, tipB] },
  ]
}

function drawReactions(ink: Ink, { placed, units }: DrawnResults) {
  const { isShown } = visibility(ink)
  const marks = reactionMarks(placed.supported, largestReactions(placed.lines), units).filter((_, k) => {
    const index = placed.supportedIndices[k]!
    return index >= 0 && isShown('node', index)
  })
  drawMarks(ink, marks, ink.colours.reaction)
}

/** Red rings around what lets the mechanism go. */
function drawHinges(ink: Ink, { hinges }: PlacedResults) {
  const { context, rig, colours } = ink
  context.strokeStyle = colours.hinge
  context.lineWidth = 2.5
  for (const { at, towards } of hinges) {
    const node = rig.project(at)
    if (!node) continue
    const other = towards && rig.project(towards)
    const long = other ? Math.hypot(other.x - node.x, other.y - node.y) : 0
    const off = other && long > 4 * HINGE ? HINGE / long : 0
    const centre = other ? { x: node.x + (other.x - node.x) * off, y: node.y + (other.y - node.y) * off } : node
    context.beginPath()
    context.arc(centre.x, centre.y, HINGE * 0.75, 0, 2 * Math.PI)
    context.stroke()
  }
}
