import { expect, it } from 'vitest'
import { logLine } from './log.ts'

it('takes keys, tokens, passwords and credentials out of texts and fields', () => {
  const line = logLine('error', 'refused Bearer abc.def-1 and smk_Zx9_k-1', {
    url: 'postgres://app:hunter2@db/models',
    headers: { Authorization: 'Basic dXNlcg==', 'user-agent': 'curl' },
    tokens: ['smt_at_1234'],
    newPassword: 'x',
  })
  for (const secret of ['abc.def', 'Zx9', 'hunter2', 'dXNlcg', '1234', '"x"']) expect(line).not.toContain(secret)
  expect(line).toContain('postgres://app:[redacted]@db/models')
  expect(line).toContain('curl')
})

it('shows a share link by its last characters alone', () => {
  const token = 'sl_AAECAwQFBgcICQoLDA0ODxARAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcY'
  const line = logLine('warn', `GET /share/${token}/preview.png`, { path: `/embed/${token}` })
  expect(JSON.parse(line)).toMatchObject({ message: 'GET /share/…FhcY/preview.png', path: '/embed/…FhcY' })
  expect(logLine('warn', token.replace('sl_', 'in_'))).not.toContain('AAEC')
})

it('is one line of JSON even for errors with causes', () => {
  const line = logLine('error', 'failed', { error: new Error('outer\nline', { cause: new TypeError('inner') }) })
  expect(line).not.toContain('\n')
  expect(JSON.parse(line)).toMatchObject({ level: 'error', error: { message: 'outer\nline', cause: { name: 'TypeError' } } })
})

it('says moments as JSON does', () => {
  const fields = { expiresAt: new Date(0), never: new Date(Number.NaN) }
  expect(JSON.parse(logLine('info', 'made', fields))).toMatchObject({ expiresAt: '1970-01-01T00:00:00.000Z', never: null })
})
