import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { EnvError, parseEnv, VARIABLES } from './env.ts'

const lines = (variables: Record<string, string>) => {
  try {
    parseEnv(variables)
  } catch (error) {
    if (error instanceof EnvError) return error.message.split('\n')
    throw error
  }
  return []
}
const problems = (variables: Record<string, string>) => lines(variables).map((line) => line.split(':', 1)[0])

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

it('takes every line of .env.example as it stands', () => {
  const said = [...readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  expect(said.length).toBeGreaterThanOrEqual(VARIABLES.length)
  expect(lines(Object.fromEntries(said))).toEqual([])
})

it.each([
  [{ OIDC_ISSUER: 'https://id.example' }, ['OIDC_ID: is needed with OIDC_ISSUER', 'OIDC_SECRET: is needed with OIDC_ISSUER']],
  [{ OIDC_SECRET: 's', OIDC_ID: 'i' }, ['OIDC_ISSUER: is needed with OIDC_ID']],
  [{ GITHUB_ID: 'i' }, ['GITHUB_SECRET: is needed with GITHUB_ID']],
  [{ GITHUB_SECRET: 's' }, ['GITHUB_ID: is needed with GITHUB_SECRET']],
  [{ GOOGLE_ID: 'i', GOOGLE_SECRET: '' }, ['GOOGLE_SECRET: is needed with GOOGLE_ID']],
  [{ SMTP_URL: 'smtp://mail.example' }, ['MAIL_FROM: is needed with SMTP_URL', 'ADMIN_CONTACT: is needed with SMTP_URL']],
])('misses the other half of %o', (variables, told) => {
  expect(lines(variables)).toEqual(told)
})

it('tells what is missing beside what is wrong', () => {
  expect(problems({ PORT: '0', OIDC_ISSUER: 'https://id.example', REGISTRATON: 'closed' })).toEqual([
    'PORT',
    'OIDC_ID',
    'OIDC_SECRET',
    'REGISTRATON',
  ])
})

it('takes an issuer by https, or on this machine', () => {
  const issuer = (OIDC_ISSUER: string) => problems({ OIDC_ISSUER, OIDC_ID: 'i', OIDC_SECRET: 's' })
  for (const good of ['https://id.example/realms/office', 'http://localhost:8080', 'http://127.0.0.1:1', 'http://[::1]:1/']) {
    expect(issuer(good), good).toEqual([])
  }
  for (const bad of [
    'http://id.example',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'id.example',
    'ftp://id.example',
  ]) {
    expect(issuer(bad), bad).toEqual(['OIDC_ISSUER'])
  }
})

it.each([
  ['open', 'open'],
  ['provider', 'provider'],
  ['firm.example', { domains: ['firm.example'] }],
  [' Firm.Example, firm.de', { domains: ['firm.example', 'firm.de'] }],
])('takes REGISTRATION=%s', (REGISTRATION, taken) => {
  expect(parseEnv({ REGISTRATION, GITHUB_ID: 'i', GITHUB_SECRET: 's' }).REGISTRATION).toEqual(taken)
})

it('needs a provider where only that lets anybody in', () => {
  expect(lines({ PASSWORDS: 'off', REGISTRATION: 'provider' })).toEqual([
    'PASSWORDS: off needs a login provider',
    'REGISTRATION: provider needs a login provider',
  ])
  expect(lines({ PASSWORDS: 'off', GOOGLE_ID: 'i', GOOGLE_SECRET: 's' })).toEqual([])
  for (const REGISTRATION of ['close', 'firm', 'firm.example;firm.de', '@firm.example']) {
    expect(lines({ REGISTRATION })).toEqual([expect.stringMatching(/^REGISTRATION: must be open, closed, provider, or domains/)])
  }
})

it('trusts no address of an issuer that lets anybody in', () => {
  const trusting = (OIDC_ISSUER: string) => lines({ OIDC_ISSUER, OIDC_ID: 'i', OIDC_SECRET: 's', OIDC_TRUST_EMAIL: 'on' })
  const told = ['OIDC_TRUST_EMAIL: this issuer lets anybody in, name your own tenant']
  for (const tenant of ['common', 'organizations', 'consumers']) {
    expect(trusting(`https://login.microsoftonline.com/${tenant}/v2.0`), tenant).toEqual(told)
  }
  expect(trusting('https://accounts.google.com')).toEqual(told)
  expect(trusting('https://login.microsoftonline.com/0d4b6c5e/v2.0')).toEqual([])
})
