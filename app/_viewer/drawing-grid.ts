import { add, subtract, type Vec } from '#lib/geometry/vector.ts'
import { formatLength, readUnits } from '#lib/model/units.ts'
import type { CameraRig } from './camera-rig.ts'
import { type Drawing, towardEye } from './drawings.ts'
import { slabBox } from './scene-points.ts'
import type { Stage } from './stage.ts'
import type { Theme } from './theme.ts'
import { bubbleHalf, css, drawBubble, drawLevelMark, halo, type Screen, type Spot, STRONG } from './writing.ts'

/** Beyond the model, in pixels: where a drawing's grid lines and levels end. */
const BEYOND = 34

/** Whether the camera looks straight at the drawing: only then is it one. */
export function isSquareOn(rig: CameraRig, { axis }: Drawing, isYUp: boolean) {
  const [a, b] = [rig.toward(), towardEye(axis, isYUp)]
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] > 0.9999
}

/** The grid as it is drawn on paper: lines across everything, bubbles outside on one side, levels with their marks on the right. */
export function drawDrawingGrid(
  context: CanvasRenderingContext2D,
  rig: CameraRig,
  stage: Stage,
  drawing: Drawing,
  theme: Theme,
  taken: Screen,
  spots: Spot[],
) {
  const { scene, summary } = stage.drawn
  const { units, section } = stage.session.view.get()
  const { low, high } = slabBox(scene, section)
  const frame = onScreen(rig, low, high)
  if (!frame) return
  context.font = STRONG
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const { origin } = scene
  const axes = { X: 0, Y: 1, Z: 2 } as const
  const at = (axis: Drawing['axis'], coordinate: number) => {
    const point: Vec = [scene.low[0], scene.low[1], scene.low[2]]
    const moved = [...point] as [number, number, number]
    moved[axes[axis]] = coordinate - origin[axes[axis]]
    const along: Vec = [axis === 'X' ? 1 : 0, axis === 'Y' ? 1 : 0, axis === 'Z' ? 1 : 0]
    const [from, to] = [rig.project(moved), rig.project(add(moved, along))]
    return from && to ? { from, isAcross: Math.abs(to.x - from.x) > Math.abs(to.y - from.y) } : null
  }

  for (const { axis, coordinate, label } of scene.grid.plan) {
    if (axis === drawing.axis) continue
    const found = at(axis, coordinate)
    if (!found) continue
    const half = bubbleHalf(context, label)
    const { x, y } = found.from
    // Measured across the picture the line stands upright, else it lies.
    if (found.isAcross) {
      const [top, bottom] = drawing.axis === 'Z' ? [frame.y0 - BEYOND, frame.y1 + 14] : [frame.y0 - 14, frame.y1 + BEYOND]
      dashDot(context, theme, x, top, x, bottom)
      const end = drawing.axis === 'Z' ? top - 11 : bottom + 11
      if (drawBubble(context, label, x, end, theme, taken))
        spots.push({ x, y: end, halfWidth: half, halfHeight: 11, drawing: { axis, at: coordinate, label } })
    } else {
      dashDot(context, theme, frame.x0 - BEYOND, y, frame.x1 + 14, y)
      const end = frame.x0 - BEYOND - half
      if (drawBubble(context, label, end, y, theme, taken))
        spots.push({ x: end, y, halfWidth: half, halfHeight: 11, drawing: { axis, at: coordinate, label } })
    }
  }

  if (drawing.axis === 'Z') return
  const unit = readUnits(summary.units).length
  context.textAlign = 'left'
  for (const { label, elevation } of summary.storeys.toReversed()) {
    const found = at('Z', elevation)
    if (!found || found.isAcross) continue
    const { y } = found.from
    const height = `${elevation >= 0 ? '+' : '−'}${formatLength(Math.abs(elevation), unit, units)}`
    const isNamed = scene.grid.levels.length > 0
    const nameWidth = isNamed ? context.measureText(label).width + 8 : 0
    const all = nameWidth + context.measureText(height).width + 22
    const x = Math.min(frame.x1 + BEYOND, taken.width - all - 8)
    if (!taken.take(x - 4, y - 8, x + all, y + 8)) continue
    dashDot(context, theme, frame.x0 - 14, y, x, y)
    drawLevelMark(context, x - 8, x, y, theme)
    if (isNamed) halo(context, label, x + 12, y, theme)
    halo(context, height, x + 12 + nameWidth, y, theme, theme.muted)
    spots.push({ x: x + all / 2, y, halfWidth: all / 2, halfHeight: 9, drawing: { axis: 'Z', at: elevation, label } })
  }
}

/** The model's box in the picture. */
function onScreen(rig: CameraRig, low: Vec, high: Vec) {
  const [a, b] = [rig.project(low), rig.project(high)]
  const size = subtract(high, low)
  if (!a || !b || size.some((side) => !Number.isFinite(side))) return null
  return { x0: Math.min(a.x, b.x), x1: Math.max(a.x, b.x), y0: Math.min(a.y, b.y), y1: Math.max(a.y, b.y) }
}

function dashDot(context: CanvasRenderingContext2D, theme: Theme, x0: number, y0: number, x1: number, y1: number) {
  context.save()
  context.globalAlpha = 0.55
  context.lineWidth = 1
  context.strokeStyle = css(theme.ink)
  context.setLineDash([14, 4, 2, 4])
  context.beginPath()
  context.moveTo(x0, y0)
  context.lineTo(x1, y1)
  context.stroke()
  context.restore()
}
