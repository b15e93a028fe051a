import type { ViewerModel } from '#lib/schema/schema.ts'
import type { ElementKind } from '../elements.ts'
import type { LoadXlsx } from '../tables/table-file.ts'
import { tablesOf } from '../tables/tables.ts'
import { measuredModel } from './measured-model.ts'
import { describe } from './properties.ts'

export type MeasuredAnswers = ReturnType<typeof openMeasured>

/** What is asked of a model beside its picture: tables, quantities, properties. */
export function openMeasured(model: ViewerModel, loadXlsx?: LoadXlsx) {
  const measured = measuredModel(model)
  return { ...tablesOf(measured, loadXlsx), describe: (kind: ElementKind, index: number) => describe(measured, kind, index) }
}
