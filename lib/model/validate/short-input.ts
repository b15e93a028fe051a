import type { z } from 'zod'
import { byKind } from '#lib/schema/kinds.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { ConstructModelElementsBatch } from '#lib/schema/request-bodies.ts'
import { elementsIn, KINDS, type Kind } from '#lib/schema/schema.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'
import { wholeAllowance } from '../template/combinations.ts'
import { type Expansion, expand } from '../template/expand.ts'
import { readTemplates } from '../template/templates.ts'
import { isKind, Laid, lacking, readDefaults } from './defaults.ts'
import { type Grouping, IssueList, type Place, TooManyProblems, valuesIn } from './issue-list.ts'
import { judgeBatch, type ModelIds } from './judge-batch.ts'
import { type Parsed, parse } from './parse.ts'
import { quoted } from './references.ts'

/**
 * Bodies that hold elements, as they are sent: plainly, by templates (`repeat`), with `defaults` for both. All that
 * is wrong is told at once. Nothing should follow from another error: where the templates cannot be read or computed, what they would
 * have made is not known, and references to elements of these kinds are not judged.
 */

type Loc = Issue['loc']

/** Of a body that holds arrays of elements; there may be more in it. */
export type ElementsSchema = z.ZodType<ConstructModelElementsBatch>

export type BodyRead = {
  /** The batch, expanded. Its issues are in `fields`. */
  parsed: Parsed<ConstructModelElementsBatch>
  fields: IssueList
  /** A stage before the last went wrong: the elements are not judged. */
  isStopped: boolean
  /** Elements made per template, where templates were sent. */
  made?: number[]
  /** Templates that made nothing, and how many combinations `if` left out; 0 where ranges are empty. */
  empty: Expansion['empty']
  /** Where an issue about an element is told. */
  locateIssue(issue: Issue): Place
  grouping: Grouping
}

/** Whether a body says more than its elements: then it may be much larger than it looks. */
export const isShort = (body: unknown): body is Dictionary =>
  isDictionary(body) && (body.repeat !== undefined || body.defaults !== undefined)

