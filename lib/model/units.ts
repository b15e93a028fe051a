import type { ViewerUnits } from '#lib/schema/schema.ts'

/** Unit strings are free text, kept as sent. Here they are read, for display only: conventions, section 1. */

export type LengthUnit = { unit: string; metres: number }
export type ForceUnit = { unit: string; newtons: number }
export type TemperatureUnit = { unit: 'C' | 'F' | 'K' }
export type Quantity = 'force' | 'length' | 'temperature'

export type UnitsRead = {
  length?: LengthUnit
  force?: ForceUnit
  temperature?: TemperatureUnit
  /** Quantities whose own field and `current` are both known and differ; the own field wins. Units by our names. */
  disagree: { quantity: Quantity; field: string; current: string }[]
}

const POUND = 4.4482216152605
const KILOPOND = 9.80665
const FOOT = 0.3048

const forces = bySpelling<ForceUnit>([
  [{ unit: 'N', newtons: 1 }, 'n newton newtons'],
  [{ unit: 'kN', newtons: 1e3 }, 'kn kilonewton kilonewtons'],
  [{ unit: 'MN', newtons: 1e6 }, 'mn meganewton meganewtons'],
  [{ unit: 'lb', newtons: POUND }, 'lb lbs lbf pound pounds poundforce'],
  [{ unit: 'kip', newtons: 1e3 * POUND }, 'kip kips klb'],
  [{ unit: 'kgf', newtons: KILOPOND }, 'kgf kg kp kilogramforce'],
  [{ unit: 'Tonf', newtons: 1e3 * KILOPOND }, 'tonf tf ton tonne tonneforce'],
])

/** By our names. */
export const LENGTH_UNITS = {
  µm: { unit: 'µm', metres: 1e-6 },
  mm: { unit: 'mm', metres: 1e-3 },
  cm: { unit: 'cm', metres: 1e-2 },
  m: { unit: 'm', metres: 1 },
  km: { unit: 'km', metres: 1e3 },
  in: { unit: 'in', metres: 0.0254 },
  ft: { unit: 'ft', metres: FOOT },
  yd: { unit: 'yd', metres: 0.9144 },
} satisfies Record<string, LengthUnit>

// Micro has two code points: the sign U+00B5 and the Greek letter U+03BC.
const lengths = bySpelling<LengthUnit>([
  [LENGTH_UNITS.µm, `um \u00b5m \u03bcm micron microns ${metric('micro')}`],
  [LENGTH_UNITS.mm, `mm ${metric('milli')}`],
  [LENGTH_UNITS.cm, `cm ${metric('centi')}`],
  [LENGTH_UNITS.m, `m ${metric('')}`],
  [LENGTH_UNITS.km, `km ${metric('kilo')}`],
  [LENGTH_UNITS.in, 'in inch inches'],
  [LENGTH_UNITS.ft, 'ft foot feet'],
  [LENGTH_UNITS.yd, 'yd yard yards'],
])

const temperatures = bySpelling<TemperatureUnit>([
  [{ unit: 'C' }, 'c degc celsius degreecelsius'],
  [{ unit: 'F' }, 'f degf fahrenheit degreefahrenheit'],
  [{ unit: 'K' }, 'k kelvin'],
])

/** A unit of length by any of its names. */
export const readLength = (name: string): LengthUnit | undefined => lengths.get(normalised(name))

export function readUnits(units: ViewerUnits | undefined): UnitsRead {
  const parts = split(units?.current ?? '')
  const read: UnitsRead = { disagree: [] }
  const known = <T extends { unit: string }>(quantity: Quantity, table: Map<string, T>): T | undefined => {
    const field = table.get(normalised(units?.[quantity] ?? ''))
    const current = parts.map((part) => table.get(part)).find((unit) => unit !== undefined)
    if (field && current && field !== current) read.disagree.push({ quantity, field: field.unit, current: current.unit })
    return field ?? current
  }
  const [force, length, temperature] = [known('force', forces), known('length', lengths), known('temperature', temperatures)]
  return { ...(force && { force }), ...(length && { length }), ...(temperature && { temperature }), ...read }
}

