import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { TOO_MANY } from '#lib/http/busy-error.ts'
import { env } from '#lib/runtime/env.ts'
import { operations } from '../operations.ts'
import { describe as describeApi, openApiDocument } from './openapi.ts'

describe('/openapi.json', () => {
  async function lint(document: object): Promise<string[]> {
    const config = await createConfig({
      extends: ['recommended-strict'],
      // A service that is started on one's own machine does live at localhost.
      rules: { 'no-server-example.com': 'off' },
    })
    const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config })
    return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`)
  }

  it('is valid by a linter, examples included', async () => {
    expect(await lint(openApiDocument())).toEqual([])
    const wrong = JSON.parse(JSON.stringify(openApiDocument()).replace('"x":0', '"x":"zero"'))
    expect((await lint(wrong)).join()).toContain('no-invalid-media-type-examples')
  })

  it('is served to everyone, and answers only GET', async () => {
    const ask = (method: string) => describeApi(new Request('http://localhost:3000/openapi.json', { method }))
    const document = await (await ask('GET')).json()
    expect(document.openapi).toBe('3.1.0')
    expect((await ask('POST')).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect((await ask('OPTIONS')).status).toBe(204)
    expect(await (await ask('HEAD')).text()).toBe('')
  })

  it('describes the seven operations of the specification with their bodies and answers', () => {
    const document = JSON.parse(JSON.stringify(openApiDocument()))
    const model = '/api/construct-models/{model_id}'
    const list = (name: string) => ({ type: 'array', items: { $ref: `#/components/schemas/${name}` } })
    const said = (method: string, path: string) => {
      const { requestBody, responses } = document.paths[model + path][method]
      const body = requestBody.content['application/json'].schema.$ref.split('/').at(-1)
      return [requestBody.required, body, responses[200].content['application/json'].schema]
    }
    const one = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    expect(said('post', '/elements')).toEqual([true, 'ConstructModelElementsBatch', one('ViewerModel')])
    expect(said('post', '/sections')).toEqual([true, 'SectionsBatch', list('ViewerSection')])
    expect(said('post', '/supports')).toEqual([true, 'SupportsBatch', list('ViewerSupport')])
    expect(said('post', '/nodes')).toEqual([true, 'NodesBatch', list('ViewerNode')])
    expect(said('post', '/members')).toEqual([true, 'MembersBatch', list('ConstructMember')])
    expect(said('post', '/materials')).toEqual([true, 'MaterialsBatch', list('ViewerMaterial')])
    expect(said('put', '/units')).toEqual([true, 'UnitsInput', one('ViewerUnits')])
    expect(document.components.schemas.HTTPValidationError).toEqual({
      type: 'object',
      properties: { detail: list('ValidationError') },
    })
    expect(document.components.schemas.ValidationError.required).toEqual(['loc', 'msg', 'type'])
  })

  it('has schemas of their own for what is sent and for what comes back', () => {
    const document = JSON.parse(JSON.stringify(openApiDocument()))
    const { FrameInput, ViewerFrame, ViewerModel, ConstructSectionCreate } = document.components.schemas
    expect(FrameInput.required).toEqual(['id', 'startNodeId', 'endNodeId'])
    expect(FrameInput.properties.rotation.description).toMatch(/\. Default 0$/)
    expect(ConstructSectionCreate.properties.type.description).toBe('Default "rectangular", unless `profile` is sent')
    expect(ViewerFrame.required).toContain('rotation')
    for (const always of ['id', 'revision', 'schemaVersion', 'frames', 'members']) expect(ViewerModel.required).toContain(always)
    expect(ViewerModel.properties.id.type).toBe('string')
  })

  it('has no default of what is sent but in words: typed clients would have to send it', () => {
    const { paths, components } = JSON.parse(JSON.stringify(openApiDocument()))
    const requests: object[] = []
    for (const methods of Object.values<object>(paths))
      for (const { parameters, requestBody } of Object.values(methods)) requests.push(parameters, requestBody ?? {})
    const reached = new Set<string>()
    const reach = (value: object) => {
      const found = [...JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)]
      for (const [ref, kind, name] of found)
        if (kind && name && !reached.has(ref)) {
          reached.add(ref)
          reach(components[kind][name])
          requests.push(components[kind][name])
        }
    }
    reach(requests)
    expect(reached).toContain('"#/components/schemas/FrameInput"')
    expect(reached).not.toContain('"#/components/schemas/ViewerFrame"')
    expect(requests.filter((one) => JSON.stringify(one).includes('"default":'))).toEqual([])
  })

  it('says in which words work is put off or ended', () => {
    const { responses } = JSON.parse(JSON.stringify(openApiDocument())).components
    const told = (name: string): { value: { status: number; detail: string } }[] =>
      Object.values(responses[name].content['application/problem+json'].examples)
    expect(told('Problem429').map(({ value }) => value.detail)).toEqual(expect.arrayContaining(['Too Many Requests', TOO_MANY]))
    const ended = told('Problem503').map(({ value }) => value.detail)
    expect(ended).toContain('The check took longer than 60 s')
    expect(ended).toContain('Reading the batch needed more memory than there is')
    expect(new Set(told('Problem503').map(({ value }) => value.status))).toEqual(new Set([503]))
  })

  it('has an example of every request, and of every answer that is JSON', () => {
    for (const { id, body, answer, example } of operations) {
      expect(body === undefined || example?.body !== undefined, `${id}: request`).toBe(true)
      expect(answer === undefined || example?.answer !== undefined, `${id}: answer`).toBe(true)
    }
  })

  it('reopens a thread in its example with other words than it resolves one', () => {
    const bodyOf = (name: string) => operations.find(({ id }) => id === name)?.example?.body
    expect(bodyOf('reopen_comment')).toEqual({ text: expect.any(String) })
    expect(bodyOf('reopen_comment')).not.toEqual(bodyOf('resolve_comment'))
  })

  it('says how many requests are counted, where any are', () => {
    const limitsTold = () => JSON.stringify(openApiDocument().info)
    env.RATE_LIMIT = 'on'
    expect(limitsTold()).toContain(`Per minute and caller ${env.READS_PER_MINUTE} requests that read`)
    env.RATE_LIMIT = 'off'
    expect(limitsTold()).not.toMatch(/Per minute|429/)
  })
})

it('has an id of its own for each operation', () => {
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
})
