import { afterEach, expect, it, vi } from 'vitest'

/** `/mcp` of a service at this address. */
async function at(APP_URL: string, more: Record<string, string> = {}) {
  vi.resetModules()
  for (const [name, value] of Object.entries({ APP_URL, ...more })) vi.stubEnv(name, value)
  return import('./allowed-origins.ts')
}
afterEach(() => vi.unstubAllEnvs())

it('E7: a public service answers its own host and origin, and those that were allowed, only', async () => {
  const { isOurHost, isAllowedOrigin } = await at('https://models.example.com', {
    MCP_ALLOWED_HOSTS: 'inner:8080, Models.Internal',
    MCP_ALLOWED_ORIGINS: 'https://tools.example.com',
  })
  expect(['models.example.com', 'MODELS.example.com', 'inner:8080', 'models.internal'].map(isOurHost)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['localhost', '127.0.0.1:3000', 'evil.example', 'models.example.com.evil.example', '', null].map(isOurHost)).toEqual(
    Array(6).fill(false),
  )
  for (const origin of [
    'https://models.example.com',
    'https://tools.example.com',
    'http://localhost:6274',
    'http://127.0.0.1:6274',
  ]) {
    expect(isAllowedOrigin(origin), origin).toBe(true)
  }
  for (const origin of ['http://models.example.com', 'http://localhost:3000', 'https://evil.example', 'null', '']) {
    expect(isAllowedOrigin(origin), origin).toBe(false)
  }
})

it('E7: a service on this machine answers loopback names on any port', async () => {
  const { isOurHost, isAllowedOrigin } = await at('http://localhost:3000')
  for (const name of ['localhost', 'localhost:1', '127.0.0.1:65535', '[::1]:9']) {
    expect(isOurHost(name)).toBe(true)
    expect(isAllowedOrigin(`http://${name}`)).toBe(true)
  }
  for (const name of ['localhost.evil.example', 'evil@localhost', '127.0.0.1.nip.io', '0.0.0.0:3000']) {
    expect(isOurHost(name), name).toBe(false)
    expect(isAllowedOrigin(`http://${name}`), name).toBe(false)
  }
})
