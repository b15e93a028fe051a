import { fitBetween } from '#lib/drawing/fit.ts'
import type { Rect } from '#lib/drawing/free-rectangles.ts'
import type { Padded } from '#lib/drawing/solve-fit.ts'
import { add, cross, dot, length, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'

export const VIEWS = ['iso', 'plan', 'below', 'front', 'back', 'left', 'right', 'grid', 'square', 'along'] as const
export type View = (typeof VIEWS)[number]
/** Those that look the same way at every model. */
export type NamedView = Exclude<View, 'grid' | 'square' | 'along'>
/** Unit vectors of the picture in the model. */
export type Directions = { right: Vec; up: Vec }
export type Projection = 'orthographic' | 'perspective'

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
  /** The way back, from a place of the picture and the depth that `project` gave. */
  unproject(x: number, y: number, depth: number): Vec
}

/** Elevations are named by the side one stands on. */
export function directionsOf(view: NamedView): Directions {
  switch (view) {
    case 'plan':
      return { right: [1, 0, 0], up: [0, 1, 0] }
    case 'below':
      return { right: [1, 0, 0], up: [0, -1, 0] }
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

/** How wide and high a box is in a view. */
export function extentIn({ right, up }: Directions, { low, high }: { low: Vec; high: Vec }): { wide: number; high: number } {
  const along = (axis: Vec) => axis.reduce((sum, part, k) => sum + Math.abs(part) * (high[k]! - low[k]!), 0)
  return { wide: along(right), high: along(up) }
}

/** Vertical, in degrees. */
const FOV = 32

/** The camera that shows all of the points as large as it gets between what lies over the picture. */
export function fitCamera(
  { right, up }: Directions,
  projection: Projection,
  content: readonly Padded[],
  width: number,
  height: number,
  covers: readonly Rect[] = [],
): Camera {
  const forward = cross(up, right)
  const picture = { width, height, fov: FOV, isParallel: projection === 'orthographic' }
  const { target, distance, scale: pixels } = fitBetween(content, scale(forward, -1), up, picture, covers)
  return cameraAt({ projection, width, height, right, up, forward, target }, distance, pixels)
}

/** The camera of a view that somebody chose. `up`: across `forward`, both of length 1; `heightSeen`: at the target, in model units. */
export function cameraOf(
  projection: Projection,
  { eye, target, up }: { eye: Vec; target: Vec; up: Vec },
  heightSeen: number,
  { width, height }: { width: number; height: number },
): Camera {
  const forward = unit(subtract(target, eye)) ?? [0, 1, 0]
  const sight = { projection, width, height, right: cross(forward, up), up, forward, target }
  return cameraAt(sight, length(subtract(target, eye)), height / heightSeen)
}

type Sight = Pick<Camera, 'projection' | 'width' | 'height' | 'right' | 'up' | 'forward' | 'target'>

/** `distance`: from the eye to the target, in model units; `pixels`: of a unit at the target. */
function cameraAt(sight: Sight, distance: number, pixels: number): Camera {
  const { projection, width, height, right, up, forward, target } = sight
  const [x0, y0, z0] = [dot(target, right), dot(target, up), dot(target, forward)]
  const common = { ...sight, eye: add(target, scale(forward, -distance)), unitsPerPixel: 1 / pixels }
  const along = (a: number, b: number, c: number): Vec => add(add(scale(right, a), scale(up, b)), scale(forward, c))

  if (projection === 'orthographic') {
    return {
      ...common,
      project(x, y, z, out, to, nearer = 0) {
        out[to] = width / 2 + (x * right[0] + y * right[1] + z * right[2] - x0) * pixels
        out[to + 1] = height / 2 - (x * up[0] + y * up[1] + z * up[2] - y0) * pixels
        out[to + 2] = x * forward[0] + y * forward[1] + z * forward[2] - z0 - nearer
        return true
      },
      unproject: (x, y, depth) => along((x - width / 2) / pixels + x0, (height / 2 - y) / pixels + y0, depth + z0),
    }
  }

  const focal = pixels * distance
  const near = 0.01 * distance
  return {
    ...common,
    project(x, y, z, out, to, nearer = 0) {
      const depth = x * forward[0] + y * forward[1] + z * forward[2] - z0 + distance
      if (!(depth > near)) return false
      out[to] = width / 2 + ((x * right[0] + y * right[1] + z * right[2] - x0) / depth) * focal
      out[to + 1] = height / 2 - ((x * up[0] + y * up[1] + z * up[2] - y0) / depth) * focal
      // 1/depth is what runs linearly over the picture.
      out[to + 2] = -1 / Math.max(near, depth - nearer)
      return true
    },
    unproject(x, y, inverse) {
      const depth = -1 / inverse
      const share = depth / focal
      return along((x - width / 2) * share + x0, (height / 2 - y) * share + y0, depth + z0 - distance)
    },
  }
}
