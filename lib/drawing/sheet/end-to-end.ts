/** A name that places nearer together than `step` share, for most of them. Shifted, so that round numbers do not lie where a cell ends. */
export const cellOf =
  (step: number) =>
  ([x, y]: readonly [number, number, ...number[]]): string =>
    `${Math.floor(x / step + 0.3719)} ${Math.floor(y / step + 0.3719)}`

/** Pieces that meet, by the name of a place, as one run of points. Of a closed one the first is also the last, as `key` has it. */
export function endToEnd<P>(pieces: readonly (readonly [P, P])[], key: (point: P) => string): P[][] {
  const linesAt = new Map<string, number[]>()
  for (const [k, piece] of pieces.entries())
    for (const end of piece) {
      const there = linesAt.get(key(end))
      if (there) there.push(k)
      else linesAt.set(key(end), [k])
    }
  const meeting = (place: string): readonly number[] => linesAt.get(place) ?? []
  // Loose ends first, so that an open run is walked from one of them.
  const order = [...pieces.entries()]
    .map(([k, [a, b]]) => {
      const [atA, atB] = [meeting(key(a)).length, meeting(key(b)).length]
      return { k, points: atA === 1 ? ([a, b] as const) : ([b, a] as const), degree: Math.min(atA, atB) }
    })
    .sort((one, other) => one.degree - other.degree)
  const used = new Set<number>()
  return order.flatMap(({ k, points: [start, second] }): P[][] => {
    if (used.has(k)) return []
    used.add(k)
    const points = [start, second]
    let end = key(second)
    for (;;) {
      const next = meeting(end).find((other) => !used.has(other))
      if (next === undefined) return [points]
      used.add(next)
      const [from, to] = pieces[next]!
      const point = key(from) === end ? to : from
      points.push(point)
      end = key(point)
    }
  })
}
