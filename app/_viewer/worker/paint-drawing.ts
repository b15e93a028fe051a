import { areaBody, type Body, frameBody } from '#lib/drawing/drawing-bodies.ts'
import { bodiesIn, type Layout } from '#lib/drawing/drawing-layout.ts'
import { colourOf, cutFill, depthOf, LEVEL, seenFill } from '#lib/drawing/drawing-lines.ts'

/** A drawing of very many elements as a picture, farthest first, each over the ones behind it. Needs a thread's canvas. */

const DPI = 300
/** On a side: what every browser paints. */
const MOST_PIXELS = 8192

export async function paintDrawing(layout: Layout): Promise<string> {
  const { drawing, low, high, perUnit } = layout
  const { scene, sight } = drawing
  const [wide, tall] = [(high[0] - low[0]) * perUnit, (high[1] - low[1]) * perUnit]
  const perMillimetre = Math.min(DPI / 25.4, MOST_PIXELS / Math.max(wide, tall, 1e-9))
  const pixels = perUnit * perMillimetre
  const canvas = new OffscreenCanvas(Math.max(1, Math.ceil(wide * perMillimetre)), Math.max(1, Math.ceil(tall * perMillimetre)))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no 2D canvas')
  // Bodies are made twice rather than kept: of a hundred thousand they are larger than the model.
  const order: { kind: Body['kind']; index: number; depth: number }[] = []
  for (const body of bodiesIn(drawing)) order.push({ kind: body.kind, index: body.index, depth: depthOf(body, LEVEL / perUnit) })
  order.sort((a, b) => a.depth - b.depth)
  context.lineJoin = 'round'
  const trace = (points: readonly (readonly [number, number, number])[], isClosed: boolean) => {
    for (const [k, [x, y]] of points.entries()) {
      const at = [(x - low[0]) * pixels, (high[1] - y) * pixels] as const
      if (k === 0) context.moveTo(...at)
      else context.lineTo(...at)
    }
    if (isClosed) context.closePath()
  }
  for (const { kind, index } of order) {
    const body = kind === 'frame' ? frameBody(scene, index, sight) : areaBody(scene, index, sight)
    if (!body) continue
    const colour = colourOf(drawing, body)
    context.beginPath()
    for (const { points, facing } of body.faces) if (facing === 1) trace(points, true)
    context.fillStyle = seenFill(colour)
    context.fill()
    context.beginPath()
    for (const edge of body.edges) trace(edge, false)
    context.lineWidth = 0.25 * perMillimetre
    context.stroke()
    if (body.cut.loops.length === 0) continue
    context.beginPath()
    for (const loop of body.cut.loops) trace(loop, true)
    context.fillStyle = cutFill(colour)
    context.fill('evenodd')
    context.lineWidth = 0.5 * perMillimetre
    context.stroke()
  }
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('no picture'))
    reader.readAsDataURL(blob)
  })
}
