import { randomBytes } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Answer, Route } from '#lib/http/routes.ts'
import type { Env } from '#lib/runtime/env.ts'
import { limits } from '#lib/runtime/limits.ts'
import { metrics } from '#lib/runtime/metrics.ts'
import { apiVersion } from '#lib/runtime/version.ts'
import { logAccess } from './access-log.ts'
import { type Exchange, MOST_UNWANTED, type Pages, refuse, throughDoor, toPage } from './exchange.ts'
import { drainOf, listeningServer } from './listening-server.ts'
import { bodyFollows } from './message.ts'
import { endRaw, overPlainHttp, refusal } from './refusal.ts'
import { clientAddress, originForm, requestId } from './request-head.ts'
import { DATA_POLICY, everywhere, ofSecretAddress, pagePolicy } from './security-headers.ts'
import { SlowUploads } from './slow-uploads.ts'

export type Front = {
  server: Server
  /** Ends event streams, refuses to keep connections, resolves when every request is answered. */
  drain(delay?: Promise<unknown>): Promise<void>
  /** Ends what is still open; says how many answers were. */
  cut(): number
}

type FrontOptions = {
  env: Env
  /** What stands for a pathname in the table of routes; Next has what is not there, and what has no answer there. */
  routeAt: (pathname: string) => (Pick<Route, 'answer' | 'judgesHost'> & { door: string }) | undefined
  pages: Pages
  /** Pages that need not be made anew for this request. */
  cachedPage?: (request: IncomingMessage) => Answer | undefined
  /** The sites that may show this page in a frame; undefined where that is no question for a page of this address. */
  framers?: (pathname: string) => Promise<readonly string[]> | undefined
  /** Pages are made by Next's development server. */
  development?: boolean
  slowUploads?: SlowUploads
  unwantedBodies?: SlowUploads
  unreadMs?: number
}

/**
 * The small server before Next: refuses what Next answers badly (broken percent-encoding, long or endless bodies, headers that
 * never end, TRACE), gives each request an id and a policy, hands the addresses of our table straight to their answers and the rest to
 * Next. Handlers do not see the `Host` that the client named, as addresses are made from APP_URL; only
 * `/mcp` does, which judges it.
 */
export function createFront(options: FrontOptions): Front {
  const { env, routeAt, pages, slowUploads = new SlowUploads(), unwantedBodies = new SlowUploads(5) } = options
  const { cachedPage, framers, development = false, unreadMs = 60_000 } = options
  const fixed = Object.fromEntries(everywhere(env))
  const host = new URL(env.APP_URL).host

  function answer(request: IncomingMessage, response: ServerResponse, awaitsContinue = false): void {
    const id = requestId(request)
    const exchange: Exchange = { request, response, beside: { ...fixed, 'X-Request-Id': id } }
    began(response)
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
    if (door === 'rest') exchange.beside['X-Api-Version'] = apiVersion
    const refused = refusal(request, target, found !== undefined) ?? overPlainHttp(request, target, env)
    if (refused) {
      refuse(exchange, refused)
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
    handOver(exchange, pathname, found ?? cachedPage?.(request))
  }

  /** To what answers here, or to Next, under the policy of what lies there. */
  function handOver(exchange: Exchange, pathname: string, answers: Answer | undefined): void {
    const { beside } = exchange
    Object.assign(beside, ofSecretAddress(pathname))
    // A worker obeys the policy that its script comes with, so scripts come without one.
    if (!pathname.startsWith('/_next/')) {
      beside['Content-Security-Policy'] = answers
        ? DATA_POLICY
        : pagePolicy(env, pathname, { nonce: randomBytes(16).toString('base64'), development })
    }
    if (answers) void throughDoor(exchange, answers, env)
    else toPage(exchange, pathname, pages, framers?.(pathname))
  }

  const server = listeningServer(answer)
  const { began, drain, cut } = drainOf(server)

  return {
    server,
    cut,
    async drain(delay) {
      await drain(delay)
      slowUploads.stop()
      unwantedBodies.stop()
    },
  }
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
