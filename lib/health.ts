import { db } from '#lib/db/client.ts'
import { pendingMigrations } from '#lib/db/migrate.ts'
import { env } from '#lib/env.ts'
import { requestId } from '#lib/http/headers.ts'
import { problem } from '#lib/http/problem.ts'
import { log } from '#lib/log.ts'
import { metrics } from '#lib/metrics.ts'

/** What the machine that runs us asks: is the process alive, may it get traffic, how is it doing. */

const KEY = Symbol.for('structural-model-service.draining')
const kept = globalThis as { [KEY]?: boolean }

/** From now on `/readyz` says no; what runs is still finished. */
export function startDraining(): void {
  kept[KEY] = true
}

const answer = (status: number, body: object) => Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })

/** `/healthz`: this process is alive. Asks nobody else, so that a database that is away does not get us restarted. */
export const alive = () => answer(200, { status: 'ok' })

let migrated = false

/** `/readyz`: 200 when the database answers and has every migration, and we are not about to stop. */
export async function ready(): Promise<Response> {
  if (kept[KEY]) return answer(503, { status: 'draining' })
  try {
    migrated ||= (await pendingMigrations(env.DATABASE_URL)).length === 0
    if (!migrated) return answer(503, { status: 'database not migrated' })
    await db().constructModel.findFirst({ select: { id: true } })
    return answer(200, { status: 'ready' })
  } catch (error) {
    log.warn('not ready', { error })
    return answer(503, { status: 'database unreachable' })
  }
}

/** `/metrics`: Prometheus text, when METRICS=on. */
export async function measured(): Promise<Response> {
  if (env.METRICS === 'off') return answer(404, { status: 'off' })
  const { registry, text } = metrics()
  return new Response(await text(), { headers: { 'Content-Type': registry.contentType } })
}

const addresses = new Map<string, () => Response | Promise<Response>>([
  ['/healthz', alive],
  ['/readyz', ready],
  ['/metrics', measured],
])

/** Answers these three addresses, GET and HEAD only. */
export function healthHandler(pathname: string): ((request: Request) => Response | Promise<Response>) | undefined {
  const handle = addresses.get(pathname)
  return handle && (({ method, headers }) => (method === 'GET' || method === 'HEAD' ? handle() : notAllowed(headers)))
}

const notAllowed = (headers: Headers) =>
  problem(405, 'Method Not Allowed', { Allow: 'GET, HEAD', 'X-Request-Id': requestId(headers) })
