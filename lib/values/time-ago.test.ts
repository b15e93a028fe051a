import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'
import { ago } from './time-ago.ts'

it.each([
  [0, 'now'],
  [-5000, 'now'],
  [1999, '1 second ago'],
  [MINUTE_MS - 1, '59 seconds ago'],
  [5 * MINUTE_MS, '5 minutes ago'],
  [HOUR_MS - 1, '59 minutes ago'],
  [DAY_MS, 'yesterday'],
  [2 * DAY_MS, '2 days ago'],
  [59 * DAY_MS, 'last month'],
  [800 * DAY_MS, '2 years ago'],
])('%i ms ago is "%s"', (milliseconds, text) => expect(ago(milliseconds)).toBe(text))
