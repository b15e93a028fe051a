import type { Kind } from '#lib/schema/schema.ts'
import { openReading } from '#lib/storage/read/model-reader.ts'
import { entriesOf } from '#lib/values/object-keys.ts'
import type { OpenModel } from '../models/open-model.ts'

/** Elements of a model: add or replace, remove, read by id; and what is wrong with a batch of them. */
export {
  addElements,
  explainElements,
  idsOf,
  judgeElements,
  notThere,
  removeElements,
  type Wrote,
} from '#lib/storage/elements.ts'
export type { FieldsLost } from '#lib/storage/log/fields-lost.ts'

/** In returned form, in the order of the ids, each once; ids that are not there are left out. */
export async function readElements(
  model: OpenModel,
  ids: Partial<Record<Kind, readonly string[] | undefined>>,
): Promise<{ revision: number; elements: Partial<Record<Kind, unknown[]>> }> {
  const reading = openReading(model)
  const elements: Partial<Record<Kind, unknown[]>> = {}
  for (const [kind, some] of entriesOf(ids)) if (some) elements[kind] = await reading.read(kind, [...new Set(some)])
  return { revision: reading.revision, elements }
}
