import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as breathe } from 'node:timers/promises'
import type { HeaderFields, Incoming } from '#lib/http/incoming.ts'
import { readyBytes } from '#lib/http/ready-bytes.ts'
import type { Reply } from '#lib/http/reply.ts'
import { KB } from '#lib/values/bytes.ts'

/** node:http's two halves of an exchange as our doors see them: what came in, and how an answer goes out. */

export const bodyFollows = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Nothing is made before it is asked for. */
export class IncomingOf implements Incoming {
  readonly method: string
  readonly headers: HeaderFields
  #left: AbortController | undefined
  #body: ReadableStream<Uint8Array> | null | undefined

  constructor(
    readonly message: IncomingMessage,
    readonly response: ServerResponse,
    readonly origin: string,
  ) {
    this.method = message.method ?? ''
    this.headers = new Fields(message.headers)
  }

  get url(): string {
    return this.origin + this.message.url
  }

  get signal(): AbortSignal {
    if (this.#left) return this.#left.signal
    const left = new AbortController()
    const abort = () => {
      if (!this.response.writableFinished) left.abort()
    }
    if (this.response.closed) abort()
    else this.response.once('close', abort)
    this.#left = left
    return left.signal
  }

  get body(): ReadableStream<Uint8Array> | null {
    this.#body ??= bodyFollows(this.message) ? streamOf(this.message) : null
    return this.#body
  }

  /** Rejects when the client leaves before the end. */
  arrayBuffer(): Promise<ArrayBuffer> {
    const chunks: Uint8Array[] = []
    let length = 0
    return new Promise((resolve, reject) => {
      listen(this.message, {
        data(chunk) {
          chunks.push(chunk)
          length += chunk.length
        },
        end() {
          const whole = new Uint8Array(length)
          let offset = 0
          for (const chunk of chunks) {
            whole.set(chunk, offset)
            offset += chunk.length
          }
          resolve(whole.buffer)
        },
        fail: reject,
      })
    })
  }
}

class Fields implements HeaderFields {
  constructor(readonly values: IncomingHttpHeaders) {}

  get(name: string): string | null {
    const value = this.values[name.toLowerCase()]
    return value === undefined ? null : typeof value === 'string' ? value : value.join(', ')
  }

  has(name: string): boolean {
    return this.values[name.toLowerCase()] !== undefined
  }
}

type BodyListener = { data(chunk: Uint8Array): void; end(): void; fail(error: Error): void }

/** Once it is all there `fail` means nothing any more. */
function listen(message: IncomingMessage, { data, end, fail }: BodyListener): void {
  const cut = (error?: Error) => fail(error ?? new Error('the client left before the end of its body'))
  if (message.destroyed) {
    cut()
    return
  }
  message.on('data', data)
  message.once('end', end)
  message.once('error', cut)
  message.once('close', cut)
}

/** What nobody takes stays with the client. After `cancel` the rest is read and dropped, so that the client hears the answer. */
function streamOf(message: IncomingMessage): ReadableStream<Uint8Array> {
  let isOver = false
  return new ReadableStream<Uint8Array>({
    start(controller) {
      listen(message, {
        data(chunk) {
          if (isOver) return
          controller.enqueue(chunk)
          if ((controller.desiredSize ?? 0) <= 0) message.pause()
        },
        end() {
          if (!isOver) controller.close()
          isOver = true
        },
        fail(error) {
          if (!isOver) controller.error(error)
          isOver = true
        },
      })
      message.pause()
    },
    pull() {
      message.resume()
    },
    cancel() {
      isOver = true
      message.resume()
    },
  })
}

/** `beside`: headers that go with every answer, unless it says otherwise itself. */
export async function send(response: ServerResponse, answer: Reply | Response, beside: Record<string, string>): Promise<void> {
  if (!(answer instanceof Response)) {
    const { status, headers, body } = answer
    if (!(body instanceof ReadableStream)) return sendWhole(response, status, { ...beside, ...headers }, body ?? [])
    setAll(response, beside)
    setAll(response, headers)
    return sendStream(response, status, body)
  }
  setAll(response, beside)
  setAll(response, answer.headers)
  const ready = readyBytes(answer)
  if (answer.body === null || ready) return sendWhole(response, answer.status, {}, ready ?? [])
  return sendStream(response, answer.status, answer.body)
}

function setAll(response: ServerResponse, headers: Record<string, string> | Headers): void {
  if (!(headers instanceof Headers)) for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  else {
    for (const [name, value] of headers) if (name !== 'set-cookie') response.setHeader(name, value)
    const cookies = headers.getSetCookie()
    if (cookies.length > 0) response.setHeader('Set-Cookie', cookies)
  }
}

/** All at once and without copying: the pieces are kept in memory anyway, so there is nothing to hold back. */
function sendWhole(
  response: ServerResponse,
  status: number,
  headers: Record<string, string | number>,
  chunks: readonly Uint8Array[],
): void {
  const hasLength = headers['Content-Length'] !== undefined || response.hasHeader('Content-Length')
  const hasNone = status === 204 || status === 304 || response.req.method === 'HEAD'
  if (!hasLength && !hasNone) headers['Content-Length'] = chunks.reduce((sum, { length }) => sum + length, 0)
  response.writeHead(status, headers)
  if (chunks.length <= 1) {
    response.end(chunks[0])
    return
  }
  response.cork()
  for (const chunk of chunks) response.write(chunk)
  response.uncork()
  response.end()
}

/** Above it what is there at once goes out without its length. */
const MOST_AT_ONCE = 64 * KB

async function sendStream(response: ServerResponse, status: number, body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader()
  const leave = () => void reader.cancel().catch(() => {}) // what has failed tells who reads
  response.once('close', leave)
  if (response.closed) leave()
  /** A failure is heard when it is read: until then the client may take its time. */
  const read = () => {
    const next = reader.read()
    next.catch(() => {})
    return next
  }
  // A `Response` made of a text has a stream, too; it is all there when it is asked for.
  const chunks: Uint8Array[] = []
  let next = read()
  for (let length = 0; length <= MOST_AT_ONCE; next = read()) {
    const now = await Promise.race([next, breathe()])
    if (!now) break
    if (now.done) return sendWhole(response, status, {}, chunks)
    chunks.push(now.value)
    length += now.value.length
  }
  response.writeHead(status)
  response.flushHeaders()
  for (const chunk of chunks) response.write(chunk)
  for (;;) {
    if (response.writableNeedDrain) await drained(response)
    const { done, value } = await next
    if (done || response.writableEnded) break
    response.write(value)
    next = read()
  }
  response.end()
}

const drained = (response: ServerResponse) =>
  new Promise<void>((resolve) => {
    const over = () => {
      response.off('drain', over)
      response.off('close', over)
      resolve()
    }
    response.once('drain', over)
    response.once('close', over)
    if (response.closed) over()
  })
