import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { answerCached, type CachedBytes, cacheCompressed } from '#lib/http/cached-bytes.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import { portOf } from './port-of.ts'
import { pagePolicy } from './security-headers.ts'

type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** As app/session.ts reads it: the one thing, beside who is signed in, by which such a page differs. */
const THEME = /(?:^|;\s*)theme=(light|dark)(?:;|$)/
const SESSION = /next-auth\.session-token/

/**
 * Pages that are the same for everybody who is not signed in, each made at its first request and kept in each coding. Their scripts are
 * allowed by their hashes, as a nonce must not be used twice.
 */
export function cachedPages(pathnames: readonly string[], pages: Pages, policy: Parameters<typeof pagePolicy>[0]) {
  const cache = new Map<string, Promise<CachedBytes>>()

  async function make(pathname: string, cookie: string): Promise<CachedBytes> {
    const html = await written(pages, pathname, cookie)
    return cacheCompressed(Buffer.from(html), {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-cache',
      'Content-Security-Policy': pagePolicy(policy, pathname, { scripts: hashes(html) }),
      Vary: 'Cookie, RSC',
    })
  }

  /** The handler, for a request that it may answer. */
  return ({ url, headers }: IncomingMessage): ((request: Incoming) => Promise<Response>) | undefined => {
    const { cookie = '' } = headers
    if (url === undefined || !pathnames.includes(url) || SESSION.test(cookie) || headers.rsc !== undefined) return undefined
    const theme = THEME.exec(cookie)?.[1]
    const chosen = theme ? `theme=${theme}` : ''
    const key = `${url} ${chosen}`
    let page = cache.get(key)
    if (!page) {
      page = make(url, chosen)
      cache.set(key, page)
      page.catch(() => cache.delete(key))
    }
    const made = page
    return async (request) => answerCached(request, await made)
  }
}

/** What Next writes for nobody in particular; asked through a socket of its own, as Next answers nothing else. */
async function written(pages: Pages, pathname: string, cookie: string): Promise<string> {
  const server = createServer((request, response) => {
    pages(request, response).catch((error: Error) => response.destroy(error))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  try {
    const port = portOf(server)
    const answer = await fetch(`http://127.0.0.1:${port}${pathname}`, {
      headers: { connection: 'close', ...(cookie && { cookie }) },
    })
    if (!answer.ok) throw new Error(`${pathname} was answered ${answer.status}`)
    return await answer.text()
  } finally {
    server.close()
  }
}

const INLINE = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/** Of the scripts that stand in a page, as a policy names them. */
const hashes = (html: string): string =>
  [...html.matchAll(INLINE)]
    .map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    .join(' ')
