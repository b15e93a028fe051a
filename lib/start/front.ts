import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { watchingForAway } from '#lib/db/away.ts'
import type { Env } from '#lib/env.ts'
import { problemReply } from '#lib/http/problem.ts'
import type { Answer, Route } from '#lib/http/routes.ts'
import { RETRY_AFTER } from '#lib/http/unavailable.ts'
import { limits } from '#lib/limits.ts'
import { log } from '#lib/log.ts'
import { metrics } from '#lib/metrics.ts'
import { logAccess } from './access-log.ts'
import { gzipPage } from './gzip-page.ts'
import { bodyFollows, IncomingOf, send } from './message.ts'
import { DATA_POLICY, everywhere, framedBy, ofSecretAddress, pagePolicy } from './security-headers.ts'
import { SlowUploads } from './slow-uploads.ts'

export type Front = {
  server: Server
  /** Ends event streams, refuses to keep connections, resolves when every request is answered. */
  drain(): Promise<void>
}

type Refused = { status: number; detail: string; headers?: Record<string, string> }

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const ALLOW = [...METHODS].join(', ')
/** Bodies of pages and account routes; the model's doors read theirs under their own limit. */
const SMALL_BODY = 1024 * 1024
/** So many of the largest bodies are read and dropped after an answer. */
const MOST_UNWANTED = 4

/**
 * The small server before Next: refuses what Next answers badly (broken percent-encoding, long or endless bodies, headers that
 * never end, TRACE), gives each request an id and a policy, hands the addresses of our table straight to their answers and the rest to
 * Next. Handlers do not see the `Host` that the client named, as addresses are made from APP_URL; only
 * `/mcp` does, which judges it.
 */
