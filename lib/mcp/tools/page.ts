import { createHash } from 'node:crypto'
import { ModelError, valueError } from '#lib/schema/model-error.ts'
import { KINDS, type Kind } from '#lib/schema/schema.ts'
import type { Reading } from '#lib/service/models/read-model.ts'
import { type Form, inForm, showsPolygons } from './element-form.ts'
import { RESULT_CHARACTERS } from './result-size.ts'

/** Big models in pieces: a tool's result stands in the context of the model that called it. */

export type Selection = {
  kinds?: readonly Kind[] | undefined
  ids?: readonly string[] | undefined
  limit?: number | undefined
  form?: Form | undefined
}
/** Where to go on: the element of that place among those of its kind, in that revision. */
export type Place = { revision: number; kind: Kind; index: number }

export type Page = {
  elements: Partial<Record<Kind, { id: string }[]>>
  /** Whether a section has an outline that is not shown. */
  polygons?: 'left out'
  next?: Place
}

/** So many elements are read at a time; the usual page holds some hundreds. */
const STRETCH = 200

/**
 * Sections with their type, dimensions and profile, so that they can be sent back as they come. The elements of the chosen kinds and ids from a place on, in the order of the kinds and of the model: as many as `limit` and
 * 60,000 characters allow, but at least one, so that every page gets on.
 */
export async function pageOf(
  reading: Reading,
  { kinds, ids, limit = Number.POSITIVE_INFINITY, form = {} }: Selection,
  from?: Place,
): Promise<Page> {
  const page: Page = { elements: {} }
  let count = 0
  let characters = 0
  for (const kind of KINDS) {
    if (kinds && !kinds.includes(kind)) continue
    if (from && KINDS.indexOf(kind) < KINDS.indexOf(from.kind)) continue
    let first = from?.kind === kind ? from.index : 0
    for (;;) {
      const stretch = await reading.page(kind, first, STRETCH, ids)
      const last = stretch.at(-1)
      if (!last) break
      first = last.place + 1
      const named = stretch.map(({ id }) => id)
      const elements = await reading.read(kind, named)
      const definitions = kind === 'sections' ? await reading.definitions(named) : []
      for (const [i, whole] of elements.entries()) {
        const element = inForm({ ...whole, ...definitions[i] }, form)
        characters += JSON.stringify(element).length + 1
        if (count > 0 && (count >= limit || characters > RESULT_CHARACTERS)) {
          page.next = { revision: reading.revision, kind, index: stretch[i]!.place }
          return page
        }
        count++
        page.elements[kind] ??= []
        page.elements[kind].push(element)
        if (kind === 'sections' && !showsPolygons(form) && !form.fields) page.polygons = 'left out'
      }
    }
  }
  return page
}

/** Ids that name no element of the chosen kinds. */
export async function idsNotFound(reading: Reading, { kinds = KINDS, ids = [] }: Selection): Promise<string[]> {
  let missing = [...new Set(ids)]
  for (const kind of kinds) missing = await reading.missing(kind, missing)
  return missing
}

/** A cursor says where to go on and belongs to its model: what was not given out here is refused. */
export function toCursor(modelId: string, { revision, kind, index }: Place): string {
  return `${revision}.${kind}.${index}.${seal(modelId, revision, kind, index)}`
}

export function readCursor(modelId: string, cursor: string): Place {
  const [revision, kind, index, sealed] = cursor.split('.')
  const place = { revision: Number(revision), kind: KINDS.find((one) => one === kind), index: Number(index) }
  if (place.kind && sealed === seal(modelId, place.revision, place.kind, place.index)) return { ...place, kind: place.kind }
  throw noCursor()
}

export const noCursor = () => new ModelError('invalid', [valueError(['cursor'], 'not a cursor of this model')])

/** No secret: it tells a slip of the pen or a cursor of another model, and opens nothing. */
export const seal = (modelId: string, ...place: (string | number)[]) =>
  createHash('sha256')
    .update([modelId, ...place].join(' '))
    .digest('base64url')
    .slice(0, 8)
