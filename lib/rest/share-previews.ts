import { clientNetwork } from '#lib/http/client-address.ts'
import { embedSnippet } from '#lib/http/embed-snippet.ts'
import { requestId } from '#lib/http/headers.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import { type ProblemMore, problemReply } from '#lib/http/problem.ts'
import { takeTicket } from '#lib/http/rate-limit.ts'
import type { Reply } from '#lib/http/reply.ts'
import { unavailable } from '#lib/http/unavailable.ts'
import { shareUrl } from '#lib/http/viewer-url.ts'
import { storeysOf } from '#lib/model/storeys.ts'
import { noteTooLong, tookTooLong } from '#lib/runtime/back-off.ts'
import { env } from '#lib/runtime/env.ts'
import { log } from '#lib/runtime/log.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { type Counts, elementsIn, type ViewerModel } from '#lib/schema/schema.ts'
import type { OpenModel } from '#lib/service/models/open-model.ts'
import { openReading, type Reading } from '#lib/service/models/read-model.ts'
import { openShared, type SharedModel } from '#lib/service/sharing/open-shared.ts'
import { linkOf } from '#lib/service/sharing/share-links.ts'
import { renderWhole } from '#lib/service/whole-model.ts'
import { plural } from '#lib/values/count-text.ts'
import { isKnown, toEtag } from './etag.ts'
import { validationError } from './fastapi-error.ts'
import { json } from './reply.ts'
import { Refused } from './request-parts.ts'

/** What other programs show of a share link before anybody opens it: its picture, and oEmbed. People, section 5. */

export const PREVIEW = { width: 1200, height: 630 }
/** Of no model in particular. */
export const ANY_MODEL = `${env.APP_URL}/pictures/structural-model.png`

const MOST_BYTES = 300_000
const MOST_MS = 2000

type Handler = (request: Incoming) => Promise<Reply>

/** Only GET; what goes wrong is a problem document. */
const reading =
  (answer: Handler): Handler =>
  async (request) => {
    const { method } = request
    const id = requestId(request.headers)
    const refuse = (status: number, detail: string, headers: Record<string, string> = {}, more: ProblemMore = {}) =>
      problemReply(status, detail, { ...headers, 'X-Request-Id': id }, more)
    if (method === 'OPTIONS') return { status: 204, headers: { Allow: 'GET, HEAD, OPTIONS' }, body: null }
    if (method !== 'GET' && method !== 'HEAD') return refuse(405, 'Method Not Allowed', { Allow: 'GET, HEAD, OPTIONS' })
    try {
      const reply = await answer(request)
      const length: Record<string, string> = Array.isArray(reply.body)
        ? { 'Content-Length': String(reply.body.reduce((sum, one) => sum + one.length, 0)) }
        : {}
      const headers = { ...reply.headers, ...length, 'X-Request-Id': id }
      return { ...reply, headers, body: method === 'HEAD' ? null : reply.body }
    } catch (error) {
      if (error instanceof Refused) return refuse(error.status, error.detail, error.headers, { code: error.code })
      const later = unavailable(error)
      if (later) return refuse(503, 'Service Unavailable', later)
      log.error('a preview failed', { requestId: id, error })
      return refuse(500, 'Internal Server Error')
    }
  }

async function sharedBy(request: Incoming, token: string): Promise<Exclude<SharedModel, { state: 'nowhere' }>> {
  const { headers } = request
  const ticket = await takeTicket('linkNetwork', clientNetwork(headers))
  if (ticket) throw new Refused(429, 'Too Many Requests', { 'Retry-After': String(ticket.retryAfter) })
  const shared = await openShared(token, headers)
  if (shared.state === 'nowhere') throw new Refused(404, 'Share link not found')
  return shared
}

/** `/share/{token}/preview.png`. Drawn in a moment, or it is the picture of any model. */
export const preview = reading(async (request) => {
  const token = new URL(request.url).pathname.split('/')[2] ?? ''
  const shared = await sharedBy(request, token)
  const instead: Reply = { status: 302, headers: { Location: ANY_MODEL, 'Cache-Control': 'no-store' }, body: null }
  if (shared.state === 'locked') return instead
  const { model, link, caller } = shared
  const atRevision = link.revision ?? model.revision
  const head = (revision: number) => ({ 'Cache-Control': 'private, max-age=300', ETag: toEtag(revision, 'picture') })
  if (isKnown(request.headers.get('if-none-match'), atRevision, 'picture'))
    return { status: 304, headers: head(atRevision), body: null }
  const subject = `${model.id} ${atRevision}`
  if (tookTooLong(subject)) return instead
  const inTime = AbortSignal.any([request.signal, AbortSignal.timeout(MOST_MS)])
  const options = { views: ['iso' as const], plain: true, mostBytes: MOST_BYTES, ...PREVIEW }
  try {
    const workRequest = { user: caller.principal, signal: inTime }
    const { drawn, revision } = await renderWhole(model, options, workRequest, link.revision ?? undefined)
    return { status: 200, headers: { ...head(revision), 'Content-Type': 'image/png' }, body: [drawn.png] }
  } catch (error) {
    if (unavailable(error)) throw error
    if (request.signal.aborted) return instead
    noteTooLong(subject)
    log.warn('a preview was not drawn', { modelId: model.id, error: String(error) })
    return instead
  }
})

