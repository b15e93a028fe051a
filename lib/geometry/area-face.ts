import type { Point2 } from '#lib/model/schema.ts'
import { type Axes, shellAxes } from './local-axes.ts'
import { region } from './polygon-region.ts'
import { add, cross, dot, mean, scale, subtract, unit, type Vec } from './vector.ts'

/**
 * An area as triangles in the model: flat-shaded, counter-clockwise seen from outside. `lines` are the edges an eye expects to
 * see, two points each. With a thickness it is a closed body, without one a single face.
 */
export type AreaFace = {
  positions: number[]
  normals: number[]
  index: number[]
  lines: number[]
  axes: Axes | null
  centre: Vec
}

/**
 * Where the faces lie along `up`: the cardinal point puts the node plane at the top, in the middle or at the bottom. "Top" is
 * the face towards +Z whatever the node order; of a vertical area it is the +3 face.
 */
export function placement(thickness: number, cardinalPoint: string | null | undefined): readonly [number, number] {
  const point = cardinalPoint?.toUpperCase()
  if (point === 'TOP') return [-thickness, 0]
  if (point === 'BOTTOM') return [0, thickness]
  return [-thickness / 2, thickness / 2]
}

/** The direction that "top" means. */
export const upOf = (e3: Vec): Vec => (e3[2] <= -0.001 ? scale(e3, -1) : e3)

/** Drops a last point equal to the first and repeats in between. */
export function loop<T>(points: readonly T[], isSame: (a: T, b: T) => boolean): T[] {
  return points.filter((point, i) => points.length < 2 || !isSame(point, points[(i + points.length - 1) % points.length] as T))
}

const isSamePlace = (a: Vec, b: Vec) => a[0] === b[0] && a[1] === b[1] && a[2] === b[2]

/**
 * `outline` and `openings` in node order, either direction. A warped area keeps its nodes where they are: it is cut into
 * triangles in the plane of its mean normal, and its thickness is laid along that normal.
 */
export function areaFace(
  outline: readonly Vec[],
  openings: readonly (readonly Vec[])[],
  thickness: number | null,
  cardinalPoint?: string | null,
): AreaFace {
  const corners = loop(outline, isSamePlace)
  const axes = corners.length >= 3 ? shellAxes(corners) : null
  const centre = mean(corners)
  const face: AreaFace = { positions: [], normals: [], index: [], lines: [], axes, centre }
  if (!axes) {
    corners.forEach((corner, i) => void face.lines.push(...corner, ...(corners[(i + 1) % corners.length] as Vec)))
    return face
  }

  const up = upOf(axes[2])
  // Seen from the side that `up` points to, counter-clockwise.
  const e1 = axes[0]
  const e2 = cross(up, e1)
  const flat = (point: Vec): Point2 => ({ x: dot(subtract(point, centre), e1), y: dot(subtract(point, centre), e2) })
  const cut = region(
    corners.map(flat),
    openings.map((opening) => loop(opening, isSamePlace).map(flat)).filter((opening) => opening.length >= 3),
  )
  const heightAt = heights([...corners, ...openings.flat()], up, centre, flat)
  const on = (point: Point2, lift: number): Vec =>
    add(centre, add(add(scale(e1, point.x), scale(e2, point.y)), scale(up, heightAt(point) + lift)))

  const solid = thickness !== null && thickness > 0
  const [low, high] = solid ? placement(thickness, cardinalPoint) : [0, 0]
  const side = (lift: number, isTop: boolean) => {
    for (const [a, b, c] of cut.triangles) {
      const [p, q, r] = [a, b, c].map((k) => on(cut.points[k] as Point2, lift)) as [Vec, Vec, Vec]
      const turned: [Vec, Vec, Vec] = isTop ? [p, q, r] : [p, r, q]
      triangle(face, turned)
    }
  }
  side(high, true)
  if (solid) side(low, false)

  for (const [a, b] of cut.edges) {
    const [p, q] = [cut.points[a] as Point2, cut.points[b] as Point2]
    face.lines.push(...on(p, high), ...on(q, high))
    if (!solid) continue
    face.lines.push(...on(p, low), ...on(q, low), ...on(p, low), ...on(p, high))
    triangle(face, [on(p, low), on(q, low), on(q, high)])
    triangle(face, [on(p, low), on(q, high), on(p, high)])
  }
  return face
}

function triangle(face: AreaFace, points: [Vec, Vec, Vec]) {
  const [p, q, r] = points
  const normal = unit(cross(subtract(q, p), subtract(r, p)))
  if (!normal) return
  for (const point of points) {
    face.index.push(face.positions.length / 3)
    face.positions.push(...point)
    face.normals.push(...normal)
  }
}

/** How far a point of the cut outline lies off the mean plane: its node's own height, or for a new point the nearest ones'. */
function heights(nodes: readonly Vec[], up: Vec, centre: Vec, flat: (point: Vec) => Point2) {
  const known = nodes.map((node) => ({ at: flat(node), height: dot(subtract(node, centre), up) }))
  if (known.every(({ height }) => height === 0)) return () => 0
  return (point: Point2) => {
    let sum = 0
    let weights = 0
    for (const { at, height } of known) {
      const squared = (at.x - point.x) ** 2 + (at.y - point.y) ** 2
      if (squared === 0) return height
      sum += height / squared
      weights += 1 / squared
    }
    return weights > 0 && Number.isFinite(weights) ? sum / weights : 0
  }
}

export type AreaKind = 'floor' | 'wall' | 'ramp'
const LABELS: Record<string, AreaKind> = {
  FLOOR: 'floor', SLAB: 'floor', DECK: 'floor', FOOTING: 'floor', MAT: 'floor', WALL: 'wall', PANEL: 'wall', RAMP: 'ramp',
} // biome-ignore format: one table

/** By its label up to a `:`, else by its slope: floor within 30° of horizontal, wall within 10° of vertical, else ramp. */
export function areaKind(kind: string | null | undefined, axes: Axes | null): AreaKind {
  const labelled = LABELS[(kind ?? '').split(':')[0]!.trim().toUpperCase()]
  if (labelled) return labelled
  const upright = Math.abs(axes?.[2][2] ?? 1)
  if (upright >= Math.cos(Math.PI / 6) - 1e-12) return 'floor'
  return upright <= Math.sin(Math.PI / 18) + 1e-12 ? 'wall' : 'ramp'
}
