import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { newCaller, newModel } from '#lib/fixtures/verbs.ts'
import { checkModel } from '#lib/model/check.ts'
import { renderModel } from '#lib/render/render-model.ts'
import { type OpenModel, openModel } from '#lib/storage/models.ts'
import { unpackModel } from '#lib/storage/packed-model.ts'
import { packModel, readModel } from '#lib/storage/viewer-bytes.ts'
import { checkWhole, renderWhole } from './whole-model.ts'
import { forgetResults } from './work/keep.ts'
import { startPool } from './work/pool.ts'
import { Scheduler, setScheduler } from './work/scheduler.ts'

const threads = startPool(2)
const options = { view: 'iso', width: 200, height: 150 } as const

let model: OpenModel
beforeEach(async () => {
  forgetResults()
  const caller = await newCaller()
  const { id } = await newModel(caller, { ...demoBuilding(), supports: [] }) // so that there is something to find
  model = await openModel(caller, id, 'read')
})
afterEach(() => setScheduler(undefined))
afterAll(() => threads.close())

it('gives a thread the model as it is returned', async () => {
  const { sectionDefinitions, ...whole } = await readModel(model)
  expect(await unpackModel(await packModel(model))).toEqual({ ...whole, sectionDefinitions })
})

it.each([
  ['here', undefined],
  ['on threads', new Scheduler(threads)],
])('checks and draws a model %s', async (_, way) => {
  setScheduler(way)
  const asked = { user: 'somebody' }
  const [{ findings, revision }, { drawn }] = await Promise.all([checkWhole(model, asked), renderWhole(model, options, asked)])
  const whole = await readModel(model)
  expect(findings.length).toBeGreaterThan(0)
  expect(findings).toEqual(checkModel(whole))
  expect(revision).toBe(1)
  const wanted = renderModel(whole, options)
  expect({ ...drawn, png: Buffer.from(drawn.png) }).toEqual({ ...wanted, png: Buffer.from(wanted.png) })
  const nowhere = { ...options, view: 'grid', gridLineId: 'none' } as const
  await expect(renderWhole(model, nowhere, asked)).rejects.toMatchObject({ code: 'invalid' })
})
