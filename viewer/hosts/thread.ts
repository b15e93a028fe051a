import { HostError } from '../viewer-host.ts'
import type { Engine, Progress, Question, Questions } from '../worker/questions.ts'
import type { Ahead } from '../worker/thread.ts'
import { REQUEST_INIT, takeAhead } from './model-ahead.ts'

/** `isUp`: its script runs, as its first message says; `isOver`: it could not be begun, or has thrown outside of a question. */
type Begun = { worker: Worker; isUp: boolean; isOver: boolean; hasModel: boolean }

function begin(): Begun {
  const worker = new Worker(new URL('../worker/thread.ts', import.meta.url), { type: 'module', name: 'scene' })
  const begun = { worker, isUp: false, isOver: false, hasModel: false }
  worker.addEventListener('message', () => (begun.isUp = true), { once: true })
  worker.addEventListener('error', () => (begun.isOver = true))
  return begun
}

/** Begun with the page's own script: the page takes a while until it opens a model. */
let begun: Begun | null = typeof Worker === 'undefined' ? null : begin()

type WorkerMessage = { isUp: true } | { progress: Progress } | { id: number; answer?: never; error?: string; isAway?: boolean }
type PendingAnswer = { resolve: (answer: never) => void; reject: (error: Error) => void }

/**
 * A thread that has said nothing for so long, although it was asked, may have nobody in it any more. Who waits may try again later than
 * this only (`LONG_MS` in session/create-request.ts), so that the press is never in vain.
 */
const SILENT_MS = 5_000

/**
 * The engine in a thread of its own. Where that ends, whoever waits is told, and so is who asks next, until a model is loaded again: in
 * another thread.
 */
export function startThread(onProgress: (progress: Progress) => void): Engine & { wake: () => void } {
  const waiting = new Map<number, PendingAnswer>()
  const closing = new AbortController()
  let lastId = 0
  let lastMessageAt = 0

  const end = ({ worker }: Begun) => {
    worker.terminate()
    if (thread?.worker !== worker) return
    thread = null
    for (const { reject } of waiting.values()) reject(new HostError('stopped'))
    waiting.clear()
  }
  const follow = (one: Begun): Begun => {
    const { worker } = one
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if ('isUp' in data) return // that its script runs answers nobody
      lastMessageAt = Date.now()
      if ('progress' in data) return onProgress(data.progress)
      const pending = waiting.get(data.id)
      waiting.delete(data.id)
      if (data.error === undefined) pending?.resolve(data.answer as never)
      else pending?.reject(data.isAway ? new HostError('offline', 0, { says: data.error }) : new Error(data.error))
    }
    worker.onerror = worker.onmessageerror = () => end(one)
    return one
  }
  let thread: Begun | null = begun && !begun.isOver ? follow(begun) : null
  begun = null

  /** What is read first: by the page's HTML, or while the thread's own script is on its way; later the page's thread has other things to do. */
  const readAhead = (what: Questions['load']['ask'], { worker, isUp }: Begun): Questions['load']['ask'] => {
    const { source, ...wanted } = what
    if (lastId > 0 || !('address' in source) || source.isForGood) return what
    const ahead = takeAhead(source.address)
    if (!ahead && isUp) return what
    void handOver(worker, ahead ?? fetch(source.address, { ...REQUEST_INIT, signal: closing.signal }), closing.signal)
    return { ...wanted, source: { ...source, isAhead: true } }
  }
  return {
    ask: <Q extends Question>(question: Q, what: Questions[Q]['ask']) =>
      new Promise<Questions[Q]['answer']>((resolve, reject) => {
        const isLoading = question === 'load'
        if (isLoading && !closing.signal.aborted) thread ??= follow(begin())
        if (!thread || !(isLoading || thread.hasModel)) return reject(new HostError('stopped'))
        thread.hasModel = true
        const ask = isLoading ? readAhead(what as Questions['load']['ask'], thread) : what
        if (waiting.size === 0) lastMessageAt = Date.now()
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        thread.worker.postMessage({ id, question, ask })
      }),
    wake() {
      if (thread && waiting.size > 0 && Date.now() - lastMessageAt >= SILENT_MS) end(thread)
    },
    close() {
      closing.abort()
      thread?.worker.terminate()
      thread = null
    },
  }
}

/** Reads for the thread: each piece is transferred to it as it arrives. */
async function handOver(worker: Worker, answer: Promise<Response>, signal: AbortSignal): Promise<void> {
  const post = (ahead: Ahead, transfer: Transferable[] = []) => worker.postMessage({ ahead }, transfer)
  try {
    const response = await answer
    post({ status: response.status, etag: response.headers.get('etag'), type: response.headers.get('content-type') })
    const reader = response.body?.getReader()
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (signal.aborted) return await reader?.cancel()
      if (done) return post({ piece: null })
      post({ piece: value }, [value.buffer])
    }
  } catch {
    post('away')
  }
}
