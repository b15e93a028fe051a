import type { Axes } from '#lib/model/shape/local-axes.ts'
import { distance, perAxis, scale, type Vec, vec } from '#lib/model/shape/vector.ts'
import type { Bounds } from '#lib/schema/schema.ts'

/** Model axes, Z up, in those of glTF, Y up: (X, Y, Z) becomes (X, Z, -Y). */

export type Quaternion = readonly [x: number, y: number, z: number, w: number]

/** `origin`: what the root node holds, in model axes. */
export const toGltf = ([x, y, z]: Vec, [a, b, c]: Vec = [0, 0, 0]): Vec => [x - a + 0, z - c + 0, 0 - (y - b)]

/** As far from the origin as this many of its own diagonals, a model would lose its digits. */
const FAR = 100

/** The middle of the model in whole metres where it lies far away, else 0. */
export function originOf({ min, max }: Bounds, metres: number): Vec {
  const [low, high] = [scale(vec(min), metres), scale(vec(max), metres)]
  const middle = perAxis((axis) => Math.round((low[axis] + high[axis]) / 2) + 0)
  const away = Math.hypot(...middle)
  return Number.isFinite(away) && away > FAR * Math.max(1, distance(low, high)) ? middle : [0, 0, 0]
}

/** The turn that takes X, Y, Z of a frame's mesh to -axis 3, axis 2, axis 1; in single precision, as readers take it. */
export function turnOf([e1, e2, e3]: Axes): Quaternion {
  const [[a, d, g], [b, e, h], [c, f, i]] = [toGltf(scale(e3, -1)), toGltf(e2), toGltf(e1)]
  const trace = a + e + i
  const single = (x: number, y: number, z: number, w: number): Quaternion => [
    Math.fround(x) + 0,
    Math.fround(y) + 0,
    Math.fround(z) + 0,
    Math.fround(w) + 0,
  ]
  if (trace > 0) {
    const s = 0.5 / Math.sqrt(trace + 1)
    return single((h - f) * s, (c - g) * s, (d - b) * s, 0.25 / s)
  }
  // Of the three the largest, so that no root is near 0.
  if (a > e && a > i) {
    const s = 2 * Math.sqrt(1 + a - e - i)
    return single(0.25 * s, (b + d) / s, (c + g) / s, (h - f) / s)
  }
  if (e > i) {
    const s = 2 * Math.sqrt(1 + e - a - i)
    return single((b + d) / s, 0.25 * s, (f + h) / s, (c - g) / s)
  }
  const s = 2 * Math.sqrt(1 + i - a - e)
  return single((c + g) / s, (f + h) / s, 0.25 * s, (d - b) / s)
}
