import { limits } from '#lib/runtime/limits.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import type { At } from '../template/combinations.ts'
import { compareLocs } from './issue-order.ts'

/** What is wrong with a batch, as it is told: what is wrong in the same way at the same place of a template is one item. */

type Loc = Issue['loc']

/** Hears every issue there is. False when it is not told by itself, so that nothing more need be found out about it. */
export type IssueListener = (issue: Issue) => boolean

/**
 * Where an issue is told. In a `template`, with the values of its variables; in `defaults`, once for all elements that took them;
 * or where it is, `plain`.
 */
export type Place = { loc: Loc; of: 'plain' | 'defaults' } | { loc: Loc; of: 'template'; at: At }

/** `groupsPlain`: elements that are not made by templates are grouped too, by kind, field, type and message. */
export type Grouping = { groupsPlain: boolean; valueAt?(loc: Loc): unknown }

/** Of elements that templates or `defaults` made. After so many nothing more is looked for: each may be a line in a million alike. */
export const MOST_PROBLEMS = 1000

/** There are more problems than are looked for; they are told. */
export class TooManyProblems extends Error {}

type Group = { issue: Issue; place: Place; count: number; ats: At[]; locs: Loc[] }

const MOST_FURTHER = 3

export class IssueList {
  readonly #grouping: Grouping
  readonly #groups: Group[] = []
  readonly #byKey = new Map<string, Group>()
  #total = 0
  #problems = 0

  constructor(grouping: Grouping) {
    this.#grouping = grouping
  }

  /** Items, told or not. Beyond those that are kept each issue counts for one; so does each, once it was given up. */
  get total(): number {
    return this.#problems > MOST_PROBLEMS ? Math.max(this.#total, this.#problems) : this.#total
  }

  /** Throws `GivenUp` beyond `MOST_PROBLEMS`. True when the issue is an item of its own that stands where it is: then it may still be given advice. */
  add(issue: Issue, place: Place): boolean {
    if (place.of !== 'plain' && ++this.#problems > MOST_PROBLEMS) throw new TooManyProblems()
    const key = this.#key(issue, place)
    const group = key === undefined ? undefined : this.#byKey.get(key)
    if (group) {
      group.count++
      if (place.of === 'template' && group.ats.length <= MOST_FURTHER) group.ats.push(place.at)
      if (group.locs.length < MOST_FURTHER) group.locs.push(place.loc)
      return false
    }
    this.#total++
    if (this.#groups.length >= limits.issues) return false
    issue.loc = place.loc
    const begun = { issue, place, count: 1, ats: place.of === 'template' ? [place.at] : [], locs: [place.loc] }
    this.#groups.push(begun)
    if (key !== undefined) this.#byKey.set(key, begun)
    return place.of === 'plain'
  }

  /** In order, at most `limits.issues`. */
  items(): Issue[] {
    return this.#groups.map(toIssue)
  }

  #key({ type, msg }: Issue, { loc, of }: Place): string | undefined {
    if (of !== 'plain') return `${type} ${JSON.stringify(loc)}`
    if (!this.#grouping.groupsPlain) return undefined
    const pattern = loc.map((step) => (typeof step === 'number' ? '*' : step))
    // The likely word depends on the one that was sent.
    const value = type === 'literal_error' ? this.#grouping.valueAt?.(loc) : undefined
    return JSON.stringify([type, msg, pattern, value])
  }
}

function toIssue({ issue, place, count, ats, locs }: Group): Issue {
  const { msg, ctx } = issue
  const [first, ...more] = ats
  if (place.of === 'template' && first && Object.keys(first).length > 0) {
    if (count === 1) return { ...issue, msg: `${msg} [${valuesIn(first)}]`, ctx: { ...ctx, at: first } }
    return {
      ...issue,
      msg: `${msg} [first at ${valuesIn(first)}; ${count} times]`,
      ctx: { ...ctx, at: first, count, more },
    }
  }
  if (count === 1) return issue
  const where = place.of === 'plain' ? { places: locs } : {}
  return { ...issue, msg: `${msg} [${count} times]`, ctx: { ...ctx, count, ...where } }
}

export const valuesIn = (place: At): string =>
  Object.entries(place)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')

/** The lists as one, in the order of errors, section 5: the first `limits.issues`, and how many there are. */
export function together(...lists: readonly IssueList[]): { issues: Issue[]; total: number } {
  const all = lists.flatMap((list) => list.items()).sort((a, b) => compareLocs(a.loc, b.loc))
  return { issues: all.slice(0, limits.issues), total: lists.reduce((sum, { total }) => sum + total, 0) }
}
