import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
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
import { endRaw, MALFORMED, notSupported, overPlainHttp, problemText, type Refused, refusal } from './refused.ts'
import { clientAddress, originForm, requestId } from './request-head.ts'
import { DATA_POLICY, everywhere, framedBy, ofSecretAddress, pagePolicy } from './security-headers.ts'
import { SlowUploads } from './slow-uploads.ts'

export type Front = {
  server: Server
  /** Ends event streams, refuses to keep connections, resolves when every request is answered. */
  drain(): Promise<void>
}

/** So many of the largest bodies are read and dropped after an answer. */
const MOST_UNWANTED = 4

const OUR_FAULT = 'Something went wrong on our side. The log says more under this X-Request-Id.'

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
      void throughDoor(answers, request, response, beside, env)
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

  const server = listeningServer(answer)
  const connections = connectionsOf(server)

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

/** The server, before it listens: what comes as a request is answered, what cannot be read as one is refused. */
function listeningServer(answer: (request: IncomingMessage, response: ServerResponse, awaitsContinue?: boolean) => void): Server {
  const server = createServer({
    headersTimeout: 15_000,
    requestTimeout: 600_000, // SlowUploads is stricter: this ends a body that keeps its least rate for ever
    connectionsCheckingInterval: 2_000,
    keepAliveTimeout: 65_000, // longer than the usual 60 s of a load balancer, which else reuses a connection as we close it
    requireHostHeader: false, // refused by `refusal`, with a body
    joinDuplicateHeaders: true, // as a `Request` has them: who sends two Authorization lines has not sent the first alone
  })
  server.on('request', (request, response) => answer(request, response))
  server.on('checkContinue', (request, response) => answer(request, response, true))
  server.on('checkExpectation', (request, response) => answer(request, response)) // node's own 417 has no body
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
  return server
}

function connectionsOf(server: Server): ReadonlySet<Socket> {
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  return connections
}

/** A request to a door of ours. `beside`: the headers of every answer. */
async function throughDoor(
  handler: Answer,
  request: IncomingMessage,
  response: ServerResponse,
  beside: Record<string, string>,
  { APP_URL }: Env,
): Promise<void> {
  try {
    await send(response, await handler(new IncomingOf(request, response, APP_URL)), beside)
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
