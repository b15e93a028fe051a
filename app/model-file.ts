import type { Kind } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'

// Written again, so that the page does not carry the whole schema; the test compares.
export const ARRAYS: readonly Kind[] = [
  ...(['areas', 'combinations', 'diaphragms', 'frames', 'gridLines', 'loadCases', 'loads'] as const),
  ...(['materials', 'members', 'nodes', 'sections', 'supports'] as const),
]

/** What a file becomes: the body of `POST /api/construct-models`, or why it cannot. */
export type ModelFile = { ok: true; name: string; body: string } | { ok: false; message: string }

/**
 * Reads a JSON file as a new model. It may be what creating takes, a ViewerModel as the API returns it, or an elements batch (named
 * after the file). It is sent as it is written, for the service to judge: JSON.parse would turn 1e999 into Infinity, and that into null.
 */
export function readModelFile(text: string, fileName: string): ModelFile {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { ok: false, message: `The file is not JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
  if (!isDictionary(value))
    return { ok: false, message: 'The file must hold an object with nodes, frames and so on; it holds something else.' }
  if (typeof value.name !== 'string' && !ARRAYS.some((kind) => kind in value)) {
    return { ok: false, message: `The file has none of ${ARRAYS.join(', ')}.` }
  }
  const named = 'name' in value
  const name = typeof value.name === 'string' ? value.name : fileName.replace(/\.json$/i, '')
  return { ok: true, name, body: named ? text : text.replace('{', () => `{"name":${JSON.stringify(name)},`) }
}
