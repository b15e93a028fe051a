import type { Rgb } from '#lib/drawing/palette.ts'
import type { Pattern } from '#lib/geometry/support-pattern.ts'
import { type SymbolMesh, supportSymbol, symbolMesh } from '#lib/geometry/support-symbol.ts'
import { add, scale, type Vec, vecAt } from '#lib/model/shape/vector.ts'
import { lit, SUPPORT } from './colours.ts'
import { type Canvas, project, round, stage } from './element-canvas.ts'
import { fillTriangle } from './raster.ts'

/** Size of a support's glyph in pixels. */
const GLYPH = 20
/** Beyond so many supports, or below so many pixels, a glyph is a dot of that size. */
const MOST_GLYPHS = 3000
const SMALLEST_GLYPH = 6

export function drawSupports(canvas: Canvas): void {
  const { drawn, camera } = canvas
  const { scene, marked } = drawn
  const { nodes, patterns, sizes } = scene.supports
  const wanted = GLYPH * camera.unitsPerPixel
  for (let k = 0; k < nodes.length; k++) {
    const i = 4 * nodes[k]!
    const point = vecAt(scene.nodes, i)
    if (!drawn.nodes[nodes[k]!]) continue
    const size = sizes[k]! > 0 ? Math.min(wanted, sizes[k]!) : wanted
    const rgb = stage(canvas, SUPPORT, marked.nodes.has(nodes[k]!))
    if (nodes.length > MOST_GLYPHS || size / camera.unitsPerPixel < SMALLEST_GLYPH) {
      // A little nearer, out of the bodies that meet there.
      if (project(canvas, point, 0, SMALLEST_GLYPH * camera.unitsPerPixel)) round(canvas, SMALLEST_GLYPH, rgb)
      continue
    }
    drawSymbol(canvas, patterns[k]!, point, size, rgb)
  }
}

const meshes = new Map<Pattern, SymbolMesh>()

/** With its node at a point; `size`: of one of its units. */
export function drawSymbol(canvas: Omit<Canvas, 'drawn'>, pattern: Pattern, point: Vec, size: number, rgb: Rgb): void {
  let mesh = meshes.get(pattern)
  if (!mesh) {
    mesh = symbolMesh(supportSymbol(pattern))
    meshes.set(pattern, mesh)
  }
  for (let v = 0; v + 8 < mesh.positions.length; v += 9) {
    let isAhead = true
    for (let corner = 0; corner < 3; corner++) {
      const p = vecAt(mesh.positions, v + 3 * corner)
      isAhead = project(canvas, add(point, scale(p, size)), 3 * corner) && isAhead
    }
    const normal = vecAt(mesh.normals, v)
    if (isAhead) fillTriangle(canvas.raster, canvas.at, 0, 3, 6, lit(rgb, canvas.light(normal)))
  }
}
