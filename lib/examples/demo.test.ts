import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { through } from '#lib/fixtures/through.ts'
import { CreateModel } from '#lib/schema/request-bodies.ts'
import { demoCounts, demoRoutes } from './demo.ts'

const demo = through(demoRoutes)
const ask = (pathname: string, headers: Record<string, string> = {}) =>
  demo(new Request(`http://localhost:3000${pathname}`, { headers }))

it('gives everybody the demo building as the viewer reads it, packed where that is understood, and 304 to who has it', async () => {
  const plain = await ask('/demo/model')
  const model = await plain?.json()
  expect(model).toMatchObject({ id: 'demo', revision: 1, schemaVersion: 'viewer-model/v1' })
  const { frames, areas, nodes } = model
  expect({ frames: frames.length, areas: areas.length, nodes: nodes.length }).toEqual(demoCounts())
  expect(CreateModel.safeParse(model).success).toBe(true)

  const packed = await ask('/demo/model', { 'accept-encoding': 'gzip' })
  expect(JSON.parse(gunzipSync(new Uint8Array((await packed?.arrayBuffer()) ?? new ArrayBuffer(0))).toString())).toEqual(model)
  expect((await ask('/demo/model', { 'if-none-match': plain?.headers.get('etag') ?? '' }))?.status).toBe(304)
  expect(await (await ask('/demo/check'))?.json()).toEqual({ findings: [] })
})
