import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '#lib/fixtures/server-process.ts'
import { expect, newApiKey, signUpAs, test } from './fixtures.ts'

test('the access log has a line for each request, and no secret in any', async ({ playwright }) => {
  const folder = mkdtempSync(join(tmpdir(), 'structural-access-'))
  const server = await startServer({ DATA_DIR: folder, ACCESS_LOG: 'on' })
  const person = await playwright.request.newContext()
  try {
    const { address } = server
    const { password } = await signUpAs(person, address, 'seen@example.com')
    const key = await newApiKey(person, address)
    const program = await playwright.request.newContext({ extraHTTPHeaders: { authorization: `Bearer ${key}` } })
    const answer = await program.get(`${address}/api/construct-models?q=a-secret-word`, { headers: { 'x-request-id': 'seen-1' } })
    const { length } = await answer.body()
    await program.get(`${address}/share/an-unguessable-token`)
    await program.post(`${address}/oauth/token`, {
      form: { grant_type: 'authorization_code', code: 'a-code', code_verifier: 'v' },
    })
    await person.get(`${address}/settings/profile`)
    const cookies = (await person.storageState()).cookies.map(({ value }) => value)
    await program.dispose()
    expect(await server.stop('SIGTERM')).toBe(0)
    const said = server.said()
    const lines = said
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
    const seen = lines.find(({ requestId }) => requestId === 'seen-1')
    expect(seen).toMatchObject({ method: 'GET', path: '/api/construct-models', status: 200, principal: 'api_key' })
    expect(seen.bytes).toBeGreaterThan(length)
    expect(seen.ms).toBeGreaterThan(0)
    expect(lines.find(({ path }) => path === '/settings/profile')).toMatchObject({ status: 200, principal: 'session' })
    expect(lines.find(({ path }) => path === '/share/[token]')).toBeDefined()
    for (const secret of [key, password, ...cookies, 'a-secret-word', 'an-unguessable-token', 'a-code', 'seen@example.com']) {
      expect(said, secret).not.toContain(secret)
    }
  } finally {
    await person.dispose()
    await server.stop('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})
