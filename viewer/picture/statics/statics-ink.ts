import { add, scale, type Vec } from '#lib/model/shape/vector.ts'
import type { Theme } from '../../session/theme.ts'
import { sectionPlanes } from '../../session/view/scene-points.ts'
import type { CameraRig } from '../camera/camera-rig.ts'
import type { Stage } from '../elements/stage.ts'
import type { IsBehind } from '../marks/hidden-behind.ts'
import { halo, type Page, STRONG } from '../marks/writing.ts'
import { HIDDEN } from '../shading/gpu-tables.ts'

/** What loads and results are drawn with, on the canvas over the picture. */
export type StaticsInk = {
  context: CanvasRenderingContext2D
  rig: CameraRig
  stage: Stage
  theme: Theme
  page: Page
  isBehind: IsBehind
}

export type Point = { x: number; y: number }

/** A point of the model, moved by so many pixels of an offset. */
export function place({ rig }: Pick<StaticsInk, 'rig'>, at: Vec, offset: Vec, pixels: number): Point | null {
  return rig.project(add(at, scale(offset, pixels * rig.pixelAtPoint(at))))
}

/** Of nodes, frames and areas: none is hidden, and none is cut away. */
export function visibility({ stage }: Pick<StaticsInk, 'stage'>) {
  const { tables, session, drawn } = stage
  const states = { node: tables.nodeState, frame: tables.frameState, area: tables.areaState }
  const planes = sectionPlanes(session.view.get().section, drawn.scene.origin)
  return {
    isShown: (kind: keyof typeof states, index: number) => (states[kind].values[2 * index + 1]! & HIDDEN) === 0,
    isUncut: (point: Vec) => planes.every(([a, b, c, d]) => a * point[0] + b * point[1] + c * point[2] + d >= 0),
  }
}

/** One path for many lines of a look. */
export function strokePath(context: CanvasRenderingContext2D, lines: readonly (readonly Point[])[]) {
  context.beginPath()
  for (const line of lines) {
    for (const [k, { x, y }] of line.entries()) context[k === 0 ? 'moveTo' : 'lineTo'](x, y)
  }
  context.stroke()
}

export function fillPath(context: CanvasRenderingContext2D, polygons: readonly (readonly Point[])[]) {
  context.beginPath()
  for (const polygon of polygons) {
    for (const [k, { x, y }] of polygon.entries()) context[k === 0 ? 'moveTo' : 'lineTo'](x, y)
    context.closePath()
  }
  context.fill()
}

const HEAD = 8

/** The head of an arrow, a triangle whose tip lies `back` pixels before its end. Seen along itself an arrow is a point and has none. */
export function arrowHead(from: Point, tip: Point, back = 0): Point[] | null {
  const long = Math.hypot(tip.x - from.x, tip.y - from.y)
  if (long < 3) return null
  const [dx, dy] = [(tip.x - from.x) / long, (tip.y - from.y) / long]
  const size = Math.min(HEAD, Math.max(4, long * 0.6))
  const [x, y] = [tip.x - dx * back, tip.y - dy * back]
  const corner = (side: number) => ({ x: x - size * (dx + side * dy), y: y - size * (dy - side * dx) })
  return [{ x, y }, corner(0.36), corner(-0.36)]
}

const LETTER = 12

/** A value on a line, which does not run through it. Whether it was written. */
export function writeOnLine({ context, theme, page }: StaticsInk, text: string, { x, y }: Point, colour: string): boolean {
  context.font = STRONG
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const [half, high] = [context.measureText(text).width / 2 + 4, LETTER / 2 + 3]
  if (!page.take(x - half, y - high, x + half, y + high)) return false
  context.beginPath()
  context.roundRect(x - half, y - high, 2 * half, 2 * high, 4)
  context.fillStyle = theme.textHalo
  context.fill()
  context.lineWidth = 1
  context.strokeStyle = colour
  context.stroke()
  context.fillStyle = colour
  context.fillText(text, x, y + 0.5)
  return true
}

/**
 * A value beside a point: away from another, else to one of its sides, where nothing is written yet; of what goes all around
 * the other (`isAround`) as far from that. Whether it was written.
 */
export function writeValue(
  { context, theme, page }: StaticsInk,
  text: string,
  at: Point,
  awayFrom: Point,
  colour: string,
  isAround = false,
): boolean {
  context.font = STRONG
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const half = context.measureText(text).width / 2
  const long = Math.hypot(at.x - awayFrom.x, at.y - awayFrom.y)
  const [dx, dy] = long < 1 ? [0, -1] : [(at.x - awayFrom.x) / long, (at.y - awayFrom.y) / long]
  const sides: [right: number, down: number][] = [
    [dx, dy],
    [dy, -dx],
    [-dy, dx],
  ]
  if (isAround) sides.push([-dx, -dy])
  for (const [right, down] of sides) {
    const from = isAround ? { x: awayFrom.x + right * long, y: awayFrom.y + down * long } : at
    const [x, y] = [from.x + right * (half + 5), from.y + down * LETTER * 1.1]
    if (!page.take(x - half - 2, y - LETTER / 2 - 1, x + half + 2, y + LETTER / 2 + 1)) continue
    context.fillStyle = theme.textHalo
    context.fillRect(x - half - 2, y - LETTER / 2 - 1, 2 * half + 4, LETTER + 2)
    halo(context, text, x, y, theme, colour)
    return true
  }
  return false
}
