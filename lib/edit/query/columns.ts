import { readUnits } from '#lib/model/units.ts'
import { quoted } from '#lib/model/validate/references.ts'
import { type Issue, valueError } from '#lib/schema/model-error.ts'
import { type Amount, DESK_QUANTITIES, type SolidKind } from '../quantities/amount.ts'
import type { Facts } from '../select/facts.ts'
import { namesOf } from '../select/names.ts'
import { matcher } from '../select/patterns.ts'
import type { Dimension } from './answer-units.ts'
import type { Quantities } from './quantities.ts'
import { type Factor, KEYS, SHOWN, type ShownQuantity } from './query-schema.ts'

/** What is added up in an answer: a column each, of the service or by a factor of the question. */
export type Column = {
  name: string
  /** Undefined where it cannot be asked: frames have no area. */
  of(kind: SolidKind, ordinal: number): Amount | undefined
  /** Over all elements it would count twice. */
  isWithoutTotal?: true
}

/** The dimension of what is shown; none of counts and of what factors make. */
export const DIMENSIONS: Readonly<Record<string, Dimension>> = {
  ...{ length: 'length', elevation: 'length', height: 'length', centroid: 'length', thickness: 'length' },
  ...{ area: 'area', surface: 'area', formwork: 'area', tributary: 'area', carried: 'area' },
  ...{ volume: 'volume', netVolume: 'volume', mass: 'mass' },
}

export function columnsShown(facts: Facts, measures: Quantities, show: readonly ShownQuantity[]): Column[] {
  return show.flatMap((name): Column[] => {
    if (name === 'length') return [{ name, of: (kind, ordinal) => facts.length(kind, ordinal) }]
    const quantity = DESK_QUANTITIES.find((one) => one === name)
    if (!quantity) return []
    const column: Column = { name, of: (kind, ordinal) => measures.amount(quantity, kind, ordinal) }
    if (quantity !== 'tributary') return [column]
    return [column, { name: 'carried', of: (kind, ordinal) => measures.amount('carried', kind, ordinal), isWithoutTotal: true }]
  })
}

/** Tells of a name that is taken, and of a factor that a model without a unit cannot have. */
export function factorColumns(
  facts: Facts,
  measures: Quantities,
  factors: Readonly<Record<string, Factor>>,
  issues: Issue[],
): Column[] {
  const taken: readonly string[] = [...SHOWN, ...KEYS, 'carried', 'id', 'runs']
  const metres = readUnits(facts.model.units).length?.metres
  return Object.entries(factors).map(([name, { per, of: subject = 'material', values }]) => {
    const loc = ['factors', name]
    if (taken.includes(name)) issues.push(valueError(loc, `${quoted(name)} is a name of ours: choose another`))
    if (metres === undefined && per !== 'piece') {
      const msg = `the model's length unit cannot be read, so nothing has so much per ${per}: set the units first`
      issues.push({ type: 'unit_unknown', loc: [...loc, 'per'], msg, ctx: { unit: per } })
    }
    const base = BASES[per](facts, measures, metres ?? Number.NaN)
    const patterns = Object.entries(values).map(([pattern, value]) => ({ value, ...matcher(pattern) }))
    return {
      name,
      of(kind, ordinal) {
        const amount = base(kind, ordinal)
        if (typeof amount !== 'number') return amount
        const names = namesOfSubject(facts, subject, kind, ordinal)
        const factor = patterns.find(({ matches }) => names.some(matches))
        return factor ? amount * factor.value : ['no_factor']
      },
    }
  })
}

function namesOfSubject(facts: Facts, subject: NonNullable<Factor['of']>, kind: SolidKind, ordinal: number): readonly string[] {
  if (subject === 'role') return [facts.role(kind, ordinal) ?? '']
  const id = subject === 'section' ? facts.section(kind, ordinal) : facts.material(kind, ordinal)
  return id === undefined ? [''] : namesOf(facts, subject === 'section' ? 'sections' : 'materials', id)
}

type Base = (facts: Facts, measures: Quantities, metres: number) => Column['of']

const times =
  (of: Column['of'], factor: number): Column['of'] =>
  (kind, ordinal) => {
    const amount = of(kind, ordinal)
    return typeof amount === 'number' ? amount * factor : amount
  }
const measured =
  (quantity: (typeof DESK_QUANTITIES)[number], power: number): Base =>
  (_, measures, metres) =>
    times((kind, ordinal) => measures.amount(quantity, kind, ordinal), metres ** power)

const BASES: Readonly<Record<Factor['per'], Base>> = {
  kg: measured('mass', 0),
  t: (facts, measures) => times(measured('mass', 0)(facts, measures, 1), 1e-3),
  m3: measured('volume', 3),
  'net m3': measured('netVolume', 3),
  m2: measured('surface', 2),
  'm2 formwork': measured('formwork', 2),
  m: (facts, _, metres) => times((kind, ordinal) => facts.length(kind, ordinal), metres),
  piece: () => () => 1,
}
