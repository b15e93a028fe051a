import type { ElementOf } from '#lib/model/validate/references.ts'
import { asReturned, type ReturnedOf } from '#lib/model/viewer-model.ts'
import type { Kind } from '#lib/schema/schema.ts'
import type { ModelIndex } from '../index/id-index.ts'
import type { Run } from '../index/kind-index.ts'
import { byIndex, indexFor, textsOf } from '../index/memory.ts'
import type { PartTexts } from '../log/part-data.ts'
import type { OpenModel } from '../open-model.ts'

/** The elements with these ids, in their order and in returned form; ids that are not there are left out. */
export async function readElements(
  model: Pick<OpenModel, 'id' | 'revision'>,
  kind: Kind,
  ids: readonly string[],
): Promise<unknown[]> {
  return byIndex(model.id, async () => readElementsOf(await indexFor(model.id, model.revision), kind, ids))
}

export async function readElementsOf<K extends Kind>(
  index: ModelIndex,
  kind: K,
  ids: readonly string[],
): Promise<ReturnedOf<K>[]> {
  const gifts = kind === 'frames' ? new Map(ids.map((id) => [id, index.members.giftOf(id)])) : undefined
  return (await submittedOf(index, kind, ids)).map((element) => asReturned(kind, element, gifts?.get(element.id)))
}

/** As they were sent. */
export async function submittedOf<K extends Kind>(index: ModelIndex, kind: K, ids: readonly string[]): Promise<ElementOf[K][]> {
  const runs = ids.flatMap((id) => index.kinds[kind].of(id) ?? [])
  const texts = await textsOf(
    index.id,
    runs.map(({ part }) => part),
  )
  return runs.map((run) => parsed<K>(texts, run))
}

/** What the log holds was parsed on its way in. */
export const parsed = <K extends Kind>(texts: PartTexts, { part, start, end }: Run): ElementOf[K] =>
  JSON.parse(texts.of(part).toString('utf8', start, end))
