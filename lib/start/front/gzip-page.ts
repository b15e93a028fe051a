import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants, createGzip } from 'node:zlib'
import { accepts } from '#lib/http/headers.ts'
import { KB } from '#lib/values/bytes.ts'

/** Below this a page goes as it is. */
const LEAST = KB
const LEVEL = 5
const PAGE = /^text\/(html|x-component)\b/

/**
 * Next writes a page piece by piece; each goes out compressed at once, so that the browser begins while the server still thinks.
 * The first kilobyte is held back: a page that ends before it is not worth compressing. (The usual middleware for this knows no
 * such bound for what is streamed.)
 */
export function gzipPage(request: IncomingMessage, response: ServerResponse): void {
  const takesGzip = request.method !== 'HEAD' && accepts(request.headers['accept-encoding'], 'gzip')
  const write: (chunk: Uint8Array) => boolean = response.write.bind(response)
  const end: () => ServerResponse = response.end.bind(response)
  const flushHeaders = response.flushHeaders.bind(response)
  let held: Uint8Array[] = []
  let state: 'new' | 'plain' | 'held' | ReturnType<typeof begin> = 'new'

  /** Once the headers are there. */
  function decide(): 'plain' | 'held' {
    if (response.headersSent || !PAGE.test(String(response.getHeader('content-type')))) return 'plain'
    response.appendHeader('Vary', 'Accept-Encoding')
    const asItIs = response.hasHeader('content-encoding') || /no-transform/.test(String(response.getHeader('cache-control')))
    return takesGzip && !asItIs ? 'held' : 'plain'
  }

  function begin() {
    response.removeHeader('Content-Length')
    response.setHeader('Content-Encoding', 'gzip')
    const gzip = createGzip({ level: LEVEL })
    gzip.on('data', (piece: Uint8Array) => {
      if (write(piece)) return
      gzip.pause()
      response.once('drain', () => gzip.resume())
    })
    gzip.on('drain', () => response.emit('drain'))
    gzip.on('end', () => end())
    response.once('close', () => gzip.destroy())
    return gzip
  }

  function put(chunk: Uint8Array): boolean {
    if (state === 'new') state = decide()
    if (state === 'plain') return write(chunk)
    held.push(chunk)
    if (state === 'held') {
      if (held.reduce((sum, { length }) => sum + length, 0) < LEAST) return true
      state = begin()
    }
    const gzip = state as ReturnType<typeof begin> // TypeScript forgets that \`decide\` cannot say "new"
    for (const one of held) gzip.write(one)
    held = []
    gzip.flush(constants.Z_SYNC_FLUSH)
    return !gzip.writableNeedDrain
  }

  function finish(): void {
    if (state === 'new') state = decide()
    if (typeof state === 'object') {
      state.end()
      return
    }
    for (const one of held) write(one)
    end()
  }

  Object.assign(response, {
    write(chunk: string | Uint8Array, ...more: unknown[]) {
      const goesOn = put(bytesOf(chunk, more[0]))
      callLast(more)
      return goesOn
    },
    end(...args: unknown[]) {
      const [last, encoding] = args
      const done = args.at(-1)
      if (typeof done === 'function') response.once('finish', () => done())
      if (typeof last === 'string' || last instanceof Uint8Array) put(bytesOf(last, encoding))
      finish()
      return response
    },
    // Those of a page leave with its first piece: until then nobody knows in which coding.
    flushHeaders() {
      if (state === 'new') state = decide()
      if (state === 'plain') flushHeaders()
    },
  })
}

const bytesOf = (chunk: string | Uint8Array, encoding: unknown): Uint8Array =>
  typeof chunk === 'string' ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8') : chunk

/** A caller's own function, told that the chunk was taken. */
function callLast(args: unknown[]): void {
  const last = args.at(-1)
  if (typeof last === 'function') queueMicrotask(() => last())
}
