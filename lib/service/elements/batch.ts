import type { ConstructSectionCreate } from '#lib/schema/schema.ts'
import type { Batch } from '#lib/storage/log/batch.ts'
import { itemsOf } from '#lib/storage/log/json-chunks.ts'

/** Elements that were sent together, as values or packed by a thread; `LookedUp`: what the model knows of the ids that they name. */
export type { Batch, LookedUp } from '#lib/storage/log/batch.ts'

/** The sections of a batch as they were sent, some at a time. */
export async function* sectionsOf(batch: Batch): AsyncGenerator<readonly ConstructSectionCreate[]> {
  if ('values' in batch) yield batch.values.sections ?? []
  else yield* itemsOf<ConstructSectionCreate>(batch.packed.sections ?? [])
}
