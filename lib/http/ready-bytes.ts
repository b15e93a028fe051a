import { MB } from '#lib/values/bytes.ts'

/**
 * A response whose bytes lie ready in memory, in pieces. Whoever reads its body gets them as a stream; the server in front takes the
 * pieces themselves (`readyBytes`) and gives them to the socket in one go, which costs a third.
 */

const ready = new WeakMap<Response, readonly Uint8Array[]>()

/** Above this a body goes out piece by piece: `new Response(bytes)` copies. */
const PIECE = MB

export function readyResponse(chunks: readonly Uint8Array[], init: ResponseInit): Response {
  const [only] = chunks
  if (!only) return new Response(null, init)
  if (chunks.length === 1 && only.length <= PIECE) return new Response(only as Uint8Array<ArrayBuffer>, init) // no shared memory here
  const response = new Response(toStream(chunks), init)
  ready.set(response, chunks)
  return response
}

export const readyBytes = (response: Response): readonly Uint8Array[] | undefined => ready.get(response)

function toStream(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  let [chunk, from] = [0, 0]
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const bytes = chunks[chunk]
      if (!bytes) return controller.close()
      controller.enqueue(bytes.subarray(from, from + PIECE))
      from += PIECE
      if (from < bytes.length) return
      chunk++
      from = 0
    },
  })
}
