/**
 * What the doors read of a request. A Fetch `Request` is one, as Next and the tests give it; the server in front gives node's own
 * message in this shape (`lib/start/front/message.ts`), since making a `Request` of it costs more than most answers do.
 */
export type Incoming = {
  readonly method: string
  /** Absolute; the host is ours whatever the client named. */
  readonly url: string
  readonly headers: HeaderFields
  /** Aborted when the client leaves. Making it costs something, so it is asked for late. */
  readonly signal: AbortSignal
  readonly body: ReadableStream<Uint8Array> | null
  arrayBuffer(): Promise<ArrayBuffer>
}

/** Names in any case; several lines of one name are joined by commas. */
export type HeaderFields = { get(name: string): string | null; has(name: string): boolean }
