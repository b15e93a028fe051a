import { shellAxes } from '#lib/model/shape/shell-axes.ts'
import { add, directionOf, dot, length, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import type { ViewerArea, ViewerSection } from '#lib/schema/schema.ts'

/** The plane of an area about its first node: x towards the second one, z up, or along axis 3 of an area that stands. */
export type AreaPlane = {
  origin: Vec
  x: Vec
  y: Vec
  z: Vec
  outline: [number, number][]
  openings: [number, number][][]
  /** How far its nodes lie from it. */
  away: number
  size: number
}

/** Below it, axis 3 is horizontal. */
const HORIZONTAL = 0.001

/** Null where nodes are missing or span no area. */
export function areaPlane(area: ViewerArea, at: (id: string) => Vec | undefined): AreaPlane | null {
  const points = area.nodeIds.map(at)
  const corners = points.filter((point) => point !== undefined)
  const openings = (area.openingNodeIds ?? []).map((loop) => loop.map(at).filter((point) => point !== undefined))
  const axes = corners.length === points.length ? shellAxes(corners) : null
  const [origin] = corners
  if (!axes || !origin) return null
  const stands = Math.abs(axes[2][2]) < HORIZONTAL
  const z: Vec = stands || axes[2][2] > 0 ? axes[2] : [0 - axes[2][0], 0 - axes[2][1], 0 - axes[2][2]]
  const x = alongFirstEdge(corners, z) ?? axes[0]
  const y: Vec = [z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]]
  const flat = (point: Vec): [number, number] => {
    const away = subtract(point, origin)
    return [dot(away, x), dot(away, y)]
  }
  const size = Math.max(...corners.map((point) => length(subtract(point, origin))))
  const away = Math.max(...corners.map((point) => Math.abs(dot(subtract(point, origin), z))))
  return {
    origin,
    x,
    y,
    z,
    outline: corners.map(flat),
    openings: openings.filter((loop) => loop.length >= 3).map((loop) => loop.map(flat)),
    away,
    size,
  }
}

function alongFirstEdge(corners: readonly Vec[], z: Vec): Vec | null {
  const [origin] = corners
  for (const corner of corners.slice(1)) {
    if (!origin) return null
    const edge = subtract(corner, origin)
    const flat = unit(add(edge, scale(z, -dot(edge, z))))
    if (flat) return directionOf(flat)
  }
  return null
}

/** That of the area, else that of its section; 0 where there is none. */
export function areaThickness(area: ViewerArea, section: ViewerSection | undefined): number {
  const thickness = area.thickness ?? section?.thickness ?? 0
  return thickness > 0 && Number.isFinite(thickness) ? thickness : 0
}

/** From the plane of the nodes to the lower face. */
export function lowerFace({ cardinalPoint }: ViewerArea, thickness: number): number {
  const point = cardinalPoint?.trim().toUpperCase()
  return point === 'TOP' ? 0 - thickness : point === 'BOTTOM' ? 0 : 0 - thickness / 2
}
