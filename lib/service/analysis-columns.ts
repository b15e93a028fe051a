import type { Select } from '#lib/edit/select/select-schema.ts'
import { limitIssues } from '#lib/model/validate/issue-order.ts'
import { type CaseColumns, COLUMN_WIDTHS, type ColumnKind } from '#lib/schema/case-results.ts'
import { type Issue, ModelError, valueError } from '#lib/schema/model-error.ts'
import type { AnalysisOptions } from '#lib/statics/analysis-options.ts'
import type { AnalysisResult } from '#lib/statics/results/analysis-result.ts'
import type { ColumnsQuestion, ResultColumns } from '#lib/statics/results/result-columns.ts'
import type { ShownResult } from '#lib/statics/results/result-question.ts'
import type { PackedModel } from '#lib/storage/read/packed-model.ts'
import { cachedResult } from '#lib/work/result-cache.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import { task } from '#lib/work/task.ts'
import type { AnalysisQuestion } from './analysis-schema.ts'
import { prepareModelInput, type WholeModel } from './whole-model.ts'

/** Results of one case for a whole model, as arrays: what drawings are made of. */

/** Its elements selected and not yet looked up. */
export type ColumnsOfSelection = Omit<ColumnsQuestion, 'selected'> & { select: Select | undefined }

type ColumnsInput = { options: AnalysisOptions; result: AnalysisResult; question: ColumnsOfSelection }

/** The arrays, or what is wrong with the question. */
export const ANALYSIS_COLUMNS = task<ColumnsInput & { model: PackedModel }, ResultColumns | Issue[]>('analysis_columns', {
  ...{ class: 'read', seconds: 60, label: 'Looking up results' },
})

/** A frame's true curve is drawn through so many points. */
const STATIONS = 17
export const DRAWN_STATIONS: readonly number[] = Array.from({ length: STATIONS }, (_, k) => k / (STATIONS - 1))

const isColumnKind = (kind: ShownResult): kind is ColumnKind => kind in COLUMN_WIDTHS

/** Throws `invalid` for what arrays do not have. */
export function columnsQuestion(question: AnalysisQuestion, shownCase: string): ColumnsOfSelection {
  const { show = [], at = DRAWN_STATIONS, select } = question
  const kinds = show.filter(isColumnKind)
  const issues = show.flatMap((kind, i) =>
    isColumnKind(kind) ? [] : [valueError(['show', i], `columns are of ${Object.keys(COLUMN_WIDTHS).join(', ')}`)],
  )
  for (const field of ['sort', 'cursor'] as const) {
    if (question[field] !== undefined) issues.push(valueError([field], 'columns come whole, in the order of the model'))
  }
  if (issues.length > 0) throw new ModelError('invalid', issues)
  return { case: shownCase, show: kinds, at, select }
}

/** Throws `invalid`. */
export async function caseColumns(
  model: WholeModel,
  revision: number,
  input: ColumnsInput,
  request: WorkRequest,
): Promise<ResultColumns> {
  const { whole, early } = prepareModelInput(model, revision, input)
  const { options, question } = input
  const { output } = await cachedResult(
    ANALYSIS_COLUMNS,
    { id: model.id, revision },
    { options, question },
    request,
    whole,
    early,
  )
  if (Array.isArray(output)) throw new ModelError('invalid', limitIssues(output))
  return output
}

/** As JSON has them. */
export function packColumns({ lines, at, ...ids }: ResultColumns): CaseColumns {
  return {
    at: [...at],
    ...ids,
    lines: lines.map(({ case: id, of, ...columns }) => ({
      case: id,
      ...(of && { of }),
      ...Object.fromEntries(Object.entries(columns).map(([kind, numbers]) => [kind, base64Of(numbers)])),
    })),
  }
}

/** Little-endian, as all machines are that Node runs on. */
const base64Of = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')
