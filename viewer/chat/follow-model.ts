import type { Change } from '../viewer-host.ts'
import type { Source } from '../worker/source.ts'
import type { ModelSource } from './app-host.ts'
import { BridgeError, METHOD_NOT_FOUND } from './bridge.ts'
import { waitBefore } from './poll-interval.ts'
import { type Call, isNewer, type Progress, Refused, readModel } from './read-model.ts'

/** The model of the conversation: read in pieces, asked about while somebody looks, and read again when it has changed. */

export type Followed = ModelSource & {
  /** Looked at or not: a view out of sight asks nothing. */
  seen(isSeen: boolean): void
  /** Asks at once, and often again for a while: something is about to happen. */
  refresh(): void
  close(): void
}

/** `no calls`: the host passes none on. */
export type Over = Refused['why'] | 'no calls'

type FollowListener = {
  progress(progress: Progress): void
  /** Nothing more will come; what the server says of it. */
  over(why: Over, words: string): void
  /** Whether the last question was answered. */
  live(isLive: boolean): void
}

const isUnknown = (error: unknown) => error instanceof BridgeError && error.code === METHOD_NOT_FOUND

export function followModel(call: Call, listener: FollowListener): Followed {
  let onChange: (change: Change) => void = () => {}
  let revision = 0
  let [changedAt, lastReadMs, failures] = [Date.now(), 0, 0]
  let [isSeen, isPolling, isOver] = [true, false, false]
  let timer: ReturnType<typeof setTimeout> | undefined
  let hurry = () => {}

  const wait = () => waitBefore({ quietMs: Date.now() - changedAt, lastReadMs, failures })
  const plan = () => {
    clearTimeout(timer)
    if (isOver || !isSeen || revision === 0) return
    timer = setTimeout(ask, wait())
  }
  const failed = (error: unknown) => {
    const why = error instanceof Refused ? error.why : isUnknown(error) ? 'no calls' : null
    if (why) {
      isOver = true
      clearTimeout(timer)
      return listener.over(why, error instanceof Error ? error.message : '')
    }
    failures++
    listener.live(false)
  }
  // Never two at a time.
  async function ask(): Promise<void> {
    if (isPolling || isOver || revision === 0) return
    isPolling = true
    try {
      const newer = await isNewer(call, revision)
      failures = 0
      if (newer) onChange({ type: 'revision', revision: revision + 1 })
      if (!isOver) listener.live(true)
    } catch (error) {
      failed(error)
    }
    isPolling = false
    plan()
  }
  /** A server that has just refused is left alone for a while. */
  const patience = () =>
    new Promise<void>((resolve) => {
      if (failures === 0) return resolve()
      const pause = setTimeout(resolve, wait())
      hurry = () => {
        clearTimeout(pause)
        resolve()
      }
    })
  async function read(): Promise<Uint8Array<ArrayBuffer>[] | 'away' | 'refused'> {
    await patience()
    if (isOver) return 'refused'
    const began = performance.now()
    try {
      const read = await readModel(call, listener.progress)
      if (read.revision !== revision) changedAt = Date.now()
      revision = read.revision
      failures = 0
      lastReadMs = performance.now() - began
      listener.live(true)
      return read.bytes
    } catch (error) {
      failed(error)
      return isOver ? 'refused' : 'away'
    } finally {
      plan()
    }
  }

  return {
    load(): Source {
      let pieces: Uint8Array<ArrayBuffer>[] | null = null
      return {
        async next() {
          if (!pieces) {
            const found = await read()
            if (!Array.isArray(found)) return found
            pieces = found
          }
          return pieces.shift() ?? null
        },
      }
    },
    changes(next) {
      onChange = next
      onChange({ type: 'line', state: 'live' })
      return () => {
        onChange = () => {}
      }
    },
    seen(now) {
      if (isSeen === now) return
      isSeen = now
      if (isSeen) void ask()
      else clearTimeout(timer)
    },
    refresh() {
      changedAt = Date.now()
      hurry()
      void ask()
    },
    close() {
      isOver = true
      clearTimeout(timer)
      hurry()
    },
  }
}
