import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

const UNITS = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
  ['second', 1000],
] as const

/** "5 minutes ago", "yesterday", "now": how long ago a moment was, rounded down to the largest unit that fits. */
export function ago(milliseconds: number): string {
  const past = Math.max(0, milliseconds)
  const [unit, length] = UNITS.find(([, length]) => past >= length) ?? (['second', 1000] as const)
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-Math.floor(past / length), unit)
}
