import { expect, it } from 'vitest'
import { curlOf, type Request } from './curl.ts'

const line = (request: Omit<Request, 'origin'>) => curlOf({ origin: 'http://localhost:3000', ...request })

it('is a line for a shell, with what is to be replaced in capitals', () => {
  expect(line({ method: 'GET', path: '/api/construct-models/{model_id}' })).toBe(
    "curl http://localhost:3000/api/construct-models/MODEL_ID \\\n  -H 'Authorization: Bearer smk_…'",
  )
  expect(line({ method: 'PUT', path: '/a?b=1&c', body: { name: "Bob's" }, withoutKey: true })).toBe(
    "curl -X PUT 'http://localhost:3000/a?b=1&c' \\\n  -H 'Content-Type: application/json' \\\n  -d '{\"name\":\"Bob'\\''s\"}'",
  )
  expect(line({ method: 'POST', path: '/a', withoutKey: true, into: 'picture.png' })).toBe(
    'curl -X POST http://localhost:3000/a \\\n  -o picture.png',
  )
})
