import type { ModelIds } from '#lib/model/validate/judge-batch.ts'
import {
  isRelated,
  linesNamed,
  NOTHING_STORED,
  type RelatedBatch,
  type StoredRelations,
  sectionsOfTapers,
} from '#lib/model/validate/judge-relations.ts'
import { ModelIndex } from '../index/id-index.ts'
import { submittedOf } from './read-elements.ts'

/** What of a model the combinations, diaphragms, levels and tapers of a batch are judged by: of each kind there are few. */
export async function storedRelations(index: ModelIds, batch: RelatedBatch): Promise<StoredRelations> {
  if (!(index instanceof ModelIndex) || !isRelated(batch)) return NOTHING_STORED
  const { combinations = [], diaphragms = [], gridLines = [] } = batch
  const all = <K extends 'combinations' | 'diaphragms'>(kind: K) => submittedOf(index, kind, [...index.ids(kind)])
  const areLevelsMoved = gridLines.some((line) => line?.axis !== undefined && line.axis !== 'Z')
  const [stored, levels, lines, sections] = await Promise.all([
    combinations.length > 0 ? all('combinations') : [],
    diaphragms.length > 0 || areLevelsMoved ? all('diaphragms') : [],
    submittedOf(index, 'gridLines', linesNamed(batch)),
    submittedOf(index, 'sections', [...sectionsOfTapers(batch)]),
  ])
  return { combinations: stored, diaphragms: levels, gridLines: lines, sections }
}

/** The index, with what the batch is judged by. */
export async function withRelations(index: ModelIds, batch: RelatedBatch): Promise<ModelIds> {
  if (!isRelated(batch)) return index
  const relations = await storedRelations(index, batch)
  return {
    has: (kind, id) => index.has(kind, id),
    ids: (kind) => index.ids(kind),
    count: (kind) => index.count(kind),
    memberOf: (frame) => index.memberOf(frame),
    lengthUnit: index.lengthUnit,
    relations,
  }
}
