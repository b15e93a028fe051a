/** The levels of a model beside its picture: one staff, every level at its height, and as many named as there is room for. */

export type RuledLevel = { label: string | null; elevation: number /** An area or beams lie on it. */; carriesFloor: boolean }

/** A place of the staff in pixels, y downward. */
export type LevelMark = { y: number; elevation: number; label: string }

export type LevelRuler = {
  ticks: number[]
  written: LevelMark[]
  /** Levels that are not written between two neighbours that are. */
  gaps: { y: number; count: number }[]
  /** From one written level to the next, where nothing is left out between them. */
  heights: { y: number; height: number }[]
  /** Not written, and in no gap that is told; out of sight above and below. */
  more: number
  above: number
  below: number
  leftOut: string[]
}

export type Staff = {
  /** Where the staff stands at an elevation. */
  yOf(elevation: number): number
  /** What may be written on, from the top down. */
  free: readonly [number, number]
  /** Height of what is drawn: elevations within a part of it are one. */
  height: number
  /** Pixels of the picture for each of those meant here: larger letters need more room. */
  px?: number
}

const ONE_LEVEL = 1 / 500
const APART = 20
const FOR_A_GAP = 28
const FOR_A_HEIGHT = 34

export function levelRuler(levels: readonly RuledLevel[], { yOf, free, height, px = 1 }: Staff): LevelRuler {
  const all = joined(levels, height * ONE_LEVEL).map((level) => ({ ...level, y: yOf(level.elevation) }))
  const seen = all.filter(({ y }) => y >= free[0] && y <= free[1])
  const above = all.filter(({ y }) => y < free[0])
  const below = all.filter(({ y }) => y > free[1])
  const order = [
    ...[seen.at(-1), seen[0]].filter((level) => level !== undefined),
    ...seen.filter(({ carriesFloor }) => carriesFloor),
    ...seen,
  ]
  const isWritten = new Set<(typeof seen)[number]>()
  for (const level of order) {
    if ([...isWritten].every(({ y }) => Math.abs(y - level.y) >= APART * px)) isWritten.add(level)
  }
  const written = seen.filter((level) => isWritten.has(level))

  const ruler: LevelRuler = {
    ticks: seen.map(({ y }) => y),
    written: written.map(({ y, elevation, label }) => ({ y, elevation, label })),
    gaps: [],
    heights: [],
    more: 0,
    above: above.length,
    below: below.length,
    leftOut: all.filter((level) => !isWritten.has(level)).map(({ label, elevation }) => label || String(elevation)),
  }
  for (const [k, one] of written.entries()) {
    const next = written[k + 1]
    if (!next) break
    const count = seen.indexOf(next) - seen.indexOf(one) - 1
    const [room, y] = [Math.abs(next.y - one.y), (one.y + next.y) / 2]
    if (count === 0 && room >= FOR_A_HEIGHT * px) ruler.heights.push({ y, height: next.elevation - one.elevation })
    if (count > 0 && room >= FOR_A_GAP * px) ruler.gaps.push({ y, count })
  }
  ruler.more = seen.length - written.length - ruler.gaps.reduce((sum, { count }) => sum + count, 0)
  return ruler
}

/** From the lowest up; levels at one height are one, under both names. */
function joined(levels: readonly RuledLevel[], tolerance: number) {
  const sorted = [...levels].sort((a, b) => a.elevation - b.elevation)
  const groups: RuledLevel[][] = []
  for (const level of sorted) {
    const last = groups.at(-1)
    if (last && level.elevation - last[0]!.elevation <= tolerance) last.push(level)
    else groups.push([level])
  }
  return groups.map((group) => {
    const names = [...new Set(group.flatMap(({ label }) => label || []))]
    return {
      label: names.length > 2 ? `${names.slice(0, 2).join(' / ')} +${names.length - 2}` : names.join(' / '),
      elevation: group[0]!.elevation,
      carriesFloor: group.some(({ carriesFloor }) => carriesFloor),
    }
  })
}
