import { type GridCurve, hasBubbleFirst } from '#lib/geometry/grid-curves.ts'
import { meetsAny, writePlate } from './bubbles.ts'
import { halfOf, nameOf, RADIUS } from './grid-bubbles.ts'
import type { Ink } from './ink.ts'
import { supportPlaces } from './support-places.ts'
import { css, line as drawLine } from './writing.ts'

/** Bubbles of skew grid lines and arcs, and in a plan the lines themselves, which space has as strokes of the scene. */

/** From the rim of a bubble at the end of its line outward. */
const OUTWARD = [RADIUS, 2 * RADIUS, 3 * RADIUS, 4 * RADIUS]

type Place = { x: number; y: number }

export function writeCurves(ink: Ink, { withLines }: { withLines: boolean }): void {
  const { stage, rig, page, context, theme } = ink
  const { curves } = stage.drawn.scene.grid
  if (curves.length === 0) return
  if (withLines) for (const { path } of curves) drawPath(ink, path)
  const supports = withLines ? [] : supportPlaces(stage, rig)
  for (const curve of curves) {
    const [end, before] = endOf(ink, curve)
    if (!end || end.x < 0 || end.y < 0 || end.x > page.width || end.y > page.height) continue
    const name = { label: curve.label }
    const half = halfOf(context, name, page.width)
    const away = before ? Math.atan2(end.y - before.y, end.x - before.x) : 0
    const place = OUTWARD.map((by) => ({ x: end.x + by * Math.cos(away), y: end.y + by * Math.sin(away) })).find(
      ({ x, y }) => page.isFree(x - half, y - RADIUS, x + half, y + RADIUS) && !meetsAny(supports, x, y, half, RADIUS),
    )
    if (!place) continue
    context.strokeStyle = css(theme.ink)
    context.lineWidth = 1.1
    drawLine(context, [end.x, end.y], [place.x, place.y])
    page.fill(place.x - half, place.y - RADIUS, place.x + half, place.y + RADIUS)
    writePlate(ink, { ...place, half }, nameOf(context, name, page.width), {
      says: `Grid ${curve.label}`,
      more: curve.id,
      element: { kind: 'gridLine', id: curve.id, index: curve.index },
    })
  }
}

/** Where the bubble is, and the point of the path before that: its first or its last but one. */
function endOf({ rig }: Ink, curve: GridCurve): [end: Place | null, before: Place | null] {
  const { path, bubble } = curve
  if (!bubble) return [null, null]
  const before = hasBubbleFirst(curve) ? path[1] : path.at(-2)
  return [rig.project(bubble), before ? rig.project(before) : null]
}

function drawPath({ context, rig, theme }: Ink, path: GridCurve['path']): void {
  context.strokeStyle = css(theme.ink)
  context.lineWidth = 1
  context.globalAlpha = 0.6
  context.setLineDash([14, 4, 2, 4])
  context.beginPath()
  for (const point of path) {
    const place = rig.project(point)
    if (place) context.lineTo(place.x, place.y)
  }
  context.stroke()
  context.setLineDash([])
  context.globalAlpha = 1
}
