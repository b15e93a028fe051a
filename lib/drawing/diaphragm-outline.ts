import type { Vec } from '#lib/model/shape/vector.ts'

/** Around the nodes of a diaphragm, seen from above: the smallest outline without a bay (Andrew's monotone chain), each corner at its node. */
export function diaphragmOutline(nodes: readonly Vec[]): Vec[] {
  const sorted = nodes.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  if (sorted.length < 3) return sorted
  const isLeft = (a: Vec, b: Vec, c: Vec) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0
  const half = (points: readonly Vec[]) => {
    const chain: Vec[] = []
    for (const point of points) {
      while (chain.length > 1 && !isLeft(chain[chain.length - 2]!, chain[chain.length - 1]!, point)) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}
