import type { LengthUnit } from '#lib/model/units.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { type GuidKind, uuidOf } from '../guid.ts'
import type { ModelToWrite } from '../model-to-write.ts'
import { Names } from '../names.ts'
import type { ExportReport } from '../report.ts'

/** What all sheets of a SAF file share while they are written. */
export type SafContext = {
  model: ViewerModel
  report: ExportReport
  names: Names
  guid: (kind: GuidKind, id: string) => string
  /** Of the model, in metres or feet. */
  length: (value: number) => number
  /** Of sections, thicknesses and eccentricities: millimetres or inches. */
  size: (value: number) => number
  isImperial: boolean
  /** In heads: `Coordinate X [m]`. */
  lengthUnit: 'm' | 'ft'
  sizeUnit: 'mm' | 'in'
}

/** Lists have `;` and `|` between what they list. */
const SEPARATORS = /[;|\p{Cc}]/gu

export function safContext({ model, modelId, report }: ModelToWrite, unit: LengthUnit): SafContext {
  const isImperial = unit.unit === 'ft'
  const factor = isImperial ? 1 : unit.metres
  const sizeFactor = isImperial ? 12 : unit.metres * 1000
  if (factor !== 1) report.note('converted', 'units_scaled')
  return {
    ...{ model, report, isImperial },
    names: new Names({ clean: (text) => text.replace(SEPARATORS, '_') }),
    guid: (kind, id) => uuidOf(modelId, kind, id),
    length: (value) => (factor === 1 ? value + 0 : twelveDigits(value * factor)),
    size: (value) => twelveDigits(value * sizeFactor),
    lengthUnit: isImperial ? 'ft' : 'm',
    sizeUnit: isImperial ? 'in' : 'mm',
  }
}
