import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { viewerUrl } from '#lib/http/viewer-url.ts'
import { COLOURINGS } from '#lib/model/colourings.ts'
import { type Ref, refsText } from '#lib/model/validate/refs-text.ts'
import { briefObjects } from '#lib/schema/lenient-types.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { Bounds, elementsIn, ViewerUnits } from '#lib/schema/schema.ts'
import { mustHaveCases, ResultsToDraw } from '#lib/service/draw-results.ts'
import { selectElements } from '#lib/service/elements/select-elements.ts'
import { type OpenModel, openModel } from '#lib/service/models/open-model.ts'
import { readModelGzip } from '#lib/service/models/read-model.ts'
import { MB } from '#lib/values/bytes.ts'
import { keysOf } from '#lib/values/object-keys.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import { countsSome } from '../answers/short.ts'
import { ModelId } from './inputs.ts'
import { ModelSummaryShape, Revision } from './model-tools.ts'
import { SelectionOrRefs, selectionOrRefs } from './picture-tool.ts'
import { READS, tool, WithText, WithView } from './tool.ts'
import { shownView, VIEWS_SHOWN } from './view-shown.ts'

/** The model in the conversation: a tool that opens the view, and one by which the view reads. */

const MOST_MARKED = 200

const ResultsShown = ResultsToDraw.meta({ description: undefined })
briefObjects.add(ResultsShown)

export const showModelTool = tool({
  name: 'service.show_model',
  title: 'Show a model to the user',
  scope: 'mcp:models:read',
  description: 'Shows the user the model in 3D in the chat; call once, it follows changes. Look yourself by render_model.',
  input: z.strictObject({
    modelId: ModelId,
    view: z.enum(VIEWS_SHOWN).optional(),
    highlight: SelectionOrRefs.optional().describe('These as in render_model'),
    zoom: SelectionOrRefs.optional(),
    isolate: SelectionOrRefs.optional(),
    colourBy: z.enum(COLOURINGS).optional(),
    results: ResultsShown.optional(),
    loads: z.string().max(256).optional(),
  }),
  output: z.object({ ...ModelSummaryShape, bounds: Bounds, units: ViewerUnits.optional() }),
  annotations: READS,
  app: 'opens',
  async run({ modelId, view = 'iso', colourBy = 'kind', results, loads, ...selected }, { caller, request, style }) {
    const model = await openModel(caller, modelId, 'read')
    await mustHaveCases(model, { loads, results })
    const { name, revision, counts, bounds, units = {} } = model
    const { highlight = [], zoom = [], isolate } = await meant(model, selected, request)
    const data = {
      ...{ modelId, name, revision, viewerUrl: viewerUrl(modelId), counts: countsSome(counts), bounds },
      ...(Object.keys(units).length > 0 && { units }),
    }
    const marks = { view, colourBy, highlight: refsText(highlight), zoom: refsText(zoom), results, loads }
    return new WithView(data, shownView(style, { ...marks, isolate: isolate ? refsText(isolate) : null }))
  },
})

type Marked = 'highlight' | 'zoom' | 'isolate'

/** The elements that are marked, flown to and drawn alone. Throws `invalid`. */
async function meant(
  model: OpenModel,
  sent: Partial<Record<Marked, unknown>>,
  request: WorkRequest,
): Promise<Partial<Record<Marked, Ref[]>>> {
  const names = keysOf(sent).filter((name) => sent[name] != null)
  if (names.length === 0) return {}
  const found: Partial<Record<Marked, Ref[]>> = {}
  for (const name of names) {
    const selection = selectionOrRefs(sent[name], name)
    const refs = await selectElements(model, selection, request).catch((error: unknown) => {
      throw error instanceof ModelError && error.code === 'invalid' ? atField(error, name) : error
    })
    if (refs.length > MOST_MARKED) {
      const msg = `show_model marks at most ${MOST_MARKED} elements; ${refs.length} were meant`
      const ctx = { limit: MOST_MARKED, actual: refs.length }
      throw new ModelError('invalid', [{ type: 'limit_exceeded', loc: [name], msg, ctx }])
    }
    found[name] = refs
  }
  return found
}

/** What is wrong with a selection, at the field that it was sent in. */
const atField = ({ issues }: ModelError, name: Marked): ModelError =>
  new ModelError(
    'invalid',
    issues.map((issue) => ({ ...issue, loc: [name, ...issue.loc.slice(1)] })),
  )

