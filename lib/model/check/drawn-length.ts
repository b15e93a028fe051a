import { formatLength, type LengthDisplay, type LengthUnit } from '../units.ts'

/** Lengths and elevations as drawings write them: on the screen, on sheets and in pictures alike. Tables and files keep plain numbers. */

/** Decimals that stand there always; a length that needs more has up to three. */
const LEAST_DECIMALS: Record<string, number> = { m: 2, ft: 2, yd: 2 }
const MOST_DECIMALS = 3
/** Three of a kilometre are a metre. */
const MOST_OF_KILOMETRES = 6

/** Without its unit, as on a sheet, whose title block says it; feet and inches have theirs in them. */
export function drawnNumber(value: number, unit: LengthUnit | undefined, display: LengthDisplay): string {
  if (unit && display === 'feet-inches') return formatLength(value, unit, display)
  const name = shownUnit(unit, display)
  if (unit && display === 'millimetres') return String(Math.round(value * unit.metres * 1000) + 0)
  const number = unit && display === 'metres' ? value * unit.metres : value
  const short = String(Number(number.toFixed(name === 'km' ? MOST_OF_KILOMETRES : MOST_DECIMALS)) + 0)
  const decimals = /\.(\d+)$/.exec(short)?.[1]?.length ?? 0
  return short.includes('e') ? short : Number(short).toFixed(Math.max(decimals, LEAST_DECIMALS[name] ?? 0))
}

export function drawnLength(value: number, unit: LengthUnit | undefined, display: LengthDisplay): string {
  const name = display === 'feet-inches' ? '' : shownUnit(unit, display)
  return `${drawnNumber(value, unit, display)}${name && ` ${name}`}`
}

/** Of a level: `+4.20 m`, `±0.00 m`, `−4.20 m`. */
export const elevationText = (elevation: number, unit: LengthUnit | undefined, display: LengthDisplay = 'model'): string =>
  signed(elevation, drawnLength(Math.abs(elevation), unit, display))

/** The same without its unit. */
export const elevationNumber = (elevation: number, unit: LengthUnit | undefined, display: LengthDisplay): string =>
  signed(elevation, drawnNumber(Math.abs(elevation), unit, display))

/** What reads as zero is the datum. */
const signed = (elevation: number, text: string) => `${/[1-9]/.test(text) ? (elevation < 0 ? '−' : '+') : '±'}${text}`

function shownUnit(unit: LengthUnit | undefined, display: LengthDisplay): string {
  if (!unit) return ''
  return display === 'model' ? unit.unit : display === 'metres' ? 'm' : 'mm'
}
