import { deflectedShape, isFreeMotion, placeOfLargest } from '#lib/drawing/results/deflected-shape.ts'
import { diagramMarks, placeDiagrams, type Sign } from '#lib/drawing/results/diagram-marks.ts'
import { DIAGRAMS, type Diagram, diagramScale } from '#lib/drawing/results/force-diagram.ts'
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
/** Values in the picture, and what is shorter there in pixels is seen along itself. */
const [MOST_VALUES, FLAT] = [350, 3]
const HINGE = 11
/** In a picture of fewer pixels, as on a phone, thick lines of a building run into each other. */
const NARROW = 480

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
  context.lineWidth = rig.size.width < NARROW ? 1.25 : 2.25
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
  const { context, rig, colours, stage } = ink
  const { isShown } = visibility(ink)
  const diagrams = placeDiagrams(placed.frames, placed.lines, diagram, (largest) => diagramScale(largest, placed.diagonal))
  const all = diagrams.map((one) =>
    diagramMarks(one, rig.project, {
      isShown: (frame) => placed.frameIndices[frame]! >= 0 && isShown('frame', placed.frameIndices[frame]!),
      flat: FLAT,
    }),
  )
  for (const { faces, strokes } of all) {
    for (const side of ['above', 'below'] as const) {
      context.fillStyle = context.strokeStyle = colours[side]
      const { globalAlpha } = context
      context.globalAlpha = 0.22 * globalAlpha
      const isOf = ({ sign }: { sign: Sign }) => sign === side
      fillPath(
        context,
        faces.filter(isOf).map(({ corners }) => corners),
      )
      context.globalAlpha = globalAlpha
      context.lineWidth = 1.5
      const lines = strokes.filter((stroke) => isOf(stroke) && stroke.is !== 'rib')
      strokePath(
        context,
        lines.map(({ from, to }) => [from, to]),
      )
    }
  }
  for (const { values } of all)
    for (const { text, tip, on, sign } of values.slice(0, MOST_VALUES)) writeValue(ink, text, tip, on, colours[sign])
  const isEdgeOn = all.length > 0 && all.every((one) => one.isEdgeOn)
  const { results } = stage.session
  if (results.get().isEdgeOn !== isEdgeOn) results.set({ isEdgeOn })
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
