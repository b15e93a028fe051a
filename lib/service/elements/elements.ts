import type { Combination, LoadCase } from '#lib/schema/loads.ts'
import type { Kind, ViewerFrame } from '#lib/schema/schema.ts'
import { openReading } from '#lib/storage/read/model-reader.ts'
import { entriesOf } from '#lib/values/object-keys.ts'
import type { OpenModel } from '../models/open-model.ts'
import type { Batch } from './batch.ts'

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

export type Referred = { frames?: ViewerFrame[]; loadCases?: LoadCase[]; combinations?: Combination[] }

/** What members and combinations of a batch refer to in the model; of a packed one nothing, which is judged by what it brings. */
export async function referredBy(model: OpenModel, batch: Batch): Promise<Referred> {
  const { members = [], combinations = [] } = 'values' in batch ? batch.values : {}
  if (members.length + combinations.length === 0) return {}
  const reading = openReading(model)
  const inner = await reading.read('combinations', termsOf(combinations, 'combinationId'))
  return {
    frames: await reading.read('frames', [...new Set(members.flatMap(({ frameIds }) => frameIds))]),
    loadCases: await reading.read('loadCases', termsOf([...combinations, ...inner], 'caseId')),
    combinations: inner,
  }
}

const termsOf = (combinations: readonly Combination[], key: 'caseId' | 'combinationId'): string[] => [
  ...new Set(combinations.flatMap(({ terms }) => terms.flatMap((term) => term[key] ?? []))),
]
