import { LRUCache } from 'lru-cache'

const seen = new LRUCache<string, true>({ max: 10_000, ttl: 60_000, ttlResolution: 0, perf: Date })

/** True the first time in a minute for this key: what a stranger may repeat without end is told once. */
export function isFirstInAMinute(key: string): boolean {
  if (seen.has(key)) return false
  seen.set(key, true)
  return true
}
