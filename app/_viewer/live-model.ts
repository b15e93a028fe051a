import type { FrameChunks } from '#lib/geometry/frame-chunks.ts'
import type { PickTrees } from '#lib/geometry/pick.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import type { FoundElement } from './elements.ts'
import type { ModelSummary, Progress, Question, Questions } from './scene-worker.ts'
import { createStore, type Store } from './store.ts'

/** What is drawn: replaced as a whole whenever the model has a new revision. */
export type Drawn = { scene: Scene; trees: PickTrees; chunks: FrameChunks; summary: ModelSummary; changed: FoundElement[] }

export type LiveState = {
  status: 'loading' | 'ready' | 'refused' | 'failed'
  progress: Progress
  drawn: Drawn | null
  /** HTTP status of a refusal. */
  refusal: number | null
  connection: 'connecting' | 'live' | 'lost'
}

export type LiveModel = {
  state: Store<LiveState>
  ask: <Q extends Question>(question: Q, ask: Questions[Q]['ask']) => Promise<Questions[Q]['answer']>
  reload: () => Promise<void>
  close: () => void
}

/**
 * The model at an address and its revisions, as they come. `addresses`: where the ViewerModel is read and where its
 * server-sent events are heard. The browser reconnects by itself and says which event it saw last.
 */
export function openLiveModel(addresses: { model: string; events: string }): LiveModel {
  const state = createStore<LiveState>({
    status: 'loading',
    progress: { received: 0, isParsing: false },
    drawn: null,
    refusal: null,
    connection: 'connecting',
  })
  const worker = new Worker(new URL('./scene-worker.ts', import.meta.url), { type: 'module', name: 'scene' })
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()
  let asked = 0
  let isClosed = false

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
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, question, ask: what })
    })

  // One load at a time; a revision that comes meanwhile starts exactly one more.
  let loading: Promise<void> | null = null
  let isStale = false
  const load = async (): Promise<void> => {
    try {
      const loaded = await ask('load', { address: new URL(addresses.model, location.href).href })
      if (isClosed) return
      if (loaded.state === 'loaded') {
        const { scene, trees, chunks, summary, changed } = loaded
        state.set({ status: 'ready', drawn: { scene, trees, chunks, summary, changed }, refusal: null })
      } else if (loaded.state === 'refused') {
        state.set({ status: 'refused', refusal: loaded.status })
      }
    } catch (error) {
      if (isClosed) return
      // Offline, or the answer broke off. With a picture on screen the next revision or reload tries again.
      console.error(error)
      if (!state.get().drawn) state.set({ status: 'failed' })
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

  const events = new EventSource(addresses.events)
  events.onopen = () => {
    const wasLost = state.get().connection === 'lost'
    state.set({ connection: 'live' })
    if (wasLost) void reload()
  }
  events.onerror = () => state.set({ connection: 'lost' })
  events.addEventListener('revision', (event) => {
    const { revision } = JSON.parse(event.data) as { revision: number }
    const shown = state.get().drawn?.summary.revision
    if (shown === null || shown === undefined || revision > shown) void reload()
  })
  void reload()

  return {
    state,
    ask,
    reload,
    close() {
      isClosed = true
      events.close()
      worker.terminate()
    },
  }
}
