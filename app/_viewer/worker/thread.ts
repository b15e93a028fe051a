/// <reference lib="webworker" />

import { modelAnswers, type Progress, type Question, type Read } from './answers.ts'
import { buffersIn } from './buffers-in.ts'
import type { Source } from './source.ts'
import { toTheEnd } from './steps.ts'

/** The answers on a thread of their own: the page gets typed arrays, whose buffers change hands. */

let etag: string | null = null

/** A part of what the page reads ahead: the head of the answer, then pieces, null at the end. */
export type Ahead = { status: number; etag: string | null } | { piece: Uint8Array<ArrayBuffer> | null } | 'away'

/** What the page began to read while this script was on its way, as if it had been fetched here. */
let take: (part: Ahead) => void = () => {}
const ahead = new Promise<Response>((resolve, reject) => {
  let body: ReadableStreamDefaultController<Uint8Array> | null = null
  take = (part) => {
    if (part === 'away') {
      const reason = new Error('nothing was read')
      body?.error(reason)
      reject(reason)
    } else if ('status' in part) {
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          body = controller
        },
      })
      resolve(new Response(stream, { status: part.status, headers: part.etag ? { etag: part.etag } : {} }))
    } else if (part.piece) body?.enqueue(part.piece)
    else body?.close()
  }
})

async function read(source: Source, isApart = false): Promise<Read> {
  if (!('address' in source)) throw new Error('a thread reads from an address')
  try {
    const asksAgain = !source.isForGood && !isApart
    const headers = { accept: 'application/json', ...(asksAgain && etag && { 'if-none-match': etag }) }
    const response = source.isAhead
      ? await ahead
      : await fetch(source.address, { headers, cache: source.isForGood ? 'default' : 'no-store' })
    if (response.status === 304) return { state: 'unchanged' }
    if (!response.ok) return { state: 'refused', status: response.status }
    const text = await textOf(response)
    if (!isApart) etag = response.headers.get('etag')
    return { state: 'read', text }
  } catch {
    return { state: 'away' } // fetch fails in one way only: nothing was read
  }
}

async function textOf(response: Response) {
  const tell = (progress: Progress) => self.postMessage({ progress })
  const reader = response.body?.getReader()
  if (!reader) return response.text()
  const decoder = new TextDecoder()
  let text = ''
  let received = 0
  let told = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    received += value.byteLength
    text += decoder.decode(value, { stream: true })
    if (received - told > 500_000) {
      told = received
      tell({ received, isParsing: false })
    }
  }
  tell({ received, isParsing: true })
  return text + decoder.decode()
}

const answers = modelAnswers({
  read,
  run: toTheEnd,
  loadMeasured: () => import('./open-measured.ts'),
  loadXlsx: () => import('./xlsx.ts'),
  loadSelections: () => import('./selections.ts'),
  loadSheets: () => import('./sheets.ts'),
  loadComparison: () => import('./comparison.ts'),
})

self.onmessage = async ({ data }: MessageEvent<{ ahead: Ahead } | { id: number; question: Question; ask: never }>) => {
  if ('ahead' in data) return take(data.ahead)
  const { id, question } = data
  try {
    const answer = await answers[question](data.ask)
    self.postMessage({ id, answer }, { transfer: [...buffersIn(answer)] })
  } catch (error) {
    self.postMessage({ id, error: error instanceof Error ? error.message : String(error) })
  }
}