/** The labels of a model whose lengths are in another unit now; in `current` the word for it is replaced where it stands. */
export function withLength(units: ViewerUnits | undefined, length: string): ViewerUnits {
  if (units?.current == null) return { ...units, length }
  const current = units.current
    .split(separatorsOf(units.current))
    .map((part) => (lengths.has(normalised(part)) ? part.replace(part.trim(), () => length) : part))
  return { ...units, current: current.join(''), length }
}

/** A length in another unit, as text without the noise of doubles. */
export const inUnit = ({ value, unit }: { value: number; unit: LengthUnit }, other: LengthUnit): string =>
  String(Number(((value * unit.metres) / other.metres).toPrecision(12)))

export type LengthDisplay = 'model' | 'metres' | 'millimetres' | 'feet-inches'

/** Lengths are read in feet and inches. */
export const isInFeet = (unit: LengthUnit | undefined, display: LengthDisplay) =>
  unit !== undefined && (display === 'feet-inches' || (display === 'model' && (unit.unit === 'ft' || unit.unit === 'in')))

/** A length of the model in words: `3.5 m`, `3500 mm`, `12'-6 1/2"`. Without a known unit the plain number. */
export function formatLength(value: number, unit: LengthUnit | undefined, display: LengthDisplay = 'model'): string {
  if (!unit) return plain(value, 6)
  const metres = value * unit.metres
  switch (display) {
    case 'model':
      return `${plain(value, 6)} ${unit.unit}`
    case 'metres':
      return `${plain(metres, 3)} m`
    case 'millimetres':
      return `${plain(metres * 1000, 0)} mm`
    case 'feet-inches':
      return feetAndInches(metres)
  }
}

/** To the nearest 1/16 in, as American drawings have it: `12'-6 1/2"`, and below a foot without feet. */
function feetAndInches(metres: number): string {
  const sixteenths = Math.round((Math.abs(metres) / FOOT) * 12 * 16)
  const feet = Math.floor(sixteenths / 192)
  const inches = Math.floor((sixteenths % 192) / 16)
  let [part, whole] = [sixteenths % 16, 16]
  while (part > 0 && part % 2 === 0) [part, whole] = [part / 2, whole / 2]
  const sign = metres < 0 && sixteenths > 0 ? '-' : ''
  const fraction = part > 0 ? `${part}/${whole}` : ''
  const small = [...(inches > 0 || fraction === '' || feet > 0 ? [inches] : []), ...(fraction ? [fraction] : [])].join(' ')
  return feet > 0 || sixteenths === 0 ? `${sign}${feet}'-${small}"` : `${sign}${small}"`
}

/** At most so many decimals, no trailing zeros, no negative zero. */
function plain(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)) + 0)
}

/** `"kN, m, C"`, `"kN;m"`, `"kN_m_C"`: at commas, semicolons and slashes, else at spaces, `_` and `-`. */
function split(current: string): string[] {
  return current
    .split(separatorsOf(current))
    .filter((_, i) => i % 2 === 0)
    .map(normalised)
}

/** Splitting by it gives the separators as well, between the parts. */
const separatorsOf = (current: string): RegExp => (/[,;/]/.test(current) ? /([,;/])/ : /([\s_-])/)

function normalised(text: string): string {
  return text.toLowerCase().replace(/[\s_.°-]/g, '')
}

/** British and American, singular and plural. */
function metric(prefix: string): string {
  return ['metre', 'metres', 'meter', 'meters'].map((name) => prefix + name).join(' ')
}

function bySpelling<T>(units: [unit: T, spellings: string][]): Map<string, T> {
  return new Map(units.flatMap(([unit, spellings]) => spellings.split(' ').map((spelling): [string, T] => [spelling, unit])))
}
