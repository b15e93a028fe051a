import { spawnSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { variants } from '#lib/fixtures/exhaustive.ts'
import { type OwnServer, startServer } from '#lib/fixtures/server-process.ts'
import { expect, newApiKey, signUpAs, test } from './fixtures.ts'

/** The disk under the embedded database is full, or its file is taken away. */

let folder = ''
let server: OwnServer
let person: APIRequestContext
test.beforeEach(async ({ playwright }) => {
  folder = mkdtempSync(join(tmpdir(), 'structural-disk-'))
  person = await playwright.request.newContext()
})
test.afterEach(async () => {
  await server?.stop('SIGKILL')
  spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
  await person.dispose()
})

test('a full disk is 503 with Retry-After at every door, told at /readyz, and over when there is room', async ({
  playwright,
}) => {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=100m', 'tmpfs', folder])
  test.skip(mounted.status !== 0, 'nobody may mount a small disk here')
  server = await startServer({ DATA_DIR: folder })
  const { address } = server
  await signUpAs(person, address, 'full@example.com')
  const key = await newApiKey(person, address)
  const program = await playwright.request.newContext({ extraHTTPHeaders: { authorization: `Bearer ${key}` } })
  const node = (id: string) => ({ id, position: { x: 0, y: 0, z: 0 } })
  const model = await program.post(`${address}/api/construct-models`, { data: { name: 'Before', nodes: [node('A')] } })
  const { id } = await model.json()
  const readyz = async () => {
    const answer = await program.get(`${address}/readyz`)
    return [answer.status(), (await answer.json()).status]
  }
  expect(await readyz()).toEqual([200, 'ready'])

  const filler = spawnSync('dd', ['if=/dev/zero', `of=${join(folder, 'filler')}`, 'bs=4096'])
  expect(filler.status).not.toBe(0) // it ends when nothing is left
  expect(await readyz()).toEqual([503, 'disk'])
  // What lies free within the files of the database is used up first.
  const source = { note: 'x'.repeat(60_000) }
  const write = (n: number) =>
    program.post(`${address}/api/construct-models/${id}/nodes`, { data: { nodes: [{ ...node(`N${n}`), source }] } })
  let refused = await write(0)
  for (let n = 1; refused.status() === 200 && n < 200; n++) refused = await write(n)
  const tool = { name: 'service.create_model', arguments: { name: 'By MCP' } }
  const doors = {
    rest: refused,
    mcp: await program.post(`${address}/mcp`, {
      headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
      data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool },
    }),
    keys: await person.post(`${address}/api/account/api-keys`, {
      data: { name: 'x', scopes: ['mcp:models:read'], expiresInDays: 1 },
      headers: { origin: address },
    }),
    signUp: await person.post(`${address}/api/account/sign-up`, {
      data: { email: 'late@example.com', password: 'nine brown columns, 3 braces', name: 'Late' },
      headers: { origin: address },
    }),
    register: await program.post(`${address}/oauth/register`, { data: { redirect_uris: ['https://client.example/cb'] } }),
  }
  for (const [door, answer] of Object.entries(doors)) {
    expect([door, answer.status()]).toEqual([door, 503])
    expect(Number(answer.headers()['retry-after']), door).toBeGreaterThan(0)
  }
  expect((await program.get(`${address}/api/construct-models/${id}`)).status()).toBe(200)
  expect((await program.get(`${address}/healthz`)).status()).toBe(200)

  unlinkSync(join(folder, 'filler'))
  expect((await write(1000)).status()).toBe(200)
  expect(await readyz()).toEqual([200, 'ready'])
  await program.dispose()
})

for (const how of variants(['deleted', 'replaced'])) {
  test(`a database file that was ${how} takes no more writes, and the process ends with code 1`, async () => {
    server = await startServer({ DATA_DIR: folder })
    const { address } = server
    await signUpAs(person, address, 'gone@example.com')
    const file = join(folder, 'models.db')
    if (how === 'deleted') unlinkSync(file)
    else {
      writeFileSync(`${file}.new`, '')
      renameSync(`${file}.new`, file)
    }
    const write = await person
      .post(`${address}/api/construct-models`, { data: { name: 'x' }, headers: { origin: address } })
      .then(
        (answer) => answer.status(),
        () => 'refused', // it has ended already
      )
    expect([503, 'refused']).toContain(write)
    expect(await server.ended).toBe(1)
    expect(server.said()).toContain(
      '"level":"fatal","message":"the database file was deleted or replaced under this process: ending"',
    )
    expect(server.said()).toContain('npm run admin -- restore')
    expect(server.said()).not.toContain('nobody caught this')
  })
}
