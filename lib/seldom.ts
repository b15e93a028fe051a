import { LRUCache } from 'lru-cache'

// Next may load this module more than once in one process.
const KEY = Symbol.for('structural-model-service.seldom')
const kept = globalThis as { [KEY]?: LRUCache<string, true> }

/** True the first time in a minute for this key: what a stranger may repeat without end is told once. */
export function isFirstInAMinute(key: string): boolean {
  kept[KEY] ??= new LRUCache({ max: 10_000, ttl: 60_000, ttlResolution: 0, perf: Date })
  if (kept[KEY].has(key)) return false
  kept[KEY].set(key, true)
  return true
}
