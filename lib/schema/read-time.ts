import { beginsWithDay } from '#lib/values/calendar-day.ts'
import { ModelError, valueError } from './model-error.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?$/

/** A date, which is its first moment, or a time; in UTC where it names no zone. Throws ModelError for any other text. */
export function readTime(field: string, text: string, at?: 'query'): { time: Date; isDay: boolean } {
  const isDay = DAY.test(text)
  const isWhole = isDay || /Z|[+-]\d{2}:\d{2}$/.test(text)
  const isTime = (isDay || TIME.test(text)) && beginsWithDay(text)
  const time = new Date(isTime ? (isWhole ? text : `${text}Z`) : Number.NaN)
  if (!Number.isNaN(time.getTime())) return { time, isDay }
  const issue = valueError([field], 'write a date such as 2026-11-20, or a time such as 2026-11-20T09:45:12Z')
  throw new ModelError('invalid', [at ? { ...issue, at } : issue])
}
