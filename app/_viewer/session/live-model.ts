import type { FrameChunks } from '#lib/geometry/frame-chunks.ts'
import type { PickTrees } from '#lib/geometry/pick.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import type { ModelSummary, Progress, Question, Questions } from '../worker/answers.ts'
import type { FoundElement } from '../worker/elements.ts'
import type { Awaited } from './awaited.ts'
import { createStore, type Store } from './store.ts'

/** What is drawn: replaced as a whole whenever the model has a new revision. */
export type Drawn = { scene: Scene; trees: PickTrees; chunks: FrameChunks; summary: ModelSummary; changed: FoundElement[] }

export type LiveState = {
  status: 'loading' | 'ready' | 'refused' | 'failed'
  progress: Progress
  drawn: Drawn | null
  /** HTTP status of a refusal, or of a failure that is told by one. */
  refusal: number | null
  /** It was deleted, and lies in its owner's bin until then. */
  purgeAt: string | null
  connection: 'connecting' | 'live' | 'lost'
}

export type LiveModel = {
  state: Store<LiveState>
  ask: <Q extends Question>(question: Q, ask: Questions[Q]['ask']) => Promise<Questions[Q]['answer']>
  reload: () => Promise<void>
  close: () => void
}

/** Before trying again; longer each time in vain. */
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/** Trouble of the server or of too much at once, which passes; any other refusal stays. */
const passes = (status: number) => status >= 500 || status === 408 || status === 429

/**
 * The model at an address and its revisions, as they come. `addresses`: where the ViewerModel is read and where its
 * server-sent events are heard. What fails is tried again until it works or is refused for good; a picture stays meanwhile.
 */
export function openLiveModel(addresses: { model: string; events: string }, { begin }: Pick<Awaited, 'begin'>): LiveModel {
  const state = createStore<LiveState>({
    status: 'loading',
    progress: { received: 0, isParsing: false },
    drawn: null,
    refusal: null,
    purgeAt: null,
    connection: 'connecting',
  })
  const worker = new Worker(new URL('../worker/thread.ts', import.meta.url), { type: 'module', name: 'scene' })
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()
  let asked = 0
  let isClosed = false
  const [trying, hearing] = [patience(), patience()]

  worker.onmessage = ({ data }: MessageEvent<{ id: number; answer?: never; error?: string } | { progress: Progress }>) => {
    if ('progress' in data) return state.set({ progress: data.progress })
    const asker = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.error === undefined) asker?.resolve(data.answer as never)
    else asker?.reject(new Error(data.error))
  }
  worker.onerror = (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message || 'the worker stopped'))
    waiting.clear()
    if (!state.get().drawn) state.set({ status: 'failed' })
  }

  const ask: LiveModel['ask'] = (question, what) =>
    new Promise((resolve, reject) => {
      const id = ++asked
      const end = begin()
      waiting.set(id, {
        resolve(answer) {
          resolve(answer)
          end()
        },
        reject(error) {
          reject(error)
          end()
        },
      })
      worker.postMessage({ id, question, ask: what })
    })

  // One load at a time; a revision that comes meanwhile starts exactly one more.
  let loading: Promise<void> | null = null
  let isStale = false
  const load = async (): Promise<void> => {
    const failed = (status: number | null) => {
      if (state.get().drawn) state.set({ connection: 'lost' })
      else state.set({ status: 'failed', refusal: status })
      trying.again(() => void reload())
    }
    try {
      const loaded = await ask('load', { source: { address: new URL(addresses.model, location.href).href } })
      if (isClosed) return
      if (loaded.state === 'refused' && passes(loaded.status)) return failed(loaded.status)
      trying.done()
      if (loaded.state === 'refused') return state.set({ status: 'refused', refusal: loaded.status })
      if (events?.readyState === EventSource.OPEN) state.set({ connection: 'live' })
      if (loaded.state === 'unchanged') return
      const { scene, trees, chunks, summary, changed } = loaded
      state.set({ status: 'ready', drawn: { scene, trees, chunks, summary, changed }, refusal: null })
    } catch (error) {
      if (isClosed) return
      console.error(error) // offline, or the answer broke off
      failed(null)
    }
  }
  const reload = async (): Promise<void> => {
    if (loading) {
      isStale = true
      return loading
    }
    do {
      isStale = false
      loading = load()
      await loading
    } while (isStale && !isClosed)
    loading = null
  }

  let events: EventSource | null = null
  const hear = () => {
    events = new EventSource(addresses.events)
    events.onopen = () => {
      const wasLost = state.get().connection === 'lost'
      hearing.done()
      state.set({ connection: 'live' })
      if (wasLost) void reload()
    }
    events.onerror = () => {
      if (state.get().status === 'refused') return events?.close()
      state.set({ connection: 'lost' })
      // After a broken line the browser comes back by itself; answered with an error it gives up.
      if (events?.readyState !== EventSource.CLOSED) return
      hearing.again(() => {
        hear()
        void reload() // which also tells a model that is gone from a server that is away
      })
    }
    const stands = ({ data }: MessageEvent<string>) => {
      const { revision } = JSON.parse(data) as { revision: number }
      const shown = state.get().drawn?.summary.revision
      if (shown === null || shown === undefined || revision > shown) void reload()
    }
    events.addEventListener('revision', stands)
    events.addEventListener('beat', stands) // an event that was missed
    // The stream ends with these, and coming back is in vain; reading the model says what is to be shown.
    for (const ending of ['deleted', 'access', 'signed_out']) {
      events.addEventListener(ending, ({ data }: MessageEvent<string>) => {
        events?.close()
        state.set({ purgeAt: (JSON.parse(data) as { purgeAt?: string | null }).purgeAt ?? null })
        void reload()
      })
    }
  }
  hear()
  void reload()

  return {
    state,
    ask,
    reload,
    close() {
      isClosed = true
      events?.close()
      trying.done()
      hearing.done()
      worker.terminate()
    },
  }
}

/** One thing that is tried again and again: `again` after a while, `done` forgets how often it failed. */
function patience() {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT_MS
  return {
    again(attempt: () => void) {
      clearTimeout(timer)
      timer = setTimeout(attempt, wait)
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    },
    done() {
      clearTimeout(timer)
      wait = FIRST_WAIT_MS
    },
  }
}
