import type { Grouping } from '#lib/model/validate/issue-list.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { type Background, brief, cut, fieldsOf, valueAt } from './background.ts'
import { fixFor } from './fix.ts'

/**
 * Failures in words that a language model can repair from: every problem with its place, what was received and what would work,
 * and that nothing was saved. The items are those of REST's 422, with `received` and `fix` beside them. JSON, as text.
 */

/** Longer ones cost the model more than they tell it. */
const MOST_CHARACTERS = 8000

export type Failure = {
  /** A word for what went wrong: invalid_input, not_found, forbidden, outdated. */
  error: string
  message: string
  issues?: readonly Issue[]
  /** All problems, told or not. */
  total?: number
}

export function explainFailure({ error, message, issues = [], total = issues.length }: Failure, background: Background): string {
  const items = issues.filter(({ type }) => type !== 'too_many_errors').map((issue) => describe(issue, background))
  const write = (count: number) => {
    const shown = items.slice(0, count).map((item) => JSON.stringify(item))
    if (count < total) {
      const msg = `${total} errors, ${total - count} of them not shown`
      shown.push(JSON.stringify({ loc: ['body'], type: 'too_many_errors', msg, ctx: { total, shown: count } }))
    }
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

/** The words for input that is wrong. `issues` end with how many more there are (`tellIssues`). */
export function explainInvalid(
  issues: readonly Issue[],
  { writes, background }: { writes: boolean; background: Background },
): string {
  const more = issues.find(({ type }) => type === 'too_many_errors')?.ctx?.total
  const total = typeof more === 'number' ? more : issues.length
  const problems = total === 1 ? '1 problem' : `${total} problems`
  const again = writes ? 'then send the whole call again' : 'then call again'
  const message = `${writes ? NOTHING_SAVED : ''}${problems} with the input: mend each at its loc (fix says how), ${again}.`
  return explainFailure({ error: 'invalid_input', message, issues, total }, background)
}

export const NOTHING_SAVED = 'Nothing was saved. '

/** A model reads every item: what is wrong in the same way with many elements is one. */
export const groupingOf = (sent: unknown): Grouping => ({ groupsPlain: true, valueAt: (loc) => valueAt(sent, loc) })

type Described = Pick<Issue, 'loc' | 'type' | 'msg' | 'ctx'> & { received?: unknown; fix?: string }

/** Of a problem's values those that its message does not say: where else it is. */
const WHERE = ['at', 'count', 'more', 'places']

function whereOf({ ctx = {} }: Issue): Pick<Described, 'ctx'> {
  const entries = Object.entries(ctx).filter(([name]) => WHERE.includes(name))
  return 'count' in ctx || 'at' in ctx ? { ctx: Object.fromEntries(entries) } : {}
}

function describe(issue: Issue, background: Background): Described {
  const { type, loc, msg } = issue
  const value = valueAt(background.sent, loc)
  const fix = fixFor(issue, value, background)
  // Of a missing field, its object's keys are what was received: often the right value stands under another name.
  const received = type === 'missing' ? fieldsOf(valueAt(background.sent, loc.slice(0, -1))) : value
  return {
    loc: ['body', ...loc],
    type,
    msg: cut(msg, 400),
    ...whereOf(issue),
    ...(received === undefined ? {} : { received: brief(received) }),
    ...(fix ? { fix } : {}),
  }
}
