import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { EnvError, parseEnv, VARIABLES } from './env.ts'

const problems = (variables: Record<string, string>) => {
  try {
    parseEnv(variables)
  } catch (error) {
    if (error instanceof EnvError) return error.message.split('\n').map((line) => line.split(':', 1)[0])
    throw error
  }
  return []
}

it('names every variable that is wrong, once', () => {
  expect(
    problems({ PORT: '0', APP_URL: 'models.example/', DATABASE_URL: 'mysql://x', AUTH_SECRET: 'short', METRICS: 'yes' }),
  ).toEqual(['PORT', 'APP_URL', 'DATABASE_URL', 'AUTH_SECRET', 'METRICS'])
  expect(problems({ APP_URL: 'https://models.example/path', MCP_ALLOWED_ORIGINS: 'https://a.example, b' })).toEqual([
    'APP_URL',
    'MCP_ALLOWED_ORIGINS.1',
  ])
})

it('takes several workers on PostgreSQL only', () => {
  const refused = 'WORKERS: SQLite has one writer, use PostgreSQL for more than one'
  expect(() => parseEnv({ WORKERS: '2' })).toThrow(refused)
  expect(() => parseEnv({ WORKERS: '2', DATABASE_URL: 'file:/somewhere/models.db' })).toThrow(refused)
  expect(parseEnv({ WORKERS: '2', DATABASE_URL: 'postgresql://localhost/models' }).WORKERS).toBe(2)
})

it('takes empty variables as absent, and builds addresses from the port', () => {
  expect(parseEnv({ PORT: '4000', APP_URL: '', DATABASE_URL: '' })).toMatchObject({
    PORT: 4000,
    APP_URL: 'http://localhost:4000',
  })
})

it('is explained in .env.example, variable by variable', () => {
  const explained = [...readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(explained.filter((name) => name !== 'CHROMIUM_PATH').sort()).toEqual([...VARIABLES].sort())
})
