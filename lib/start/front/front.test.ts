import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DatabaseAway, reportAway } from '#lib/db/database-away.ts'
import { readBody } from '#lib/http/body.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import { usualCode } from '#lib/http/problem-kinds.ts'
import { type Reply, toResponse } from '#lib/http/reply.ts'
import { parseEnv } from '#lib/runtime/env.ts'
import { apiVersion } from '#lib/runtime/version.ts'
import { MB } from '#lib/values/bytes.ts'
import { createFront, type Front } from './front.ts'
import { portOf } from './port-of.ts'
import { originForm } from './request-head.ts'
import { pagePolicy } from './security-headers.ts'
import { SlowUploads } from './slow-uploads.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

type Handler = (request: Incoming) => Reply | Response | Promise<Reply | Response>

/** A front on a free port: one door at `/door`, a page everywhere else that answers with what it was asked. */
async function start(handler: Handler = () => new Response('door'), more: Partial<Parameters<typeof createFront>[0]> = {}) {
  const front = createFront({
    env: parseEnv({ APP_URL: 'https://models.example' }),
    routeAt: (pathname) => (pathname === '/door' ? { door: 'rest', answer: handler } : undefined),
    pages: async (request: IncomingMessage, response: ServerResponse) => {
      response.end(JSON.stringify({ url: request.url, headers: request.headers }))
    },
    ...more,
  })
  const port = await listen(front)
  return { front, port, at: `http://127.0.0.1:${port}` }
}

async function listen(front: Front): Promise<number> {
  await new Promise<void>((resolve) => front.server.listen(0, '127.0.0.1', resolve))
  stops.push(async () => {
    front.server.closeAllConnections()
    if (front.server.listening) await front.drain()
  })
  return portOf(front.server)
}

/** Bytes out, bytes in until the other end closes or `until` is seen. */
function raw(port: number, bytes: string, until?: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk
      if (until && heard.includes(until)) socket.destroy()
    })
    socket.on('close', () => resolve(heard))
    socket.on('error', () => {}) // a reset after the answer
  })
}

const told = (heard: string) => JSON.parse(heard.slice(heard.indexOf('\r\n\r\n') + 4))

