import { METRES, SAMPLED } from '#lib/model/check/nodes-away.ts'
import { nodesWrittenAway, outlinesWritten, usualBeside } from '#lib/model/check/places-written.ts'
import { distance, vec } from '#lib/model/shape/vector.ts'
import { readUnits } from '#lib/model/units.ts'
import type { Combination, LoadCase } from '#lib/schema/loads.ts'
import type { Bounds, Counts, Finding, Kind, ViewerFrame } from '#lib/schema/schema.ts'
import { openReading, type Reading } from '#lib/storage/read/model-reader.ts'
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

type WrittenPlaces = { modelId: string; revision: number; bounds: Bounds; counts: Counts; ids(kind: Kind): readonly string[] }

/** Of so many areas, and nodes, that a write stored it is told where they lie. */
const MOST_AREAS = 2000
const MOST_NODES = 20_000
/** Nodes that tell where the others lie are read in so many places of the model. */
const STRETCHES = 20

/** What a write should still be told by where things lie. `before`: what the model reached, where there was one. */
export async function misplaced(written: WrittenPlaces, before?: Bounds): Promise<Finding[]> {
  const reading = openReading({ id: written.modelId, revision: written.revision })
  const areas = await reading.read('areas', written.ids('areas').slice(0, MOST_AREAS))
  const nodes = await reading.read('nodes', [...new Set(areas.flatMap(({ nodeIds }) => nodeIds))])
  const positions = new Map(nodes.map(({ id, position }) => [id, position]))
  return [...outlinesWritten(areas, (node) => positions.get(node)), ...(await nodesFarAway(written, reading, before))]
}

/** Most writes are known not to put any: the model reaches no farther than before, or is no kilometre wide. */
async function nodesFarAway(
  { bounds, counts, ids }: WrittenPlaces,
  reading: Reading,
  before: Bounds | undefined,
): Promise<Finding[]> {
  const own = ids('nodes')
  const [min, max] = [vec(bounds.min), vec(bounds.max)]
  const isAsBefore = before && distance(vec(before.min), min) + distance(vec(before.max), max) === 0
  if (own.length === 0 || isAsBefore) return []
  const unit = readUnits((await reading.facts()).units).length
  if (distance(min, max) * (unit?.metres ?? Number.NaN) <= METRES) return []
  const sample: string[] = []
  for (let i = 0; i < STRETCHES; i++) {
    const from = Math.floor((i * counts.nodes) / STRETCHES)
    const end = Math.floor(((i + 1) * counts.nodes) / STRETCHES)
    if (from === end) continue
    const page = await reading.page('nodes', from, Math.min(end - from, SAMPLED / STRETCHES))
    sample.push(...page.map(({ id }) => id))
  }
  const usual = usualBeside(await reading.read('nodes', sample), new Set(own), unit)
  const reach = Math.max(distance(min, usual.middle), distance(max, usual.middle))
  if (usual.usual === 0 || reach <= usual.limit) return []
  return nodesWrittenAway(await reading.read('nodes', own.slice(0, MOST_NODES)), usual, unit)
}
