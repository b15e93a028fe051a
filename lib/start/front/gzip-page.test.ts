import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { gzipPage } from './gzip-page.ts'
import { portOf } from './port-of.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A server whose pages are written as `page` says. */
async function serve(page: (response: ServerResponse) => unknown): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    gzipPage(request, response)
    page(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${portOf(server)}/`
}

const LONG = '<p>A beam, and another beam, and a column.</p>'.repeat(100)
const ask = (at: string, headers: Record<string, string> = { 'accept-encoding': 'br, gzip' }, method = 'GET') =>
  fetch(at, { headers, method })

it('compresses a page that comes in pieces, without a length, and says by what it varies', async () => {
  const at = await serve((response) => {
    response.setHeader('Content-Length', Buffer.byteLength(LONG) + 6)
    response.flushHeaders()
    response.write('é1')
    response.write(Buffer.from(LONG))
    response.end('end', 'utf8')
  })
  const answer = await ask(at)
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(answer.headers.get('content-length')).toBeNull()
  expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  expect(await answer.text()).toBe(`é1${LONG}end`)
})

it('sends each piece at once', async () => {
  let more = () => {}
  const at = await serve((response) => {
    response.write(LONG)
    more = () => response.end('the rest')
  })
  const reader = (await ask(at)).body!.getReader()
  let heard = ''
  const decoder = new TextDecoder()
  while (heard.length < LONG.length) heard += decoder.decode((await reader.read()).value, { stream: true })
  expect(heard).toBe(LONG)
  more()
  expect(decoder.decode((await reader.read()).value)).toBe('the rest')
})

it.each<[string, (response: ServerResponse) => unknown, Record<string, string>?]>([
  ['is short', (response) => response.end('short')],
  ['is short, in pieces', (response) => [response.write('sho'), response.write('rt'), response.end()]],
  ['nobody wants compressed', (response) => response.end(LONG), { 'accept-encoding': 'gzip;q=0' }],
  ['must not be transformed', (response) => response.setHeader('Cache-Control', 'no-store, no-transform').end(LONG)],
])('leaves a page as it is that %s', async (_, page, headers) => {
  const answer = await ask(await serve(page), headers)
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  expect(['short', LONG]).toContain(await answer.text())
})

it('leaves alone what is no page, streams of events among it', async () => {
  for (const type of ['text/event-stream', 'application/json', 'image/png']) {
    const at = await serve((response) => {
      response.setHeader('Content-Type', type)
      response.flushHeaders()
      response.write(LONG)
      response.end()
    })
    const { headers } = await ask(at)
    expect([headers.get('content-encoding'), headers.get('vary')], type).toEqual([null, null])
  }
})

it('leaves alone what is compressed already, and answers HEAD and 304 without a body', async () => {
  const once = await serve((response) => response.setHeader('Content-Encoding', 'gzip').end(gzipSync(LONG)))
  expect(await (await ask(once)).text()).toBe(LONG)
  const empty = await serve((response) => response.writeHead(304).end())
  expect((await ask(empty)).status).toBe(304)
  const head = await ask(await serve((response) => response.end(LONG)), undefined, 'HEAD')
  expect([head.status, head.headers.get('vary')]).toEqual([200, 'Accept-Encoding'])
})

it('waits for a client that does not read, and ends with one that left', async () => {
  const piece = randomBytes(256 * 1024)
  let written = 0
  let waits = false
  let closed = false
  const at = await serve((response) => {
    const next = () => {
      waits = false
      do written += 1
      while (!response.destroyed && response.write(piece))
      waits = true
    }
    response.on('drain', next)
    response.once('close', () => {
      closed = true
    })
    next()
  })
  const socket = connect(Number(new URL(at).port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n')
  socket.pause()
  await expect.poll(() => waits).toBe(true)
  socket.resume()
  const before = written
  await expect.poll(() => written, { timeout: 20_000 }).toBeGreaterThan(before + 10)
  socket.destroy()
  await expect.poll(() => closed).toBe(true)
})
