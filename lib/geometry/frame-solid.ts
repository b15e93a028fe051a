import { localAxes } from '#lib/model/shape/local-axes.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { Point2 } from '#lib/schema/schema.ts'
import { onFrame } from './on-frame.ts'
import { SMOOTH } from './round-corners.ts'
import { outlineAt, type SectionBody } from './section-body.ts'
import { triangulate } from './triangulate.ts'

/**
 * A section of unit length, flat-shaded, to be stretched along frames. Per vertex: `at` is (x along local 3, y along local 2,
 * t = 0 at the start node or 1 at the end node), `normal` lies in the same axes, `edge` is the distance in the outline's
 * plane to the corner on the left and on the right of the face, or NO_EDGE where the surface goes on smoothly. A frame that tapers has
 * other corners at t = 1; its sides face as those of the outline half-way do.
 *
 * (3, 2, 1) is left-handed, so the triangles run clockwise in (x, y, t) to come out counter-clockwise, seen from outside, in
 * the model.
 */
export type FrameSolid = {
  at: Float32Array
  normal: Float32Array
  edge: Float32Array
  index: Uint32Array
}

/** Longer than anything that is drawn. */
export const NO_EDGE = 1e18

export function frameSolid(body: SectionBody): FrameSolid {
  const ends = [body, body.end ?? body] as const
  const middle = outlineAt(body, 0.5)
  const corners: number[] = []
  const normal: number[] = []
  const edge: number[] = []
  const index: number[] = []

  /** The faces along a loop; material lies on the left of a counter-clockwise outer loop and on the right of a hole. */
  const wall = (of: 'outer' | 'hole') => {
    const loop = middle[of] ?? []
    const isHole = of === 'hole'
    const out = loop.map((a, i) => {
      const b = loop[(i + 1) % loop.length]!
      const size = Math.hypot(b.x - a.x, b.y - a.y) * (isHole ? -1 : 1)
      return { x: (b.y - a.y) / size, y: (a.x - b.x) / size }
    })
    loop.forEach((_, i) => {
      const j = (i + 1) % loop.length
      const here = out[i]!
      const before = out[(i + loop.length - 1) % loop.length]!
      const after = out[j]!
      const isSmooth = (other: Point2) => here.x * other.x + here.y * other.y > SMOOTH
      const first = corners.length / 3
      for (const [corner, neighbour, isLeft] of [
        [i, before, true],
        [j, after, false],
      ] as const) {
        const facing = isSmooth(neighbour) ? between(here, neighbour) : here
        for (const [t, end] of ends.entries()) {
          const [a, b, point] = [end[of]![i]!, end[of]![j]!, end[of]![corner]!]
          const width = Math.hypot(b.x - a.x, b.y - a.y)
          corners.push(point.x, point.y, t)
          normal.push(facing.x, facing.y, 0)
          edge.push(isSmooth(before) ? NO_EDGE : isLeft ? 0 : width, isSmooth(after) ? NO_EDGE : isLeft ? width : 0)
        }
      }
      // Vertices: 0 a at the start, 1 a at the end, 2 b at the start, 3 b at the end.
      const face = isHole ? [0, 2, 1, 2, 3, 1] : [0, 1, 2, 2, 1, 3]
      for (const k of face) index.push(first + k)
    })
  }
  wall('outer')
  wall('hole')

  for (const [t, { outer, hole }] of ends.entries()) {
    const faces = triangulate(outer, hole ? [hole] : [])
    const rim = hole ? [...outer, ...hole] : outer
    const first = corners.length / 3
    for (const point of rim) {
      corners.push(point.x, point.y, t)
      normal.push(0, 0, t === 0 ? -1 : 1)
      edge.push(NO_EDGE, NO_EDGE)
    }
    // Counter-clockwise in (x, y) faces the start node, because 3 × 2 = -1.
    for (const [a, b, c] of faces)
      index.push(...(t === 0 ? [first + a, first + b, first + c] : [first + a, first + c, first + b]))
  }
  return {
    at: new Float32Array(corners),
    normal: new Float32Array(normal),
    edge: new Float32Array(edge),
    index: new Uint32Array(index),
  }
}

function between(a: Point2, b: Point2): Point2 {
  const size = Math.hypot(a.x + b.x, a.y + b.y)
  return { x: (a.x + b.x) / size, y: (a.y + b.y) / size }
}

/** The vertices of a solid in the model, three numbers each; null when the frame has no length. */
export function placedSolid(solid: FrameSolid, start: Vec, end: Vec, rotation = 0, offset?: Point2 | null): Float64Array | null {
  const axes = localAxes(start, end, rotation)
  if (!axes) return null
  const placed = new Float64Array(solid.at.length)
  for (let i = 0; i < solid.at.length; i += 3) {
    const line = solid.at[i + 2] === 0 ? start : end
    placed.set(onFrame(line, axes, { x: solid.at[i]!, y: solid.at[i + 1]! }, offset), i)
  }
  return placed
}
