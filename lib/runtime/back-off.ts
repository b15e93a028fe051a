import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '#lib/values/durations.ts'

/** What nobody waits for took too long: it is left alone for a while, however often it is asked for. */

const noted = new LRUCache<string, true>({ max: 1000, ttl: 10 * MINUTE_MS })

export const noteTooLong = (what: string): void => void noted.set(what, true)
export const tookTooLong = (what: string): boolean => noted.has(what)