/** `allowance`: what its templates may take, of a call that has several bodies. */
export function readBody(schema: ElementsSchema, body: unknown, grouping: Grouping, allowance = wholeAllowance()): BodyRead {
  const fields = new IssueList(grouping)
  const locateIssue = (issue: Issue): Place => ({ loc: issue.loc, of: 'plain' })
  const addIssue = (issue: Issue) => fields.add(issue, locateIssue(issue))
  if (!isShort(body)) return { parsed: parse(schema, body, addIssue), fields, isStopped: false, empty: [], locateIssue, grouping }

  const { repeat, defaults, ...plain } = body
  const counts = byKind((kind) => (Array.isArray(plain[kind]) ? plain[kind].length : 0))
  const { values, issues: badDefaults } = readDefaults(defaults)
  const bad = new Set(badDefaults.map(({ loc }) => `${loc[1]}.${loc[2]}`))
  const laid = new Laid(values)
  let expansion: Expansion | undefined
  const missed = byKind((kind) => plain[kind])
  const lack = ({ loc: [, kind, field] }: Issue, of: Partial<Record<Kind, unknown>>) =>
    isKind(kind) && typeof field === 'string' ? lacking(of[kind], field) : 0
  const times = new Map(badDefaults.map((issue) => [issue, lack(issue, missed)]))
  for (const kind of KINDS) laid.into(kind, plain[kind])

  const parsed = parse(schema, plain, (issue) => {
    const [kind, , field] = issue.loc
    return issue.type === 'missing' && bad.has(`${kind}.${field}`) ? false : fields.add(issue, placeOf(issue))
  })
  const { templates, issues } = repeat === undefined ? { templates: [], issues: [] } : readTemplates(repeat)
  for (const issue of issues) addIssue(issue)
  allowance.elements -= elementsIn(counts)
  if (badDefaults.length > 0) {
    const { elements } = issues.length > 0 ? { elements: {} } : expand(templates, () => {}, allowance)
    for (const issue of badDefaults) {
      const count = (times.get(issue) ?? 0) + lack(issue, elements)
      addIssue(count > 1 ? { ...issue, msg: `${issue.msg} [${count} times]`, ctx: { ...issue.ctx, count } } : issue)
    }
  }
  const stopped = { parsed, fields, isStopped: true, empty: [], locateIssue, grouping }
  const plainAlone = (): BodyRead => {
    if (parsed.value === undefined || (repeat !== undefined && !Array.isArray(repeat))) return stopped
    return { ...stopped, parsed: unsure(parsed, kindsMade(repeat)), isStopped: false, locateIssue: locateWhole }
  }
  if (issues.length > 0 || badDefaults.length > 0 || parsed.value === undefined) return plainAlone()

  expansion = expand(templates, ({ issue, at }) => void fields.add(issue, { loc: issue.loc, of: 'template', at }), allowance)
  if (expansion.failed) return plainAlone()
  for (const kind of KINDS) laid.into(kind, expansion.elements[kind], counts[kind])
  const { elements } = expansion
  const made = unlessTooMany(() =>
    parse(ConstructModelElementsBatch, elements, (issue) => {
      const [kind, index, ...path] = issue.loc
      return fields.add(issue, placeOf(isKind(kind) ? { ...issue, loc: [kind, Number(index) + counts[kind], ...path] } : issue))
    }),
  )
  if (!made) return stopped
  const whole: Dictionary = { ...parsed.value }
  for (const kind of KINDS) {
    const [plainly, more] = [counts[kind] > 0 ? parsed.value[kind] : undefined, made.value?.[kind]]
    if (more) whole[kind] = plainly ? [...plainly, ...more] : more
  }
  const both = parsed.ok ? made : unsure(parsed, made.ok ? [] : made.failed)
  return {
    parsed: { ...both, value: whole } as BodyRead['parsed'], // by both parsers
    fields,
    isStopped: false,
    ...(repeat !== undefined && { made: expansion.made }),
    empty: expansion.empty,
    locateIssue: locateWhole,
    grouping,
  }

  function locateWhole(issue: Issue): Place {
    nameFirst(issue)
    return placeOf(issue)
  }

  function placeOf({ loc }: Issue): Place {
    const [kind, index, field] = loc
    if (!isKind(kind) || typeof index !== 'number') return { loc, of: 'plain' }
    if (typeof field === 'string' && laid.has(kind, index, field))
      return { loc: ['defaults', kind, ...loc.slice(2)], of: 'defaults' }
    if (!expansion || index < counts[kind]) return { loc, of: 'plain' }
    const { loc: place, at } = expansion.place(kind, index - counts[kind], loc.slice(2))
    return { loc: place, of: 'template', at }
  }

  /** An id that a template used first is named by its place there. */
  function nameFirst(issue: Issue): void {
    const { type, loc, ctx } = issue
    const [kind] = loc
    if (type !== 'duplicate_id' || loc.length !== 3 || !isKind(kind) || typeof ctx?.first !== 'number') return
    if (!expansion || ctx.first < counts[kind]) return
    const { loc: place, at } = expansion.place(kind, ctx.first - counts[kind], [])
    issue.msg = `${quoted(String(ctx.id))} is already used by ${wordsOf(place)}, at ${valuesIn(at)}`
    issue.ctx = { ...ctx, first: { loc: place, at } }
  }
}

/** The same, of which references to some more kinds are not judged. */
function unsure(parsed: Parsed<ConstructModelElementsBatch>, kinds: Iterable<string>): Parsed<ConstructModelElementsBatch> {
  const failed = new Set([...(parsed.ok ? [] : parsed.failed), ...kinds])
  return parsed.ok ? { ok: false, issues: [], total: 0, value: parsed.value, failed } : { ...parsed, failed }
}

/** What templates make, be they right or wrong. */
const kindsMade = (repeat: unknown): Kind[] =>
  Array.isArray(repeat) ? KINDS.filter((kind) => repeat.some((one) => isDictionary(one) && kind in one)) : []

/** `repeat 2, frames 0` */
const wordsOf = ([repeat, template, kind, element]: Loc): string => `${repeat} ${template}, ${kind} ${element}`

/** Everything that is wrong with it in this model, in order: the first `limits.issues`. */
export function judgeBody(body: BodyRead, model: ModelIds): IssueList {
  const judged = new IssueList(body.grouping)
  if (body.isStopped) return judged
  const { parsed } = body
  const failed = parsed.ok ? undefined : parsed.failed
  unlessTooMany(() => judgeBatch(parsed.value, model, failed, (issue) => judged.add(issue, body.locateIssue(issue))))
  return judged
}

function unlessTooMany<T>(find: () => T): T | undefined {
  try {
    return find()
  } catch (error) {
    if (error instanceof TooManyProblems) return undefined
    throw error
  }
}
