/// <reference lib="webworker" />

import { SCENE_TYPE } from '#lib/scene-file/layout.ts'
import { NoScene } from '#lib/scene-file/read-scene.ts'
import { toTheEnd } from '#lib/values/steps.ts'
import { ACCEPTED } from './accept-header.ts'
import { modelAnswers } from './answers.ts'
import { heldScene } from './held-scene.ts'
import type { Progress, Question } from './questions.ts'
import type { ReadAnswer } from './read-model.ts'
import type { Source } from './source.ts'
import { buffersIn } from './transferables.ts'

/** The answers on a thread of their own: the page gets typed arrays, whose buffers change hands. */

let etag: string | null = null

/** A part of what the page reads ahead: the head of the answer, then pieces, null at the end. */
export type Ahead =
  | { status: number; etag: string | null; type: string | null }
  | { piece: Uint8Array<ArrayBuffer> | null }
  | 'away'

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
      const headers = { ...(part.etag && { etag: part.etag }), ...(part.type && { 'content-type': part.type }) }
      resolve(new Response(stream, { status: part.status, headers }))
    } else if (part.piece) body?.enqueue(part.piece)
    else body?.close()
  }
})

async function read(source: Source, isApart = false): Promise<ReadAnswer> {
  if (!('address' in source)) throw new Error('a thread reads from an address')
  try {
    const ask = (accept: string) => {
      const asksAgain = !source.isForGood && !isApart
      const headers = { accept, ...(asksAgain && etag && { 'if-none-match': etag }) }
      return fetch(source.address, { headers, cache: source.isForGood ? 'default' : 'no-store' })
    }
    const response = source.isAhead ? await ahead : await ask(ACCEPTED)
    const found = await readIn(response, () => ask('application/json'))
    if (found.state === 'read' && !isApart) etag = response.headers.get('etag')
    return found
  } catch {
    return { state: 'away' } // fetch fails in one way only: nothing was read
  }
}

async function readIn(response: Response, askForJson?: () => Promise<Response>): Promise<ReadAnswer> {
  if (response.status === 304) return { state: 'unchanged' }
  if (!response.ok) return { state: 'refused', status: response.status }
  if (response.headers.get('content-type') !== SCENE_TYPE) return { state: 'read', text: await textOf(response) }
  const file = await bytesOf(response)
  try {
    return { state: 'read', held: heldScene(file) }
  } catch (error) {
    if (!(error instanceof NoScene && askForJson)) throw error
    console.warn('the model is read as JSON:', error.cause ?? error) // of a newer version of the service, or broken on its way
    return readIn(await askForJson())
  }
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of piecesOf(response)) text += decoder.decode(piece, { stream: true })
  return text + decoder.decode()
}

async function bytesOf(response: Response): Promise<ArrayBuffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of piecesOf(response)) length += pieces.push(piece) && piece.length
  const file = new Uint8Array(length)
  let offset = 0
  for (const piece of pieces) {
    file.set(piece, offset)
    offset += piece.length
  }
  return file.buffer
}

/** As they come, of which the page is told. */
async function* piecesOf(response: Response): AsyncGenerator<Uint8Array> {
  const postProgress = (progress: Progress) => self.postMessage({ progress })
  const reader = response.body?.getReader()
  let received = 0
  let reported = 0
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done) break
    received += value.byteLength
    yield value
    if (received - reported <= 500_000) continue
    reported = received
    postProgress({ received, isParsing: false })
  }
  postProgress({ received, isParsing: true })
}

/** A script of this thread did not come: no fault of the question. */
class NotFetched extends Error {}
const fetched =
  <Part>(load: () => Promise<Part>) =>
  () =>
    load().catch((cause: unknown) => {
      throw new NotFetched('a part of the viewer could not be fetched', { cause })
    })

const answers = modelAnswers({
  read,
  run: toTheEnd,
  loadMeasured: fetched(() => import('./properties/open-measured.ts')),
  loadXlsx: fetched(() => import('#lib/files/sheets/xlsx-write.ts')),
  loadSelections: fetched(() => import('./selections.ts')),
  loadSheets: fetched(() => import('./sheets.ts')),
  loadLoads: fetched(() => import('./loads/loads.ts')),
  loadResults: fetched(() => import('./results/place-results.ts')),
  loadComparison: fetched(() => import('./compare/comparison.ts')),
})

self.onmessage = async ({ data }: MessageEvent<{ ahead: Ahead } | { id: number; question: Question; ask: never }>) => {
  if ('ahead' in data) return take(data.ahead)
  const { id, question } = data
  try {
    const answer = await answers[question](data.ask)
    self.postMessage({ id, answer }, { transfer: [...buffersIn(answer)] })
  } catch (error) {
    const isAway = error instanceof NotFetched
    self.postMessage({ id, error: error instanceof Error ? error.message : String(error), isAway })
  }
}

// What is asked for from now on need not be read by the page.
self.postMessage({ isUp: true })
