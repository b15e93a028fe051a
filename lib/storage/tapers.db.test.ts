import { expect, it } from 'vitest'
import { newCaller, newModel } from '#lib/fixtures/rest.ts'

/** Frames that taper, through the door: what is stored is judged with what is sent. */

const { rest } = await newCaller()
const I = (id: string, t3: number) => ({ id, type: 'i_wide_flange', dimensions: { t3, t2: 0.15, tf: 0.0107, tw: 0.0071 } })
const frame = { id: 'T', startNodeId: 'A', endNodeId: 'B', sectionId: 'I3', rotation: 0 }

it('stores a taper as it was sent, and judges it by sections that are stored already', async () => {
  const id = await newModel(rest, { name: 'test' })
  const path = `/api/construct-models/${id}`
  const nodes = [0, 4].map((x, k) => ({ id: 'AB'.charAt(k), position: { x, y: 0, z: 3 } }))
  const pipe = { id: 'P', type: 'pipe', dimensions: { t3: 0.2 } }
  await rest('POST', `${path}/elements`, { body: { nodes, sections: [I('I3', 0.3), I('I6', 0.6), pipe] } })
  const taper = { ...frame, endSectionId: 'I6', taper: [0, 0.5], endSectionOffset: { x: 0, y: -0.3 } }
  const stored = await rest('POST', `${path}/elements`, { body: { frames: [taper] } })
  expect([stored.status, stored.json.frames]).toEqual([200, [taper]])
  const refused = await rest('POST', `${path}/elements`, { body: { frames: [{ ...frame, endSectionId: 'P' }] } })
  expect([refused.status, refused.json.detail]).toMatchObject([
    422,
    [{ type: 'value_error', loc: ['body', 'frames', 0, 'endSectionId'], msg: expect.stringContaining("'P' a pipe") }],
  ])
})
