import { z } from 'zod'
import { viewerUrl } from '#lib/http/viewer-url.ts'
import { parse } from '#lib/model/validate/parse.ts'
import { ListOrOne } from '#lib/schema/lenient-types.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { Finding } from '#lib/schema/schema.ts'
import { cutTo, drawWithResults, mustBeOfSomething, ResultsToDraw } from '#lib/service/draw-results.ts'
import { Select } from '#lib/service/edit-language.ts'
import { openModel } from '#lib/service/models/open-model.ts'
import { LABELS, type Rendered, VIEWS } from '#lib/service/whole-model.ts'
import { notesInShort } from '../answers/notes.ts'
import { ModelId } from './inputs.ts'
import { READS, tool, WithImage } from './tool.ts'

/** Pictures of a model. */

const Pixels = z.int().min(128).max(2000).meta({ minimum: undefined, maximum: undefined }).optional()

/** What `selectionOrRefs` reads: judged there, so that what is wrong is told of the form that was meant. */
export const SelectionOrRefs = z.unknown().meta({ anyOf: [{ type: 'object' }, { type: 'array', items: { type: 'object' } }] })

export const renderModelTool = tool({
  name: 'service.render_model',
  title: 'Draw a model',
  scope: 'mcp:models:read',
  description: 'Draws the model for you: does it stand as meant, are sections turned right, is something missing?',
  input: z.strictObject({
    modelId: ModelId,
    views: ListOrOne(z.enum(VIEWS), 4).optional().describe('1 to 4 tiles; front looks along +Y, right along -X'),
    view: z.enum(VIEWS).optional(),
    gridLineId: z.string().max(256).optional().describe('For grid: an X or Y line, or a level'),
    of: Select.optional().describe('What square faces, the frame that along looks down; as isolate'),
    isolate: Select.optional().describe('Only these, as in query_model'),
    zoom: Select.optional().describe('Fit these'),
    cut: z
      .unknown()
      .optional()
      .meta({ anyOf: [{ type: 'string' }, { type: 'object' }] })
      .describe('{"z":[null,4.2]} as box, or a level to cut above'),
    highlight: SelectionOrRefs.optional().describe('Or [{kind, id}] of a finding'),
    axes: z.boolean().optional().describe('Local axes of isolated or highlighted frames'),
    labels: ListOrOne(z.enum(LABELS), LABELS.length).optional(),
    loads: z.string().max(256).optional().describe('Load case to draw'),
    results: ResultsToDraw.optional(),
    projection: z.enum(['orthographic', 'perspective']).optional(),
    revision: z.int().min(1).optional(),
    width: Pixels,
    height: Pixels,
    // Of the view in a chat, which says the rest beside it.
    plain: z.boolean().optional(),
    pixelRatio: z.number().min(1).max(3).optional(),
  }),
  annotations: READS,
  stages: ['waiting', 'read', 'counted', 'scene', 'drawn'],
  app: 'calls',
  unlisted: ['view', 'projection', 'plain', 'pixelRatio'],
  async run({ modelId, view, views, highlight, cut, revision: atRevision, ...options }, { caller, request }) {
    const model = await openModel(caller, modelId, 'read')
    if (view && views) throw refused('view', 'Value error, say views or view')
    const shown = views ?? [view ?? 'iso']
    if (options.gridLineId !== undefined && !shown.includes('grid'))
      throw refused('gridLineId', 'Value error, only the view grid is drawn at a grid line: send "views": ["grid"]')
    mustBeOfSomething(shown, options.of)
    const marked = selectionOrRefs(highlight, 'highlight')
    const wanted = { ...options, views: shown, highlight: marked, cut: cutTo(cut) }
    const { revision, drawn, about } = await drawWithResults(model, wanted, request, atRevision)
    const facts = { modelId, revision, viewerUrl: viewerUrl(modelId), ...about, ...notesInShort(model.metadata) }
    return new WithImage(inShort(facts, drawn), drawn.png)
  },
})

const refused = (field: string, msg: string) =>
  new ModelError('invalid', [{ type: 'value_error', loc: [field], msg, ctx: { error: {} } }])

const Refs = z.array(z.strictObject(Finding.shape.elements.element.shape)).max(10_000)

/** A selection, or elements as a finding names them. Throws `invalid` at the field. */
export function selectionOrRefs(sent: unknown, field: string): z.output<typeof Refs> | Select | undefined {
  if (sent == null) return undefined
  const parsed = Array.isArray(sent) ? parse(Refs, sent) : parse(Select, sent)
  if (parsed.ok) return parsed.value
  throw new ModelError(
    'invalid',
    parsed.issues.map((issue) => ({ ...issue, loc: [field, ...issue.loc] })),
  )
}

/** More would cost a model more than the picture. */
const MOST_CHARACTERS = 800

/** What the picture says in words: the commonest of the legend, and what it leaves out. */
function inShort(facts: object, { views, legend, leftOut, undrawn, note }: Rendered): Record<string, unknown> {
  const rows = legend.map(({ color, label, count }) => [color, cut(label), count] as const)
  const levels = leftOut.levels.map(cut)
  const summaryOf = (most: number) => {
    const left = {
      ...(leftOut.labels > 0 && { labels: leftOut.labels }),
      ...(levels.length > 0 && { levels: levels.slice(0, most) }),
      ...(rows.length > most && { legend: rows.length - most }),
      ...(levels.length > most && { moreLevels: levels.length - most }),
    }
    return {
      ...facts,
      views: views.map(({ at: _, unitsPerPixel, unit, ...view }) => ({
        ...view,
        ...(unit !== null && { unit }),
        ...(unitsPerPixel !== null && { unitsPerPixel: Number(unitsPerPixel.toPrecision(4)) }),
      })),
      ...(rows.length > 0 && { legend: rows.slice(0, most) }),
      ...(Object.keys(left).length > 0 && { leftOut: left }),
      ...(undrawn > 0 && { undrawn }),
      ...(note !== undefined && { note }),
    }
  }
  let most = Math.max(rows.length, levels.length)
  while (most > 0 && JSON.stringify(summaryOf(most)).length >= MOST_CHARACTERS) most--
  return summaryOf(most)
}

const cut = (label: string) => (label.length > 40 ? `${label.slice(0, 39).toWellFormed()}…` : label)
