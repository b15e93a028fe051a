import { mixed, type Rgb } from '#lib/drawing/palette.ts'
import { bodySize } from '#lib/geometry/body-size.ts'
import { bodyOf, isWithoutLength, NO_BODY } from '#lib/geometry/frame-records.ts'
import { type FrameSolid, frameSolid } from '#lib/geometry/frame-solid.ts'
import { outlineAt, type SectionBody } from '#lib/geometry/section-body.ts'
import { triangulate } from '#lib/geometry/triangulate.ts'
import { add, dot, scale, type Vec } from '#lib/model/shape/vector.ts'
import type { Point2 } from '#lib/schema/schema.ts'
import { HIGHLIGHT, INK, lit } from './colours.ts'
import { endsOf, type OutlinePlacement, placedAxes } from './drawn-model.ts'
import { type Canvas, project, round, stage } from './element-canvas.ts'
import { partInside } from './half-space.ts'
import { drawLine, FINE, fillTriangle } from './raster.ts'

/** Sections from this size in pixels on are drawn as bodies, from the third on with their edges; below they are lines. */
const BODY_FROM = 2.5
/** In a crowd, where bodies hide each other and cost forty times as much. */
const BODY_FROM_IN_A_CROWD = 5
const CROWD = 20_000
const EDGES_FROM = 6
/** Lines are never thinner than this, in pixels. */
const THINNEST = 1.1

export function drawFrames(canvas: Canvas): void {
  const { drawn, camera, raster, at } = canvas
  const { scene, cut, frames, frameColours, marked } = drawn
  const shapes = scene.bodies.map(shapeOf)
  const bodyFrom = frames.length > CROWD ? BODY_FROM_IN_A_CROWD : BODY_FROM
  for (let k = 0; k < frames.length; k++) {
    const packed = scene.frames.records[4 * k + 3]!
    if (!frames[k]) {
      if (cut && drawn.isolated?.frames.has(k) !== false) drawCutFrame(canvas, k, shapes)
      continue
    }
    const [start, end] = endsOf(scene, k)
    const rgb = stage(canvas, frameColours[k]!, marked.frames.has(k))
    if (isWithoutLength(packed)) {
      if (project(canvas, start, 0)) round(canvas, 3.5, marked.frames.has(k) ? HIGHLIGHT : INK)
      continue
    }
    const placed = placedAxes(scene, k, start, end)
    if (!placed) continue
    const shape = shapes[bodyOf(packed)]
    const size = bodyOf(packed) === NO_BODY || !shape ? 0 : shape.size / camera.unitsPerPixel
    if (!shape || size < bodyFrom) {
      const nearer = camera.unitsPerPixel
      const [p, q] = partInside(drawn.kept, add(start, placed.offset), add(end, placed.endOffset)) ?? []
      if (p && q && project(canvas, p, 0, nearer) && project(canvas, q, 3, nearer)) {
        drawLine(raster, at, 0, 3, FINE * Math.max(THINNEST, size), rgb)
      }
      continue
    }
    drawBody(canvas, shape, placed, start, end, rgb, size >= EDGES_FROM)
  }
}

/** A section ready to be stretched along frames. */
type Shape = {
  body: SectionBody
  solid: FrameSolid
  size: number
  /** Points of outer outline and hole with a sharp corner, at the start and at the end. */
  corners: (readonly [Point2, Point2])[]
}

function shapeOf(body: SectionBody): Shape {
  const { width, depth } = bodySize(body)
  const [middle, end] = [outlineAt(body, 0.5), body.end ?? body]
  const corners = (['outer', 'hole'] as const).flatMap((of) => {
    const loop = middle[of] ?? []
    return loop.flatMap((b, i) => {
      const [a, c] = [loop[(i + loop.length - 1) % loop.length]!, loop[(i + 1) % loop.length]!]
      const [ux, uy, vx, vy] = [b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y]
      const isSharp = ux * vx + uy * vy < 0.8 * Math.hypot(ux, uy) * Math.hypot(vx, vy)
      return isSharp ? [[body[of]![i]!, end[of]![i]!] as const] : []
    })
  })
  return { body, solid: frameSolid(body), size: Math.max(width, depth), corners }
}

