import type { CreateModel } from '#lib/schema/request-bodies.ts'
import { hall } from './hall.ts'
import { portalFrame } from './portal-frame.ts'
import { storeyFrame } from './storey-frame.ts'
import { Structure } from './structure.ts'
import type { Parameter, Template, Values } from './template.ts'
import { truss } from './truss.ts'
import { type System, UNIT_CHOICES, type UnitsName } from './units.ts'

/** Structures to start from, on the pages: where there is a blank model otherwise. For programs and AI clients there is `repeat`. */
export const templates: readonly Template[] = [portalFrame, storeyFrame, truss, hall]

const FEET_PER_METRE = 1 / 0.3048

/** What a field of a parameter shows first, and what it takes. */
export function fieldOf(parameter: Parameter, system: System): { value: number; min: number; max: number; unit: string } {
  if ('oneOf' in parameter) return { value: 0, min: 0, max: parameter.oneOf.length - 1, unit: '' }
  const [min, max] = parameter.range
  if ('count' in parameter) return { value: parameter.count, min, max, unit: '' }
  if ('degrees' in parameter) return { value: parameter.degrees, min, max, unit: '°' }
  if (system === 'metric') return { value: parameter.metres, min, max, unit: 'm' }
  return { value: parameter.feet, min: Math.ceil(min * FEET_PER_METRE), max: Math.floor(max * FEET_PER_METRE), unit: 'ft' }
}

export const defaultsOf = ({ parameters }: Template, system: System): Values =>
  Object.fromEntries(parameters.map((parameter) => [parameter.key, fieldOf(parameter, system).value]))

/** What of the values a template cannot take, by key; empty where it takes all. */
export function wrongValues({ parameters }: Template, values: Values, system: System): Record<string, string> {
  const wrong = parameters.flatMap((parameter): [string, string][] => {
    const { min, max, unit } = fieldOf(parameter, system)
    const value = values[parameter.key] ?? Number.NaN
    const isWhole = !('count' in parameter || 'oneOf' in parameter) || Number.isInteger(value)
    if (value >= min && value <= max && isWhole) return []
    const kind = isWhole && !('count' in parameter) ? 'number' : 'whole number'
    return [[parameter.key, `Enter a ${kind} from ${min} to ${max}${unit && ` ${unit}`}.`]]
  })
  return Object.fromEntries(wrong)
}

/** The body of `POST /api/construct-models`. `values` must be none of the wrong ones. */
export function modelOf(template: Template, values: Values, unitsName: UnitsName, name: string): CreateModel {
  const choice = UNIT_CHOICES[unitsName]
  const structure = new Structure(choice)
  template.build(structure, values)
  const filled = Object.entries(structure.elements).filter(([, elements]) => elements.length > 0)
  return { name, units: choice.units, metadata: { template: template.id, ...values }, ...Object.fromEntries(filled) }
}
