import { cross, dot, length, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'

/** Which area an opening lies in, where a file has openings as areas of their own. */

export type Face = { id: string; storey: string; outline: Vec[] }

/** Points beside the plane, or outside the edge, by so much of the square root of the area still count. */
const TOLERANCE = 1e-3

/** The smallest of the faces of its storey in whose plane all of it lies, inside or on the edge. */
export function areaAround(faces: readonly Face[], opening: Face): string | undefined {
  let found: { id: string; area: number } | undefined
  for (const { id, storey, outline } of faces) {
    if (storey !== opening.storey) continue
    const [normal, area] = planeOf(outline)
    if (!normal || (found && area >= found.area)) continue
    if (opening.outline.every((point) => isIn(outline, normal, TOLERANCE * Math.sqrt(area), point))) found = { id, area }
  }
  return found?.id
}

/** Newell's sum, about the first point, which keeps the digits of what lies far away. */
function planeOf(outline: readonly Vec[]): [normal: Vec | null, area: number] {
  const [origin] = outline
  if (!origin) return [null, 0]
  let sum: Vec = [0, 0, 0]
  for (const [i, point] of outline.entries()) {
    const next = outline[(i + 1) % outline.length]!
    const one = cross(subtract(point, origin), subtract(next, origin))
    sum = [sum[0] + one[0], sum[1] + one[1], sum[2] + one[2]]
  }
  return [unit(sum), length(sum) / 2]
}

function isIn(outline: readonly Vec[], normal: Vec, tolerance: number, point: Vec): boolean {
  const [origin] = outline
  if (!origin || Math.abs(dot(subtract(point, origin), normal)) > tolerance) return false
  // Drop the coordinate along which the face is widest to look at.
  const flat = normal.map(Math.abs)
  const dropped = flat.indexOf(Math.max(...flat))
  const [u, v] = [0, 1, 2].filter((axis) => axis !== dropped) as [0 | 1 | 2, 0 | 1 | 2] // two of three
  let isInside = false
  for (const [i, a] of outline.entries()) {
    const b = outline[(i + 1) % outline.length]!
    if (distanceTo(a, b, point) <= tolerance) return true
    const crosses = a[v] > point[v] !== b[v] > point[v]
    if (crosses && point[u] < ((b[u] - a[u]) * (point[v] - a[v])) / (b[v] - a[v]) + a[u]) isInside = !isInside
  }
  return isInside
}

function distanceTo(a: Vec, b: Vec, point: Vec): number {
  const [along, from] = [subtract(b, a), subtract(point, a)]
  const squared = dot(along, along)
  const part = squared === 0 ? 0 : Math.min(1, Math.max(0, dot(from, along) / squared))
  return length(subtract(from, scale(along, part)))
}