describe('requests that no handler should see', () => {
  it.each([
    ['GET /%zz HTTP/1.1\r\nHost: a\r\n', 400],
    ['GET /a%c3%28 HTTP/1.1\r\nHost: a\r\n', 400],
    ['GET /a\\b HTTP/1.1\r\nHost: a\r\n', 400],
    ['GET /a/../door HTTP/1.1\r\nHost: a\r\n', 400],
    ['GET /a/%2E%2e HTTP/1.1\r\nHost: a\r\n', 400],
    ['GET /a/.%2e?b HTTP/1.1\r\nHost: a\r\n', 400],
    ['GET /%2e/door HTTP/1.1\r\nHost: a\r\n', 400],
    ['GET ftp://elsewhere/ HTTP/1.1\r\nHost: a\r\n', 400],
    ['GET / HTTP/1.1\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: a\r\nbroken\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n', 400],
    ['GET /door HTTP/1.1\r\nhost: a\r\nX: y\r\nHOST: b\r\n', 400],
    ['POST / HTTP/1.1\r\nHost: a\r\nNext-Action: 00ff\r\nContent-Length: 0\r\n', 404],
    ['TRACE / HTTP/1.1\r\nHost: a\r\n', 405],
    ['PROPFIND / HTTP/1.1\r\nHost: a\r\n', 405],
    ['CONNECT a:443 HTTP/1.1\r\nHost: a\r\n', 405],
    ['POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n', 411],
    ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1048577\r\n', 413],
    ['POST /door HTTP/1.1\r\nHost: a\r\nContent-Length: 67108865\r\n', 413],
    ['POST /door HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 67108865\r\n', 413],
    [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n`, 431],
  ])('%j is answered %i, as problem JSON with an id', async (head, status) => {
    const { port } = await start()
    const heard = await raw(port, `${head}Connection: close\r\n\r\n`, '"requestId"')
    expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(heard).toMatch(/content-type: application\/problem\+json/i)
    const { requestId, ...problem } = told(heard)
    expect(problem).toMatchObject({ status, detail: expect.any(String), code: usualCode(status) })
    expect(problem.type).toMatch(/\/docs\/errors#[a-z-]+$/)
    expect(heard.toLowerCase()).toContain(`x-request-id: ${requestId}`)
    if (status === 405) expect(heard).toMatch(/^allow: GET, HEAD, POST/im)
  })

  it('leaves a method that no page has to the door, which says its own, and passes over expectations that nobody knows', async () => {
    const { port } = await start(({ method }) => new Response(method, { status: 405, headers: { Allow: 'POST' } }))
    for (const head of ['TRACE /door HTTP/1.1\r\n', 'PROPFIND /door HTTP/1.1\r\nExpect: the-unexpected\r\n']) {
      const heard = await raw(port, `${head}Host: a\r\nConnection: close\r\n\r\n`)
      expect(heard).toMatch(/^HTTP\/1.1 405 /)
      expect(heard).toMatch(/^allow: POST\r$/im)
    }
  })

  it('says the version of the API on each answer of its door, refused or not, and on no page', async () => {
    const { at, port } = await start(() => new Response(null, { status: 204 }))
    expect((await fetch(`${at}/door`)).headers.get('x-api-version')).toBe(apiVersion)
    const refused = await raw(port, 'POST /door HTTP/1.1\r\nHost: a\r\nContent-Length: 67108865\r\nConnection: close\r\n\r\n')
    expect(refused).toContain(`X-Api-Version: ${apiVersion}`)
    expect((await fetch(at)).headers.has('x-api-version')).toBe(false)
  })

  it('takes the path out of an absolute target and leaves the rest of the world out', () => {
    expect(originForm('http://evil.example/a?b=%zz')).toBe('/a?b=%zz')
    expect(originForm('//evil.example/a')).toBe('//evil.example/a')
    expect(originForm('*')).toBeUndefined()
    for (const path of ['/.well-known/x', '/a...b/%2e%2ec', '/...', '/a?b=/../c']) expect(originForm(path)).toBe(path)
    expect(originForm('http://evil.example/a/../b')).toBe('/b')
  })
})

describe('what handlers and pages see', () => {
  it('never sees the Host that the client named, nor headers that only we may set', async () => {
    const { port } = await start()
    const lines = ['Host: evil.example', 'X-Forwarded-For: 6.6.6.6', "Content-Security-Policy: script-src 'nonce-x'"]
    const heard = await raw(port, `GET /page HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
    const { headers } = told(heard.replace(/\r\n\r\n[0-9a-f]+\r\n/, '\r\n\r\n').replace(/\r\n0\r\n\r\n$/, ''))
    expect(headers).toMatchObject({ host: 'models.example', 'x-forwarded-for': '127.0.0.1' })
    const nonce = /'nonce-([\w+/=]{24})'/.exec(headers['content-security-policy'])?.[1]
    expect(nonce).toBeDefined()
    expect(heard).toContain(`script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`)
  })

  it('gives doors the same rewritten headers', async () => {
    const seen = ['Host', 'X-Forwarded-For', 'X-Request-Id']
    const { at } = await start((request) => Response.json([request.url, ...seen.map((name) => request.headers.get(name))]))
    const answer = await fetch(`${at}/door?a=1`, { headers: { 'X-Forwarded-For': '6.6.6.6', 'X-Request-Id': 'r-1' } })
    expect(await answer.json()).toEqual(['https://models.example/door?a=1', 'models.example', '127.0.0.1', 'r-1'])
  })

  it('gives doors all lines of a name', async () => {
    const { port } = await start((request) => new Response(request.headers.get('Authorization')))
    const lines = ['Host: a', 'Authorization: Bearer a', 'authorization: Bearer b', 'Connection: close']
    expect(await raw(port, `GET /door HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)).toMatch(/\r\nBearer a, Bearer b$/)
  })

  it('tells a door that the client has left, whenever it asks, and not that an answer is over', async () => {
    const signals: AbortSignal[] = []
    let heard = () => {}
    const { port, at } = await start(async (request) => {
      signals.push(request.signal)
      if (request.headers.has('x-wait'))
        await new Promise<void>((resolve) => request.signal.addEventListener('abort', () => resolve()))
      heard()
      return new Response('door')
    })
    await (await fetch(`${at}/door`)).text()
    const gone = new Promise<void>((resolve) => {
      heard = resolve
    })
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /door HTTP/1.1\r\nHost: a\r\nX-Wait: 1\r\n\r\n'))
    await expect.poll(() => signals.length).toBe(2)
    socket.destroy()
    await gone
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true])
  })

  it("believes a proxy's last word about the client's address where there is one", async () => {
    const env = parseEnv({ APP_URL: 'https://models.example', TRUST_PROXY: 'on' })
    const { at } = await start((request) => new Response(request.headers.get('x-forwarded-for')), { env })
    const headers = { 'X-Forwarded-For': '6.6.6.6, 192.0.2.7' }
    const response = await fetch(`${at}/door`, { headers })
    expect(await response.text()).toBe('192.0.2.7')
  })

  describe('behind a proxy that says what came over plain http, with an https APP_URL', () => {
    const behind = (APP_URL: string) => start(undefined, { env: parseEnv({ APP_URL, TRUST_PROXY: 'on' }) })
    const plain = { 'X-Forwarded-Proto': 'http' }

    it('sends who reads to the https address', async () => {
      const { at } = await behind('https://models.example')
      const response = await fetch(`${at}//evil.example?a=%2F`, { headers: plain, redirect: 'manual' })
      expect(response.status).toBe(308)
      expect(response.headers.get('location')).toBe('https://models.example//evil.example?a=%2F')
    })

    it('refuses what carries a secret or a body, so that somebody notices', async () => {
      const { at } = await behind('https://models.example')
      const secret = await fetch(`${at}/door`, { headers: { ...plain, Authorization: 'Bearer smk_x' } })
      const written = await fetch(`${at}/door`, { method: 'POST', headers: plain, body: '{}' })
      expect([secret.status, written.status]).toEqual([403, 403])
      expect((await secret.json()).detail).toContain('https://models.example')
    })

    it('answers what came over https, what no proxy speaks of, and everything where APP_URL is http', async () => {
      const { at } = await behind('https://models.example')
      const here = await behind('http://models.example')
      const statuses = [
        (await fetch(`${at}/door`, { headers: { 'X-Forwarded-Proto': 'http, https' } })).status,
        (await fetch(`${at}/door`)).status,
        (await fetch(`${here.at}/door`, { headers: plain })).status,
        (await fetch(`${(await start()).at}/door`, { headers: plain })).status,
      ]
      expect(statuses).toEqual([200, 200, 200, 200])
    })
  })

  it('keeps a request id of 1 to 128 visible ASCII characters and replaces others', async () => {
    const { at } = await start()
    const id = async (given: string) =>
      (await fetch(`${at}/door`, { headers: { 'X-Request-Id': given } })).headers.get('x-request-id')
    expect(await id('abc-1!~')).toBe('abc-1!~')
    expect(await id('x'.repeat(129))).toMatch(/^[0-9a-f-]{36}$/)
    expect(await id('two words')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('says HSTS for an https address, and lets forms of the consent page lead elsewhere', async () => {
    const { at } = await start()
    const { headers } = await fetch(`${at}/door`)
    expect(headers.get('strict-transport-security')).toMatch(/max-age/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(pagePolicy({}, '/oauth/consent', { nonce: 'n' })).not.toContain('form-action')
    expect(pagePolicy({ OIDC_ISSUER: 'https://id.example/realm' }, '/sign-in', { nonce: 'n' })).toContain(
      "form-action 'self' https://id.example",
    )
  })
})

describe('bodies', () => {
  it('streams both ways, holds back when the client does not read, and hears that the client left', async () => {
    let made = 0
    let left = false
    const { at } = await start(async (request) => {
      const received = (await request.arrayBuffer()).byteLength
      return new Response(
        new ReadableStream({
          pull(controller) {
            made += 1
            controller.enqueue(new Uint8Array(1024 * 1024))
          },
          cancel() {
            left = true
          },
        }),
        { headers: { 'X-Received': String(received) } },
      )
    })
    const url = new URL(`${at}/door`)
    const response = await new Promise<IncomingMessage>((resolve) => {
      const out = httpRequest(url, { method: 'POST' }, resolve)
      out.end(new Uint8Array(5_000_000))
    })
    expect(response.headers['x-received']).toBe('5000000')
    // Nobody reads: what fits into buffers is made, no more, however many turns it has.
    for (let turn = 0; turn < 1000; turn++) await new Promise(setImmediate)
    expect(made).toBeLessThan(50)
    response.destroy()
    await expect.poll(() => left).toBe(true)
  })

  it('sends bytes that lie ready, whole and under the headers that were stated', async () => {
    const chunks = [Buffer.alloc(3_000_000, 'a'), Buffer.from('b'), Buffer.alloc(500_000, 'c')]
    const whole = Buffer.concat(chunks)
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(whole.length), ETag: '"7"' }
    const reply = { status: 201, headers, body: chunks }
    for (const form of [reply, toResponse(reply)]) {
      const { at } = await start(() => form)
      const answer = await fetch(`${at}/door`)
      expect(answer.status).toBe(201)
      expect(answer.headers.get('etag')).toBe('"7"')
      expect(answer.headers.get('content-length')).toBe(String(whole.length))
      expect(whole.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true)
    }
    expect(whole.equals(Buffer.from(await toResponse(reply).arrayBuffer()))).toBe(true) // elsewhere
  })

  it('tells the length of what is there at once, and of nothing', async () => {
    const answers: [Reply | Response, string | null][] = [
      [new Response('door'), '4'],
      [Response.json({ a: 'ü' }), '10'],
      [new Response(null, { status: 202 }), '0'],
      [{ status: 200, headers: {}, body: [Buffer.from('ab'), Buffer.from('c')] }, '3'],
      [{ status: 303, headers: { Location: '/' }, body: null }, '0'],
      [{ status: 204, headers: {}, body: null }, null],
      [new Response(null, { status: 304 }), null],
    ]
    for (const [answer, length] of answers) {
      const { at } = await start(() => answer)
      const { status, headers } = await fetch(`${at}/door`, { redirect: 'manual' })
      expect([status, headers.get('content-length')]).toEqual([answer.status, length])
    }
  })

  it('keeps every cookie of an answer', async () => {
    const headers = new Headers([
      ['Set-Cookie', 'a=1; Path=/'],
      ['Set-Cookie', 'b=2; Path=/'],
    ])
    const { at } = await start(() => new Response('door', { headers }))
    expect((await fetch(`${at}/door`)).headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/'])
  })

  it('answers while a body that is too large is still coming', async () => {
    const { at } = await start(async (request) => new Response(String(await readBody(request, 1000))))
    const mb = new Uint8Array(1024 * 1024)
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(mb)
        sent++
        if (sent === 20) controller.close()
      },
    })
    let sent = 0
    const answer = await fetch(`${at}/door`, { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect(await answer.text()).toBe('too_large')
  })

  it('gives a body as it was sent, at once and in pieces, and says when it was cut off', async () => {
    const { port, at } = await start(async (request) => {
      const body = await readBody(request, 10_000_000)
      if (typeof body === 'string') cut.push(body)
      return new Response(typeof body === 'string' ? body : Buffer.from(body))
    })
    const cut: string[] = []
    const text = Buffer.alloc(3_000_000, 'beam ')
    for (const sent of [text.subarray(0, 5), text.subarray(0, 1_000_000), text]) {
      const answer = await fetch(`${at}/door`, { method: 'POST', body: sent })
      expect(sent.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true)
    }
    const chunked = '5\r\nbeam \r\n4\r\nbeam\r\n0\r\n\r\n'
    const head = 'POST /door HTTP/1.1\r\nHost: a\r\nConnection: close\r\n'
    expect(await raw(port, `${head}Transfer-Encoding: chunked\r\n\r\n${chunked}`)).toMatch(/\r\nbeam beam$/)
    for (const length of [100, 2_000_000]) {
      const socket = connect(port, '127.0.0.1', () => socket.write(`${head}Content-Length: ${length}\r\n\r\nbeam`))
      await expect.poll(() => socket.bytesWritten).toBeGreaterThan(head.length)
      socket.destroy()
    }
    await expect.poll(() => cut).toEqual(['cut_off', 'cut_off'])
  })

  it('ends the connection where an answer fails on its way, also while its client does not read', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    let hasFailed = false
    const { at } = await start(() => {
      let made = 0
      const body = new ReadableStream({
        pull(controller) {
          made++
          hasFailed = made === 20
          if (hasFailed) controller.error(new Error('the disk is gone'))
          else controller.enqueue(new Uint8Array(1024 * 1024))
        },
      })
      return { status: 200, headers: {}, body }
    })
    const response = await new Promise<IncomingMessage>((resolve) => httpRequest(new URL(`${at}/door`), resolve).end())
    await expect(
      (async () => {
        for await (const _ of response) await new Promise(setImmediate)
      })(),
    ).rejects.toThrow('aborted')
    expect(hasFailed).toBe(true)
    vi.restoreAllMocks()
  })

  it('keeps the length that a handler states', async () => {
    const body = () => new Blob([new Uint8Array(10)]).stream()
    const { at } = await start(() => new Response(body(), { headers: { 'Content-Length': '10' } }))
    const response = await fetch(`${at}/door`)
    expect(response.headers.get('content-length')).toBe('10')
    expect((await response.arrayBuffer()).byteLength).toBe(10)
  })

  it('cuts a body that only holds the connection', async () => {
    const { port } = await start(async (request) => new Response(String((await request.arrayBuffer()).byteLength)), {
      slowUploads: new SlowUploads(0.4),
    })
    const heard = await raw(port, 'POST /door HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nabc')
    expect(heard).toMatch(/^HTTP\/1.1 408 /)
  })

  it('gives a connection back when the body of a refused request does not come', async () => {
    const { port } = await start(undefined, { unwantedBodies: new SlowUploads(0.4) })
    for (const path of ['/%zz', '/page', '/door']) {
      const heard = await raw(port, `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc`)
      expect(heard.match(/^HTTP\/1\.1 /gm), path).toHaveLength(1)
    }
  })

  it('ends a connection whose client takes nothing of its answer, and none that only waits', async () => {
    let go = () => {}
    const slow = new Promise<void>((resolve) => {
      go = resolve
    })
    const { front, port, at } = await start(
      async (request) => {
        if (!request.headers.has('x-slow')) return { status: 200, headers: {}, body: [Buffer.alloc(64 * 1024 * 1024)] }
        await slow
        return new Response('at last')
      },
      { unreadMs: 100 },
    )
    const waiting = fetch(`${at}/door`, { headers: { 'X-Slow': 'yes' } })
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /door HTTP/1.1\r\nHost: a\r\n\r\n'))
    const connections = () => new Promise<number>((resolve) => front.server.getConnections((_, count) => resolve(count)))
    await once(socket, 'readable') // the answer has begun; nobody reads on
    await expect.poll(connections).toBe(1)
    go()
    expect(await (await waiting).text()).toBe('at last')
    socket.destroy()
  })

  it('answers 500 without the reason when a handler fails', async () => {
    const { at } = await start(() => {
      throw new Error('the password is hunter2')
    })
    const response = await fetch(`${at}/door`)
    expect(response.status).toBe(500)
    expect(response.headers.get('x-request-id')).toBeTruthy()
    expect(await response.text()).not.toContain('hunter2')
  })
})

describe('stopping', () => {
  it('finishes what runs, ends event streams, takes nothing new', async () => {
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    let enter = () => {}
    const entered = new Promise<void>((resolve) => {
      enter = resolve
    })
    const { front, at } = await start(async (request) => {
      if (request.headers.get('accept') === 'text/event-stream') {
        return new Response(new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode(': hello\n\n')) }), {
          headers: { 'Content-Type': 'text/event-stream' },
        })
      }
      enter()
      await held
      return new Response('finished')
    })
    const events = await fetch(`${at}/door`, { headers: { Accept: 'text/event-stream' } })
    const slow = fetch(`${at}/door`)
    await entered
    const drained = front.drain()
    expect(await events.text()).toBe(': hello\n\n')
    await expect(fetch(`${at}/door`)).rejects.toThrow()
    go()
    const response = await slow
    expect(await response.text()).toBe('finished')
    expect(response.headers.get('connection')).toBe('close')
    await drained
  })

  it('sends what it has begun to its end, however late it is read', async () => {
    const answer = Buffer.alloc(24 * MB, 'x')
    for (let round = 0; round < 20; round++) {
      const { front, port } = await start(() => ({ status: 200, headers: { 'Content-Length': String(answer.length) }, body: [answer] })) // biome-ignore format: short
      const socket = connect(port, '127.0.0.1', () => socket.write('GET /door HTTP/1.1\r\nHost: a\r\n\r\n'))
      await once(socket, 'readable') // the answer is ended, most of it lies in the process, and nobody reads on
      const drained = front.drain()
      await expect.poll(() => front.server.listening).toBe(false)
      let bytes = 0
      for await (const chunk of socket) bytes += chunk.length
      await drained
      expect(bytes).toBeGreaterThan(answer.length)
    }
  })

  it('goes on answering for a while, which closes connections, and then takes nothing new', async () => {
    const { front, at, port } = await start()
    const kept = connect(port, '127.0.0.1', () => kept.write('GET /door HTTP/1.1\r\nHost: a\r\n\r\n'))
    const closed = once(kept, 'close')
    await once(kept, 'data')
    let tell = () => {}
    const drained = front.drain(new Promise<void>((resolve) => (tell = resolve))) // biome-ignore format: short
    const late = await fetch(`${at}/door`)
    expect([late.status, late.headers.get('connection'), front.server.listening]).toEqual([200, 'close', true])
    tell()
    await drained
    await closed
    await expect(fetch(`${at}/door`)).rejects.toThrow()
  })

  it('answers before a body has come whole, reads that to its end, and cuts what never ends', async () => {
    const { front, port } = await start(() => new Response('no', { status: 413 }))
    const half = 'POST /door HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345'
    const [one, other] = [0, 1].map(() => connect(port, '127.0.0.1', function written(this: Socket) { this.write(half) })) // biome-ignore format: short
    for (const socket of [one, other]) await once(socket!, 'data')
    const drained = front.drain()
    one!.write('67890')
    await once(one!.resume(), 'close')
    expect(front.cut()).toBe(1)
    await drained
  })

  it('does not wait for connections on which nothing was ever sent', async () => {
    const { front, at } = await start(() => new Response('x'))
    const silent = connect(Number(new URL(at).port), '127.0.0.1')
    await new Promise((resolve) => silent.once('connect', resolve))
    await fetch(at) // so that the server has taken both
    const closed = new Promise((resolve) => silent.once('close', resolve))
    silent.resume()
    await front.drain()
    await closed
  })
})

it('a page that failed for want of the database is worth trying again, and no other is', async () => {
  const failing = (error: Error) => async (_: IncomingMessage, response: ServerResponse) => {
    await Promise.resolve()
    reportAway(error)
    response.statusCode = 500 // as Next answers, whatever a page throws
    response.end('Something went wrong')
  }
  const away = await start(undefined, { pages: failing(new DatabaseAway('away')) })
  const answer = await fetch(`${away.at}/settings`)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  const broken = await start(undefined, { pages: failing(new Error('ours')) })
  expect((await fetch(`${broken.at}/settings`)).status).toBe(500)
})
