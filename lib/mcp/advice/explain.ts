import type { Grouping } from '#lib/model/validate/issue-list.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { type Background, brief, cut, fieldsOf, valueAt } from '../fixes/background.ts'
import { fixFor } from '../fixes/fix.ts'
import { profileMessage } from '../fixes/fix-profile.ts'
import { applyPatches, type Fix, placeOf, type Repair, type Sending, toSending } from '../fixes/patch.ts'
import { isWithin, type Judge, proveRepairs } from './prove.ts'

/**
 * Failures in words that a language model can repair from: every problem with its place, what was received and what would work,
 * and that nothing was saved. The items are those of REST's 422, with `received` and `fix` beside them. JSON, as text.
 */

/** Longer ones cost the model more than they tell it. */
const MOST_CHARACTERS = 8000

export type Failure = {
  /** A word for what went wrong: invalid_input, not_found, revision_not_found, forbidden, outdated. */
  error: string
  message: string
  issues?: readonly Issue[]
  /** All problems, told or not. */
  total?: number
}

export function explainFailure(
  { error, message, issues = [], total = issues.length }: Failure,
  background: Background,
  proved: ReadonlyMap<Issue, Sending> = new Map(),
): string {
  const listed = issues.filter(({ type }) => type !== 'too_many_errors')
  const items = withoutDoubles(listed.map((issue) => describe(issue, background, proved.get(issue))))
  const ignored = ignoredFields(background, listed, items)
  const left = total - (listed.length - items.length)
  const write = (count: number) => {
    const shown = items.slice(0, count).map((item) => JSON.stringify(item))
    if (count < left) {
      const msg = `${left} errors, ${left - count} of them not shown`
      shown.push(JSON.stringify({ loc: ['body'], type: 'too_many_errors', msg, ctx: { total: left, shown: count } }))
    }
    shown.push(...ignored.map((item) => JSON.stringify(item)))
    const detail = shown.length > 0 ? `,\n"detail": [\n${shown.join(',\n')}\n]` : ''
    return `{"error": ${JSON.stringify(error)}, "message": ${JSON.stringify(message)}${detail}}`
  }
  let count = items.length
  let text = write(count)
  while (text.length >= MOST_CHARACTERS && count > 0) {
    count = Math.min(count - 1, Math.floor((count * MOST_CHARACTERS) / text.length))
    text = write(count)
  }
  return text
}

/** Fields that are passed over, but those that are told among what is wrong or go by a repair. */
function ignoredFields({ passedOver = [] }: Background, issues: readonly Issue[], items: readonly Described[]) {
  const isTold = (key: string) =>
    items.some(({ drop }) => drop?.includes(key)) ||
    issues.some(({ type, loc }) => type === 'extra_forbidden' && loc.at(-1) === key)
  return passedOver
    .filter(({ key, of }) => of !== '' && !isTold(key))
    .map(({ loc, key, of, count }) => {
      const times = count > 1 ? ` [${count} times]` : ''
      return {
        loc: ['body', ...loc],
        type: 'unknown_field',
        msg: `'${key}' is no field of ${of} and was ignored${times}`,
        ignored: true,
      }
    })
}

/** The words for input that is wrong. `issues` end with how many more there are (`tellIssues`); `proved`: what mends which, as keys. */
export function explainInvalid(
  issues: readonly Issue[],
  { writes, background, proved }: { writes: boolean; background: Background; proved?: ReadonlyMap<Issue, Sending> },
): string {
  const more = issues.find(({ type }) => type === 'too_many_errors')?.ctx?.total
  const total = typeof more === 'number' ? more : issues.length
  const problems = total === 1 ? '1 problem' : `${total} problems`
  const again = writes ? 'then send the whole call again' : 'then call again'
  const how =
    proved && proved.size > 0 ? 'put send into the object that in names, leave out drop' : 'mend each at its loc, as fix says'
  const message = `${writes ? NOTHING_SAVED : ''}${problems}: ${how}, ${again}.`
  return explainFailure({ error: 'invalid_input', message, issues, total }, background, proved)
}

export const NOTHING_SAVED = 'Nothing was saved. '

/** A model reads every item: what is wrong in the same way with many elements is one. */
export const groupingOf = (sent: unknown): Grouping => ({ groupsPlain: true, valueAt: (loc) => valueAt(sent, loc) })

type Described = Pick<Issue, 'loc' | 'type' | 'msg' | 'ctx'> & {
  received?: unknown
  fix?: string
  send?: Record<string, unknown>
  drop?: string[]
  /** Whose keys these are. */
  in?: string
}

/** Problems that one key mends are one item, with what each of them says. */
function withoutDoubles(items: readonly Described[]): Described[] {
  const described: Described[] = []
  for (const item of items) {
    const same = described.find((one) => one.in !== undefined && one.in === item.in && sameKeys(one, item))
    if (same) {
      if (!same.msg.includes(item.msg)) same.msg = cut(`${same.msg} / ${item.msg}`, 400)
      if (item.drop) same.drop = [...new Set([...(same.drop ?? []), ...item.drop])]
      if (item.fix && !same.fix?.includes(item.fix)) same.fix = same.fix ? `${same.fix}; ${item.fix}` : item.fix
    } else described.push({ ...item })
  }
  return described
}

