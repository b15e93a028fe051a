import { readyResponse } from './ready-bytes.ts'

/**
 * An answer as plain values, which the server in front writes as they are. Names of headers are spelt as their RFCs do: it lays them
 * over its own.
 */
export type Reply = {
  status: number
  headers: Record<string, string>
  body: Uint8Array[] | ReadableStream<Uint8Array> | null
}

/** For Next, whose routes answer with a `Response`. */
export const toResponse = ({ body, ...head }: Reply): Response =>
  Array.isArray(body) ? readyResponse(body, head) : new Response(body, head)