export function createFront(options: {
  env: Env
  /** What stands for a pathname in the table of routes; Next has what is not there, and what has no answer there. */
  routeAt: (pathname: string) => (Pick<Route, 'answer' | 'judgesHost'> & { door: string }) | undefined
  pages: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** Pages that need not be made anew for this request. */
  keptPage?: (request: IncomingMessage) => Answer | undefined
  /** The sites that may show this page in a frame; undefined where that is no question for a page of this address. */
  framers?: (pathname: string) => Promise<readonly string[]> | undefined
  /** Pages are made by Next's development server. */
  development?: boolean
  slowUploads?: SlowUploads
  unwantedBodies?: SlowUploads
  unreadMs?: number
}): Front {
  const { env, routeAt, pages, slowUploads = new SlowUploads(), unwantedBodies = new SlowUploads(5) } = options
  const { keptPage, framers, development = false, unreadMs = 60_000 } = options
  const fixed = Object.fromEntries(everywhere(env))
  const host = new URL(env.APP_URL).host
  const open = new Set<ServerResponse>()
  let draining = false

  /** `beside`: the headers of every answer. */
  async function throughDoor(
    handler: Answer,
    request: IncomingMessage,
    response: ServerResponse,
    beside: Record<string, string>,
  ): Promise<void> {
    try {
      await send(response, await handler(new IncomingOf(request, response, env.APP_URL)), beside)
    } catch (error) {
      // A client that leaves in the middle of its body is no failure of ours, and hears no answer.
      if (request.destroyed && !request.complete) return
      log.error('a handler failed', { error, requestId: beside['X-Request-Id'] })
      if (response.headersSent) response.destroy()
      else {
        for (const name of response.getHeaderNames()) response.removeHeader(name)
        await send(response, problemReply(500, OUR_FAULT, beside), {})
      }
    }
  }

  function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    beside: Record<string, string>,
    { status, detail, headers }: Refused,
  ): void {
    const length = Number(request.headers['content-length'] ?? 0)
    // Up to there a refused body is read and dropped, so that the client hears the answer; beyond, the connection ends.
    if (length > MOST_UNWANTED * limits.bodyBytes || request.headers.expect) response.setHeader('Connection', 'close')
    const body = problemText(status, detail, beside['X-Request-Id'] ?? '')
    response.writeHead(status, {
      ...beside,
      'Content-Type': 'application/problem+json',
      'Content-Length': Buffer.byteLength(body),
      ...headers,
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  function answer(request: IncomingMessage, response: ServerResponse, awaitsContinue = false): void {
    const id = requestId(request)
    const beside: Record<string, string> = { ...fixed, 'X-Request-Id': id }
    if (draining) response.setHeader('Connection', 'close')
    open.add(response)
    response.once('close', () => open.delete(response))
    endUnread(response, unreadMs)
    response.once('finish', () => {
      if (request.complete) return
      request.resume()
      unwantedBodies.watch(request, () => request.socket.destroy(), MOST_UNWANTED * limits.bodyBytes)
    })

    const target = originForm(request.url ?? '')
    const pathname = target?.split('?', 1)[0] ?? ''
    const { door, answer: found, judgesHost } = routeAt(pathname) ?? { door: 'page' }
    if (env.METRICS === 'on') measure(door, request, response)
    if (env.ACCESS_LOG === 'on') logAccess(request, response, id)
    const refused = refusal(request, target, found !== undefined) ?? overPlainHttp(request, target, env)
    if (refused) {
      refuse(request, response, beside, refused)
      return
    }
    request.url = target
    if (bodyFollows(request)) {
      slowUploads.watch(request, () => {
        if (response.headersSent) request.socket.destroy()
        else endRaw(request.socket, { status: 408, detail: 'The body came too slowly.' }, id)
      })
    }
    if (awaitsContinue) response.writeContinue()

    const { headers } = request
    if (!judgesHost) headers.host = host
    headers['x-request-id'] = id
    headers['x-forwarded-for'] = clientAddress(request, env)
    // A worker obeys the policy that its script comes with, so scripts come without one.
    const built = pathname.startsWith('/_next/')
    Object.assign(beside, ofSecretAddress(pathname))
    const answers = found ?? keptPage?.(request)
    if (answers) {
      if (!built) beside['Content-Security-Policy'] = DATA_POLICY
      void throughDoor(answers, request, response, beside)
      return
    }
    if (!built) {
      beside['Content-Security-Policy'] = pagePolicy(env, pathname, { nonce: randomBytes(16).toString('base64'), development })
    }
    const asked = framers?.(pathname)
    if (!asked) {
      page(request, response, pathname, beside)
      return
    }
    void asked
      .catch((error: unknown) => {
        log.warn('who may frame a page could not be read', { error, requestId: id })
        return [] // the page itself says that the database is away
      })
      .then((origins) => page(request, response, pathname, origins.length > 0 ? framedBy(origins, beside) : beside))
  }

  function page(request: IncomingMessage, response: ServerResponse, pathname: string, beside: Record<string, string>): void {
    const policy = beside['Content-Security-Policy']
    if (policy) request.headers['content-security-policy'] = policy
    for (const [name, value] of Object.entries(beside)) response.setHeader(name, value)
    // Beside what a client sent, the consent page holds a handle that must not be guessed by its compressed length (BREACH).
    if (!pathname.startsWith('/oauth/')) gzipPage(request, response)
    watchingForAway((wasAway) => {
      laterInstead(response, wasAway)
      pages(request, response).catch((error: unknown) => {
        log.error('a page failed', { error, requestId: beside['X-Request-Id'] })
        if (response.headersSent) response.destroy()
        else refuse(request, response, beside, { status: 500, detail: OUR_FAULT })
      })
    })
  }

  const server = createServer({
    headersTimeout: 15_000,
    requestTimeout: 600_000, // SlowUploads is stricter: this ends a body that keeps its least rate for ever
    connectionsCheckingInterval: 2_000,
    keepAliveTimeout: 65_000, // longer than the usual 60 s of a load balancer, which else reuses a connection as we close it
    requireHostHeader: false, // refused above, with a body
    joinDuplicateHeaders: true, // as a `Request` has them: who sends two Authorization lines has not sent the first alone
  })
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (request, response) => answer(request, response))
  server.on('checkContinue', (request, response) => answer(request, response, true))
  server.on('connect', (_, socket) => endRaw(socket, notSupported('CONNECT'), randomUUID()))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // `_httpMessage` is the answer in progress, if any: bytes of ours in the middle of it would read as part of it.
    const busy = '_httpMessage' in socket && (socket._httpMessage as ServerResponse | null)?.headersSent
    if (error.code === 'ECONNRESET' || !socket.writable || busy) return socket.destroy()
    endRaw(
      socket,
      MALFORMED[error.code ?? ''] ?? { status: 400, detail: 'This is not a well-formed HTTP request.' },
      randomUUID(),
    )
  })

  return {
    server,
    async drain() {
      draining = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const response of open) {
        if (isListening(response)) response.end()
        else if (!response.headersSent) response.setHeader('Connection', 'close')
      }
      // A connection whose answer had begun stays open, idle, until it is told. One that never sent anything, as browsers and fetch
      // open them in advance, is not idle to node.
      const idle = setInterval(() => {
        server.closeIdleConnections()
        for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
      }, 100)
      await closed
      clearInterval(idle)
      slowUploads.stop()
      unwantedBodies.stop()
    },
  }
}

/** Next answers 500 whatever a page throws; without the database it is 503, and worth trying again. */
function laterInstead(response: ServerResponse, wasAway: () => boolean): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse
  response.writeHead = (status: number, ...rest: unknown[]) => {
    if (status !== 500 || !wasAway()) return writeHead(status, ...rest)
    response.setHeader('Retry-After', RETRY_AFTER)
    return writeHead(503, ...rest)
  }
}

/** An event stream that would never end. One that tells of a call's progress ends with its answer. */
const isListening = (response: ServerResponse) =>
  response.req.method === 'GET' && String(response.getHeader('content-type')).startsWith('text/event-stream')

const OUR_FAULT = 'Something went wrong on our side. The log says more under this X-Request-Id.'

