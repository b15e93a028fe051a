import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'

/** What is refused, in the words of FastAPI with pydantic 2: our own cases (`errors`), and more where they lie beside the checkout. */

const WORDS = [
  'bool_parsing',
  'bool_type',
  'dict_type',
  'finite_number',
  'float_parsing',
  'float_type',
  'json_invalid',
  'list_type',
  'literal_error',
  'missing',
  'model_attributes_type',
  'string_too_short',
  'string_type',
  'string_unicode',
  'too_short',
  'value_error',
]

type Case = {
  name: string
  method: string
  path: string
  contentType: string | null
  request: string | null
  requestBase64?: string
  headers?: Record<string, string>
  setup?: string
  status: number
  detail: string | { type: string; loc: unknown[]; msg: string }[] | null
  allow?: string[]
}

const file = join(import.meta.dirname, '../../../shared/spec/errors-golden.json')
const beside: Case[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
const own: Case[] = JSON.parse(readFileSync(join(import.meta.dirname, 'golden/errors.json'), 'utf8'))

it('our own cases have every word that a field can be refused with', () => {
  const types = (cases: Case[]) =>
    new Set(cases.flatMap(({ detail }) => (Array.isArray(detail) ? detail.map(({ type }) => type) : [])))
  expect(WORDS.filter((type) => !types(own).has(type))).toEqual([])
  expect([...types(beside)].filter((type) => !WORDS.includes(type))).toEqual([])
})

describe('refused', () => {
  let rest: Rest
  beforeAll(async () => {
    rest = (await newCaller()).rest
  })

  it.each([...own, ...beside])(
    '$name',
    async ({ method, path, contentType, request, requestBase64, headers = {}, setup, status, detail, allow }) => {
      const id = await newModel(rest)
      if (setup) {
        const before = await rest('POST', `/api/construct-models/${id}/elements`, { body: setup })
        expect(before.status).toBe(200)
      }
      const body = requestBase64 === undefined ? (request ?? undefined) : Buffer.from(requestBase64, 'base64')
      const answer = await rest(method, path.replace('{model_id}', id), { body, contentType, headers })
      if (Array.isArray(detail)) {
        const told = answer.json?.detail.map(({ type, loc, msg }: Record<string, unknown>) => ({ type, loc, msg }))
        expect(told).toEqual(detail.map(({ type, loc, msg }) => ({ type, loc, msg })))
      } else if (detail !== null) expect(answer.json?.detail).toBe(detail)
      expect(answer.status).toBe(status)
      for (const one of allow ?? []) expect(answer.headers.get('allow')?.split(', ')).toContain(one)
    },
  )
})
