import type { Rgb } from '#lib/drawing/palette.ts'
import { facesOf, isSolidArea, kindOfArea, upOfArea } from '#lib/geometry/area-records.ts'
import { bodyOf, isWithoutLength } from '#lib/geometry/frame-records.ts'
import { onFrame } from '#lib/geometry/on-frame.ts'
import type { SectionBody } from '#lib/geometry/section-body.ts'
import { triangulate } from '#lib/geometry/triangulate.ts'
import { add, cross, dot, scale, subtract, type Vec, vecAt } from '#lib/model/shape/vector.ts'
import { AREAS, lit } from './colours.ts'
import { endsOf, placedAxes } from './drawn-model.ts'
import { type Canvas, project, stage } from './element-canvas.ts'
import { beyond, clipTo, type HalfSpace } from './half-space.ts'
import { drawLine, FINE, fillTriangle } from './raster.ts'

/** Where a plane cuts bodies, their insides: closed by faces that are darker than any side. */

/** OKLab's lightness is the third root of light, and a channel about its 2.2nd: so much of a channel is 30 % less lightness. */
const DARKER = 0.7 ** (3 / 2.2)
/** Of the outline, which keeps thin walls in the picture. */
const OUTLINE = 0.6
/** A section smaller than this in pixels is a line, as its frame is. */
const LEAST = 2.5

export function drawCuts(canvas: Canvas): void {
  const { drawn, camera, raster } = canvas
  const { kept } = drawn
  const clip = raster.clip
  for (const space of kept) {
    if (camera.projection === 'orthographic' && dot(space.normal, camera.forward) > -1e-9) continue // its faces look away
    // A face lies in its own plane, which would cut half of it by rounding.
    raster.clip = clipTo(
      kept.filter((other) => other !== space),
      camera,
      drawn.scene,
    )
    drawCutFrames(canvas, space)
    drawCutAreas(canvas, space)
  }
  raster.clip = clip
}

function drawCutFrames(canvas: Canvas, space: HalfSpace): void {
  const { drawn, camera } = canvas
  const { scene, frames, frameColours, marked } = drawn
  const shapes = scene.bodies.map((body) => ({ body, triangles: triangulate(body.outer, body.hole ? [body.hole] : []) }))
  for (let k = 0; k < frames.length; k++) {
    const packed = scene.frames.records[4 * k + 3]!
    const shape = shapes[bodyOf(packed)]
    if (!frames[k] || !shape || isWithoutLength(packed)) continue
    const [start, end] = endsOf(scene, k)
    const placed = placedAxes(scene, k, start, end)
    if (!placed) continue
    const place = (node: Vec, body: Pick<SectionBody, 'outer' | 'hole'>) =>
      pointsOf(body).map((point) => onFrame(add(node, placed.offset), placed.axes, point))
    const [points, far] = [place(start, shape.body), place(end, shape.body.end ?? shape.body)]
    const reach = [...points, ...far].map((point) => beyond(space, point))
    const [least, most] = [Math.min(...reach), Math.max(...reach)]
    if (least >= 0 || most <= 0) continue
    const spanOf = (rim: readonly Vec[]) => Math.max(...rim.map((point) => Math.hypot(...subtract(point, rim[0]!))))
    if (Math.max(spanOf(points), spanOf(far)) / camera.unitsPerPixel < LEAST) continue
    const rgb = lit(stage(canvas, frameColours[k]!, marked.frames.has(k)), DARKER)
    for (const [a, b, c] of shape.triangles)
      fillCut(canvas, space, [points[a]!, points[b]!, points[c]!], [far[a]!, far[b]!, far[c]!], rgb)
    let first = 0
    for (const { length } of [shape.body.outer, shape.body.hole ?? []]) {
      for (let i = 0; i < length; i++) {
        const [a, b] = [first + i, first + ((i + 1) % length)]
        lineCut(canvas, space, [points[a]!, points[b]!, far[b]!, far[a]!], lit(rgb, OUTLINE))
      }
      first += length
    }
  }
}