/** What node:http's parser complains about, by its code. */
const MALFORMED: Record<string, Refused> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The headers are longer than 16 kB.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request did not arrive in time.' },
}

const notSupported = (method: string): Refused => ({
  status: 405,
  detail: `The method ${method} is not supported.`,
  headers: { Allow: ALLOW },
})

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

/** What no handler should have to think about. `ours`: a door of ours answers, and reads bodies under its own limits. */
function refusal(request: IncomingMessage, target: string | undefined, ours: boolean): Refused | undefined {
  const { method = '', headers } = request
  if (!METHODS.has(method)) return notSupported(method)
  if (target === undefined) return { status: 400, detail: 'Malformed path' }
  if (headers.host === undefined && request.httpVersion === '1.1') return { status: 400, detail: 'The Host header is missing.' }
  if (!HOST.test(headers.host ?? 'localhost')) return { status: 400, detail: 'The Host header is no host.' }
  // RFC 9112, section 3.2. node:http gives the first; who stands in front of us may have judged another.
  if (countOf(request, 'host') > 1) return { status: 400, detail: 'There is more than one Host header.' }
  const most = ours ? limits.bodyBytes : SMALL_BODY
  if (Number(headers['content-length'] ?? 0) > most) return { status: 413, detail: 'Request body too large' }
  if (!ours && headers['transfer-encoding'] !== undefined) return { status: 411, detail: 'This address needs a Content-Length.' }
  // There are none; Next would look for it, and write what it did not find into the log.
  if (!ours && headers['next-action'] !== undefined) return { status: 404, detail: 'There is no such server action.' }
  return undefined
}

/**
 * What our proxy heard over plain http although APP_URL is https. Who only reads is sent over; who sends a secret or a body has
 * shown it to everybody on the way, and must notice. Without a proxy of ours nobody can tell.
 */
function overPlainHttp({ method, headers }: IncomingMessage, target = '', { APP_URL, TRUST_PROXY }: Env): Refused | undefined {
  if (TRUST_PROXY === 'off' || !APP_URL.startsWith('https:') || lastOf(headers['x-forwarded-proto']) !== 'http') return undefined
  const reads = (method === 'GET' || method === 'HEAD') && headers.authorization === undefined
  const detail = `This service is reached at ${APP_URL} only.`
  return reads ? { status: 308, detail, headers: { Location: `${APP_URL}${target}` } } : { status: 403, detail }
}

function problemText(status: number, detail: string, requestId: string): string {
  return JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, detail, requestId })
}

/** An answer where there is no response object (yet), and the end of the connection. */
function endRaw(socket: Duplex, { status, detail, headers = {} }: Refused, id: string): void {
  const body = problemText(status, detail, id)
  const lines = {
    Connection: 'close',
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': id,
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () => socket.destroy())
}

/** The client's own, when it is 1 to 128 visible ASCII characters. */
function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[!-~]{1,128}$/.test(given) ? given : randomUUID()
}

/** Path and query; undefined for what no handler should have to think about. */
export function originForm(target: string): string | undefined {
  let path = target
  if (!target.startsWith('/')) {
    if (!URL.canParse(target) || !/^https?:/i.test(target)) return undefined
    const { pathname, search } = new URL(target)
    path = pathname + search
  }
  const query = path.indexOf('?')
  const pathname = query < 0 ? path : path.slice(0, query)
  if (pathname.includes('\\') || path.includes('#')) return undefined
  if (pathname.includes('%')) {
    try {
      decodeURIComponent(pathname)
    } catch {
      return undefined
    }
  }
  return path
}

/** How many lines of that name came. */
function countOf({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.length === name.length && rawHeaders[i]?.toLowerCase() === name) count += 1
  }
  return count
}

/** Each proxy adds its word at the end, so the last is our own proxy's. */
const lastOf = (forwarded: string | string[] | undefined) => [forwarded].flat().join().split(',').pop()?.trim()

/** What a proxy of ours wrote last into X-Forwarded-For; without one, the other end of the connection. */
function clientAddress(request: IncomingMessage, env: Env): string {
  const last = env.TRUST_PROXY === 'on' && lastOf(request.headers['x-forwarded-for'])
  return last || request.socket.remoteAddress?.replace(/^::ffff:/, '') || 'unknown'
}

/**
 * Ends a connection whose client takes nothing of what lies ready for it. node:http calls the time-out when nothing has moved for so
 * long, in either direction; an answer that is not made yet, or an event stream with nothing to say, moves nothing either.
 */
function endUnread(response: ServerResponse, ms: number): void {
  response.setTimeout(ms, () => {
    const { socket } = response
    if (!socket) return
    if (socket.writableLength > 0) socket.destroy()
    else socket.setTimeout(ms)
  })
}

function measure(door: string, request: IncomingMessage, response: ServerResponse): void {
  const since = performance.now()
  const { requests, seconds } = metrics()
  response.once('close', () => {
    requests.inc({ door, method: request.method ?? '', status: response.statusCode })
    seconds.observe({ door }, (performance.now() - since) / 1000)
  })
}
