import { createHash } from 'node:crypto'
import type { Select } from '#lib/edit/select/select-schema.ts'
import { limitIssues } from '#lib/model/validate/issue-order.ts'
import { limits } from '#lib/runtime/limits.ts'
import { inTurn, type Queues } from '#lib/runtime/queue-by-key.ts'
import type { CaseColumns } from '#lib/schema/case-results.ts'
import { type Issue, ModelError, valueError } from '#lib/schema/model-error.ts'
import type { AnalysisOptions } from '#lib/statics/analysis-options.ts'
import type { AnalysisResult } from '#lib/statics/results/analysis-result.ts'
import { type RowsAnswer, type RowsQuestion, SHOWN_RESULTS, type ShownResult } from '#lib/statics/results/result-question.ts'
import type { AnalysisSummary } from '#lib/statics/results/summary.ts'
import type { PackedModel } from '#lib/storage/read/packed-model.ts'
import { cachedResult } from '#lib/work/result-cache.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import { task } from '#lib/work/task.ts'
import { caseColumns, columnsQuestion, packColumns } from './analysis-columns.ts'
import { type AnalyseModel, type AnalysisAnswer, AnalysisQuestion } from './analysis-schema.ts'
import { compareFigures, figuresOf, fitSummary } from './analysis-summary.ts'
import { prepareModelInput, type WholeModel } from './whole-model.ts'

/** Whether a model stands and how far it moves, for both doors: solved once for a revision and its options, rows page by page. */

export type AnalysisLimits = { bytes: number; seconds: number }

/** The result, or why the model cannot be analysed. */
export const ANALYSE = task<{ model: PackedModel; options: AnalysisOptions; limits: AnalysisLimits }, AnalysisResult | Issue[]>(
  'analyse',
  { class: 'read', seconds: 120, label: 'The analysis' },
)

/** A page of rows, or what is wrong with the question. `older`: what they are compared with. */
export const ANALYSIS_ROWS = task<
  {
    model: PackedModel
    options: AnalysisOptions
    result: AnalysisResult
    question: RowsOfSelection
    older?: { model: PackedModel; result: AnalysisResult }
  },
  RowsAnswer | Issue[]
>('analysis_rows', { class: 'read', seconds: 60, label: 'Looking up results' })

/** Its elements selected and not yet looked up. */
export type RowsOfSelection = Omit<RowsQuestion, 'selected'> & { select: Select | undefined }

type Place = { revision: number; from: number }

/** How a door tells it: digits of rows, and characters that a summary and a page of rows may have. */
export type Telling = { digits: number; summaryCharacters: number; pageCharacters: number; isBrief: boolean }

/** Frames of an analysis that fills a machine: such analyses go one after another. */
const MANY_FRAMES = 20_000
const queues: Queues = new Map()

/** Throws `invalid`, and `revision_not_found`. */
export async function analyseModel(
  model: WholeModel,
  question: AnalysisQuestion & Pick<AnalyseModel, 'columns'>,
  request: WorkRequest,
  telling: Telling,
): Promise<AnalysisAnswer & { columns?: CaseColumns }> {
  const place = question.cursor === undefined ? undefined : readCursor(model.id, question)
  const options = optionsOf(question)
  const { result, revision } = await solve(model, options, place?.revision ?? question.revision, request)
  request.onProgress?.('counted')
  const { summary } = result
  const head = { modelId: model.id, revision }
  const { compared, older } = await compareWith(model, question, summary, options, request)
  const { stands, screening, units } = summary
  const isStanding = stands === 'yes'
  const hasColumns = question.columns !== undefined && (isStanding || question.columns.startsWith('mechanism '))
  if (!question.show || !(isStanding || hasColumns)) {
    return { ...head, ...fitSummary({ ...summary, ...compared }, telling.summaryCharacters) }
  }
  if (question.columns !== undefined) {
    const columns = columnsQuestion(question, question.columns)
    const found = await caseColumns(model, revision, { options, result, question: columns }, request)
    return { ...head, ...summary, ...compared, columns: packColumns(found) }
  }
  const { show, sort, limit, select, at = [0, 0.5, 1] } = question
  const rows: RowsOfSelection = {
    ...{ show, at, sort, limit, select, from: place?.from ?? 0 },
    ...{ digits: telling.digits, characters: telling.pageCharacters },
    // Where cases are named, modes are shown if they are asked for too.
    withModes: question.cases === undefined || question.modes !== undefined,
  }
  const { rows: shown, total, next } = await rowsOf(model, revision, options, result, rows, older, request)
  const nextCursor = next === undefined ? {} : { nextCursor: toCursor(model.id, { revision, from: next }, question) }
  const isFirst = (place?.from ?? 0) === 0
  const answer = isFirst && !telling.isBrief ? summary : { stands, screening, units }
  const notes = [...('notes' in answer ? (answer.notes ?? []) : []), ...(select ? notesOnNone(total) : [])]
  return { ...head, ...answer, ...(notes.length > 0 && { notes }), ...(isFirst && compared), rows: shown, total, ...nextCursor }
}

