import { fromBase64 } from '#lib/values/base64.ts'
import type { Refusal, ToolOutcome } from './tool-result.ts'

/** The ViewerModel from the host, in pieces: `service.read_view_data`. */

export type Call = (input: Record<string, unknown>) => Promise<ToolOutcome>

export type Progress = { received: number; total: number }

/** For good: the model is not there for this connection, or is more than a view takes. */
export class Refused extends Error {
  constructor(
    readonly why: 'gone' | 'too large',
    words: string,
  ) {
    super(words)
  }
}

/** Whatever else the server refuses, such as too much at once, passes. */
function failureOf({ error, type, words }: Refusal): Error {
  if (type === 'limit_exceeded') return new Refused('too large', words)
  return error === 'not_found' || error === 'forbidden' ? new Refused('gone', words) : new Error(words)
}

type Piece = { revision: number; tag: string; total: number; next: number | null; bytes: Uint8Array<ArrayBuffer> }

/** Requests at one time. */
const LANES = 4
/** Written to faster than it is read: after so many beginnings whoever asked tries later. */
const MOST_BEGINNINGS = 3

/** The compressed bytes of the newest revision. Throws Refused; any other error passes. */
export async function readModel(
  call: Call,
  onProgress: (progress: Progress) => void,
): Promise<{ revision: number; bytes: Uint8Array<ArrayBuffer>[] }> {
  for (let beginning = 0; beginning < MOST_BEGINNINGS; beginning++) {
    const whole = await readOnce(call, onProgress)
    if (whole) return whole
  }
  throw new Error('the model changes faster than it can be read')
}

async function readOnce(call: Call, onProgress: (progress: Progress) => void) {
  const first = await ask(call, { offset: 0 })
  if (!first) return null
  const { revision, tag, total } = first
  let received = first.bytes.length
  onProgress({ received, total })
  if (first.next === null) return { revision, bytes: [first.bytes] }
  const size = first.next
  const offsets = Array.from({ length: Math.ceil(total / size) - 1 }, (_, i) => (i + 1) * size)
  const bytes: Uint8Array<ArrayBuffer>[] = [first.bytes]
  let isStale = false
  const lane = async () => {
    for (;;) {
      const offset = offsets.shift()
      if (offset === undefined || isStale) return
      const piece = await ask(call, { offset, tag })
      if (!piece) {
        isStale = true
        return
      }
      bytes[offset / size] = piece.bytes
      received += piece.bytes.length
      onProgress({ received, total })
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return isStale ? null : { revision, bytes }
}

/** Null: these pieces belong to a state that is no longer at hand. */
async function ask(call: Call, input: Record<string, unknown>): Promise<Piece | null> {
  const answer = await call(input)
  if ('refused' in answer) throw failureOf(answer.refused)
  const { data } = answer
  if (data.stale === true) return null
  const { revision, tag, total, next, bytes } = data
  const isWhole =
    typeof revision === 'number' && typeof tag === 'string' && typeof total === 'number' && typeof bytes === 'string'
  if (!isWhole || (next !== null && typeof next !== 'number')) throw new Error('the host gave no data')
  return { revision, tag, total, next, bytes: fromBase64(bytes) }
}

/** Whether there is a newer revision than the one that is shown. Throws Refused. */
export async function isNewer(call: Call, since: number): Promise<boolean> {
  const answer = await call({ since })
  if ('refused' in answer) throw failureOf(answer.refused)
  return answer.data.changed === true
}
