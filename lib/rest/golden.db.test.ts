import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'

/** The cases of errors-golden.json, as FastAPI with pydantic 2 answers them. They lie beside the checkout. */

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
const cases: Case[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []

describe.skipIf(cases.length === 0)('errors-golden.json (skipped where ../shared is absent)', () => {
  let rest: Rest
  beforeAll(async () => {
    rest = (await newCaller()).rest
  })

  it.each(cases)(
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
