import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type RunWithAlso, toldOnce } from '#lib/edit/query/also.ts'
import { type FindingsToFind, STRETCH, summaryOf } from '#lib/edit/query/findings.ts'
import { AS_IN_QUERY, Select } from '#lib/edit/select/select-schema.ts'
import { viewerUrl } from '#lib/http/viewer-url.ts'
import { CODES, type FoundFinding, type Run, SEVERITIES, toFinding, toFindings } from '#lib/model/check/check.ts'
import { ListOrOne } from '#lib/schema/lenient-types.ts'
import { type Issue, ModelError, valueError } from '#lib/schema/model-error.ts'
import { Finding } from '#lib/schema/schema.ts'
import type { OpenModel } from '#lib/storage/models.ts'
import type { PackedModel } from '#lib/storage/read/packed-model.ts'
import { cachedResult, knownResult } from '#lib/work/result-cache.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import { task } from '#lib/work/task.ts'
import { prepareModelInput } from './whole-model.ts'

/** The model check as it is asked for: whole, or by groups, filters and pages. One question and one answer for both doors. */

export const CHECK = task<{ model: PackedModel; search: FindingsToFind }, Run[] | Issue[]>('check', {
  ...{ class: 'read', seconds: 60, label: 'The check' },
})

export type CheckQuestion = z.output<typeof CheckQuestion>
export const CheckQuestion = z
  .strictObject({
    codes: ListOrOne(z.enum(CODES), CODES.length).optional().describe('Only these'),
    severity: ListOrOne(z.enum(SEVERITIES), SEVERITIES.length).optional(),
    select: Select.optional().describe(AS_IN_QUERY),
    detail: z.enum(['groups', 'all']).optional().describe('all: one by one'),
    limit: z.int().min(1).max(1000).optional().describe('100'),
    cursor: z.string().max(256).optional().describe('nextCursor, with the same question'),
    revision: z.int().min(1).optional().describe('The model as of then'),
  })
  .meta({ id: 'CheckQuestion' })

const Summary = z.object({ error: z.int(), warning: z.int(), info: z.int() })
const { severity, code, message, fix, elements } = Finding.shape

export type CheckAnswer = z.output<typeof CheckAnswer>
export const CheckAnswer = z
  .object({
    modelId: z.string(),
    revision: z.int(),
    viewerUrl: z.string(),
    summary: Summary.describe('What passes the filters'),
    of: Summary.optional().describe('All that there is'),
    groups: z
      .array(
        z.object({
          code,
          severity,
          count: z.int(),
          message: message.describe("The first one's"),
          examples: z.array(elements).describe('The elements of the first ones'),
          fix,
          stoppedEarly: z.literal(true).optional().describe('There may be more than were counted'),
        }),
      )
      .optional(),
    findings: z.array(Finding).optional(),
    nextCursor: z.string().optional(),
  })
  .meta({ id: 'CheckAnswer' })

type Model = Pick<OpenModel, 'id' | 'revision' | 'counts'>
type StoredFindings = { revision: number; runs: Run[] }

/** The findings as one list, so many of a code; and the revision that they are about. `at`: that one and no other. */
export async function checkWhole(
  model: Model,
  request: WorkRequest,
  atRevision?: number,
): Promise<{ findings: Finding[]; revision: number }> {
  const { runs, revision } = await search(model, atRevision, {}, request)
  request.onProgress?.('checked')
  return { findings: toFindings(runs), revision }
}

/** `at`: that revision and no other. */
async function search(
  model: Model,
  atRevision: number | undefined,
  options: { select?: Select; only?: { code: string; first: number } },
  request: WorkRequest,
): Promise<StoredFindings> {
  const subject = { id: model.id, revision: atRevision ?? model.revision }
  const known = options.select && !options.only ? knownResult(CHECK, subject, {}) : undefined
  const input = prepareModelInput(model, atRevision, { search: { ...options, ...(known && isRuns(known) && { known }) } })
  const { output, revision } = await cachedResult(CHECK, subject, options, request, input.whole, input.early)
  if (isRuns(output)) return { revision, runs: output }
  throw new ModelError('invalid', output)
}

const isRuns = (output: Run[] | Issue[]): output is Run[] => !output.some((each) => 'loc' in each)

const USUAL_LIMIT = 100

/** How a door tells of a code, and how many characters of groups or findings it tells at most; at least one of them. */
type Telling<Group, Single> = {
  toGroup: (run: RunWithAlso) => Group
  toSingle: (finding: FoundFinding) => Single
  size: number
  /** Groups: what is found under several codes of one cause is one row. */
  isToldOnce?: true
}

export type { RunWithAlso }

/** As REST answers. */
export const askCheck = (model: Model, question: CheckQuestion, request: WorkRequest): Promise<CheckAnswer> =>
  answerCheck(model, question, request, { toGroup, toSingle: toFinding, size: Number.POSITIVE_INFINITY })

