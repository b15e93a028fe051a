/** Walls are drawn as the strip on which they stand. */

export type Flat = readonly [number, number]
export type Strip = { from: Flat; to: Flat; thickness: number }

/** How much of its smallest rectangle a strip fills, at least. */
const FILLED = 0.8

/** The middle line of a footprint that nearly is a rectangle, along its longer side; null of any other shape. */
export function stripOf(outline: readonly Flat[]): Strip | null {
  let best: { area: number; strip: Strip } | null = null
  for (const [i, [x, y]] of outline.entries()) {
    const [nx, ny] = outline[(i + 1) % outline.length] ?? [x, y]
    const long = Math.hypot(nx - x, ny - y)
    if (!(long > 0)) continue
    const [c, s] = [(nx - x) / long, (ny - y) / long]
    const box = boxOf(outline.map(([px, py]): Flat => [px * c + py * s, py * c - px * s]))
    const [width, depth] = [box.high[0] - box.low[0], box.high[1] - box.low[1]]
    if (best && width * depth >= best.area) continue
    const middle: Flat = [(box.low[0] + box.high[0]) / 2, (box.low[1] + box.high[1]) / 2]
    const back = ([u, v]: Flat): Flat => [u * c - v * s, u * s + v * c]
    const isWide = width >= depth
    const ends: [Flat, Flat] = isWide
      ? [[box.low[0], middle[1]], [box.high[0], middle[1]]]
      : [[middle[0], box.low[1]], [middle[0], box.high[1]]] // biome-ignore format: two pairs
    best = { area: width * depth, strip: { from: back(ends[0]), to: back(ends[1]), thickness: Math.min(width, depth) } }
  }
  if (!best || !(best.area > 0)) return null
  return areaOf(outline) >= FILLED * best.area ? best.strip : null
}

function boxOf(points: readonly Flat[]): { low: [number, number]; high: [number, number] } {
  const low: [number, number] = [Infinity, Infinity]
  const high: [number, number] = [-Infinity, -Infinity]
  for (const point of points)
    for (const axis of [0, 1] as const) {
      low[axis] = Math.min(low[axis], point[axis])
      high[axis] = Math.max(high[axis], point[axis])
    }
  return { low, high }
}

/** Of a loop, whichever way it runs. */
export const areaOf = (outline: readonly Flat[]): number =>
  Math.abs(
    outline.reduce((sum, [x, y], i) => {
      const [nx, ny] = outline[(i + 1) % outline.length] ?? [x, y]
      return sum + (x * ny - nx * y) / 2
    }, 0),
  )

/** Inside or on the edge, within a tolerance. */
export function contains(outline: readonly Flat[], [x, y]: Flat, tolerance: number): boolean {
  let isInside = false
  for (const [i, [ax, ay]] of outline.entries()) {
    const [bx, by] = outline[(i + 1) % outline.length] ?? [ax, ay]
    const [ux, uy] = [bx - ax, by - ay]
    const along = Math.min(1, Math.max(0, ((x - ax) * ux + (y - ay) * uy) / (ux * ux + uy * uy || 1)))
    if (Math.hypot(x - ax - along * ux, y - ay - along * uy) <= tolerance) return true
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * ux) isInside = !isInside
  }
  return isInside
}

/** The corners around some points, counter-clockwise. */
export function hullOf(points: readonly Flat[]): Flat[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (list: readonly Flat[]) => {
    const found: Flat[] = []
    for (const point of list) {
      for (;;) {
        const [a, b] = [found.at(-2), found.at(-1)]
        if (!a || !b || (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) > 0) break
        found.pop()
      }
      found.push(point)
    }
    return found.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.reverse())]
}
