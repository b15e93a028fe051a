import { beforeAll, expect, it } from 'vitest'
import { newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'

/** A few elements by id. */

let rest: Rest
beforeAll(async () => {
  rest = (await newCaller()).rest
})

const HALL = {
  name: 'Hall',
  nodes: [
    { id: 'N1', position: { x: 0, y: 0, z: 0 } },
    { id: 'N2', position: { x: 0, y: 0, z: 4 } },
  ],
  frames: [
    { id: 'C', startNodeId: 'N1', endNodeId: 'N2' },
    { id: '__proto__', startNodeId: 'N2', endNodeId: 'N1' },
  ],
  members: [{ id: 'M', frameIds: ['C'], sectionId: 'S' }],
  sections: [{ id: 'S', type: 'rectangular', dimensions: { t3: 0.4, t2: 0.2 } }],
}
const read = (id: string, body: object) => rest('POST', `/api/construct-models/${id}/elements/read`, { body })

it('are as the model shows them, in the order of the ids, of the kinds that were asked for', async () => {
  const id = await newModel(rest, HALL)
  const whole = (await rest('GET', `/api/construct-models/${id}`)).json
  const some = await read(id, { frames: ['__proto__', 'nowhere', 'C', 'C'], sections: ['S'], nodes: [] })
  expect([some.status, some.json]).toEqual([
    200,
    { revision: 1, elements: { frames: whole.frames.toReversed(), nodes: [], sections: whole.sections } },
  ])
  expect(some.json.elements.frames[1]).toMatchObject({ memberId: 'M', sectionId: 'S' })
})

it('make no revision, need no more than to read, and a stranger hears of no model', async () => {
  const id = await newModel(rest, HALL)
  await read(id, { nodes: ['N1'] })
  expect((await rest('GET', `/api/construct-models/${id}`)).json.revision).toBe(1)
  const stranger = (await newCaller()).rest
  expect((await stranger('POST', `/api/construct-models/${id}/elements/read`, { body: { nodes: ['N1'] } })).status).toBe(404)
})

it('are at most 200 at a time, of one kind at least', async () => {
  const id = await newModel(rest, HALL)
  const ids = Array.from({ length: 150 }, (_, i) => `N${i}`)
  const [limit, actual] = [200, 201]
  const tooMany = { type: 'limit_exceeded', loc: ['body'], msg: '201 ids, the limit is 200', ctx: { limit, actual } }
  for (const [body, detail] of [
    [{}, [{ type: 'missing', loc: ['body'], msg: 'Field required' }]],
    [{ node: ['N1'] }, [{ type: 'missing', loc: ['body'], msg: 'Field required' }]],
    [{ nodes: ids, frames: ids.slice(0, 51) }, [tooMany]],
    [{ nodes: null }, [{ type: 'list_type', loc: ['body', 'nodes'], msg: 'Input should be a valid list' }]],
  ] as const) {
    const refused = await read(id, body)
    expect([refused.status, refused.json.detail]).toEqual([422, detail])
  }
  expect((await read(id, { nodes: ids, frames: ids.slice(0, 50) })).status).toBe(200)
})