export type CheckReport<Group, Single> = Omit<CheckAnswer, 'groups' | 'findings'> & { groups?: Group[]; findings?: Single[] }

export async function answerCheck<Group, Single>(
  model: Model,
  question: CheckQuestion,
  request: WorkRequest,
  { toGroup, toSingle, size, isToldOnce }: Telling<Group, Single>,
): Promise<CheckReport<Group, Single>> {
  const { codes, select, detail = 'groups', limit = USUAL_LIMIT } = question
  const from = question.cursor === undefined ? undefined : readCursor(model.id, question)
  const all = await search(model, from?.revision ?? question.revision, {}, request)
  const { revision } = all
  const selected = select ? await search(model, revision, { select }, request) : all
  const runs = selected.runs.filter(
    (run) => (codes?.includes(run.code) ?? true) && (question.severity?.includes(run.severity) ?? true),
  )
  const first = from?.first ?? 0
  const again = (only: { code: string; first: number }) => search(model, revision, { ...(select && { select }), only }, request)
  const rows = isToldOnce ? toldOnce(runs) : runs
  const groups = detail === 'groups' ? asManyAsFit(rows.map(toGroup).slice(first, first + limit), size) : undefined
  const findings = groups ? undefined : asManyAsFit((await findingsFrom(runs, first, limit, again)).map(toSingle), size)
  const next = first + (groups ?? findings ?? []).length
  const total = groups ? rows.length : runs.reduce((sum, { count }) => sum + count, 0)
  request.onProgress?.('checked')
  return {
    modelId: model.id,
    revision,
    viewerUrl: viewerUrl(model.id),
    summary: summaryOf(runs),
    ...((codes || select || question.severity) && { of: summaryOf(all.runs) }),
    ...(groups && { groups }),
    ...(findings && { findings }),
    ...(next < total && { nextCursor: toCursor(model.id, { revision, first: next }, question) }),
  }
}

type CheckGroup = NonNullable<CheckAnswer['groups']>[number]

const MOST_EXAMPLES = 5
/** Of one finding; its message counts them all. */
const MOST_ELEMENTS = 10

function toGroup({ code, severity, count, isCutShort, findings }: Run): CheckGroup {
  const [first] = findings
  return {
    code,
    severity,
    count,
    message: first?.message ?? `The search for ${code} stopped before it found one`,
    examples: findings.slice(0, MOST_EXAMPLES).map(({ elements }) => elements.slice(0, MOST_ELEMENTS)),
    ...(first?.fix !== undefined && { fix: toFinding(first).fix }),
    ...(isCutShort && { stoppedEarly: true as const }),
  }
}

/** Those from one on, in their order; what is not told yet is searched for, a stretch of one code at a time. */
async function findingsFrom(
  runs: readonly Run[],
  first: number,
  limit: number,
  more: (only: { code: string; first: number }) => Promise<StoredFindings>,
): Promise<FoundFinding[]> {
  const found: FoundFinding[] = []
  let before = 0
  for (const run of runs) {
    let atRevision = Math.max(0, first - before)
    while (atRevision < run.count && found.length < limit) {
      let known = run
      if (atRevision >= run.findings.length) {
        const stretch = await more({ code: run.code, first: atRevision - (atRevision % STRETCH) })
        known = stretch.runs.find(({ severity }) => severity === run.severity) ?? run
      }
      const some = known.findings.slice(atRevision - known.first, atRevision - known.first + limit - found.length)
      if (some.length === 0) return found
      found.push(...some)
      atRevision += some.length
    }
    before += run.count
    if (found.length === limit) break
  }
  return found
}

function asManyAsFit<T>(items: readonly T[], size: number): T[] {
  let characters = 0
  const end = items.findIndex((item, i) => {
    characters += JSON.stringify(item).length + 1
    return i > 0 && characters > size
  })
  return end === -1 ? [...items] : items.slice(0, end)
}

/** Where to go on, in the findings of one revision. */
type Place = { revision: number; first: number }

const toCursor = (modelId: string, { revision, first }: Place, question: CheckQuestion) =>
  `${revision}.${first}.${seal(modelId, revision, first, question)}`

function readCursor(modelId: string, question: CheckQuestion): Place {
  const [revision, first, sealed] = (question.cursor ?? '').split('.')
  const place = { revision: Number(revision), first: Number(first) }
  const isOurs = sealed === seal(modelId, place.revision, place.first, question)
  if (isOurs && (question.revision ?? place.revision) === place.revision) return place
  throw new ModelError('invalid', [valueError(['cursor'], 'not a cursor of this model and question')])
}

/** No secret: it tells a slip of the pen, or a cursor of another question. */
function seal(
  modelId: string,
  revision: number,
  first: number,
  { codes, severity, select, detail = 'groups' }: CheckQuestion,
): string {
  const text = JSON.stringify([modelId, revision, first, codes, severity, select, detail])
  return createHash('sha256').update(text).digest('base64url').slice(0, 8)
}
