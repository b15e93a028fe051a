import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isExhaustive } from '#lib/fixtures/exhaustive.ts'
import { type OwnServer, startServer } from '#lib/fixtures/server-process.ts'
import { expect, test } from './fixtures.ts'

/**
 * RFC 9110, section 7.8: an upgrade is an offer, which a server may leave aside. Ours answers every one as if it had not been made:
 * curl's `--http2` and Java's HttpClient offer h2c with each first request.
 */

const OFFERS = {
  h2c: 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n',
  websocket: `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${btoa('sixteen bytes...')}\r\n`,
}
const ANSWERS: [path: string, status: number][] = [
  ['/healthz', 200],
  ['/sign-in', 200],
  ['/api/construct-models', 401],
  ['/mcp', 405],
  ['/nothing/here', 404],
  ['/_next/webpack-hmr', 404],
]

const portOf = (address: string) => Number(new URL(address).port)

/** One request on a connection of its own; `tail` follows the headers. Resolves once the answer's head is there. */
function offer(address: string, line: string, headers: string, tail = ''): Promise<{ socket: Socket; heard: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(portOf(address), '127.0.0.1')
    let heard = ''
    socket.on('data', (bytes) => {
      heard += bytes
      if (heard.includes('\r\n\r\n')) resolve({ socket, heard })
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`closed without an answer, after ${JSON.stringify(heard)}`)))
    socket.write(`${line} HTTP/1.1\r\nHost: a\r\n${headers}\r\n${tail}`)
  })
}

test.describe('an offered upgrade', () => {
  for (const [name, headers] of Object.entries(OFFERS)) {
    for (const [path, status] of ANSWERS) {
      test(`to ${name} at ${path} is answered ${status}, as if it had not been offered`, async ({ address }) => {
        const { socket, heard } = await offer(address, `GET ${path}`, headers)
        socket.destroy()
        expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      })
    }
  }

  test('leaves the body and the requests behind it on the connection where they belong', async ({ address }) => {
    const body = 'grant_type=nothing'
    const head = `${OFFERS.h2c}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n`
    const { socket, heard } = await offer(address, 'POST /oauth/token', head, body)
    expect(heard).toMatch(/^HTTP\/1\.1 400 /)
    const second = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))))
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
    expect(await second).toMatch(/^HTTP\/1\.1 200 /)
    socket.destroy()
  })

  test('by curl --http2 gets its answer', async ({ address }) => {
    test.skip(!existsSync('/usr/bin/curl'), 'no curl on this machine')
    const status = async (path: string) => {
      const args = ['--silent', '--http2', '--max-time', '60', '--output', '/dev/null', '--write-out', '%{http_code}']
      return (await promisify(execFile)('/usr/bin/curl', [...args, address + path])).stdout
    }
    expect([await status('/healthz'), await status('/sign-in'), await status('/nothing/here')]).toEqual(['200', '200', '404'])
  })
})

test.describe('many offered upgrades', () => {
  test.describe.configure({ mode: 'serial' })
  let folder = ''
  let server: OwnServer
  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'structural-upgrade-'))
    server = await startServer({ DATA_DIR: folder })
  })
  test.afterAll(async () => {
    await server?.stop('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  test('leave no descriptor behind when their clients go', async () => {
    test.skip(!existsSync('/proc/self/fd'), 'this system does not tell what descriptors a process has')
    const descriptors = () => readdirSync(`/proc/${server.pid}/fd`).length
    const some = async (count: number) => {
      const made = Array.from({ length: count }, (_, i) => {
        const [path] = ANSWERS[i % ANSWERS.length] ?? ['/']
        return offer(server.address, `GET ${path}`, i % 2 ? OFFERS.h2c : OFFERS.websocket)
      })
      for (const { socket } of await Promise.all(made)) socket.destroy()
    }
    await some(50) // what is opened once, for the first request of a kind
    const before = descriptors()
    for (let i = 0; i < (isExhaustive ? 10 : 2); i++) await some(100)
    await expect.poll(descriptors).toBeLessThan(before + 50)
  })

  test('do not keep the process from ending', async () => {
    const held = await Promise.all([
      offer(server.address, 'GET /healthz', OFFERS.h2c),
      offer(server.address, 'GET /sign-in', OFFERS.websocket),
      offer(server.address, 'GET /nothing/here', OFFERS.websocket),
    ])
    expect(await server.stop('SIGTERM')).toBe(0)
    for (const { socket } of held) socket.destroy()
  })
})