const pointsOf = ({ outer, hole }: Pick<SectionBody, 'outer' | 'hole'>) => [...outer, ...(hole ?? [])]

function drawCutAreas(canvas: Canvas, space: HalfSpace): void {
  const { drawn } = canvas
  const { scene, areas: isDrawn, marked } = drawn
  const { areas, points } = scene
  const { triangles, edges, firstTriangle, firstEdge } = areas
  for (let k = 0; k < isDrawn.length; k++) {
    if (!isDrawn[k] || !isSolidArea(areas, k)) continue
    const up = upOfArea(areas, k)
    const [low, high] = facesOf(areas, k)
    const along = scale(up, high - low)
    const pointAt = (place: number) => add(vecAt(points, 4 * place), scale(up, low))
    const rgb = lit(stage(canvas, AREAS[kindOfArea(areas, k)].rgb, marked.areas.has(k)), DARKER)
    for (let t = 4 * firstTriangle[k]!; t < 4 * firstTriangle[k + 1]!; t += 4) {
      const corners = [pointAt(triangles[t]!), pointAt(triangles[t + 1]!), pointAt(triangles[t + 2]!)] as const
      const [a, b, c] = corners
      fillCut(canvas, space, corners, [add(a, along), add(b, along), add(c, along)], rgb)
    }
    for (let e = 4 * firstEdge[k]!; e < 4 * firstEdge[k + 1]!; e += 4) {
      const [a, b] = [pointAt(edges[e]!), pointAt(edges[e + 1]!)]
      lineCut(canvas, space, [a, b, add(b, along), add(a, along)], lit(rgb, OUTLINE))
    }
  }
}

/** Where the plane cuts the way from a to b; a point in the plane is on its inner side. */
function crossing(space: HalfSpace, a: Vec, b: Vec): Vec[] {
  const [p, q] = [beyond(space, a), beyond(space, b)]
  return p > 0 === q > 0 ? [] : [add(scale(a, q / (q - p)), scale(b, -p / (q - p)))]
}

type Triangle = readonly [Vec, Vec, Vec]

/** What the plane leaves of a body between two triangles: a polygon without dents, of five corners at most. */
function fillCut(canvas: Canvas, space: HalfSpace, base: Triangle, top: Triangle, rgb: Rgb): void {
  const corners = [0, 1, 2].flatMap((i) => {
    const j = (i + 1) % 3
    return [...crossing(space, base[i]!, base[j]!), ...crossing(space, top[i]!, top[j]!), ...crossing(space, base[i]!, top[i]!)]
  })
  if (corners.length < 3) return
  const middle = scale(corners.reduce(add), 1 / corners.length)
  const right = subtract(corners[0]!, middle)
  const up = cross(space.normal, right)
  const turn = (point: Vec) => Math.atan2(dot(subtract(point, middle), up), dot(subtract(point, middle), right))
  const around = corners.map((point) => ({ point, turn: turn(point) })).sort((a, b) => a.turn - b.turn)
  if (!project(canvas, around[0]!.point, 0)) return
  for (let i = 1; i + 1 < around.length; i++) {
    if (!project(canvas, around[i]!.point, 3) || !project(canvas, around[i + 1]!.point, 6)) return
    fillTriangle(canvas.raster, canvas.at, 0, 3, 6, rgb)
  }
}

/** The line in which the plane cuts a flat face. */
function lineCut(canvas: Canvas, space: HalfSpace, face: readonly Vec[], rgb: Rgb): void {
  const [p, q] = face.flatMap((a, i) => crossing(space, a, face[(i + 1) % face.length]!))
  const nearer = 0.5 * canvas.camera.unitsPerPixel
  if (p && q && project(canvas, p, 0, nearer) && project(canvas, q, 3, nearer))
    drawLine(canvas.raster, canvas.at, 0, 3, FINE * 0.8, rgb)
}
