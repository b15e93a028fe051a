import { afterEach, expect, it } from 'vitest'
import { setThreads } from '#lib/aside.ts'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { returnedModel } from '#lib/fixtures/returned-model.ts'
import { startThreads } from '#lib/start/threads.ts'
import { checkModel } from './model/check.ts'
import { renderModel } from './render/render-model.ts'
import { checkWhole, renderWhole } from './whole-model.ts'

const model = returnedModel({ ...demoBuilding(), supports: [] }) // so that there is something to find
const text = Buffer.from(JSON.stringify(model))
const chunks = [text.subarray(0, 70_000), text.subarray(70_000)]
const options = { view: 'iso', width: 200, height: 150 } as const
const threads = startThreads(2)

afterEach(() => setThreads(undefined))

it.each([
  ['here', undefined],
  ['on threads', threads],
])(
  'checks and draws a model %s',
  async (_, way) => {
    setThreads(way)
    const [found, drawn] = await Promise.all([checkWhole(chunks), renderWhole(chunks, options)])
    expect(found.length).toBeGreaterThan(0)
    expect(found).toEqual(checkModel(model))
    const wanted = renderModel(model, options)
    expect({ ...drawn, png: Buffer.from(drawn.png) }).toEqual({ ...wanted, png: Buffer.from(wanted.png) })
    await expect(renderWhole(chunks, { ...options, view: 'grid', gridLineId: 'none' })).rejects.toMatchObject({ code: 'invalid' })
  },
  60_000,
)

it('fails one job when a thread fails, and goes on with the next', async () => {
  setThreads(threads)
  await expect(checkWhole([Buffer.alloc(100_000, '[')])).rejects.toThrow('JSON')
  await expect(threads.run({ file: 'lib/no-such-file.ts', name: 'none' }, {}, [])).rejects.toThrow('no-such-file')
  await expect(threads.run({ file: 'lib/fixtures/ends-its-thread.ts', name: 'end' }, {}, [])).rejects.toThrow('thread ended')
  expect(await checkWhole(chunks)).toEqual(checkModel(model))
}, 60_000)
