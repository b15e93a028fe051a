import { isDatabaseAway } from '#lib/db/database-away.ts'

/** Seconds after which it is worth trying again. */
export const RETRY_AFTER = '5'

/** The headers of a 503 when an error says that the database cannot be asked now; undefined for all others. */
export const unavailable = (error: unknown): { 'Retry-After': string } | undefined =>
  isDatabaseAway(error) ? { 'Retry-After': RETRY_AFTER } : undefined
