import type { Change } from '../app/_viewer/viewer-host.ts'
import type { Source } from '../app/_viewer/worker/source.ts'
import type { ModelSource } from './app-host.ts'
import { waitBefore } from './follow.ts'
import { type Call, isNewer, type Progress, Refused, readModel } from './read-model.ts'

/** The model of the conversation: read in pieces, asked about while somebody looks, and read again when it has changed. */

export type Followed = ModelSource & {
  /** Looked at or not: a view out of sight asks nothing. */
  seen(isSeen: boolean): void
  /** Asks at once. */
  refresh(): void
  close(): void
}

type Told = {
  progress(progress: Progress): void
  /** Nothing more will come, in the server's words. */
  refused(words: string): void
  /** Whether the last question was answered. */
  live(isLive: boolean): void
}

export function followModel(call: Call, told: Told): Followed {
  let hear: (change: Change) => void = () => {}
  let revision = 0
  let [changedAt, lastReadMs, failures] = [Date.now(), 0, 0]
  let [isSeen, isAsking, isOver] = [true, false, false]
  let timer: ReturnType<typeof setTimeout> | undefined

  const end = (words: string) => {
    isOver = true
    clearTimeout(timer)
    told.refused(words)
  }
  const plan = () => {
    clearTimeout(timer)
    if (isOver || !isSeen || revision === 0) return
    timer = setTimeout(ask, waitBefore({ quietMs: Date.now() - changedAt, lastReadMs, failures }))
  }
  const failed = (error: unknown) => {
    if (error instanceof Refused) return end(error.words)
    failures++
    told.live(false)
  }
  // Never two at a time.
  async function ask(): Promise<void> {
    if (isAsking || isOver || revision === 0) return
    isAsking = true
    try {
      const newer = await isNewer(call, revision)
      failures = 0
      told.live(true)
      if (newer) hear({ type: 'revision', revision: revision + 1 })
    } catch (error) {
      failed(error)
    }
    isAsking = false
    plan()
  }

  return {
    load(): Source {
      let pieces: Uint8Array<ArrayBuffer>[] | null = null
      return {
        async next() {
          if (!pieces) {
            const began = performance.now()
            try {
              const read = await readModel(call, told.progress)
              pieces = read.bytes
              if (read.revision !== revision) changedAt = Date.now()
              revision = read.revision
              failures = 0
            } catch (error) {
              failed(error)
              throw error
            } finally {
              lastReadMs = performance.now() - began
              plan()
            }
          }
          return pieces.shift() ?? null
        },
      }
    },
    changes(next) {
      hear = next
      hear({ type: 'line', state: 'live' })
      return () => {
        hear = () => {}
      }
    },
    seen(now) {
      if (isSeen === now) return
      isSeen = now
      if (isSeen) void ask()
      else clearTimeout(timer)
    },
    refresh: () => void ask(),
    close() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
