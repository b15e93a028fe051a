import { mixed, type Rgb } from '#lib/drawing/palette.ts'
import { kindOfArea } from '#lib/geometry/area-records.ts'
import { bodySize } from '#lib/geometry/body-size.ts'
import { bodyOf, isWithoutLength, NO_BODY } from '#lib/geometry/frame-records.ts'
import { type FrameSolid, frameSolid } from '#lib/geometry/frame-solid.ts'
import type { SectionBody } from '#lib/geometry/section-body.ts'
import { type SymbolMesh, supportSymbol, symbolMesh } from '#lib/geometry/support-symbol.ts'
import { triangulate } from '#lib/geometry/triangulate.ts'
import { add, dot, scale, unit, type Vec, vecAt } from '#lib/model/vector.ts'
import type { Camera } from './camera.ts'
import { AREAS, HIGHLIGHT, INK, lit, SUPPORT, stepBack } from './colours.ts'
import { type Cut, type DrawnModel, endsOf, type Placed, placedAxes } from './drawn-model.ts'
import { drawLine, FINE, fillTriangle, type Raster } from './raster.ts'

/** Frames, areas and supports of a model → samples of a raster. */

/** Sections from this size in pixels on are drawn as bodies, from the third on with their edges; below they are lines. */
const BODY_FROM = 2.5
/** In a crowd, where bodies hide each other and cost forty times as much. */
const BODY_FROM_IN_A_CROWD = 5
const CROWD = 20_000
const EDGES_FROM = 6
/** Lines are never thinner than this, in pixels. */
const THINNEST = 1.1
/** Size of a support's glyph in pixels. */
const GLYPH = 20
/** Beyond so many supports, or below so many pixels, a glyph is a dot of that size. */
const MOST_GLYPHS = 3000
const SMALLEST_GLYPH = 6

type Canvas = { drawn: DrawnModel; camera: Camera; raster: Raster; light: (normal: Vec) => number; at: Float64Array }

export function drawElements(drawn: DrawnModel, camera: Camera, raster: Raster): void {
  const canvas: Canvas = { drawn, camera, raster, light: lightOf(camera), at: new Float64Array(3 * 4096) }
  drawFrames(canvas)
  drawSupports(canvas)
  drawAreas(canvas)
}

/** From the upper left behind the viewer, so that faces on every side differ. */
function lightOf({ right, up, forward }: Camera): (normal: Vec) => number {
  const towards = unit(add(add(scale(right, -0.42), scale(up, 0.6)), scale(forward, -0.7))) ?? [0, 0, 1]
  return (normal) => 0.5 + 0.56 * Math.max(0, dot(normal, towards))
}

/** Into samples, from pixels. */
function project({ camera, at }: Canvas, p: Vec, to: number, nearer = 0): boolean {
  const isAhead = camera.project(p[0], p[1], p[2], at, to, nearer)
  at[to] = at[to]! * FINE
  at[to + 1] = at[to + 1]! * FINE
  return isAhead
}

/** Unmarked elements step back when others are marked. */
function stage({ drawn: { marked } }: Canvas, rgb: Rgb, isMarked: boolean): Rgb {
  if (isMarked) return HIGHLIGHT
  return marked.any ? stepBack(rgb) : rgb
}

