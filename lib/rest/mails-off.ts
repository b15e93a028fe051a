import { clientNetwork } from '#lib/http/client-address.ts'
import { requestId } from '#lib/http/headers.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import type { Reply } from '#lib/http/reply.ts'
import type { Route } from '#lib/http/routes.ts'
import { mailsOffPath, opensMails, unsubscribe } from '#lib/service/mails-off.ts'
import { plainPage, STYLE_HASH } from './plain-page.ts'
import { Refused } from './request-parts.ts'
import { mayAsk, refusal, whole } from './serve.ts'

/**
 * Unsubscribing from letters, RFC 8058: a mail program posts to the address in the letter's header, with no session and no question. A
 * person who opens it is asked once, for programs that only look at links must not change anything.
 */

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS']

async function mailsOff(request: Incoming): Promise<Reply> {
  const id = requestId(request.headers)
  const answer = async (): Promise<Reply> => {
    const allow = { Allow: METHODS.join(', ') }
    if (request.method === 'OPTIONS') return { status: 204, headers: allow, body: null }
    if (!METHODS.includes(request.method)) throw new Refused(405, 'Method Not Allowed', allow)
    await mayAsk('linkNetwork', clientNetwork(request.headers), {})
    const token = new URL(request.url).searchParams.get('token') ?? ''
    const isKnown = request.method === 'POST' ? await unsubscribe(token) : opensMails(token)
    if (!isKnown) return page(404, 'This link turns nothing off', UNKNOWN)
    if (request.method !== 'POST') return page(200, 'No more e-mails about comments?', QUESTION)
    return page(200, 'You get no more e-mails about comments', DONE)
  }
  return whole(await answer().catch((error: unknown) => refusal(error, request, id)), request, id)
}

export const mailsOffRoute: Route & { answer: typeof mailsOff } = { path: mailsOffPath, answer: mailsOff }

const SETTINGS = '<a href="/settings/notifications">Settings</a>'
const UNKNOWN = `<p>The address is not whole. You can choose which e-mails you get under ${SETTINGS}.</p>`
const QUESTION = `<p>What others say in comments stays under the bell.</p>
<form method="post"><button type="submit">Turn these e-mails off</button></form>`
const DONE = `<p>What others say stays under the bell. You can turn the e-mails on again under ${SETTINGS}.</p>`

const POLICY = `default-src 'none'; style-src ${STYLE_HASH}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

const page = (status: number, title: string, content: string): Reply => ({
  status,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
  },
  body: [Buffer.from(plainPage(title, content))],
})
