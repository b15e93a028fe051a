/** Polygons on paper: points across and upward, or with a depth, which counts for nothing here. */

export type Place = readonly [x: number, y: number, ...rest: number[]]

/** Above 0 where one turns to the left from a over b to c, with y upward. */
export const turn = (a: Place, b: Place, c: Place) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

/** Counter-clockwise with y upward; Andrew's monotone chain. Corners that turn by no more than `least` are left out. */
export function hullOf<P extends Place>(points: readonly P[], least = 0): P[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (these: readonly P[]) => {
    const chain: P[] = []
    for (const point of these) {
      while (chain.length > 1 && turn(chain[chain.length - 2]!, chain[chain.length - 1]!, point) <= least) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

/** Above 0 where it runs counter-clockwise with y upward. */
export function twiceArea(loop: readonly Place[]): number {
  let sum = 0
  for (const [k, p] of loop.entries()) {
    const q = loop[(k + 1) % loop.length]!
    sum += p[0] * q[1] - q[0] * p[1]
  }
  return sum
}