function drawFrames(canvas: Canvas): void {
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
      if (project(canvas, add(start, placed.offset), 0, nearer) && project(canvas, add(end, placed.offset), 3, nearer)) {
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
  size: number /** Points of outer outline and hole with a sharp corner. */
  corners: { x: number; y: number }[]
}

function shapeOf(body: SectionBody): Shape {
  const { width, depth } = bodySize(body)
  const corners = [body.outer, body.hole ?? []].flatMap((loop) =>
    loop.filter((b, i) => {
      const [a, c] = [loop[(i + loop.length - 1) % loop.length]!, loop[(i + 1) % loop.length]!]
      const [ux, uy, vx, vy] = [b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y]
      return ux * vx + uy * vy < 0.8 * Math.hypot(ux, uy) * Math.hypot(vx, vy)
    }),
  )
  return { body, solid: frameSolid(body), size: Math.max(width, depth), corners }
}

function drawBody(
  canvas: Canvas,
  shape: Shape,
  { axes, offset }: Placed,
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
  for (const { x, y } of corners) edge(on(x, y, 0), on(x, y, 1))
  for (const loop of [body.outer, body.hole ?? []]) {
    loop.forEach((a, i) => {
      const b = loop[(i + 1) % loop.length]!
      for (const t of [0, 1]) edge(on(a.x, a.y, t), on(b.x, b.y, t))
    })
  }
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
  if (Math.min(a, b) > cut.slack || Math.max(a, b) < -cut.slack || Math.abs(a - b) <= cut.slack) return
  const placed = placedAxes(scene, k, start, end)
  if (!placed || shape.size / camera.unitsPerPixel < BODY_FROM) return
  const t = Math.min(1, Math.max(0, a / (a - b)))
  const middle = add(add(scale(start, 1 - t), scale(end, t)), placed.offset)
  const { outer, hole } = shape.body
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

function drawSupports(canvas: Canvas): void {
  const { drawn, camera, raster, light } = canvas
  const { scene, marked } = drawn
  const { nodes, patterns, sizes } = scene.supports
  const meshes = new Map<number, SymbolMesh>()
  const wanted = GLYPH * camera.unitsPerPixel
  for (let k = 0; k < nodes.length; k++) {
    const i = 4 * nodes[k]!
    const at = vecAt(scene.nodes, i)
    if (!drawn.nodes[nodes[k]!]) continue
    const size = sizes[k]! > 0 ? Math.min(wanted, sizes[k]!) : wanted
    const rgb = stage(canvas, SUPPORT, marked.nodes.has(nodes[k]!))
    if (nodes.length > MOST_GLYPHS || size / camera.unitsPerPixel < SMALLEST_GLYPH) {
      // A little nearer, out of the bodies that meet there.
      if (project(canvas, at, 0, SMALLEST_GLYPH * camera.unitsPerPixel)) round(canvas, SMALLEST_GLYPH, rgb)
      continue
    }
    let mesh = meshes.get(patterns[k]!)
    if (!mesh) {
      mesh = symbolMesh(supportSymbol(patterns[k]!))
      meshes.set(patterns[k]!, mesh)
    }
    for (let v = 0; v + 8 < mesh.positions.length; v += 9) {
      let isAhead = true
      for (let corner = 0; corner < 3; corner++) {
        const j = v + 3 * corner
        const p = vecAt(mesh.positions, j)
        isAhead = project(canvas, add(at, scale(p, size)), 3 * corner) && isAhead
      }
      const normal = vecAt(mesh.normals, v)
      if (isAhead) fillTriangle(raster, canvas.at, 0, 3, 6, lit(rgb, light(normal)))
    }
  }
}

/** A round dot of so many pixels across about the point at 0. */
function round({ raster, at }: Canvas, size: number, rgb: Rgb): void {
  const radius = (FINE * size) / 2
  const [x, y, z] = [at[0]!, at[1]!, at[2]!]
  for (let k = 0; k < DOT_SIDES; k++) {
    const [from, to] = [(2 * Math.PI * k) / DOT_SIDES, (2 * Math.PI * (k + 1)) / DOT_SIDES]
    at.set([x, y, z, x + radius * Math.cos(from), y + radius * Math.sin(from), z])
    at.set([x + radius * Math.cos(to), y + radius * Math.sin(to), z], 6)
    fillTriangle(raster, at, 0, 3, 6, rgb)
  }
}
const DOT_SIDES = 10

/** Areas are seen through, so they come last: their edges, then their faces from the back. */
function drawAreas(canvas: Canvas): void {
  const { drawn, camera, raster, light } = canvas
  const { scene, mesh, cut, areas, marked } = drawn
  const { positions, normals, of, lines, lineOf } = mesh
  const nearer = 0.5 * camera.unitsPerPixel
  const vertex = (v: number) => vecAt(positions, 3 * v)
  const isNear = (at: number) => !cut || Math.abs(at - cut.at) <= cut.reach
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
function drawCutFace(canvas: Canvas, { axis, at: plane, reach }: Cut, corners: readonly Vec[], rgb: Rgb): void {
  const { raster, at } = canvas
  const ends = corners.flatMap((p, i): Vec[] => {
    const q = corners[(i + 1) % 3]!
    const [a, b] = [p[axis] - plane, q[axis] - plane]
    return a < 0 !== b < 0 ? [add(scale(p, b / (b - a)), scale(q, -a / (b - a)))] : []
  })
  const [p, q] = ends
  if (p && q && project(canvas, p, 0, reach) && project(canvas, q, 3, reach)) drawLine(raster, at, 0, 3, FINE * 1.3, rgb)
}
