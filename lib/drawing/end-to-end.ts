/** A name that places nearer together than `step` share, for most of them. Shifted, so that round numbers do not lie where a cell ends. */
export const cellOf =
  (step: number) =>
  ([x, y]: readonly [number, number, ...number[]]): string =>
    `${Math.floor(x / step + 0.3719)} ${Math.floor(y / step + 0.3719)}`

/** Pieces that meet, by the name of a place, as one run of points. Of a closed one the first is also the last, as `key` has it. */
export function endToEnd<P>(pieces: readonly (readonly [P, P])[], key: (point: P) => string): P[][] {
  const at = new Map<string, number[]>()
  for (const [k, piece] of pieces.entries())
    for (const end of piece) {
      const there = at.get(key(end))
      if (there) there.push(k)
      else at.set(key(end), [k])
    }
  const degree = ([a, b]: readonly [P, P]) => Math.min(at.get(key(a))!.length, at.get(key(b))!.length)
  // Loose ends first, so that an open run is walked from one of them.
  const order = [...pieces.keys()].sort((one, other) => degree(pieces[one]!) - degree(pieces[other]!))
  const used = new Set<number>()
  return order.flatMap((k): P[][] => {
    if (used.has(k)) return []
    used.add(k)
    const [a, b] = pieces[k]!
    const points = at.get(key(a))!.length === 1 ? [a, b] : [b, a]
    for (;;) {
      const end = points.at(-1)!
      const next = at.get(key(end))!.find((other) => !used.has(other))
      if (next === undefined) return [points]
      used.add(next)
      const [from, to] = pieces[next]!
      points.push(key(from) === key(end) ? to : from)
    }
  })
}
