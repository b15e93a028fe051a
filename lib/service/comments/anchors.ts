import { parseViewQuery } from '#lib/model/parse-view-query.ts'
import { nearestIds } from '#lib/model/validate/nearest-id.ts'
import { compareText, readCompare, readRevision } from '#lib/model/view-query.ts'
import type { AnchorElement, CommentAnchor } from '#lib/schema/comment-bodies.ts'
import { ANCHOR_KINDS, type AnchorKind } from '#lib/schema/comment-words.ts'
import { type Issue, valueError } from '#lib/schema/model-error.ts'
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

/** Of one that is not there. */
export const noElement = ({ kind, id }: AnchorElement): string => `no ${wordOf(kind)} '${id}' in this model`

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

/** What is wrong with an anchor beside its fields: a view that is none, elements that its author cannot have seen in the model. */
export async function judgeAnchor(
  model: Pick<OpenModel, 'id' | 'revision'>,
  anchor: CommentAnchor,
  revision: number,
): Promise<Issue[]> {
  return [...judgeView(model, anchor), ...(await judgeElements(model, anchor, revision))]
}

function judgeView({ revision }: Pick<OpenModel, 'revision'>, { view, sketch }: CommentAnchor): Issue[] {
  const parsed = parseViewQuery(view ?? '')
  if ('wrong' in parsed) return [valueError(['anchor', 'view'], parsed.wrong)]
  const query = new URLSearchParams(parsed.query)
  const { from, to } = readCompare(query.get('compare')) ?? {}
  const absent = [readRevision(query.get('revision')), from, to].find((one) => typeof one === 'number' && one > revision)
  const isBlind = sketch && sketch.length > 0 && !query.has('camera')
  return [
    ...(typeof absent === 'number' ? [{ ...noRevision(absent), loc: ['anchor', 'view'] }] : []),
    ...(isBlind ? [valueError(['anchor', 'view'], 'a sketch lies over a view with a camera')] : []),
  ]
}

export const noRevision = (revision: number): Issue => ({
  type: 'reference_not_found',
  loc: ['revision'],
  msg: `no revision ${revision} in this model`,
  ctx: { revision },
})

async function judgeElements(
  model: Pick<OpenModel, 'id' | 'revision'>,
  { elements = [] }: CommentAnchor,
  revision: number,
): Promise<Issue[]> {
  const { has } = await findElements(model, elements, revision)
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
      msg: `${noElement(element)}${hint}`,
      ctx: { kind, id, ...(suggestion !== undefined && { suggestion }) },
    }
  })
}

/** An anchor that was judged as it is stored: each element once, with a place where they have one. `revision`: that its author saw. */
export async function completeAnchor(
  model: Pick<OpenModel, 'id' | 'revision' | 'scaled'>,
  { elements: named = [], point, view, viewport, sketch }: CommentAnchor,
  revision: number,
): Promise<StoredAnchor> {
  const elements = [...new Map(named.map((element) => [keyOf(element), element])).values()]
  const place = point ?? (await pointOfElements(openReading(model, revision), elements))
  return {
    elements,
    point: place && { ...place, scaled: model.scaled },
    view: view == null ? null : keptView(view, revision),
    viewport: viewport ?? null,
    sketch: sketch ?? [],
    foreign: [],
  }
}

/** The newest of a comparison is another one tomorrow: what its author saw is kept. */
function keptView(view: string, revision: number): string | null {
  const parsed = parseViewQuery(view)
  if ('wrong' in parsed || parsed.query === '') return null
  const compare = readCompare(new URLSearchParams(parsed.query).get('compare'))
  if (!compare) return parsed.query
  const ends = compareText({ from: compare.from ?? revision, to: compare.to ?? revision })
  return parsed.query.replace(/(^|&)compare=[^&]*/, (_, before) => `${before}compare=${ends}`)
}

/** Of a view that is kept; those kept before had ends that were the newest of their day. */
export function comparisonOf(view: string | null): { from: number; to: number } | null {
  const { from, to } = readCompare(new URLSearchParams(view ?? '').get('compare')) ?? {}
  return typeof from === 'number' && typeof to === 'number' ? { from, to } : null
}

/** The revision that a thread is about: that of its view, the later one of a comparison, else the one that was newest to its author. */
export function revisionSeen({ revision, anchor: { view } }: { revision: number; anchor: Pick<StoredAnchor, 'view'> }): number {
  const query = new URLSearchParams(view ?? '')
  return readCompare(query.get('compare'))?.to ?? readRevision(query.get('revision')) ?? revision
}