const sameKeys = (one: Described, other: Described) =>
  JSON.stringify(one.send) === JSON.stringify(other.send) &&
  (one.send !== undefined || JSON.stringify(one.drop) === JSON.stringify(other.drop))

/** Of a problem's values those that its message does not say: where else it is. */
const WHERE = ['at', 'count', 'more', 'places']

function whereOf({ ctx = {} }: Issue): Pick<Described, 'ctx'> {
  const entries = Object.entries(ctx).filter(([name]) => WHERE.includes(name))
  return 'count' in ctx || 'at' in ctx ? { ctx: Object.fromEntries(entries) } : {}
}

function describe(issue: Issue, background: Background, sending: Sending | undefined): Described {
  const { type, loc } = issue
  const value = valueAt(background.sent, loc)
  const fix = sending ? sending.beside : wordsOf(fixFor(issue, value, background))
  // Of a missing field, its object's keys are what was received: often the right value stands under another name.
  // The arguments as a whole say nothing that their sender does not know.
  const received = type === 'missing' ? fieldsOf(valueAt(background.sent, loc.slice(0, -1))) : loc.length > 0 ? value : undefined
  return {
    loc: ['body', ...loc],
    type,
    msg: cut(messageOf(issue), 400),
    ...whereOf(issue),
    ...(received === undefined ? {} : { received: brief(received) }),
    ...(fix ? { fix } : {}),
    ...(sending && { in: placeOf(sending.owner) }),
    ...(sending?.send && { send: sending.send }),
    ...(sending?.drop && { drop: sending.drop }),
  }
}

/** A long list of words is said once, by the fix. */
function messageOf(issue: Issue): string {
  const { type, msg } = issue
  if (type === 'profile_not_found') return profileMessage(issue)
  const isLong = type === 'literal_error' && msg.length > MOST_LISTED
  return isLong ? `Input should be one of ${(msg.match(/'[^']*'/g) ?? []).length} words` : msg
}

const MOST_LISTED = 160

const wordsOf = (fix: Fix | undefined): string | undefined => (typeof fix === 'object' ? fix.words : fix)

/** Of the problems those that are mended by sending other keys, and what these are; each is tried before. */
export async function proveSendings(
  issues: readonly Issue[],
  background: Background,
  judge: Judge,
): Promise<ReadonlyMap<Issue, Sending>> {
  const repairs = new Map<Issue, Repair>()
  for (const issue of issues) {
    const fix = fixFor(issue, valueAt(background.sent, issue.loc), background)
    const repair = typeof fix === 'object' ? sayable(issue, fix, background.sent) : undefined
    if (repair) repairs.set(issue, repair)
  }
  const follow = (issue: Issue, sent: unknown) => {
    const fix = fixFor(issue, valueAt(sent, issue.loc), { ...background, sent })
    return typeof fix === 'object' ? fix : undefined
  }
  const proved = await proveRepairs(background.sent, issues, repairs, judge, follow)
  const patches = [...proved.values()].flatMap((repair) => repair.patches)
  const mended = applyPatches(background.sent, patches)
  const refused = issues.filter((issue) => {
    const value = issue.type === 'extra_forbidden' && !proved.has(issue) ? valueAt(mended, issue.loc) : undefined
    return value !== undefined && value === valueAt(background.sent, issue.loc)
  })
  return new Map(
    [...proved].flatMap(([issue, repair]) => {
      // With all of them done: two that change one key say the same.
      const sending = toSending(mended, repair)
      return sending && !refused.some(({ loc }) => isSent(sending, loc)) ? [[issue, sending] as const] : []
    }),
  )
}

/** Keys to send do not hold what is refused beside them: whoever sends them as they stand would be refused again. */
const isSent = ({ owner, send = {} }: Sending, loc: Issue['loc']): boolean =>
  isWithin(loc, owner) && loc.length > owner.length + 1 && Object.hasOwn(send, String(loc[owner.length]))

/** The ways of a repair that can be said as keys. */
function sayable(issue: Issue, repair: Repair, sent: unknown): Repair | undefined {
  const otherwise = repair.otherwise && sayable(issue, repair.otherwise, sent)
  if (isElsewhereToo(issue, repair) || !toSending(applyPatches(sent, repair.patches), repair)) return otherwise
  return { ...repair, otherwise }
}

/** What is wrong in the same way with many elements is mended in each of them, where one repair is not of all: the words say how. */
function isElsewhereToo({ ctx = {} }: Issue, { patches }: Repair): boolean {
  const places: Issue['loc'][] = Array.isArray(ctx.places) ? ctx.places : []
  if (Number(ctx.count ?? 1) > places.length && places.length > 0) return true
  return places.length > 1 && !places.every((place) => patches.some(({ at }) => isWithin(place, at)))
}
