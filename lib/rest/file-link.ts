import { clientNetwork } from '#lib/http/client-address.ts'
import { requestId } from '#lib/http/headers.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import type { Reply } from '#lib/http/reply.ts'
import { pathParameters, Refused } from './request-parts.ts'
import { mayAsk, refusal, whole } from './serve.ts'

type FileLink = { path: string; methods: readonly ('GET' | 'HEAD' | 'PUT')[] }

/** An address whose last part is a ticket: whoever has it is asked for nothing else. Nobody keeps an answer, and nobody hears of the address. */
export async function answerLink(
  request: Incoming,
  { path, methods }: FileLink,
  work: (token: string) => Promise<Reply>,
): Promise<Reply> {
  const id = requestId(request.headers)
  const answer = async (): Promise<Reply> => {
    const allow = [...methods, 'OPTIONS'].join(', ')
    if (request.method === 'OPTIONS') return { status: 204, headers: { Allow: allow }, body: null }
    if (!methods.some((method) => method === request.method)) throw new Refused(405, 'Method Not Allowed', { Allow: allow })
    await mayAsk('linkNetwork', clientNetwork(request.headers), {})
    return work(pathParameters(path, new URL(request.url).pathname).token ?? '')
  }
  const reply = await answer().catch((error: unknown) => refusal(error, request, id))
  const headers = { ...reply.headers, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }
  return whole({ ...reply, headers }, request, id)
}

export const noLink = () => new Refused(404, 'Link not found')
