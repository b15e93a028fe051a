import { expect, it } from 'vitest'
import { newCaller, newModel } from '#lib/fixtures/rest.ts'
import { entriesOf } from '#lib/values/object-keys.ts'
import { ERROR_TYPES, EXAMPLE_MODEL, type Example } from './error-types.ts'

type Detail = { type: string; loc: (string | number)[]; msg: string; ctx?: object }

/** The page of errors shows what came: `npm run golden -- lib/rest/error-types` writes it anew. */
it('each type comes of the request that is shown with it', async () => {
  const { rest } = await newCaller()
  const answers: Record<string, Detail> = {}
  for (const [type, { example }] of entriesOf(ERROR_TYPES)) {
    const { method, path, body, headers, after }: Example = example
    const id = await newModel(rest, EXAMPLE_MODEL)
    const at = (path: string) => (path.startsWith('/api/') ? path : `/api/construct-models/${id}${path}`)
    if (after) expect((await rest('POST', at(after.path), after)).status, type).toBe(200)
    const asked = { ...(body !== undefined && { body, contentType: 'application/json' }), ...(headers && { headers }) }
    const { status, json } = await rest(method, at(path), asked)
    const found: Detail | undefined = json.detail.find((item: Detail) => item.type === type)
    expect([type, status, found?.type]).toEqual([type, 422, type])
    if (found) answers[type] = found
  }
  await expect(`${JSON.stringify(answers, null, 2)}\n`).toMatchFileSnapshot('golden/error-answers.json')
})
