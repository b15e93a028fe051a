import { add, cross, dot, scale, subtract, unit, type Vec } from './vector.ts'

/** Right, up and toward the eye, of a camera that looks from `toward` with `up` upward on screen. */
export function cameraAxes(toward: Vec, up: Vec): { right: Vec; up: Vec; toward: Vec } {
  const right = unit(cross(up, toward)) ?? unit(cross(Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], toward)) ?? [1, 0, 0]
  return { right, up: cross(toward, right), toward }
}

export const corners = ({ low, high }: { low: Vec; high: Vec }): Vec[] =>
  Array.from({ length: 8 }, (_, k): Vec => [k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1], k & 4 ? high[2] : low[2]])

/**
 * From where some points just fill the picture. `toward`: unit vector from the target to the eye. `fov`: vertical angle in
 * degrees of a perspective; the distance is then exact. `height` is what a parallel view must show. The target lies in the
 * middle of what is seen, not of the points.
 */
export function fitPoints(
  points: readonly Vec[],
  toward: Vec,
  up: Vec,
  aspect: number,
  fov: number,
  margin = 1.06,
): { target: Vec; distance: number; height: number } {
  const axes = cameraAxes(toward, up)
  const tan = Math.tan((fov * Math.PI) / 360)
  const seen = points.map((point): Vec => [dot(point, axes.right), dot(point, axes.up), dot(point, axes.toward)])
  const middle = ([0, 1, 2] as const).map((k) => {
    const values = seen.map((point) => point[k])
    return (Math.min(...values) + Math.max(...values)) / 2
  }) as [number, number, number]
  // Near points weigh more in a perspective: move sideways until both margins are alike.
  for (let round = 0; round < 3; round++) {
    const distance = Math.max(...seen.map((p) => fills(p, middle, tan, aspect, margin)))
    for (const k of [0, 1] as const) {
      const spread = seen.map((p) => (p[k] - middle[k]) / Math.max(distance - (p[2] - middle[2]), 1e-12))
      middle[k] += ((Math.min(...spread) + Math.max(...spread)) / 2) * distance
    }
  }
  const target = add(add(scale(axes.right, middle[0]), scale(axes.up, middle[1])), scale(axes.toward, middle[2]))
  let distance = 0
  let height = 0
  for (const point of points) {
    const corner = subtract(point, target)
    const [x, y, z] = [
      Math.abs(dot(corner, axes.right)) * margin,
      Math.abs(dot(corner, axes.up)) * margin,
      dot(corner, axes.toward),
    ]
    distance = Math.max(distance, x / (tan * aspect) + z, y / tan + z)
    height = Math.max(height, 2 * y, (2 * x) / aspect)
  }
  return { target, distance, height }
}

/** How far the eye must be from the target for this point to lie in the picture. */
function fills(p: Vec, middle: Vec, tan: number, aspect: number, margin: number) {
  const [x, y] = [Math.abs(p[0] - middle[0]) * margin, Math.abs(p[1] - middle[1]) * margin]
  return Math.max(x / (tan * aspect), y / tan) + p[2] - middle[2]
}
