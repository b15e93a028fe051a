/**
 * The ids that were probably meant: edit distance (Levenshtein, in code points) at most 2 and less than half the length of what
 * was asked, the nearest first, of those that differ in their numbers alone the one with the nearest numbers, then the earliest. One
 * walk over the ids serves all questions.
 */
export function nearestIds(ids: readonly string[], known: Iterable<string>): Map<string, string> {
  const search = new NearestIds(ids)
  for (const id of known) if (!search.look(id)) break
  return new Map(search.found().map(({ target, near }) => [target, near]))
}

/** The same, for who looks at some ids, and at others later. */
export class NearestIds {
  readonly #questions: Question[]
  #comparisons = 0
  #looked = 0

  constructor(ids: readonly string[]) {
    this.#questions = [...new Set(ids)].flatMap((id) => {
      const points = [...id]
      const limit = Math.min(2, Math.ceil(points.length / 2) - 1)
      return limit < 1 ? [] : [{ id, points, mask: letters(points), limit, found: undefined }]
    })
  }

  /** False when it is of no use to look at more. */
  look(id: string): boolean {
    if (this.#questions.length === 0 || this.#comparisons > MOST_COMPARISONS) return false
    const place = this.#looked++
    let points: string[] | undefined
    let mask = 0
    for (const question of this.#questions) {
      this.#comparisons++
      if (question.found && place > question.found.until) question.limit = Math.min(question.limit, question.found.away - 1)
      // Below the best distance found so far, nothing can be nearer than 1 to an id that is not there.
      if (question.limit === 0 || Math.abs(id.length - question.id.length) > 2 * question.limit) continue
      if (!points) {
        points = [...id]
        mask = letters(points)
      }
      // One edit changes at most two letters of the set.
      if (bits(mask ^ question.mask) > 2 * question.limit) continue
      this.#comparisons += 20
      const away = distance(question.points, points, question.limit)
      if (away > question.limit) continue
      const apart = numbersApart(question.id, id)
      const { found } = question
      if (found?.away === away && !(apart < found.apart)) continue
      question.found = { near: id, place, away, apart, until: found?.away === away ? found.until : place + MOST_FURTHER }
      // Another as near may have nearer numbers.
      question.limit = apart > 1 && apart < Number.POSITIVE_INFINITY ? away : away - 1
    }
    return true
  }

  /** `place`: how many ids were looked at before the one that is near. */
  found(): { target: string; near: string; place: number }[] {
    return this.#questions.flatMap(({ id, found }) => (found ? [{ target: id, near: found.near, place: found.place }] : []))
  }
}

type Question = {
  id: string
  points: string[]
  mask: number
  limit: number
  found: { near: string; place: number; away: number; apart: number; until: number } | undefined
}

/** Some 0.2 s: a hundred wrong references to a model of a million elements cost no more than that; the last ones get no advice. */
const MOST_COMPARISONS = 40_000_000

/** So many ids after the first that is as near nearer numbers are looked for. */
const MOST_FURTHER = 10_000

function letters(points: readonly string[]): number {
  let mask = 0
  for (const point of points) mask |= 1 << (point.charCodeAt(0) & 31)
  return mask
}

function bits(mask: number): number {
  let n = mask - ((mask >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** By how much the numbers of two ids differ that are alike but for these; infinity for others. */
function numbersApart(one: string, other: string): number {
  if (one.replaceAll(/\d+/g, '#') !== other.replaceAll(/\d+/g, '#')) return Number.POSITIVE_INFINITY
  const others = other.match(/\d+/g) ?? []
  return (one.match(/\d+/g) ?? []).reduce((sum, number, i) => sum + Math.abs(Number(number) - Number(others[i])), 0)
}

/** Levenshtein's distance, or `limit + 1` when it is larger than that. */
export function distance(a: readonly string[], b: readonly string[], limit: number): number {
  let start = 0
  let endA = a.length
  let endB = b.length
  if (Math.abs(endA - endB) > limit) return limit + 1
  while (start < endA && start < endB && a[start] === b[start]) start++
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--
    endB--
  }
  let row = Array.from({ length: endB - start + 1 }, (_, j) => j)
  for (let i = start; i < endA; i++) {
    let least = i - start + 1
    const next = [least]
    for (let j = start; j < endB; j++) {
      const k = j - start
      const value = Math.min(row[k + 1]! + 1, next[k]! + 1, row[k]! + (a[i] === b[j] ? 0 : 1))
      next.push(value)
      if (value < least) least = value
    }
    if (least > limit) return limit + 1
    row = next
  }
  return Math.min(row[endB - start]!, limit + 1)
}
