import { z } from 'zod'
import { drawWithResults, ResultsToDraw } from '#lib/service/draw-results.ts'
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
    view: z.enum(VIEWS).exclude(['grid']).default('iso').describe('front looks along +Y, right along -X'),
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
  async run({ model, query: { view, revision, results, case: shownCase, ...options }, request: { headers }, workRequest }) {
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
    const { drawn, revision: of } = await drawWithResults(model, wanted, workRequest, atRevision)
    return { status: 200, headers: { ...head(of), 'Content-Type': 'image/png' }, body: [drawn.png] }
  },
})
