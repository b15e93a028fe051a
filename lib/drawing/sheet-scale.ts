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
const SLACK = 0.01

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
  real.width / n <= area.width + SLACK && real.height / n <= area.height + SLACK

/** Why a scale is too large for a sheet; null where it fits. */
export function refusalOf(real: Size, area: Size, n: number): string | null {
  if (isWithin(real, area, n)) return null
  const needs = { width: Math.ceil(real.width / n - SLACK), height: Math.ceil(real.height / n - SLACK) }
  const has = { width: Math.floor(area.width), height: Math.floor(area.height) }
  return `needs ${needs.width} × ${needs.height} mm, the sheet has ${has.width} × ${has.height}`
}

/** `1:100`, `1/8" = 1'-0"`. */
export function scaleText(n: number, isFeet: boolean): string {
  const inFeet = isFeet && FEET.find(([, feet]) => feet === n)
  return inFeet ? `${inFeet[0]} = 1'-0"` : `1:${Number(n.toPrecision(6))}`
}

/** What somebody typed: `100`, `1:100`, `1/4" = 1'-0"`, `1 1/2"`; null for what is no scale from 1:1 to 1:100,000. */
export function textScale(text: string): number | null {
  const plain = text.trim().replaceAll(/\s+/g, ' ')
  const feet = /^(?:(\d+) )?(\d+)(?:\/(\d+))?\s?["”]\s?(?:= ?1['’](?:-?0["”])?)?$/.exec(plain)
  if (feet) {
    const [, whole, over, under] = feet
    const inches = Number(whole ?? 0) + Number(over) / Number(under ?? 1)
    return within(12 / inches)
  }
  const [, ratio] = /^(?:1 ?[:/] ?)?(\d+(?:[.,]\d+)?)$/.exec(plain.replaceAll(/(?<=\d)[ ,](?=\d{3}\b)/g, '')) ?? []
  return ratio ? within(Number(ratio.replace(',', '.'))) : null
}

const within = (n: number) => (n >= 1 && n <= MOST ? n : null)
