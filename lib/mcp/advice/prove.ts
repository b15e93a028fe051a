import type { Issue } from '#lib/schema/model-error.ts'
import { applyPatches, type Repair } from '../fixes/patch.ts'

/**
 * A repair is tried before it is told: the call with it is judged by the code of the call itself, up to the write. It holds when its
 * problem is gone and none is gained.
 */

/** What is wrong with a call with these arguments; undefined when judging it would take too long. */
export type Judge = (sent: unknown) => Promise<readonly Issue[] | undefined>

/** Judging a call once more would take too long. */
export class NotJudged extends Error {}

/** Counted, not timed, so that one call has one answer on every machine. */
const MOST_RUNS = 10
const MOST_SINGLE = 8

/**
 * The repairs that hold, together. `repairs`: by the issue that each mends. `follow`: what mends a problem that a repair brings in, as an
 * id that was sent as a number and is none.
 */
export async function proveRepairs(
  sent: unknown,
  issues: readonly Issue[],
  repairs: ReadonlyMap<Issue, Repair>,
  judge: Judge,
  follow: (issue: Issue, sent: unknown) => Repair | undefined = () => undefined,
): Promise<ReadonlyMap<Issue, Repair>> {
  let runs = 0
  const tried = new Map(repairs)
  const patchesOf = (some: readonly Issue[]) => some.flatMap((issue) => tried.get(issue)?.patches ?? [])
  let after: readonly Issue[] | undefined
  const left = new Map<Issue, readonly Issue[]>()
  const holds = async (some: readonly Issue[]): Promise<boolean> => {
    if (++runs > MOST_RUNS) return false
    const patches = patchesOf(some)
    after = await judge(applyPatches(sent, patches))
    if (!after) return false
    const places = patches.map(({ at }) => at)
    const isHeld = isMended(some, issues, after, places)
    if (isHeld) for (const issue of some) left.set(issue, after)
    return isHeld
  }
  /** With the problems that go along. */
  const whole = (some: readonly Issue[]): ReadonlyMap<Issue, Repair> => {
    const mended = new Map(some.flatMap((issue) => [[issue, tried.get(issue)] as const]).filter(isRepaired))
    const remaining = some[0] ? left.get(some[0]) : undefined
    if (remaining) for (const [issue, repair] of goneAlong(issues, mended, remaining)) mended.set(issue, repair)
    return mended
  }

  const all = issues.filter((issue) => repairs.has(issue))
  if (all.length === 0) return new Map()
  if (await holds(all)) return whole(all)
  const changed = applyPatches(sent, patchesOf(all))
  for (const issue of all) {
    const repair = repairs.get(issue)
    const brought = after?.find(({ loc }) => repair?.patches.some(({ at }) => isWithin(loc, at)))
    const more = brought && brought.type !== issue.type ? follow(brought, changed) : undefined
    if (repair && more) tried.set(issue, { ...repair, patches: [...repair.patches, ...more.patches] })
  }
  const isFollowed = all.some((issue) => tried.get(issue) !== repairs.get(issue))
  if (isFollowed && (await holds(all))) return whole(all)
  const proved: Issue[] = []
  for (const issue of all.slice(0, MOST_SINGLE)) {
    let isProved = all.length > 1 && (await holds([issue]))
    let other = tried.get(issue)?.otherwise
    for (; other && !isProved; other = other.otherwise) {
      tried.set(issue, other)
      isProved = await holds([issue])
    }
    if (isProved) proved.push(issue)
  }
  // Each by itself holds; together they may be in each other's way.
  while (proved.length > 1 && !(await holds(proved))) proved.pop()
  return whole(proved)
}

const isRepaired = (entry: readonly [Issue, Repair | undefined]): entry is readonly [Issue, Repair] => entry[1] !== undefined

/** Problems without a repair of their own, or of one that was not needed, that are gone when those at their place are mended. */
function goneAlong(issues: readonly Issue[], mended: ReadonlyMap<Issue, Repair>, after: readonly Issue[]): [Issue, Repair][] {
  const [known, there] = [new Set(issues.map(keyOf)), new Set(after.map(keyOf))]
  // What is new may hide what is found after it.
  const seen = Math.min(...after.filter((issue) => !known.has(keyOf(issue))).map(stageOf))
  return issues.flatMap((issue): [Issue, Repair][] => {
    if (mended.has(issue) || there.has(keyOf(issue)) || stageOf(issue) > seen) return []
    const repair = [...mended.values()].find(({ patches }) =>
      patches.some(({ at }) => isWithin(at, issue.loc) || isWithin(issue.loc, at)),
    )
    return repair ? [[issue, repair]] : []
  })
}

const keyOf = ({ type, loc }: Issue) => `${type} ${JSON.stringify(loc)}`

function isMended(
  mended: readonly Issue[],
  before: readonly Issue[],
  after: readonly Issue[],
  places: readonly Issue['loc'][],
): boolean {
  // Where a list was put in another order, its indexes say nothing.
  const isReordered = places.some((place) => place.length === 1)
  const key = ({ type, loc }: Issue) =>
    `${type} ${JSON.stringify(isReordered ? loc.filter((step) => typeof step === 'string') : loc)}`
  const known = new Set(before.map(key))
  const latest = Math.max(...mended.map(stageOf))
  const isThere = new Set(after.map(key))
  if (mended.some((issue) => isThere.has(key(issue)))) return false
  return after.every((issue) => {
    if (issue.type === 'too_many_errors' || known.has(key(issue))) return true
    // What a later stage finds was hidden before, unless the repair itself brought it in.
    return stageOf(issue) > latest && !places.some((place) => isWithin(issue.loc, place))
  })
}

export const isWithin = (loc: Issue['loc'], place: Issue['loc']) => place.every((step, i) => loc[i] === step)

/** What is found out only when all that comes before is right: form, rules and syntax, expansion, references, execution. */
function stageOf({ type }: Issue): number {
  if (FORM.test(type)) return 1
  if (RULES.has(type)) return 2
  if (type === 'template_value') return 3
  return REFERENCES.test(type) ? 4 : 5
}

const FORM =
  /_type$|_parsing$|^(extra_forbidden|missing|literal_error|too_(short|long)|string_too_\w+|greater_\w+|less_\w+|finite_number)$/
const RULES = new Set(['value_error', 'template_syntax', 'template_name'])
const REFERENCES = /profile|^(reference_not_found|duplicate_id|frame_in_other_member|unit_unknown|ambiguous_name|not_found)$/
