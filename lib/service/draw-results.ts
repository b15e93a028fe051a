import { z } from 'zod'
import { columnsFor, SHOWN_RESULTS } from '#lib/drawing/results/shown-results.ts'
import { Box, Select } from '#lib/edit/select/select-schema.ts'
import { selectionOf } from '#lib/edit/select/select-text.ts'
import { parse } from '#lib/model/validate/parse.ts'
import type { View } from '#lib/render/camera.ts'
import { loadCaseOf } from '#lib/render/load-case.ts'
import type { PictureResults } from '#lib/render/picture-results.ts'
import { briefObjects } from '#lib/schema/lenient-types.ts'
import { ModelError, valueError } from '#lib/schema/model-error.ts'
import { loadCasesOf } from '#lib/statics/loads/load-cases.ts'
import type { AnalysisResult } from '#lib/statics/results/analysis-result.ts'
import { idsOf } from '#lib/storage/elements.ts'
import type { OpenModel } from '#lib/storage/models.ts'
import { openReading } from '#lib/storage/read/model-reader.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import { solve, usualOptions } from './analyse-model.ts'
import { caseColumns, DRAWN_STATIONS } from './analysis-columns.ts'
import { type PictureOptions, renderWhole } from './whole-model.ts'

/** Pictures with what an analysis found out. */

export type ResultsToDraw = z.output<typeof ResultsToDraw>
export const ResultsToDraw = z
  .strictObject({
    case: z.string().max(256).optional(),
    show: z.enum(SHOWN_RESULTS),
    scale: z.number().positive().optional(),
  })
  .describe(`Of an analysis: {case or "mode 1", show: ${SHOWN_RESULTS.join(' ')}, scale}`)
briefObjects.add(ResultsToDraw)

/** A level, or a box, which may be JSON in a text. Throws `invalid`. */
export function cutTo(sent: unknown): string | Box | undefined {
  if (sent == null) return undefined
  if (typeof sent === 'string' && !sent.trimStart().startsWith('{')) return sent
  return parsedIn('cut', Box, typeof sent === 'string' ? jsonIn('cut', sent) : sent)
}

function parsedIn<T extends z.ZodType>(field: string, schema: T, sent: unknown): z.output<T> {
  const parsed = parse(schema, sent)
  if (parsed.ok) return parsed.value
  throw new ModelError(
    'invalid',
    parsed.issues.map((issue) => ({ ...issue, loc: [field, ...issue.loc] })),
  )
}

function jsonIn(field: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ModelError('invalid', [valueError([field], 'this is no whole JSON')])
  }
}

/** A selection as people type it, or as JSON. Throws `invalid`. */
export function selectionIn(field: string, text: string): Select {
  const read = selectionOf(text)
  if ('problem' in read) throw new ModelError('invalid', [valueError([field], read.problem)])
  return parsedIn(field, Select, read.select)
}

/** Throws `invalid` where no view looks at what `of` says. */
export function mustBeOfSomething(views: readonly View[], of: unknown): void {
  if (of && !views.some((one) => one === 'square' || one === 'along'))
    throw new ModelError('invalid', [
      valueError(['of'], 'only the views square and along are of something: send "views": ["square"]'),
    ])
}

type Model = Pick<OpenModel, 'id' | 'revision' | 'counts'>
type Options = Omit<PictureOptions, 'results'> & { results?: ResultsToDraw | undefined }

/**
 * The picture, and `about` what it shows; of a model that does not stand the mechanism, whatever was asked for. Throws `invalid`, and
 * `revision_not_found`.
 */
