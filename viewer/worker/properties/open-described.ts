import type { ViewerModel } from '#lib/schema/schema.ts'
import type { ElementKind } from '../elements.ts'
import { measuredModel } from './measured-model.ts'
import type { MeasuredAnswers } from './open-measured.ts'
import { describe } from './properties.ts'

const none = (): never => {
  throw new Error('no tables here')
}

/** Properties alone, for a place without tables, which must stay small. */
export function openMeasured(model: ViewerModel): MeasuredAnswers {
  const measured = measuredModel(model)
  const tables = {
    table: none,
    placed: none,
    refs: none,
    file: none,
    quantities: none,
    quantityElements: none,
    quantitiesFile: none,
  }
  return { ...tables, describe: (kind: ElementKind, index: number) => describe(measured, kind, index) }
}
