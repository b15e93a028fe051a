import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OwnServer, startServer } from '#lib/fixtures/server-process.ts'
import { freePort } from '#lib/start/free-port.mjs'
import { expect, newApiKey, signUpAs, test } from './fixtures.ts'

/**
 * The conformance tool of the Model Context Protocol, as pinned in package.json: no download at test time. It wants fixtures of its
 * own, so the server is one of this file's own, which lays them beside the service's tools (`conformance/serve.ts`).
 */

const root = join(import.meta.dirname, '..')
const tool = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
const here = join(import.meta.dirname, 'conformance')

/** Runs the tool; `heard` gets what it says as it says it. */
function conformance(args: string[], heard: (text: string) => void = () => {}): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['--import', join(here, 'node-20.mjs'), tool, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      said += bytes
      heard(said)
    })
  }
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, said })))
}

/** The tool cannot send a token: this adds it, and leaves everything else, `Host` and `Origin` too, as it came. */
async function withToken(address: string, key: string): Promise<{ url: string; close(): void }> {
  const port = await freePort()
  const proxy = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${key}` }
    const on = request(`${address}${asked.url}`, { method: asked.method ?? 'POST', headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 500, answered.headers)
      answered.pipe(answer)
    })
    on.on('error', () => answer.destroy())
    asked.pipe(on)
  })
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${port}/mcp`, close: () => proxy.close() }
}

test.describe('the conformance tool', () => {
  test.describe.configure({ mode: 'serial' })
  let server: OwnServer
  let data: string

  test.beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'structural-conformance-'))
    server = await startServer({ DATA_DIR: data }, ['lib/start/command.mjs', 'e2e/conformance/serve.ts'])
  })
  test.afterAll(async () => {
    await server?.stop('SIGTERM')
    rmSync(data, { recursive: true, force: true })
  })

  for (const revision of ['2025-11-25', '2026-07-28']) {
    test(`requirements of ${revision}`, async ({ context }) => {
      await signUpAs(context.request, server.address, `${revision}@example.com`)
      const proxy = await withToken(server.address, await newApiKey(context.request, server.address))
      const expected = join(here, `${revision}.yml`)
      const args = ['server', '--url', proxy.url, '--requirements', revision, '--expected-failures', expected]
      const { code, said } = await conformance(args)
      proxy.close()
      expect(code, said.slice(-6000)).toBe(0)
    })
  }

  test('authorization', async ({ page, context }) => {
    const { address } = server
    await signUpAs(context.request, address, 'authorization@example.com')
    const port = await freePort()
    const registered = await context.request.post(`${address}/oauth/register`, {
      data: { client_name: 'Conformance', redirect_uris: [`http://127.0.0.1:${port}/callback`] },
    })
    const { client_id } = await registered.json()
    let allowed: Promise<void> | undefined
    const args = ['authorization', '--url', address, '--client-id', client_id, '--resource', `${address}/mcp`, '-p', String(port)]
    const { code, said } = await conformance(args, (text) => {
      const asked = /https?:\/\/\S+\/oauth\/authorize\?\S+/.exec(text)?.[0]
      if (!asked || allowed) return
      allowed = (async () => {
        await page.goto(asked)
        await page.getByRole('button', { name: 'Allow', exact: true }).click()
        await page.waitForURL((url) => url.port === String(port))
      })()
    })
    await allowed
    expect(code, said.slice(-6000)).toBe(0)
  })
})
