import type { HeaderFields, Incoming } from './incoming.ts'
import { type Reply, toResponse } from './reply.ts'

/** Addresses and what answers there, as data: for the server in front, which asks by pathname, and for route files under app/. */

export type Answer = (request: Incoming) => Reply | Response | Promise<Reply | Response>

export type Route = {
  /** `/a/b`; `/a/{id}` with any one segment; `/a/{...}` for whatever else lies below. The most exact one answers. */
  path: string
  /** None: the App Router has it. */
  answer?: Answer
  /** Judges the Host that the client named, so it is passed on as it came. */
  judgesHost?: true
}

const REST = '{...}'

const patterns = new Map<string, RegExp>()

/** The path as a pattern with one group per parameter; a parameter is never empty and never holds a slash. */
export function pathPattern(path: string): RegExp {
  const known = patterns.get(path)
  if (known) return known
  const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  patterns.set(path, pattern)
  return pattern
}

/** What stands for a pathname among the routes of each door. */
export function routeTable<Door extends string>(
  doors: Record<Door, readonly Route[]>,
): (pathname: string) => (Route & { door: Door }) | undefined {
  type Row = Route & { door: Door }
  const rows: Row[] = Object.entries<readonly Route[]>(doors).flatMap(([door, routes]) =>
    routes.map((route) => ({ ...route, door: door as Door })),
  )
  const exact = new Map(rows.filter(({ path }) => !path.includes('{')).map((row) => [row.path, row]))
  const below = rows.filter(({ path }) => path.endsWith(REST)).sort((a, b) => b.path.length - a.path.length)
  const patterned = new Map<number, { row: Row; pattern: RegExp }[]>()
  for (const row of rows) {
    if (!row.path.includes('{') || row.path.endsWith(REST)) continue
    const length = row.path.split('/').length
    patterned.set(length, [...(patterned.get(length) ?? []), { row, pattern: pathPattern(row.path) }])
  }
  const parameters = ({ row: { path } }: { row: Row }) => path.split('{').length
  for (const ofLength of patterned.values()) ofLength.sort((a, b) => parameters(a) - parameters(b))
  return (pathname) =>
    exact.get(pathname) ??
    patterned.get(pathname.split('/').length)?.find(({ pattern }) => pattern.test(pathname))?.row ??
    below.find(({ path }) => pathname.startsWith(path.slice(0, -REST.length)))
}

export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
/** As a route file exports it. */
export const everyMethod = <T>(one: T): Record<Method, T> => ({
  GET: one,
  HEAD: one,
  OPTIONS: one,
  PUT: one,
  POST: one,
  PATCH: one,
  DELETE: one,
})
type RouteFile = Record<Method, (request: Request) => Promise<Response>>

const files = new WeakMap<Answer, RouteFile>()

/** What a route file exports: the answer for every method, as Next's own 405 has no `Allow`. */
export function routeFile(answer: Answer): RouteFile {
  let file = files.get(answer)
  if (!file) {
    const handle = async (request: Request) => {
      const reply = await answer(new Uncoded(request))
      return reply instanceof Response ? reply : toResponse(reply)
    }
    file = everyMethod(handle)
    files.set(answer, file)
  }
  return file
}

/** Next takes `Content-Encoding` off what a route file answers and sends the bytes all the same, so there nothing is compressed. */
class Uncoded implements Incoming {
  readonly method: string
  readonly url: string
  readonly headers: HeaderFields

  constructor(readonly request: Request) {
    const { method, url, headers } = request
    this.method = method
    this.url = url
    const isHidden = (name: string) => name.toLowerCase() === 'accept-encoding'
    this.headers = {
      get: (name) => (isHidden(name) ? null : headers.get(name)),
      has: (name) => !isHidden(name) && headers.has(name),
    }
  }

  get signal() {
    return this.request.signal
  }

  get body() {
    return this.request.body
  }

  arrayBuffer() {
    return this.request.arrayBuffer()
  }
}
