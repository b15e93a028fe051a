import type { Engine, Progress } from '../worker/answers.ts'

/** The engine in a thread of its own. */
export function startThread(tell: (progress: Progress) => void): Engine {
  const worker = new Worker(new URL('../worker/thread.ts', import.meta.url), { type: 'module', name: 'scene' })
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()
  let asked = 0
  worker.onmessage = ({ data }: MessageEvent<{ id: number; answer?: never; error?: string } | { progress: Progress }>) => {
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
  return {
    ask: (question, what) =>
      new Promise((resolve, reject) => {
        const id = ++asked
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, question, ask: what })
      }),
    close: () => worker.terminate(),
  }
}
