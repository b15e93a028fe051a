import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { entriesOf } from '#lib/values/object-keys.ts'
import { TOO_MANY, UNAVAILABLE } from './busy-error.ts'
import { problemBody } from './problem.ts'
import { PROBLEM_KINDS, usualCode } from './problem-kinds.ts'

const detailsOf = (status: number) =>
  entriesOf(PROBLEM_KINDS).flatMap(([, kind]): string[] => (kind.status === status ? [...kind.details] : []))

it('lists every text with which an operation refuses', () => {
  const folder = join(import.meta.dirname, '../rest')
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
  const refusals = [...texts.matchAll(/(?:new Refused|refuse)\((\d{3}), '([^']+)'/g)]
  expect(refusals.length).toBeGreaterThan(20)
  const strange = refusals.filter(([, status, detail = '']) => !detailsOf(Number(status)).includes(detail))
  expect(strange.map(([text]) => text)).toEqual([])
  expect(detailsOf(429)).toContain(TOO_MANY)
  expect(detailsOf(503)).toContain(UNAVAILABLE)
})

it('says what a status usually means, also one that nobody has thought of', () => {
  expect([401, 403, 404, 409, 429, 503].map(usualCode)).toEqual([
    'not_authenticated',
    'forbidden',
    'not_found',
    'conflict',
    'rate_limited',
    'unavailable',
  ])
  expect([usualCode(418), usualCode(507)]).toEqual(['bad_request', 'internal_error'])
})

it('is told by its code and by the place where it is explained', () => {
  expect(problemBody({ status: 403, detail: 'x', requestId: '1', code: 'insufficient_scope' })).toEqual({
    type: 'http://localhost:3000/docs/errors#insufficient-scope',
    title: 'Forbidden',
    status: 403,
    detail: 'x',
    code: 'insufficient_scope',
    requestId: '1',
  })
})
