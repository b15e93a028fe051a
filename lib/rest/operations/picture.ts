import { z } from 'zod'
import { ModelError } from '#lib/schema/model-error.ts'
import { cutTo, drawWithResults, mustBeOfSomething, ResultsToDraw, selectionIn } from '#lib/service/draw-results.ts'
import { VIEWS } from '#lib/service/whole-model.ts'
import { FOR_GOOD, isKnown, REVALIDATED, toEtag } from '../etag.ts'
import { operation } from '../operation.ts'

const Pixels = z.int().min(128).max(2000)

const VARY = { Vary: 'Authorization, Cookie' }

export const drawModel = operation({
  id: 'draw_model',
  method: 'GET',
  path: '/api/construct-models/{model_id}/picture',
  tag: 'Edit and ask',
  summary: 'Draw a model',
  description:
    'A PNG of the model as it is, or as it was at a revision; drawn once for each revision, view and size. `plain` leaves title, ' +
    'legend, grid and scale out. With `revision` the picture may be kept for good.',
  needs: 'read',
  query: z.object({
    view: z.enum(VIEWS).default('iso').describe('front looks along +Y, right along -X'),
    gridLineId: z.string().max(256).optional().describe('Of the view grid: an X or Y line, or a level'),
    of: z
      .string()
      .max(4096)
      .optional()
      .describe('The plane that the view square faces, the frame that along looks down: role:beam on:A, or a selection as JSON'),
    cut: z.string().max(1024).optional().describe('A level to cut above, or a box to cut to: {"z":[null,4.2]}'),
    width: Pixels.default(1024).describe('In pixels'),
    height: Pixels.default(768).describe('In pixels'),
    plain: z.boolean().default(false).describe('The structure alone'),
    loads: z.string().max(256).optional().describe('Load case whose loads are drawn'),
    results: ResultsToDraw.shape.show.optional().describe('Of an analysis with its usual options'),
    case: z.string().max(256).optional().describe('Of results: a load case, a combination or "mode 1"; absent: the first'),
    revision: z.int().min(1).optional(),
  }),
  mediaType: 'image/png',
  conditional: true,
  async run({
    model,
    query: { view, revision, results, case: shownCase, of: ofText, cut, ...options },
    request: { headers },
    workRequest,
  }) {
    const known = headers.get('if-none-match')
    const head = (of: number) => ({
      ...(of === revision ? FOR_GOOD : REVALIDATED),
      ...VARY,
      ETag: toEtag(of, 'picture'),
    })
    if (isKnown(known, revision ?? model.revision, 'picture')) {
      return { status: 304, headers: head(revision ?? model.revision), body: null }
    }
    // The present state lies ready; an older one is put together again.
    const atRevision = revision === model.revision ? undefined : revision
    const wanted = { views: [view], ...options, ...(results && { results: { show: results, case: shownCase } }) }
    const { drawn, revision: shown } = await inQuery(() => {
      const of = ofText === undefined ? undefined : selectionIn('of', ofText)
      mustBeOfSomething(wanted.views, of)
      return drawWithResults(model, { ...wanted, of, cut: cutTo(cut) }, workRequest, atRevision)
    })
    return { status: 200, headers: { ...head(shown), 'Content-Type': 'image/png' }, body: [drawn.png] }
  },
})

/** What is wrong is wrong in the address. */
async function inQuery<T>(draw: () => Promise<T>): Promise<T> {
  try {
    return await draw()
  } catch (error) {
    if (!(error instanceof ModelError) || error.code !== 'invalid') throw error
    throw new ModelError(
      'invalid',
      error.issues.map((issue) => ({ ...issue, at: 'query' as const })),
    )
  }
}
