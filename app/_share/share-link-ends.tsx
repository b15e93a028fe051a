import { DAY_MS } from '#lib/values/durations.ts'

const ENDS: readonly (readonly [days: string, words: string])[] = [
  ['7', 'in 7 days'],
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
  ['365', 'in a year'],
  ['never', 'never'],
]
/** The end that was chosen of `EndOptions`; null: none. */
export const endOf = (days: string) => (days === 'never' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString())

export const EndOptions = () =>
  ENDS.map(([days, words]) => (
    <option key={days} value={days}>
      {words}
    </option>
  ))
