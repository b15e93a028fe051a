import { LENGTH_UNITS, type LengthUnit, readUnits, type UnitsRead } from '#lib/model/units.ts'
import type { ViewerUnits } from '#lib/schema/schema.ts'
import { FileRefused } from '../file-refused.ts'

/** The unit systems of CSI's programs: pound or kip with inches or feet and °F; newtons and kilograms with metric lengths and °C. */

export type CsiUnits = {
  force: string
  length: string
  temperature: 'C' | 'F'
  /** Of one of each. */
  newtons: number
  metres: number
  /** By how much a force of the model counts in the file: 1 but where CSI lacks its unit. */
  forceFactor: number
  isGuessed: boolean
}

const FORCES: Readonly<Record<string, string>> = { N: 'N', kN: 'KN', kgf: 'Kgf', Tonf: 'Tonf', lb: 'lb', kip: 'Kip' }
const METRIC = ['mm', 'cm', 'm']
const IMPERIAL = ['in', 'ft']

/** Those in which a model is written. Throws `FileRefused` for a length that CSI lacks: no number is converted. */
export function unitsToWrite(units: ViewerUnits | undefined, unit: LengthUnit | null): CsiUnits {
  const { length = unit ?? undefined, force } = readUnits(units)
  if (length && !METRIC.includes(length.unit) && !IMPERIAL.includes(length.unit)) {
    const msg = `the model is in ${length.unit}, SAP2000 and ETABS have mm, cm, m, in and ft`
    throw new FileRefused([{ type: 'unit_unknown', at: 'query', loc: ['units'], msg }])
  }
  const isImperial = length !== undefined && IMPERIAL.includes(length.unit)
  const fits = force !== undefined && ['lb', 'kip'].includes(force.unit) === isImperial && FORCES[force.unit] !== undefined
  const taken = fits ? force : isImperial ? { unit: 'kip', newtons: 4448.2216152605 } : { unit: 'kN', newtons: 1000 }
  return {
    force: FORCES[taken.unit] ?? 'KN',
    length: (length ?? LENGTH_UNITS.m).unit,
    temperature: isImperial ? 'F' : 'C',
    newtons: taken.newtons,
    metres: (length ?? LENGTH_UNITS.m).metres,
    forceFactor: force ? force.newtons / taken.newtons : 1,
    isGuessed: !fits || !length,
  }
}

/** What a file's units mean; undefined for each that cannot be read. */
export function unitsRead(current: string): Pick<UnitsRead, 'length' | 'force' | 'temperature'> {
  return readUnits({ current })
}
