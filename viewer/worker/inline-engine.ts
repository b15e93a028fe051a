import { modelAnswers } from './answers.ts'
import type { Engine, Progress, Question, Questions } from './questions.ts'
import type { ReadAnswer } from './read-model.ts'
import type { Source } from './source.ts'
import { giveWay, inSlices } from './steps.ts'

/** The answers on the page's own thread, for places that allow no other: the model comes in pieces, work is done in slices. */
export function inlineEngine(onProgress: (progress: Progress) => void): Engine {
  const answers = modelAnswers({
    read: (source) => readPieces(source, onProgress),
    run: inSlices,
    loadLoads: () => import('./loads/loads.ts'),
    loadMeasured: () => import('./properties/open-described.ts'),
  })
  let isClosed = false
  return {
    async ask<Q extends Question>(question: Q, ask: Questions[Q]['ask']): Promise<Questions[Q]['answer']> {
      await giveWay() // as from a thread: never before whoever asked has gone on
      if (isClosed) throw new Error('the viewer is closed')
      return answers[question](ask)
    },
    close() {
      isClosed = true
    },
  }
}

/** JSON in UTF-8, as it is or packed with gzip, which its first two bytes tell. */
async function readPieces(source: Source, onProgress: (progress: Progress) => void): Promise<ReadAnswer> {
  if (!('next' in source)) throw new Error('nothing can be fetched here')
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  for (;;) {
    const piece = await source.next()
    if (piece === 'away') return { state: 'away' }
    if (piece === 'refused') return { state: 'refused', status: 404 }
    if (!piece) break
    pieces.push(piece)
    received += piece.byteLength
    onProgress({ received, isParsing: false })
  }
  if (!received) return { state: 'unchanged' }
  onProgress({ received, isParsing: true })
  const bytes = new Blob(pieces)
  const [first, second] = new Uint8Array(await bytes.slice(0, 2).arrayBuffer())
  const isPacked = first === 0x1f && second === 0x8b
  const stream = isPacked ? bytes.stream().pipeThrough(new DecompressionStream('gzip')) : bytes.stream()
  return { state: 'read', text: await new Response(stream).text() }
}
