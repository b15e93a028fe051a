/** At which scale a drawing is put on paper. `N` of 1:N is a number throughout; 0 stands for none. */

/** ISO 5455, continued downward for what is larger than a site. */
const ISO = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000]
/** Between them, where a sheet would stay half empty. */
const BETWEEN = [25, 75, 125, 150, 250, 300, 400, 750]
/** Inches on paper for a foot. */
const FEET: readonly (readonly [words: string, n: number])[] = [
  ['3"', 4],
  ['1 1/2"', 8],
  ['1"', 12],
  ['3/4"', 16],
  ['1/2"', 24],
  ['3/8"', 32],
  ['1/4"', 48],
  ['3/16"', 64],
  ['1/8"', 96],
  ['3/32"', 128],
  ['1/16"', 192],
  ['1/32"', 384],
]
/** Under this share of the area both ways a scale between the standard ones is taken. */
const FILLS = 0.6
const MOST = 100_000

/** What nobody could measure on paper, in millimetres: places of bodies have the digits of single precision. */
const TOLERANCE = 0.01

type Size = { width: number; height: number }

/** Scales that are offered, the largest first. */
export const scalesFor = (isFeet: boolean): number[] =>
  isFeet
    ? [...FEET.map(([, n]) => n), 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000]
    : ISO.concat(BETWEEN).sort((a, b) => a - b)

/** The largest standard scale at which `real` (in millimetres) fits; null where none does. */
export function bestScale(real: Size, area: Size, isFeet: boolean): number | null {
  const fits = (n: number) => isWithin(real, area, n)
  if (isFeet) return scalesFor(true).find(fits) ?? null
  const standard = ISO.find(fits)
  if (standard === undefined) return null
  const isSmall = real.width / standard < FILLS * area.width && real.height / standard < FILLS * area.height
  return isSmall ? (scalesFor(false).find(fits) ?? standard) : standard
}

const isWithin = (real: Size, area: Size, n: number) =>
  real.width / n <= area.width + TOLERANCE && real.height / n <= area.height + TOLERANCE

/** Why a scale is too large for a sheet; null where it fits. */
export function refusalOf(real: Size, area: Size, n: number): string | null {
  if (isWithin(real, area, n)) return null
  const needs = { width: Math.ceil(real.width / n - TOLERANCE), height: Math.ceil(real.height / n - TOLERANCE) }
  const has = { width: Math.floor(area.width), height: Math.floor(area.height) }
  return `needs ${needs.width} × ${needs.height} mm, the sheet has ${has.width} × ${has.height}`
}

/** `1:100`, `1/8" = 1'-0"`. */
export function scaleText(n: number, isFeet: boolean): string {
  const inFeet = isFeet && FEET.find(([, feet]) => feet === n)
  return inFeet ? `${inFeet[0]} = 1'-0"` : `1:${Number(n.toPrecision(6))}`
}

export type TypedScale = { n: number } | { says: string }

/** What somebody typed: `100`, `1:100`, `1:1.000`, `1/4" = 1'-0"`, `1 1/2"`; or in words why that is no scale from 1:1 to 1:100,000. */
export function textScale(text: string): TypedScale {
  const plain = text.trim().replaceAll(/\s+/g, ' ')
  const feet = /^(?:(\d+) )?(\d+)(?:\/(\d+))?\s?["”]\s?(?:= ?1['’](?:-?0["”])?)?$/.exec(plain)
  if (feet) {
    const [, whole, over, under] = feet
    const inches = Number(whole ?? 0) + Number(over) / Number(under ?? 1)
    return within(12 / inches)
  }
  const [, number] = /^(?:1 ?[:/] ?)?(\d[\d ,.'’]*)$/.exec(plain) ?? []
  if (number === undefined) return NO_SCALE
  const [n, other] = readingsOf(number)
  if (n === undefined) return NO_SCALE
  if (other === undefined) return within(n)
  return { says: `${number} may be ${n} or ${other}: type ${n} without a sign in it, or fewer decimals` }
}

/** One group of thousands after the other, and decimals behind another sign. */
const GROUPED = /^([1-9]\d{0,2}(?:([ ,.'’])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/
const PLAIN = /^\d+(?:[.,]\d+)?$/

/**
 * A number as any country writes it, `2500`, `2,500`, `2.500`, `2 500`, `2'500`, `12,5`. Before three digits a comma or a point may be either
 * sign: thousands, where the digits end in a zero, since nobody writes that of decimals; else both readings.
 */
function readingsOf(text: string): number[] {
  const [, groups, , decimals = '0'] = GROUPED.exec(text) ?? []
  const grouped = groups === undefined ? [] : [Number(`${groups.replaceAll(/\D/g, '')}.${decimals}`)]
  const isPlain = PLAIN.test(text) && (groups === undefined || !text.endsWith('0'))
  return isPlain ? [...grouped, Number(text.replace(',', '.'))] : grouped
}

const NO_SCALE: TypedScale = { says: 'Type a scale from 1:1 to 1:100,000, such as 1:75 or 1/4" = 1\'-0"' }
const within = (n: number): TypedScale => (n >= 1 && n <= MOST ? { n } : NO_SCALE)
