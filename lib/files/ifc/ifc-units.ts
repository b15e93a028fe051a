import { LENGTH_UNITS } from '#lib/model/units.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import type { StepEntity, StepFile } from '../step/step-file.ts'
import { entityOf, numberOf, refsOf, textOf, wordOf } from './ifc-values.ts'

const PREFIXES: Readonly<Record<string, number>> = {
  ...{ EXA: 1e18, PETA: 1e15, TERA: 1e12, GIGA: 1e9, MEGA: 1e6, KILO: 1e3, HECTO: 100, DECA: 10 },
  ...{ DECI: 0.1, CENTI: 0.01, MILLI: 1e-3, MICRO: 1e-6, NANO: 1e-9 },
}

/** What values of the file are multiplied by to be in newtons and the model's length unit. `degree`: in °C. */
export type Measures = Readonly<
  Record<'force' | 'moment' | 'linearForce' | 'planarForce' | 'linearStiffness' | 'turningStiffness' | 'degree', number>
>
/** The length unit by our names; `factor`: what lengths are multiplied by where we have no name for it and take metres. */
export type FileUnits = { length: string | null; factor: number; angle: number; measures: Measures }

export function readUnits(file: StepFile): FileUnits {
  const [project] = file.idsOf('IFCPROJECT', 'IFCPROJECTLIBRARY')
  const assigned = project === undefined ? null : entityOf(file, file.entity(project)?.values[8])
  const units = refsOf(assigned?.values[0]).flatMap((ref) => file.entity(ref) ?? [])
  const ofType = (type: string) =>
    units.find(({ type: entity, values }) => entity !== 'IFCDERIVEDUNIT' && wordOf(values[1]) === type)
  const metres = sizeOf(file, ofType('LENGTHUNIT'))
  const angle = sizeOf(file, ofType('PLANEANGLEUNIT')) ?? 1
  const measures = (factor: number) => measuresOf(file, units, { length: metres ?? 1, factor, angle })
  if (metres === undefined) return { length: null, factor: 1, angle, measures: measures(1) }
  const known = Object.values(LENGTH_UNITS).find((unit) => Math.abs(unit.metres - metres) <= 1e-9 * metres)
  return known
    ? { length: known.unit, factor: 1, angle, measures: measures(1) }
    : { length: 'm', factor: metres, angle, measures: measures(metres) }
}

/** By the derived units of the file, else by its units of force and length. */
function measuresOf(
  file: StepFile,
  units: readonly StepEntity[],
  { length, factor, angle }: { length: number; factor: number; angle: number },
): Measures {
  const ofType = (type: string) => units.find(({ values }) => wordOf(values[1]) === type)
  const force = sizeOf(file, ofType('FORCEUNIT')) ?? 1
  // A length of the model in metres.
  const own = factor === 1 ? length : 1
  const derived = (type: string, otherwise: number, power: number) =>
    twelveDigits((derivedSize(file, ofType(type)) ?? otherwise) / own ** power)
  return {
    force,
    moment: derived('TORQUEUNIT', force * length, 1),
    linearForce: derived('LINEARFORCEUNIT', force / length, -1),
    planarForce: derived('PLANARFORCEUNIT', force / length ** 2, -2),
    linearStiffness: derived('LINEARSTIFFNESSUNIT', force / length, -1),
    turningStiffness: derived('ROTATIONALSTIFFNESSUNIT', (force * length) / angle, 1),
    degree: sizeOf(file, ofType('THERMODYNAMICTEMPERATUREUNIT')) ?? 1,
  }
}

/** The product of what an IfcDerivedUnit is of. */
function derivedSize(file: StepFile, unit: StepEntity | undefined): number | undefined {
  if (unit?.type !== 'IFCDERIVEDUNIT') return undefined
  let size = 1
  for (const ref of refsOf(unit.values[0])) {
    const values = file.entity(ref)?.values ?? []
    const [one, exponent] = [sizeOf(file, entityOf(file, values[0]) ?? undefined), numberOf(values[1])]
    if (one === undefined || exponent === undefined) return undefined
    size *= one ** exponent
  }
  return size
}

/** In metres or radians. */
function sizeOf(file: StepFile, unit: StepEntity | undefined): number | undefined {
  if (unit?.type === 'IFCSIUNIT') {
    const prefix = wordOf(unit.values[2])
    return prefix === undefined ? 1 : PREFIXES[prefix]
  }
  if (!unit?.type.startsWith('IFCCONVERSIONBASEDUNIT')) return undefined
  const measure = entityOf(file, unit.values[3])
  const size = numberOf(measure?.values[0])
  const base = entityOf(file, measure?.values[1])
  const prefix = base?.type === 'IFCSIUNIT' ? wordOf(base.values[2]) : undefined
  if (size === undefined || !(size > 0)) return undefined
  return size * (prefix === undefined ? 1 : (PREFIXES[prefix] ?? 1))
}

/** Who wrote the file. */
export function readProgram(file: StepFile): { system: string; version?: string } | undefined {
  const [application] = file.idsOf('IFCAPPLICATION')
  const values = application === undefined ? [] : (file.entity(application)?.values ?? [])
  const [version, name] = [textOf(values[1]), textOf(values[2])]
  const header = file.header.get('FILE_NAME') ?? []
  const system = name ?? textOf(header[5]) ?? textOf(header[4])
  return system === undefined ? undefined : { system, ...(version !== undefined && name !== undefined && { version }) }
}
