import type { SectionType } from '#lib/schema/schema.ts'
import type { HollowStandard, NamedReading } from './grammar.ts'
import type { ProfileRow, StandardCode } from './tables.ts'

/** A standard section: from a row of a table, half of one, or from the sizes in its name. */
export type Profile = {
  designation: string
  /** Null: the name says its sizes and no standard. */
  standard: string | null
  code: StandardCode | null
  family: string
  type: SectionType
  /** Lengths of which one is so many metres. */
  metres: number
  sizes: Sizes
  area: number
  /** kg/m; absent where the material is open. */
  mass?: number
}
export type Sizes = { t3: number; t2?: number; tf?: number; tw?: number; r?: number }

const CHANNELS = new Set(['UPN', 'UPE', 'U', 'PFC', 'C', 'MC', 'JC', 'LC', 'MPC'])
const TEES = new Set(['WT', 'MT', 'ST', 'TUB', 'TUC', 'T'])

export const isTee = ({ family }: Pick<Profile, 'family'>): boolean => TEES.has(family)

export function profileOf(row: ProfileRow): Profile {
  const { designation, standard, code, family, h, b, tw, tf, r, area, mass, metres } = row
  const radius = r === undefined ? {} : { r }
  const flanged = { t3: h, t2: b, tf, tw, ...radius }
  const whole = { designation, standard, code, family, area, mass, metres }
  if (family === 'PIPE' || (family === 'HSS' && row.name.numbers.length === 2))
    return { ...whole, type: 'pipe', sizes: { t3: h, tw } }
  if (family === 'HSS') return { ...whole, type: 'rectangular', sizes: { t3: h, t2: b, tw, ...radius } }
  const type = family === 'L' ? 'angle' : CHANNELS.has(family) ? 'channel' : TEES.has(family) ? 'custom' : 'i_wide_flange'
  return { ...whole, type, sizes: flanged }
}

/** Half of a British I section: TUB, TUC, by width, depth and mass. */
export function halfOf(row: ProfileRow): Profile {
  const [depth = 0, width = 0] = row.name.numbers
  const family = `T${row.family}`
  const { sizes, area, ...whole } = profileOf(row)
  return {
    ...whole,
    designation: `${family}${width}X${Math.round(depth / 2)}X${Math.round(row.mass / 2)}`,
    family,
    type: 'custom',
    sizes: { ...sizes, t3: sizes.t3 / 2 },
    area: area / 2,
    mass: row.mass / 2,
  }
}

const within = (least: number, value: number, most: number) => least <= value && value <= most

/** Sizes of a name in millimetres as a profile; null when they cannot be built. */
export function profileOfNamed({ shape, sizes, made = null }: NamedReading): Profile | null {
  const built = builtOf(shape, sizes, made)
  if (!built) return null
  const { area, name, ...rest } = built
  const code = made === 'AS/NZS 1163' ? 'AU' : made ? 'EN' : null
  const whole = { designation: name, standard: made, code, metres: 0.001, area: twelve(area), ...rest } as const
  return ['FL', 'RD', 'SQ'].includes(shape) ? whole : { ...whole, mass: twelve(7850e-6 * area) }
}

type Built = { name: string; family: string; type: SectionType; sizes: Sizes; area: number }

function builtOf(shape: NamedReading['shape'], sizes: number[], made: HollowStandard): Built | null {
  const [first = 0, second = 0, third = 0, fourth = 0] = sizes
  switch (shape) {
    case 'CHS': {
      const [D, t] = [first, second]
      if (!within(10, D, 3000) || t < 0.5 || 2 * t >= D) return null
      const name = made === 'AS/NZS 1163' ? `${D}X${t}CHS` : `${made ? `${coldMark(made)}CHS` : 'D'}${D}X${t}`
      return { name, family: 'CHS', type: 'pipe', sizes: { t3: D, tw: t }, area: (Math.PI / 4) * (D ** 2 - (D - 2 * t) ** 2) }
    }
    case 'BOX': {
      const sides = sizes.length === 2 ? [first, first] : [first, second]
      const [h, b] = [Math.max(...sides), Math.min(...sides)]
      const t = sizes.length === 2 ? second : third
      if (b < 10 || h > 2000 || t < 0.5 || 2 * t >= b) return null
      const family = h === b ? 'SHS' : 'RHS'
      const r = outerRadius(made, t)
      const inner = made === 'EN 10210' ? t : r - t
      const corners = made ? (4 - Math.PI) * (r ** 2 - inner ** 2) : 0
      const label = `${h}X${b}X${t}`
      const name = made === 'AS/NZS 1163' ? `${label}${family}` : `${made ? `${coldMark(made)}${family}` : '□'}${label}`
      const area = 2 * t * (h + b - 2 * t) - corners
      return { name, family, type: 'rectangular', sizes: { t3: h, t2: b, tw: t, ...(made && { r }) }, area }
    }
    case 'H':
    case 'CH': {
      const [h, b, tw, tf] = [first, second, third, fourth]
      const isDeep = shape === 'H' ? within(50, h, 4000) : within(30, h, 1000)
      if (!isDeep || !within(30, b, 2000) || Math.min(tw, tf) < 2 || 2 * tf >= h || tw >= b) return null
      const type = shape === 'H' ? 'i_wide_flange' : 'channel'
      const area = 2 * b * tf + (h - 2 * tf) * tw
      return { name: `${shape}${sizes.join('X')}`, family: shape, type, sizes: { t3: h, t2: b, tf, tw }, area }
    }
    case 'T': {
      const [h, b, tw, tf] = [first, second, third, fourth]
      if (!within(30, h, 2000) || !within(30, b, 2000) || Math.min(tw, tf) < 2 || tf >= h || tw >= b) return null
      const area = b * tf + (h - tf) * tw
      return { name: `T${sizes.join('X')}`, family: 'T', type: 'custom', sizes: { t3: h, t2: b, tf, tw }, area }
    }
    case 'L': {
      const [h, b, t] = [first, second, third]
      if (b < 15 || h > 500 || t < 2 || t >= b) return null
      return {
        name: `L${sizes.join('X')}`,
        family: 'L',
        type: 'angle',
        sizes: { t3: h, t2: b, tf: t, tw: t },
        area: t * (h + b - t),
      }
    }
    case 'FL': {
      const [h, b] = [Math.max(first, second), Math.min(first, second)]
      if (!within(10, h, 3000) || b < 2) return null
      return { name: `FL${h}X${b}`, family: 'FL', type: 'rectangular', sizes: { t3: h, t2: b }, area: h * b }
    }
    case 'RD':
      if (!within(5, first, 1000)) return null
      return { name: `RD${first}`, family: 'RD', type: 'pipe', sizes: { t3: first }, area: (Math.PI / 4) * first ** 2 }
    case 'SQ':
      if (!within(5, first, 1000)) return null
      return { name: `SQ${first}`, family: 'SQ', type: 'rectangular', sizes: { t3: first, t2: first }, area: first ** 2 }
  }
}

const coldMark = (made: HollowStandard) => (made === 'EN 10219' ? 'CF' : '')

function outerRadius(made: HollowStandard, t: number): number {
  switch (made) {
    case 'EN 10210':
      return 1.5 * t
    case 'EN 10219':
      return (t <= 6 ? 2 : t <= 10 ? 2.5 : 3) * t
    case 'AS/NZS 1163':
      return (t <= 3 ? 2 : 2.5) * t
    case null:
      return 0
  }
}

/** 10.7 / 1000 is 0.010699999999999999; sizes in another unit have twelve digits. */
export const twelve = (value: number): number => Number(value.toPrecision(12))
