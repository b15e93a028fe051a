import type { Rgb } from '#lib/drawing/palette.ts'

/**
 * A picture with depth, finer than what comes out of it: `FINE` × `FINE` samples a pixel smooth the edges. Coordinates are in
 * samples from the top left, depth as the camera gives it. Nothing outside the picture is touched, whatever the coordinates.
 */
export type Raster = {
  width: number
  height: number
  /** Red, green, blue times opacity, and opacity. */
  colours: Uint8ClampedArray
  depths: Float32Array
  /** Whether a sample is kept, by its place in samples and its depth: what a section box cuts away is not. Null: all are. */
  clip: ((x: number, y: number, depth: number) => boolean) | null
}

export const FINE = 2

/** `width` and `height` in pixels. */
export function newRaster(width: number, height: number): Raster {
  const count = width * FINE * height * FINE
  const depths = new Float32Array(count).fill(Number.POSITIVE_INFINITY)
  return { width: width * FINE, height: height * FINE, colours: new Uint8ClampedArray(4 * count), depths, clip: null }
}

/** Coordinates beyond this are cut off: differences of larger ones would lose what lies inside the picture. */
const FAR = 1e7

/**
 * The corners are x, y, depth at `a`, `b` and `c` of `at`. Opaque ones hide what is behind them; with an opacity below 1 the
 * triangle tints what is behind it, so those must come last and from the back.
 */
export function fillTriangle(
  raster: Raster,
  coordinates: Float64Array,
  a: number,
  b: number,
  c: number,
  rgb: Rgb,
  opacity = 1,
): void {
  // Sorted by y, so that a shared edge is walked alike from both sides and no sample is filled twice or left out.
  let [top, middle, bottom] = [a, b, c]
  if (coordinates[top + 1]! > coordinates[middle + 1]!) [top, middle] = [middle, top]
  if (coordinates[middle + 1]! > coordinates[bottom + 1]!) [middle, bottom] = [bottom, middle]
  if (coordinates[top + 1]! > coordinates[middle + 1]!) [top, middle] = [middle, top]
  const [x0, y0, z0] = [coordinates[top]!, coordinates[top + 1]!, coordinates[top + 2]!]
  const [x1, y1, z1] = [coordinates[middle]!, coordinates[middle + 1]!, coordinates[middle + 2]!]
  const [x2, y2, z2] = [coordinates[bottom]!, coordinates[bottom + 1]!, coordinates[bottom + 2]!]
  const { width, height, clip } = raster
  if (!(y2 > 0 && y0 < height && Math.max(x0, x1, x2) > 0 && Math.min(x0, x1, x2) < width)) return
  if (Math.max(Math.abs(x0), Math.abs(x1), Math.abs(x2), Math.abs(y0), Math.abs(y2)) > FAR) return
  const twice = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
  if (twice === 0) return
  const dzdx = ((z1 - z0) * (y2 - y0) - (z2 - z0) * (y1 - y0)) / twice
  const dzdy = ((x1 - x0) * (z2 - z0) - (x2 - x0) * (z1 - z0)) / twice
  const long = (x2 - x0) / (y2 - y0)
  const upper = y1 > y0 ? (x1 - x0) / (y1 - y0) : 0
  const lower = y2 > y1 ? (x2 - x1) / (y2 - y1) : 0
  const last = Math.min(height, Math.ceil(y2 - 0.5))
  for (let row = Math.max(0, Math.ceil(y0 - 0.5)); row < last; row++) {
    const y = row + 0.5
    const one = x0 + (y - y0) * long
    const other = y < y1 ? x0 + (y - y0) * upper : x1 + (y - y1) * lower
    const from = Math.max(0, Math.ceil(Math.min(one, other) - 0.5))
    const to = Math.min(width, Math.ceil(Math.max(one, other) - 0.5))
    let z = z0 + (from + 0.5 - x0) * dzdx + (y - y0) * dzdy
    for (let i = row * width + from; i < row * width + to; i++, z += dzdx) {
      if (z >= raster.depths[i]! || (clip && !clip(i - row * width + 0.5, y, z))) continue
      if (opacity >= 1) {
        raster.depths[i] = z
        put(raster, 4 * i, rgb)
      } else tint(raster, 4 * i, rgb, opacity)
    }
  }
}

function put({ colours }: Raster, i: number, rgb: Rgb): void {
  colours[i] = rgb[0]
  colours[i + 1] = rgb[1]
  colours[i + 2] = rgb[2]
  colours[i + 3] = 255
}

function tint({ colours }: Raster, i: number, rgb: Rgb, opacity: number): void {
  const transparency = 1 - opacity
  colours[i] = rgb[0] * opacity + colours[i]! * transparency
  colours[i + 1] = rgb[1] * opacity + colours[i + 1]! * transparency
  colours[i + 2] = rgb[2] * opacity + colours[i + 2]! * transparency
  colours[i + 3] = 255 * opacity + colours[i + 3]! * transparency
}

const quad = new Float64Array(12)

/** A straight line of the given thickness in samples, between the points at `a` and `b` of `at`. */
export function drawLine(raster: Raster, coordinates: Float64Array, a: number, b: number, thickness: number, rgb: Rgb): void {
  const [dx, dy] = [coordinates[b]! - coordinates[a]!, coordinates[b + 1]! - coordinates[a + 1]!]
  const long = Math.hypot(dx, dy)
  const [wx, wy] = long > 0 ? [(-dy / long) * (thickness / 2), (dx / long) * (thickness / 2)] : [thickness / 2, 0]
  // Ends reach half a thickness further, so that lines that meet leave no gap.
  const [ex, ey] = long > 0 ? [(dx / long) * (thickness / 4), (dy / long) * (thickness / 4)] : [0, thickness / 2]
  const corners = [
    [coordinates[a]! - ex + wx, coordinates[a + 1]! - ey + wy, coordinates[a + 2]!],
    [coordinates[a]! - ex - wx, coordinates[a + 1]! - ey - wy, coordinates[a + 2]!],
    [coordinates[b]! + ex + wx, coordinates[b + 1]! + ey + wy, coordinates[b + 2]!],
    [coordinates[b]! + ex - wx, coordinates[b + 1]! + ey - wy, coordinates[b + 2]!],
  ]
  corners.forEach((corner, k) => {
    quad.set(corner, 3 * k)
  })
  fillTriangle(raster, quad, 0, 3, 6, rgb)
  fillTriangle(raster, quad, 3, 6, 9, rgb)
}

/** Laid over an image of the final size (red, green, blue a pixel), the samples of a pixel averaged. */
export function layOver({ width, colours }: Raster, image: Uint8ClampedArray, imageWidth: number): void {
  const share = 1 / (FINE * FINE)
  for (let pixel = 0; 3 * pixel < image.length; pixel++) {
    const corner = Math.floor(pixel / imageWidth) * FINE * width + (pixel % imageWidth) * FINE
    let [red, green, blue, opacity] = [0, 0, 0, 0]
    for (let row = 0; row < FINE; row++) {
      for (let column = 0; column < FINE; column++) {
        const i = 4 * (corner + row * width + column)
        red += colours[i]!
        green += colours[i + 1]!
        blue += colours[i + 2]!
        opacity += colours[i + 3]!
      }
    }
    if (opacity === 0) continue
    const transparency = 1 - (opacity * share) / 255
    image[3 * pixel] = red * share + image[3 * pixel]! * transparency
    image[3 * pixel + 1] = green * share + image[3 * pixel + 1]! * transparency
    image[3 * pixel + 2] = blue * share + image[3 * pixel + 2]! * transparency
  }
}
