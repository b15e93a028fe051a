import { nearestIds } from '#lib/model/validate/nearest-id.ts'
import type { AnchorElement, CommentAnchor } from '#lib/schema/comment-bodies.ts'
import { ANCHOR_KINDS, type AnchorKind } from '#lib/schema/comment-words.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import type { StoredAnchor } from '#lib/storage/comments/comment-row.ts'
import { idsOf } from '#lib/storage/elements.ts'
import type { OpenModel } from '#lib/storage/models.ts'
import { openReading } from '#lib/storage/read/model-reader.ts'
import { keyed, keysOf } from '#lib/values/object-keys.ts'
import { pointOfElements } from './anchor-point.ts'

/** Where comments are pinned, and whether that is still there. */

const KINDS = keysOf(ANCHOR_KINDS)

/** As a person says it. */
const wordOf = (kind: AnchorKind): string => kind.replace('_', ' ')

const keyOf = ({ kind, id }: AnchorElement) => `${kind} ${id}`

/** Which of these elements are in the model, by `has`; `revision`: as it was then. */
export async function findElements(
  model: Pick<OpenModel, 'id' | 'revision'>,
  elements: readonly AnchorElement[],
  revision = model.revision,
): Promise<{ has(element: AnchorElement): boolean }> {
  if (elements.length === 0) return { has: () => false }
  const reading = openReading(model, revision)
  const missing = new Set<string>()
  for (const kind of KINDS) {
    const ids = new Set(elements.flatMap((element) => (element.kind === kind ? element.id : [])))
    for (const id of ids.size > 0 ? await reading.missing(ANCHOR_KINDS[kind], ids) : []) missing.add(keyOf({ kind, id }))
  }
  return { has: (element) => !missing.has(keyOf(element)) }
}

/** What is wrong with an anchor beside its fields: elements that are not in the model. */
export async function judgeAnchor(model: Pick<OpenModel, 'id' | 'revision'>, { elements = [] }: CommentAnchor): Promise<Issue[]> {
  const { has } = await findElements(model, elements)
  const missing = elements.filter((element) => !has(element))
  if (missing.length === 0) return []
  const index = await idsOf(model)
  const nearest = keyed(KINDS, (kind) => {
    const ids = missing.flatMap((element) => (element.kind === kind ? element.id : []))
    return ids.length > 0 ? nearestIds(ids, index.ids(ANCHOR_KINDS[kind])) : new Map<string, string>()
  })
  return elements.flatMap((element, place) => {
    if (has(element)) return []
    const { kind, id } = element
    const suggestion = nearest[kind].get(id)
    const hint = suggestion === undefined ? '' : `; did you mean '${suggestion}'?`
    return {
      type: 'reference_not_found',
      loc: ['anchor', 'elements', place, 'id'],
      msg: `no ${wordOf(kind)} '${id}' in this model${hint}`,
      ctx: { kind, id, ...(suggestion !== undefined && { suggestion }) },
    }
  })
}

/** An anchor as it is stored: with a place, where its elements have one. */
export async function completeAnchor(
  model: Pick<OpenModel, 'id' | 'revision'>,
  { elements = [], point, view, viewport, sketch }: CommentAnchor,
): Promise<StoredAnchor> {
  return {
    elements,
    point: point ?? (await pointOfElements(openReading(model), elements)),
    view: view?.replace(/^\?/, '') ?? null,
    viewport: viewport ?? null,
    sketch: sketch ?? [],
    foreign: [],
  }
}
