import { expect, it } from 'vitest'
import { through } from '#lib/fixtures/through.ts'
import { demoAnalysisRoute } from './demo-analysis.ts'

const door = through([demoAnalysisRoute])

async function ask(body: object) {
  const headers = { 'content-type': 'application/json' }
  const request = new Request('http://localhost:3000/demo/analyse', { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = await door(request)
  return { status: answer?.status, json: await answer?.json() }
}

it('analyses the demo building for whoever asks, and nothing else', async () => {
  const { status, json } = await ask({})
  expect(status).toBe(200)
  expect(json).toMatchObject({
    modelId: 'demo',
    revision: 1,
    stands: 'yes',
    screening: expect.stringContaining('Not for design'),
  })
  expect(json.cases).toEqual(['G', 'SDL', 'Q', 'S', 'WX', 'WY', 'T', 'SLS', 'ULS', 'ULS-WX', 'ULS-WY', 'ENV'])

  // As the viewer draws it, and as its table asks.
  const drawn = (await ask({ columns: 'ULS', show: ['forces', 'reactions'] })).json
  expect(drawn.columns.frames).toHaveLength(506)
  const rows = (await ask({ show: ['reactions'], cases: ['G'], limit: 1, sort: '-fz' })).json
  expect(rows.rows.reactions).toHaveLength(1)
  expect((await ask({ show: ['reactions'], cases: ['G'], limit: 1, sort: '-fz', cursor: rows.nextCursor })).status).toBe(200)
  expect((await ask({ revision: 1 })).status).toBe(422)
  expect((await ask({ cases: ['none'] })).json.detail[0].msg).toContain('no load case or combination none')
  expect((await door(new Request('http://localhost:3000/demo/analyse')))?.status).toBe(405)
})