/** Base64 of it stays below what hosts take of a result. */
const MOST_BYTES = 90_000
const MOST_COMPRESSED = 4 * MB
const MOST_ELEMENTS = 150_000

export const readViewDataTool = tool({
  name: 'service.read_view_data',
  title: 'Data for the inline viewer',
  scope: 'mcp:models:read',
  description: 'For the viewer inside the chat only; to read a model use get_viewer_model.',
  input: z.strictObject({
    modelId: ModelId,
    offset: z.int().min(0).optional(),
    tag: z.string().max(64).optional(),
    since: z.int().min(1).optional(),
    maxBytes: z.int().min(1000).max(MOST_BYTES).optional(),
  }),
  output: z.object({
    modelId: z.string(),
    revision: Revision,
    changed: z.boolean(),
    stale: z.boolean().optional(),
    tag: z.string().optional(),
    encoding: z.literal('gzip').optional(),
    offset: z.int().optional(),
    count: z.int().optional(),
    total: z.int().optional(),
    next: z.int().nullable().optional(),
    bytes: z.string().optional(),
  }),
  annotations: READS,
  app: 'only',
  // A view asks every two seconds; one line tells of its opening.
  isLogged: (input) => !input.offset && input.since === undefined,
  async run({ modelId, offset = 0, tag, since, maxBytes = MOST_BYTES }, { caller }) {
    const model = await openModel(caller, modelId, 'read')
    if (since !== undefined && offset > 0) throw refused('since', 'Value error, send since or offset')
    if (offset > 0 && tag === undefined)
      throw new ModelError('invalid', [{ type: 'missing', loc: ['tag'], msg: 'Field required' }])
    if (since !== undefined && model.revision <= since) {
      return new WithText({ modelId, revision: model.revision, changed: false }, `revision ${model.revision} is the newest`)
    }
    const elements = elementsIn(model.counts)
    if (elements > MOST_ELEMENTS) throw tooLarge(`${elements} elements, the inline viewer takes ${MOST_ELEMENTS}`)
    const { revision, length: total, chunks } = await readModelGzip(model)
    if (total > MOST_COMPRESSED) throw tooLarge(`${total} bytes compressed, the inline viewer takes ${MOST_COMPRESSED}`)
    const present = `${revision}-${crcOf(chunks).toString(16).padStart(8, '0')}`
    // Another process, or this one after compaction, compresses the same revision otherwise: pieces of both are garbage.
    if (offset > 0 && tag !== present) {
      const stale = { modelId, revision, changed: true, stale: true, total: 0, next: null }
      return new WithText(stale, `revision ${revision} is at hand, read it from the beginning`)
    }
    if (offset > total) throw refused('offset', `Value error, offset ${offset} is beyond ${total} bytes`)
    const bytes = piece(chunks, offset, maxBytes)
    const next = offset + bytes.length < total ? offset + bytes.length : null
    const data = {
      ...{ modelId, revision, changed: true, tag: present, encoding: 'gzip' as const },
      ...{ offset, count: bytes.length, total, next, bytes: bytes.toString('base64') },
    }
    return new WithText(data, `${bytes.length} of ${total} bytes of revision ${revision}`)
  },
})

const refused = (field: string, msg: string) =>
  new ModelError('invalid', [{ type: 'value_error', loc: [field], msg, ctx: { error: {} } }])
const tooLarge = (has: string) =>
  new ModelError('invalid', [{ type: 'limit_exceeded', loc: [], msg: `the model has ${has}`, ctx: {} }])

/** What is rendered is kept by revision, and asked for in pieces. */
const crcs = new WeakMap<readonly Uint8Array[], number>()
function crcOf(chunks: readonly Uint8Array[]): number {
  const crc = crcs.get(chunks) ?? chunks.reduce((sum, chunk) => crc32(chunk, sum), 0)
  crcs.set(chunks, crc)
  return crc
}

function piece(chunks: readonly Uint8Array[], from: number, most: number): Buffer {
  const pieces: Uint8Array[] = []
  let offset = 0
  let left = most
  for (const chunk of chunks) {
    const start = Math.max(0, from - offset)
    offset += chunk.length
    if (start >= chunk.length || left === 0) continue
    const taken = chunk.subarray(start, start + left)
    pieces.push(taken)
    left -= taken.length
  }
  return Buffer.concat(pieces)
}