function drawBody(
  canvas: Canvas,
  shape: Shape,
  { axes, offset }: OutlinePlacement,
  start: Vec,
  end: Vec,
  rgb: Rgb,
  hasEdges: boolean,
): void {
  const { raster, camera, light } = canvas
  const { solid, corners, body } = shape
  const [e1, e2, e3] = axes
  const on = (x: number, y: number, t: number): Vec => {
    const line = t === 0 ? start : end
    return [
      line[0] + offset[0] + x * e3[0] + y * e2[0],
      line[1] + offset[1] + x * e3[1] + y * e2[1],
      line[2] + offset[2] + x * e3[2] + y * e2[2],
    ]
  }
  const count = solid.at.length / 3
  if (canvas.at.length < 3 * count + 6) canvas.at = new Float64Array(3 * count + 6)
  const { at } = canvas
  for (let i = 0; i < 3 * count; i += 3) {
    // The same as `on`, without a new point for each vertex.
    const line = solid.at[i + 2] === 0 ? start : end
    const [x, y] = [solid.at[i]!, solid.at[i + 1]!]
    const px = line[0] + offset[0] + x * e3[0] + y * e2[0]
    const py = line[1] + offset[1] + x * e3[1] + y * e2[1]
    if (!camera.project(px, py, line[2] + offset[2] + x * e3[2] + y * e2[2], at, i)) return
    at[i] = at[i]! * FINE
    at[i + 1] = at[i + 1]! * FINE
  }
  for (let i = 0; i < solid.index.length; i += 3) {
    const [a, b, c] = [3 * solid.index[i]!, 3 * solid.index[i + 1]!, 3 * solid.index[i + 2]!]
    const n = (k: number) => solid.normal[a + k]! + solid.normal[b + k]! + solid.normal[c + k]!
    const [nx, ny, nt] = [n(0) / 3, n(1) / 3, n(2) / 3]
    const normal: Vec = [
      nx * e3[0] + ny * e2[0] + nt * e1[0],
      nx * e3[1] + ny * e2[1] + nt * e1[1],
      nx * e3[2] + ny * e2[2] + nt * e1[2],
    ]
    if (camera.projection === 'orthographic' && dot(normal, camera.forward) > 1e-9) continue
    fillTriangle(raster, at, a, b, c, lit(rgb, light(normal)))
  }
  if (!hasEdges) return
  const dark = mixed(lit(rgb, 0.55), INK, 0.25)
  const nearer = 0.7 * camera.unitsPerPixel
  const edge = (p: Vec, q: Vec) => {
    if (project(canvas, p, 0, nearer) && project(canvas, q, 3, nearer)) drawLine(raster, at, 0, 3, FINE * 0.75, dark)
  }
  for (const [a, b] of corners) edge(on(a.x, a.y, 0), on(b.x, b.y, 1))
  for (const [t, { outer, hole }] of [body, body.end ?? body].entries())
    for (const loop of [outer, hole ?? []])
      loop.forEach((a, i) => {
        const b = loop[(i + 1) % loop.length]!
        edge(on(a.x, a.y, t), on(b.x, b.y, t))
      })
}

/** The section of a frame that passes through the plane, or ends in it. */
function drawCutFrame(canvas: Canvas, k: number, shapes: Shape[]): void {
  const { drawn, camera, raster, at } = canvas
  const { scene, cut } = drawn
  const packed = scene.frames.records[4 * k + 3]!
  const shape = shapes[bodyOf(packed)]
  if (!cut || !shape || isWithoutLength(packed)) return
  const [start, end] = endsOf(scene, k)
  const [a, b] = [start[cut.axis] - cut.at, end[cut.axis] - cut.at]
  if (Math.min(a, b) > cut.tolerance || Math.max(a, b) < -cut.tolerance || Math.abs(a - b) <= cut.tolerance) return
  const placed = placedAxes(scene, k, start, end)
  if (!placed || shape.size / camera.unitsPerPixel < BODY_FROM) return
  const t = Math.min(1, Math.max(0, a / (a - b)))
  const middle = add(add(scale(start, 1 - t), scale(end, t)), placed.offset)
  const { outer, hole } = outlineAt(shape.body, t)
  const points = [...outer, ...(hole ?? [])]
  if (3 * points.length > at.length) return
  const rgb = mixed(drawn.frameColours[k]!, INK, 0.35)
  for (const [i, { x, y }] of points.entries()) {
    // In front of what lies in the plane: a cut face hides what it is cut from.
    if (!project(canvas, add(middle, add(scale(placed.axes[2], x), scale(placed.axes[1], y))), 3 * i, 2 * cut.reach)) return
  }
  for (const [p, q, r] of triangulate(outer, hole ? [hole] : [])) fillTriangle(raster, at, 3 * p, 3 * q, 3 * r, rgb)
  // Thin flanges would be lost between the samples.
  let first = 0
  for (const loop of [outer, hole ?? []]) {
    loop.forEach((_, i) => {
      drawLine(raster, at, 3 * (first + i), 3 * (first + ((i + 1) % loop.length)), FINE * 0.8, mixed(rgb, INK, 0.4))
    })
    first += loop.length
  }
}
