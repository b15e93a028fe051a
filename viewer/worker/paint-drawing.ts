import { areaBody, type Body, frameBody, type SightPoint } from '#lib/drawing/sheet/drawing-bodies.ts'
import { bodiesIn, type Layout } from '#lib/drawing/sheet/drawing-layout.ts'
import { colourOf, cutFill, depthOf, LEVEL, type Painted, seenFill } from '#lib/drawing/sheet/drawing-lines.ts'
import { toBase64 } from '#lib/values/base64.ts'

/** A drawing of very many elements as a picture, farthest first, each over the ones behind it. Needs a thread's canvas. */

/** 300 dpi. */
const PER_MILLIMETRE = 300 / 25.4
/** On a side of one piece of the picture. A large sheet has several: in one, A0 would take half a gigabyte. */
const MOST_PIXELS = 4096
/** Both of two pieces have so many, so that no gap is seen between them at any size. */
const SHARED = 2

/** In pixels of the whole picture. */
type Box = { x0: number; y0: number; x1: number; y1: number }
type Queued = Box & { kind: Body['kind']; index: number; depth: number }

export async function paintDrawing(layout: Layout): Promise<Painted[]> {
  const { low, high, perUnit } = layout
  const pixels = perUnit * PER_MILLIMETRE
  const queue = farthestFirst(layout, pixels)
  const pieces: Painted[] = []
  for (const [y0, y1] of stretches((high[1] - low[1]) * pixels))
    for (const [x0, x1] of stretches((high[0] - low[0]) * pixels)) {
      const href = await paintPiece(layout, queue, { x0, y0, x1, y1 }, pixels)
      const [x, y, width, height] = [x0, y0, x1 - x0, y1 - y0].map((size) => size / PER_MILLIMETRE) as [
        number,
        number,
        number,
        number,
      ]
      pieces.push({ x, y, width, height, href })
    }
  return pieces
}

/** A side in stretches that a canvas takes, each going on a little into the next. */
function stretches(size: number): [from: number, to: number][] {
  const whole = Math.max(1, Math.ceil(size))
  const count = Math.ceil(whole / MOST_PIXELS)
  const each = Math.ceil(whole / count)
  return Array.from({ length: count }, (_, k) => [k * each, Math.min(whole, (k + 1) * each + SHARED)])
}

/** Bodies are made anew for each piece that they are in rather than kept: a hundred thousand of them are larger than the model. */
function farthestFirst(layout: Layout, pixels: number): Queued[] {
  const { drawing, low, high, perUnit } = layout
  const queue: Queued[] = []
  for (const body of bodiesIn(drawing)) {
    const { kind, index, faces, edges } = body
    const points = [...faces.flatMap((face) => face.points), ...edges.flat()]
    const [xs, ys] = [points.map(([x]) => (x - low[0]) * pixels), points.map(([, y]) => (high[1] - y) * pixels)]
    const box = { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
    queue.push({ kind, index, depth: depthOf(body, LEVEL / perUnit), ...box })
  }
  return queue.sort((a, b) => a.depth - b.depth)
}

/** Half of the widest line. */
const BESIDE = 0.25 * PER_MILLIMETRE

async function paintPiece({ drawing, low, high }: Layout, queue: readonly Queued[], piece: Box, pixels: number): Promise<string> {
  const { scene, sight } = drawing
  const canvas = new OffscreenCanvas(piece.x1 - piece.x0, piece.y1 - piece.y0)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no 2D canvas')
  context.lineJoin = 'round'
  const trace = (points: readonly SightPoint[], isClosed: boolean) => {
    for (const [k, [x, y]] of points.entries()) {
      const point = [(x - low[0]) * pixels - piece.x0, (high[1] - y) * pixels - piece.y0] as const
      if (k === 0) context.moveTo(...point)
      else context.lineTo(...point)
    }
    if (isClosed) context.closePath()
  }
  for (const { kind, index, x0, y0, x1, y1 } of queue) {
    if (x1 + BESIDE < piece.x0 || x0 - BESIDE > piece.x1 || y1 + BESIDE < piece.y0 || y0 - BESIDE > piece.y1) continue
    const body = kind === 'frame' ? frameBody(scene, index, sight) : areaBody(scene, index, sight)
    if (!body) continue
    const colour = colourOf(drawing, body)
    context.beginPath()
    for (const { points, facing } of body.faces) if (facing === 1) trace(points, true)
    context.fillStyle = seenFill(colour)
    context.fill()
    context.beginPath()
    for (const edge of body.edges) trace(edge, false)
    context.lineWidth = 0.25 * PER_MILLIMETRE
    context.stroke()
    if (body.cut.loops.length === 0) continue
    context.beginPath()
    for (const loop of body.cut.loops) trace(loop, true)
    context.fillStyle = cutFill(colour)
    context.fill('evenodd')
    context.lineWidth = 0.5 * PER_MILLIMETRE
    context.stroke()
  }
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  return `data:image/png;base64,${toBase64(new Uint8Array(await blob.arrayBuffer()))}`
}
