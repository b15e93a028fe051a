import { databaseFile, db, direct } from '#lib/db/client.ts'
import { hasFreeSpace } from '#lib/db/disk-space.ts'
import { pendingMigrations } from '#lib/db/migrate.ts'
import { requestId } from '#lib/http/headers.ts'
import type { HeaderFields, Incoming } from '#lib/http/incoming.ts'
import { problem } from '#lib/http/problem.ts'
import type { Answer, Route } from '#lib/http/routes.ts'
import { RETRY_AFTER } from '#lib/http/unavailable.ts'
import { env } from '#lib/runtime/env.ts'
import { log } from '#lib/runtime/log.ts'
import { metrics } from '#lib/runtime/metrics.ts'
import { isSameSecret } from '#lib/runtime/timing-safe-equal.ts'

/** For load balancers and monitoring: whether the process is alive, whether it may get traffic, how it is doing. */

let draining = false

export const isDraining = (): boolean => draining

/** From now on `/readyz` says no; what runs is still finished. */
export function startDraining(): void {
  draining = true
}

function answer(status: number, body: object): Response {
  const headers = { 'Cache-Control': 'no-store', ...(status === 503 && { 'Retry-After': RETRY_AFTER }) }
  return Response.json(body, { status, headers })
}

/** `/healthz`: this process is alive. Independent of the database, so that an unreachable database does not cause a restart. */
export const alive = () => answer(200, { status: 'ok' })

let migrated = false

/** `/readyz`: 200 when the database answers, has every migration and room to write, and we are not about to stop. */
export async function ready(): Promise<Response> {
  if (draining) return answer(503, { status: 'draining' })
  try {
    migrated ||= (await pendingMigrations(env.DATABASE_URL)).length === 0
    if (!migrated) return answer(503, { status: 'database not migrated' })
    if (direct().isThere?.() === false) return answer(503, { status: 'database file gone' })
    await db().constructModel.findFirst({ select: { id: true } })
    if (!(await hasFreeSpace(databaseFile()))) return answer(503, { status: 'disk' })
    return answer(200, { status: 'ready' })
  } catch (error) {
    log.warn('not ready', { error })
    return answer(503, { status: 'database unreachable' })
  }
}

/** `/metrics`: Prometheus text, when METRICS=on; with METRICS_TOKEN for its bearer alone. */
export async function measured({ headers }: Incoming): Promise<Response> {
  if (env.METRICS === 'off') return answer(404, { status: 'off' })
  if (env.METRICS_TOKEN && !isSameSecret(headers.get('authorization') ?? '', `Bearer ${env.METRICS_TOKEN}`)) {
    return problem(401, 'Not authenticated', { 'WWW-Authenticate': 'Bearer', 'X-Request-Id': requestId(headers) })
  }
  const { registry, text } = metrics()
  return new Response(await text(), { headers: { 'Content-Type': registry.contentType } })
}

/** GET and HEAD only. */
const reading =
  (answer: Answer): Answer =>
  (request) =>
    ['GET', 'HEAD'].includes(request.method) ? answer(request) : notAllowed(request.headers)

const notAllowed = (headers: HeaderFields) =>
  problem(405, 'Method Not Allowed', { Allow: 'GET, HEAD', 'X-Request-Id': requestId(headers) })

export const healthz = reading(alive)
export const readyz = reading(ready)
export const metricsText = reading(measured)

export const healthRoutes: readonly Route[] = [
  { path: '/healthz', answer: healthz },
  { path: '/readyz', answer: readyz },
  { path: '/metrics', answer: metricsText },
]