/** Of a larger model without level lines the levels are not looked for: nobody waits for a line of text. */
const FEW = 20_000

/** "366 frames, 28 areas, 6 levels"; nodes where there are no levels to speak of. */
export async function describeModel(model: Pick<OpenModel, 'id' | 'revision'>, revision = model.revision): Promise<string> {
  const reading = openReading(model, revision)
  const { counts } = await reading.facts()
  const levels = await levelsIn(reading, counts)
  const { frames, areas, nodes } = counts
  const parts = [
    ...[plural(frames, 'frame'), ...(areas > 0 ? [plural(areas, 'area')] : [])],
    levels > 1 ? plural(levels, 'level') : plural(nodes, 'node'),
  ]
  return parts.join(', ')
}

async function levelsIn(reading: Reading, counts: Counts): Promise<number> {
  const ids = (await reading.page('gridLines', 0, FEW)).map(({ id }) => id)
  const lines = await reading.read('gridLines', ids)
  const levels = lines.filter(({ axis }) => axis === 'Z').length
  if (levels > 0 || elementsIn(counts) > FEW) return levels
  const text = Buffer.concat(await reading.bytes('plain')).toString()
  return storeysOf(JSON.parse(text) as ViewerModel).length
}

const EMBEDDED = { width: 800, height: 480 }
const MOST_PIXELS = 4000

/** `maxwidth` and `maxheight`. */
function mostPixels(name: string, text: string | null, issues: Issue[]): number {
  if (text === null) return MOST_PIXELS
  const pixels = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (pixels >= 1 && pixels <= MOST_PIXELS) return pixels
  const [type, msg, ctx] = Number.isNaN(pixels)
    ? ['int_parsing', 'Input should be a valid integer, unable to parse string as an integer', undefined]
    : pixels < 1
      ? ['greater_than_equal', 'Input should be greater than or equal to 1', { ge: 1 }]
      : ['less_than_equal', `Input should be less than or equal to ${MOST_PIXELS}`, { le: MOST_PIXELS }]
  issues.push({ type: String(type), at: 'query', loc: [name], msg: String(msg), ...(typeof ctx === 'object' && { ctx }) })
  return MOST_PIXELS
}

/** As one line of text: marks of direction and the like turn over what stands beside them. */
const titled = (name: string) => [...name.replace(/\p{C}/gu, '')].slice(0, 200).join('')

/** oEmbed 1.0, for the addresses of `/share` and `/embed`. */
export const oembed = reading(async (request) => {
  const { searchParams } = new URL(request.url)
  const issues: Issue[] = []
  const width = Math.min(EMBEDDED.width, mostPixels('maxwidth', searchParams.get('maxwidth'), issues))
  const height = Math.min(EMBEDDED.height, mostPixels('maxheight', searchParams.get('maxheight'), issues))
  const url = searchParams.get('url')
  if (url === null) issues.unshift({ type: 'missing', at: 'query', loc: ['url'], msg: 'Field required' })
  if (issues.length > 0) return { ...json(validationError(issues)), status: 422 }
  if ((searchParams.get('format') ?? 'json') !== 'json') throw new Refused(501, 'Only format=json is made here')
  const address = URL.canParse(url ?? '') ? new URL(url ?? '') : undefined
  const token = /^\/(?:share|embed)\/([^/]+)$/.exec(address?.pathname ?? '')?.[1]
  if (address?.origin !== env.APP_URL || token === undefined) throw new Refused(404, 'Share link not found')
  const shared = await sharedBy(request, token)
  if (shared.state === 'locked') throw new Refused(401, 'Password required', {}, 'password_required')
  const { link, model } = shared
  const isRich = link.origins.length > 0
  return json(
    {
      ...{ version: '1.0', type: isRich ? 'rich' : 'link', provider_name: 'Structural Model Service', provider_url: env.APP_URL },
      title: titled(model.name),
      ...(isRich && {
        html: embedSnippet(`${env.APP_URL}/embed/${token}`, { width: String(width), height: String(height) }),
        ...{ width, height },
      }),
      ...{ thumbnail_url: `${shareUrl(token)}/preview.png`, thumbnail_width: PREVIEW.width, thumbnail_height: PREVIEW.height },
    },
    { 'Cache-Control': 'private, no-store' },
  )
})

/** The sites that may show this page in a frame: those of the link, when it is a page of one. For the server in front of Next. */
export function framers(pathname: string): Promise<readonly string[]> | undefined {
  const token = /^\/embed\/([^/]+)$/.exec(pathname)?.[1]
  return token === undefined ? undefined : linkOf(token).then((link) => link?.origins ?? [])
}
