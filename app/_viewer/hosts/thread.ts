import type { Engine, Progress, Question, Questions } from '../worker/answers.ts'
import type { Ahead } from '../worker/thread.ts'
import { ASKING, takeAhead } from './model-ahead.ts'

/** `isUp`: its script runs, as its first message says. */
type Begun = { worker: Worker; isUp: boolean }

function begin(): Begun {
  const begun = {
    worker: new Worker(new URL('../worker/thread.ts', import.meta.url), { type: 'module', name: 'scene' }),
    isUp: false,
  }
  begun.worker.addEventListener(
    'message',
    () => {
      begun.isUp = true
    },
    { once: true },
  )
  return begun
}

/** Begun with the page's own script: the page takes a while until it opens a model. */
let begun: Begun | null = typeof Worker === 'undefined' ? null : begin()

type Told = { isUp: true } | { progress: Progress } | { id: number; answer?: never; error?: string }

/** The engine in a thread of its own. */
export function startThread(tell: (progress: Progress) => void): Engine {
  const thread = begun ?? begin()
  const { worker } = thread
  begun = null
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()
  const closing = new AbortController()
  let asked = 0
  worker.onmessage = ({ data }: MessageEvent<Told>) => {
    if ('isUp' in data) return
    if ('progress' in data) return tell(data.progress)
    const asker = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.error === undefined) asker?.resolve(data.answer as never)
    else asker?.reject(new Error(data.error))
  }
  worker.onerror = (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message || 'the worker stopped'))
    waiting.clear()
  }
  /** What is read first: by the page's HTML, or while the thread's own script is on its way; later the page's thread has other things to do. */
  const readAhead = <Q extends Question>(question: Q, what: Questions[Q]['ask']): Questions[Q]['ask'] => {
    if (asked > 0 || question !== 'load') return what
    const { source, ...wanted } = what as Questions['load']['ask']
    if (!('address' in source) || source.isForGood) return what
    const ahead = takeAhead(source.address)
    if (!ahead && thread.isUp) return what
    void handOver(worker, ahead ?? fetch(source.address, { ...ASKING, signal: closing.signal }), closing.signal)
    return { ...wanted, source: { ...source, isAhead: true } } as Questions[Q]['ask']
  }
  return {
    ask: (question, what) =>
      new Promise((resolve, reject) => {
        const ask = readAhead(question, what)
        const id = ++asked
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, question, ask })
      }),
    close() {
      closing.abort()
      worker.terminate()
    },
  }
}

/** Reads for the thread: each piece is transferred to it as it arrives. */
async function handOver(worker: Worker, answer: Promise<Response>, signal: AbortSignal): Promise<void> {
  const tell = (ahead: Ahead, transfer: Transferable[] = []) => worker.postMessage({ ahead }, transfer)
  try {
    const response = await answer
    tell({ status: response.status, etag: response.headers.get('etag'), type: response.headers.get('content-type') })
    const reader = response.body?.getReader()
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (signal.aborted) return await reader?.cancel()
      if (done) return tell({ piece: null })
      tell({ piece: value }, [value.buffer])
    }
  } catch {
    tell('away')
  }
}
