import { LRUCache } from 'lru-cache'
import { direct } from '#lib/db/client.ts'
import { log } from '#lib/runtime/log.ts'
import { MINUTE_MS } from '#lib/values/durations.ts'
import type { FoundLink } from './share-links.ts'

/**
 * How often a share link was opened: once per link and network in half an hour. Counted here and written now and then, so that no
 * page waits for it; a crash loses what was not written yet. Networks are remembered for that half hour, and stored nowhere.
 */

const APART_MS = 30 * MINUTE_MS
const WRITE_MS = 10_000
const MOST_SEEN = 50_000

type Opened = { modelId: string; hash: string; opens: number; at: Date }

const state: {
  seen: LRUCache<string, true>
  opened: Map<string, Opened>
  timer: NodeJS.Timeout | undefined
  last: Promise<void>
} = {
  seen: new LRUCache({ max: MOST_SEEN, ttl: APART_MS }),
  opened: new Map(),
  timer: undefined,
  last: Promise.resolve(),
}

export function countOpening({ caller, hash }: Pick<FoundLink, 'caller' | 'hash'>, network: string): void {
  const seen = `${hash} ${network}`
  if (state.seen.has(seen)) return
  state.seen.set(seen, true)
  add({ modelId: caller.modelId, hash, opens: 1, at: new Date() })
}

function add({ modelId, hash, opens, at }: Opened): void {
  const known = state.opened.get(hash)
  state.opened.set(hash, { modelId, hash, opens: opens + (known?.opens ?? 0), at: known && known.at > at ? known.at : at })
  state.timer ??= setTimeout(() => void writeOpenings(), WRITE_MS).unref()
}

/** Writes what was counted, also before the process ends. What cannot be written is told in the log, and tried again. */
export function writeOpenings(): Promise<void> {
  state.last = state.last.then(write)
  return state.last
}

async function write(): Promise<void> {
  clearTimeout(state.timer)
  state.timer = undefined
  // In one order, so that two processes that write the same rows wait for each other in one direction only.
  const opened = [...state.opened.values()].sort((one, other) => (one.hash < other.hash ? -1 : 1))
  if (opened.length === 0) return
  state.opened = new Map()
  const steps = opened.map(({ modelId, hash, opens, at }) => ({
    sql: `UPDATE "ShareLink" SET "opens" = "opens" + $3, "lastOpenedAt" = $4 WHERE "modelId" = $1 AND "hash" = $2`,
    values: [modelId, hash, opens, at],
  }))
  try {
    await direct().atomically(steps)
  } catch (error) {
    log.warn('openings of share links could not be written', { error })
    for (const one of opened) add(one)
  }
}
