import { mixed, type Rgb } from '#lib/drawing/palette.ts'
import { kindOfArea } from '#lib/geometry/area-records.ts'
import { add, dot, scale, type Vec, vecAt } from '#lib/model/shape/vector.ts'
import { AREAS, HIGHLIGHT, INK, lit } from './colours.ts'
import type { GridPlaneCut } from './drawn-model.ts'
import { type Canvas, project, stage } from './element-canvas.ts'
import { drawLine, FINE, fillTriangle } from './raster.ts'

/** Areas are seen through, so they come last: their edges, then their faces from the back. */
export function drawAreas(canvas: Canvas): void {
  const { drawn, camera, raster, light } = canvas
  const { scene, mesh, cut, areas, marked } = drawn
  const { positions, normals, of, lines, lineOf } = mesh
  const nearer = 0.5 * camera.unitsPerPixel
  const vertex = (v: number) => vecAt(positions, 3 * v)
  const isNear = (position: number) => !cut || Math.abs(position - cut.at) <= cut.reach
  const style = (k: number) => AREAS[kindOfArea(scene.areas, k)]

  for (let i = 0; 6 * i < lines.length; i++) {
    const k = lineOf[2 * i]!
    const p = vecAt(lines, 6 * i)
    const q = vecAt(lines, 6 * i + 3)
    if (!areas[k] || (cut && !(isNear(p[cut.axis]) && isNear(q[cut.axis])))) continue
    const rgb = stage(canvas, mixed(style(k).rgb, INK, 0.42), marked.areas.has(k))
    if (project(canvas, p, 0, nearer) && project(canvas, q, 3, nearer)) drawLine(raster, canvas.at, 0, 3, FINE * 0.8, rgb)
  }

  const faces: number[] = []
  const layers: number[] = []
  const depths: number[] = []
  const layerOf = layersFrom(canvas)
  for (let v = 0; 3 * v < positions.length; v += 3) {
    const k = of[v]!
    if (!areas[k]) continue
    const corners = [vertex(v), vertex(v + 1), vertex(v + 2)] as const
    if (cut && !corners.every((corner) => isNear(corner[cut.axis]))) {
      drawCutFace(canvas, cut, corners, marked.areas.has(k) ? HIGHLIGHT : mixed(style(k).rgb, INK, 0.6))
      continue
    }
    const normal = vecAt(normals, 3 * v)
    if (drawn.solidAreas[k] && camera.projection === 'orthographic' && dot(normal, camera.forward) > 1e-9) continue
    if (!corners.every((corner, i) => project(canvas, corner, 3 * i))) continue
    faces.push(v)
    layers.push(layerOf(k))
    depths.push(canvas.at[2]! + canvas.at[5]! + canvas.at[8]!)
  }
  const order = Uint32Array.from(faces.keys()).sort((a, b) => layers[a]! - layers[b]! || depths[b]! - depths[a]!)
  for (const i of order) {
    const v = faces[i]!
    const k = of[v]!
    const normal = vecAt(normals, 3 * v)
    const facing: Vec = dot(normal, camera.forward) > 0 ? scale(normal, -1) : normal
    for (let corner = 0; corner < 3; corner++) project(canvas, vertex(v + corner), 3 * corner)
    const { rgb, opacity } = style(k)
    const shown = lit(stage(canvas, rgb, marked.areas.has(k)), light(facing) + 0.06)
    fillTriangle(raster, canvas.at, 0, 3, 6, shown, marked.any && !marked.areas.has(k) ? 0.5 * opacity : opacity)
  }
}

/**
 * What to draw first. Seen from above, storeys lie one on the other: a level between two areas has the eye above it, so the
 * lower one is farther, however deep their middles are. Seen from the side there is one layer, and depth decides.
 */
function layersFrom({ drawn, camera }: Canvas): (area: number) => number {
  const { scene, mesh } = drawn
  if (camera.forward[2] > -0.2) return () => 0
  const step = 1e-3 * Math.hypot(scene.high[0] - scene.low[0], scene.high[1] - scene.low[1], scene.high[2] - scene.low[2]) || 1
  const layers = new Float64Array(scene.areas.count)
  for (let k = 0; k < layers.length; k++) {
    let [low, high] = [Infinity, -Infinity]
    for (let v = mesh.first[k]!; v < mesh.first[k + 1]!; v++) {
      const z = mesh.positions[3 * v + 2]!
      low = Math.min(low, z)
      high = Math.max(high, z)
    }
    layers[k] = low <= high ? Math.round((low + high) / 2 / step) : 0
  }
  return (area) => layers[area]!
}

/** The line in which the plane cuts a face. */
function drawCutFace(canvas: Canvas, { axis, at: plane, reach }: GridPlaneCut, corners: readonly Vec[], rgb: Rgb): void {
  const { raster, at } = canvas
  const ends = corners.flatMap((p, i): Vec[] => {
    const q = corners[(i + 1) % 3]!
    const [a, b] = [p[axis] - plane, q[axis] - plane]
    return a < 0 !== b < 0 ? [add(scale(p, b / (b - a)), scale(q, -a / (b - a)))] : []
  })
  const [p, q] = ends
  if (p && q && project(canvas, p, 0, reach) && project(canvas, q, 3, reach)) drawLine(raster, at, 0, 3, FINE * 1.3, rgb)
}
