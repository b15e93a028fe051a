import { KINDS_OF } from '#lib/schema/kinds.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { countText } from '../worker/elements.ts'
import { calledIn } from './tool-result.ts'

/** What the call that opened the view says of the model and of how it is to be shown (`lib/mcp/tools/view-shown.ts`). */
export type ShownView = {
  modelId: string
  viewerUrl: string
  name: string
  /** `350 nodes, 366 frames`; nothing where it was not told. */
  counts: string
  /** Tools by the names that the host knows them by. */
  tools: { data: string; picture: string; check: string; analysis: string; comments: string }
  view: string
  /** What to fly to, in short: `f:B1`. */
  zoom: string
  /** The view's address. */
  query: string
  /** What of an analysis is shown first, and of which load case the loads; as render_model takes them. */
  results: Record<string, unknown> | null
  loads: string
}

/** What only the view reads of a result (`lib/mcp/tools/view-shown.ts`). */
const VIEW = 'structural/view'

/**
 * Null: nothing that can be shown. All of it is looked at: a host may pass anything on, and may drop what is meant for the view alone: then
 * the model is shown as a whole. `toolName`: of the call, as the host knows it.
 */
export function shownIn(result: Record<string, unknown>, toolName?: string): ShownView | null {
  const called = calledIn(result, 'viewerUrl')
  if ('refused' in called) return null
  const { modelId, viewerUrl, name, counts } = called.data
  const meta = isDictionary(result._meta) ? result._meta[VIEW] : undefined
  const shown = isDictionary(meta) ? meta : toolsBeside(toolName)
  const { dataTool, pictureTool, checkTool, analysisTool, commentsTool, view, colourBy } = shown
  const { highlight, isolate, zoom, results, loads } = shown
  if (typeof modelId !== 'string' || typeof dataTool !== 'string') return null
  const query = new URLSearchParams()
  if (text(highlight)) query.set('selected', text(highlight))
  if (typeof isolate === 'string') query.set('only', isolate)
  if (text(colourBy) && colourBy !== 'kind') query.set('colour', text(colourBy))
  return {
    ...{
      modelId,
      viewerUrl: text(viewerUrl),
      name: text(name) || 'the model',
      counts: isDictionary(counts) ? inWords(counts) : '',
    },
    tools: {
      ...{ data: dataTool, picture: text(pictureTool), check: text(checkTool) },
      ...{ analysis: text(analysisTool), comments: text(commentsTool) },
    },
    ...{ view: text(view) || 'iso', zoom: text(zoom), query: String(query) },
    ...{ results: isDictionary(results) ? results : null, loads: text(loads) },
  }
}

/**
 * The tools that the view calls, spelt as the one that opened it: `service.show_model` has `service.read_view_data` beside it. Of a host that
 * names no tool as they are listed unless asked otherwise; the server takes both spellings.
 */
function toolsBeside(toolName = 'service.show_model'): Record<string, unknown> {
  const [, prefix] = /^(.*)(?:show_model|create_model|duplicate_model)$/.exec(toolName) ?? []
  if (prefix === undefined) return {}
  const named = (name: string) => `${prefix}${name}`
  return {
    ...{ dataTool: named('read_view_data'), pictureTool: named('render_model'), checkTool: named('check_model') },
    ...{ analysisTool: named('analyse_model'), commentsTool: named('list_comments') },
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const KINDS = ['node', 'frame', 'member', 'area', 'support'] as const

const inWords = (counts: Record<string, unknown>): string =>
  KINDS.flatMap((kind) => {
    const count = counts[KINDS_OF[kind]]
    return typeof count === 'number' && count > 0 ? [countText(count, kind)] : []
  }).join(', ')
