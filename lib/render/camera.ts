import { add, cross, dot, scale, unit, type Vec } from '#lib/geometry/vector.ts'

export const VIEWS = ['iso', 'plan', 'front', 'back', 'left', 'right', 'grid'] as const
export type View = (typeof VIEWS)[number]
export type Projection = 'orthographic' | 'perspective'

/** Room kept free around the drawing, in pixels. */
export type Margins = { left: number; right: number; top: number; bottom: number }

/**
 * Where the picture is taken from. Points are relative to the scene's origin, x and y of the picture in pixels from the top
 * left, depth grows away from the eye and is linear over the picture, so that it can be interpolated.
 */
export type Camera = {
  projection: Projection
  width: number
  height: number
  right: Vec
  up: Vec
  /** Into the picture. */
  forward: Vec
  eye: Vec
  target: Vec
  /** Model units per pixel; with perspective those at the target. */
  unitsPerPixel: number
  /**
   * Writes x, y and depth to `out` at `to`; false when the point is beside or behind the eye. `nearer` brings it that many
   * model units towards the eye, for edges that shall win over their faces.
   */
  project(x: number, y: number, z: number, out: Float64Array, to: number, nearer?: number): boolean
}

/** Right and up of the picture for each view, looking along the third. Elevations are named by the side one stands on. */
function directions(view: Exclude<View, 'grid'>): { right: Vec; up: Vec } {
  switch (view) {
    case 'plan':
      return { right: [1, 0, 0], up: [0, 1, 0] }
    case 'front':
      return { right: [1, 0, 0], up: [0, 0, 1] }
    case 'back':
      return { right: [-1, 0, 0], up: [0, 0, 1] }
    case 'left':
      return { right: [0, -1, 0], up: [0, 0, 1] }
    case 'right':
      return { right: [0, 1, 0], up: [0, 0, 1] }
    case 'iso': {
      // From the front right, above; a little off the true isometric, in which the lines of a square grid fall together.
      const eye: Vec = unit([0.58, -0.815, 0.62]) ?? [0, 0, 1]
      const right = unit(cross([0, 0, 1], eye)) ?? [1, 0, 0]
      return { right, up: cross(eye, right) }
    }
  }
}

const HALF_FIELD = Math.tan((16 * Math.PI) / 180)

/**
 * The camera that shows all of the points, as large as the margins allow. Without points, or with all at one place, it shows
 * a cube of two units.
 */
export function fitCamera(
  view: Exclude<View, 'grid'>,
  projection: Projection,
  points: ArrayLike<number>,
  width: number,
  height: number,
  margins: Margins,
): Camera {
  const { right, up } = directions(view)
  const forward = cross(up, right)
  const box = extents(points, [right, up, forward])
  const middle = [0, 1, 2].map((k) => (box.low[k]! + box.high[k]!) / 2)
  const target = add(add(scale(right, middle[0]!), scale(up, middle[1]!)), scale(forward, middle[2]!))
  const roomX = Math.max(16, width - margins.left - margins.right)
  const roomY = Math.max(16, height - margins.top - margins.bottom)
  const centreX = margins.left + roomX / 2
  const centreY = margins.top + roomY / 2
  const unitsPerPixel = Math.max((box.high[0]! - box.low[0]!) / roomX, (box.high[1]! - box.low[1]!) / roomY)
  const deep = box.high[2]! - box.low[2]! + 1
  const common = { projection, width, height, right, up, forward, target }

  if (projection === 'orthographic') {
    return {
      ...common,
      eye: add(target, scale(forward, -deep)),
      unitsPerPixel,
      project(x, y, z, out, to, nearer = 0) {
        out[to] = centreX + (x * right[0] + y * right[1] + z * right[2] - middle[0]!) / unitsPerPixel
        out[to + 1] = centreY - (x * up[0] + y * up[1] + z * up[2] - middle[1]!) / unitsPerPixel
        out[to + 2] = x * forward[0] + y * forward[1] + z * forward[2] - middle[2]! - nearer
        return true
      },
    }
  }

  // Pixels per unit of slope: the smaller side of the room spans the field.
  const pixels = Math.min(roomX, roomY) / 2 / HALF_FIELD
  const size = Math.max(...box.high.map((high, k) => high - box.low[k]!))
  let away = 0
  for (let i = 0; i + 2 < points.length; i += 3) {
    const p: Vec = [points[i]!, points[i + 1]!, points[i + 2]!]
    const slope = Math.max(
      (Math.abs(dot(p, right) - middle[0]!) * 2 * pixels) / roomX,
      (Math.abs(dot(p, up) - middle[1]!) * 2 * pixels) / roomY,
    )
    // What lies on the axis must still be clearly before the eye.
    away = Math.max(away, Math.max(slope, 0.1 * size) - (dot(p, forward) - middle[2]!))
  }
  const near = 0.01 * (away || 1)
  const distance = away || (2 * pixels) / Math.min(roomX, roomY)
  return {
    ...common,
    eye: add(target, scale(forward, -distance)),
    unitsPerPixel: distance / pixels,
    project(x, y, z, out, to, nearer = 0) {
      const depth = x * forward[0] + y * forward[1] + z * forward[2] - middle[2]! + distance
      if (!(depth > near)) return false
      out[to] = centreX + ((x * right[0] + y * right[1] + z * right[2] - middle[0]!) / depth) * pixels
      out[to + 1] = centreY - ((x * up[0] + y * up[1] + z * up[2] - middle[1]!) / depth) * pixels
      // 1/depth is what runs linearly over the picture.
      out[to + 2] = -1 / Math.max(near, depth - nearer)
      return true
    },
  }
}

function extents(points: ArrayLike<number>, axes: readonly Vec[]): { low: number[]; high: number[] } {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i + 2 < points.length; i += 3) {
    for (const [k, axis] of axes.entries()) {
      const at = points[i]! * axis[0] + points[i + 1]! * axis[1] + points[i + 2]! * axis[2]
      if (at < low[k]!) low[k] = at
      if (at > high[k]!) high[k] = at
    }
  }
  const isSomewhere = low.every((at, k) => Number.isFinite(at) && Number.isFinite(high[k]))
  if (!isSomewhere) return { low: [-1, -1, -1], high: [1, 1, 1] }
  // Points closer together than doubles tell apart well are one place.
  const reach = Math.max(...[...low, ...high].map(Math.abs))
  if (Math.max(high[0]! - low[0]!, high[1]! - low[1]!) > Math.max(1e-10 * reach, 1e-100)) return { low, high }
  const half = Math.max(1, 1e-9 * reach)
  return { low: low.map((v) => v - half), high: low.map((v) => v + half) }
}