export async function drawWithResults(model: Model, options: Options, request: WorkRequest, atRevision?: number) {
  const { results: wanted, ...rest } = options
  if (!wanted) return { ...(await renderWhole(model, rest, request, atRevision)), about: {} }
  const analysis = usualOptions()
  const { result, revision } = await solve(model, analysis, atRevision, request)
  const { stands, screening, mechanisms = [] } = result.summary
  const { shownCase, show } = shownOf(result, wanted)
  const question = { case: shownCase, show: [columnsFor(show)], at: DRAWN_STATIONS, select: undefined } as const
  const columns = await caseColumns(model, revision, { options: analysis, result, question }, request)
  const mechanism = show === 'mechanism' ? mechanisms[Number(shownCase.split(' ')[1]) - 1] : undefined
  const { at, nodes = [], supported = [], frames = [] } = columns
  const results: PictureResults = {
    ...{ show, scale: wanted.scale, banner: `Screening: ${screening}`, hinges: mechanism?.elements ?? [] },
    lines: columns.lines.map((line) => ({ at, nodes, supported, frames, ...line })),
  }
  const picture = await renderWhole(model, { ...rest, results }, request, revision, options)
  const { caption } = picture.drawn
  const about = {
    ...{ stands, screening, case: shownCase },
    ...(mechanism && { mechanism: mechanism.message }),
    ...(caption && { caption }),
  }
  return { ...picture, about: { results: about } }
}

const refuse = (field: 'case' | 'show', msg: string) => new ModelError('invalid', [valueError(['results', field], msg)])

function noResultsOf(id: string, there: readonly string[]): ModelError {
  const shown = there.slice(0, 20).map((one) => `'${one}'`)
  return refuse(
    'case',
    `there are no results of '${id}'; there are those of ${shown.join(', ')}${there.length > 20 ? ', …' : ''}`,
  )
}

/** Throws `invalid` where a case is named that the model has not, before anything is analysed or drawn. */
export async function mustHaveCases(
  model: Pick<OpenModel, 'id' | 'revision'>,
  { loads, results }: { loads?: string | undefined; results?: ResultsToDraw | undefined },
): Promise<void> {
  const wanted = results?.case
  if (loads === undefined && wanted === undefined) return
  const index = await idsOf(model)
  const ids = { loadCases: [...index.ids('loadCases')], combinations: [...index.ids('combinations')] }
  const reading = openReading(model)
  const loadCases = await reading.read('loadCases', ids.loadCases)
  if (loads !== undefined) loadCaseOf({ loadCases, combinations: await reading.read('combinations', ids.combinations) }, loads)
  if (wanted === undefined || /^(mode|mechanism) [1-9]\d*$/.test(wanted)) return
  const there = [...loadCasesOf({ loadCases }).map(({ id }) => id), ...ids.combinations]
  if (!there.includes(wanted)) throw noResultsOf(wanted, there)
}

/** Which case is drawn, and what of it. */
function shownOf({ summary, answered, modes, mechanisms, solutions }: AnalysisResult, wanted: ResultsToDraw) {
  if (mechanisms.length > 0) {
    const place = Number(/^mechanism (\d+)$/.exec(wanted.case ?? '')?.[1] ?? 1)
    return { show: 'mechanism' as const, shownCase: `mechanism ${Math.min(place, mechanisms.length)}` }
  }
  if (solutions.length === 0)
    throw refuse('show', `there are no results: ${summary.mechanisms?.[0]?.message ?? 'not all load is carried'}`)
  if (wanted.show === 'mechanism') throw refuse('show', 'the model stands: it has no mechanism')
  const shownCase = wanted.case ?? answered[0]?.id ?? ''
  const one = answered.find(({ id }) => id === shownCase)
  const isMode = modes.some((_, i) => `mode ${i + 1}` === shownCase)
  if (!one && !isMode) {
    throw noResultsOf(shownCase, [...answered.map(({ id }) => id), ...modes.map((_, i) => `mode ${i + 1}`)])
  }
  if (one?.isEnvelope && wanted.show === 'deflected')
    throw refuse('case', `the envelope ${shownCase} has no shape: name a load case or a sum`)
  if (!one && wanted.show !== 'deflected') throw refuse('show', `of ${shownCase} the deflected shape is drawn`)
  return { show: wanted.show, shownCase }
}
