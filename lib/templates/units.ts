import { keysOf } from '#lib/values/object-keys.ts'

/** The units that a new model is offered in: what its labels say, in what its lengths are asked for, and what one of those is. */

export type System = 'metric' | 'us'
export type UnitChoice = {
  units: { length: string; force: string; temperature: string }
  system: System
  /** Lengths are asked for in metres or feet. */
  perLength: number
}

const choice = (length: string, force: string, system: System, perLength: number): UnitChoice => ({
  units: { length, force, temperature: system === 'metric' ? 'C' : 'F' },
  system,
  perLength,
})

export const UNIT_CHOICES = {
  'm, kN, °C': choice('m', 'kN', 'metric', 1),
  'mm, N, °C': choice('mm', 'N', 'metric', 1000),
  'mm, kN, °C': choice('mm', 'kN', 'metric', 1000),
  'ft, kip, °F': choice('ft', 'kip', 'us', 1),
  'in, kip, °F': choice('in', 'kip', 'us', 12),
  'in, lb, °F': choice('in', 'lb', 'us', 12),
} satisfies Record<string, UnitChoice>
export type UnitsName = keyof typeof UNIT_CHOICES

export const UNITS_NAMES = keysOf(UNIT_CHOICES)