const OF: Partial<Record<ShownResult, string>> = {
  reactions: 'supported nodes',
  displacements: 'nodes',
  ...{ forces: 'frames', deflections: 'frames', stresses: 'frames', beams: 'beams' },
}

/** Rows of which the selection has none that they are of. */
const notesOnNone = (total: RowsAnswer['total']): string[] =>
  SHOWN_RESULTS.flatMap((kind) => (total[kind] === 0 && OF[kind] ? [`${kind} are of ${OF[kind]}, and none is selected`] : []))

function optionsOf({ cases, modes, mass, offsets, shear, show }: AnalysisQuestion): AnalysisOptions {
  return {
    ...{ cases, modes, offsets, shear },
    mass: { selfMass: mass?.selfMass ?? true, cases: mass?.cases },
    storeys: show?.includes('storeys') ?? false,
  }
}

type Solved = { result: AnalysisResult; revision: number }

/** An analysis as it is asked for with nothing said. */
export const usualOptions = (): AnalysisOptions => optionsOf(AnalysisQuestion.parse({}))

/** Once for a revision and options. Throws `invalid`, and `revision_not_found`. */
export async function solve(
  model: WholeModel,
  options: AnalysisOptions,
  at: number | undefined,
  request: WorkRequest,
): Promise<Solved> {
  const run = async () => {
    const own: AnalysisLimits = { bytes: limits.analysisBytes, seconds: limits.analysisSeconds }
    const { whole, early } = prepareModelInput(model, at, { options, limits: own })
    const subject = { id: model.id, revision: at ?? model.revision }
    return cachedResult(ANALYSE, subject, options, request, whole, early)
  }
  const { output, revision } = model.counts.frames > MANY_FRAMES ? await inTurn(queues, 'large', run) : await run()
  if (Array.isArray(output)) throw new ModelError('invalid', limitIssues(output))
  return { result: output, revision }
}

async function rowsOf(
  model: WholeModel,
  revision: number,
  options: AnalysisOptions,
  result: AnalysisResult,
  question: RowsOfSelection,
  older: Solved | undefined,
  request: WorkRequest,
): Promise<RowsAnswer> {
  const { whole, early } = prepareModelInput(model, revision, { options, result, question })
  const subject = { id: model.id, revision }
  const key = { options, question, older: older?.revision }
  const withOlder = async <Made extends Awaited<ReturnType<typeof whole>> | undefined>(made: Made) => {
    if (!made || !older) return made
    const { input } = await prepareModelInput(model, older.revision, { result: older.result }).whole()
    return { ...made, input: { ...made.input, older: input } }
  }
  const { output } = await cachedResult(
    ANALYSIS_ROWS,
    subject,
    key,
    request,
    async () => withOlder(await whole()),
    async () => withOlder(await early()),
  )
  if (Array.isArray(output)) throw new ModelError('invalid', limitIssues(output))
  return output
}

/** The same figures of another revision, and how they changed; and that revision, where it has results. */
async function compareWith(
  model: WholeModel,
  { compareWith: other }: AnalysisQuestion,
  summary: AnalysisSummary,
  options: AnalysisOptions,
  request: WorkRequest,
): Promise<{ compared: Pick<AnalysisAnswer, 'compared' | 'change'>; older?: Solved }> {
  if (other === undefined) return { compared: {} }
  try {
    const older = await solve(model, options, other, request)
    const { summary: before } = older.result
    const change = compareFigures(before, summary)
    const compared = { compared: { revision: other, ...figuresOf(before) }, ...(change && { change }) }
    return { compared, ...(before.stands === 'yes' && { older }) }
  } catch (error) {
    const isRefused = error instanceof ModelError && error.issues.some(({ type }) => type === 'cannot_analyse')
    if (error instanceof ModelError && error.code === 'revision_not_found')
      throw new ModelError(
        error.code,
        error.issues.map((issue) => ({ ...issue, loc: ['compareWith'] })),
      )
    if (!isRefused) throw error
    return { compared: { compared: { revision: other, refused: error.issues.map(({ msg }) => msg) } } }
  }
}

const toCursor = (modelId: string, place: Place, question: AnalysisQuestion) =>
  `${place.revision}.${place.from}.${seal(modelId, place, question)}`

function readCursor(modelId: string, question: AnalysisQuestion): Place {
  const [revision, from, sealed] = (question.cursor ?? '').split('.')
  const place = { revision: Number(revision), from: Number(from) }
  const isOurs = sealed === seal(modelId, place, question)
  if (isOurs && (question.revision ?? place.revision) === place.revision) return place
  throw new ModelError('invalid', [valueError(['cursor'], 'not a cursor of this model and question')])
}

/** No secret, as of the query: it tells a cursor of another question. */
function seal(modelId: string, { revision, from }: Place, question: AnalysisQuestion): string {
  const { limit: _, cursor: _cursor, revision: _revision, ...own } = question
  return createHash('sha256')
    .update(JSON.stringify([modelId, revision, from, own]))
    .digest('base64url')
    .slice(0, 8)
}
