import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import type { Caller } from '#lib/access/caller.ts'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { newCaller, newModel, writingAs } from '#lib/fixtures/verbs.ts'
import { checkModel } from '#lib/model/check/check.ts'
import { renderModel } from '#lib/render/render-model.ts'
import { addElements, removeElements } from '#lib/storage/elements.ts'
import { forgetEverything, load } from '#lib/storage/index/memory.ts'
import { compact } from '#lib/storage/log/compaction.ts'
import { type OpenModel, openModel } from '#lib/storage/models.ts'
import { packModel } from '#lib/storage/read/pack-model.ts'
import { unpackModel } from '#lib/storage/read/packed-model.ts'
import { readModel } from '#lib/storage/read/viewer-bytes.ts'
import { restoreRevision } from '#lib/storage/revisions.ts'
import { startPool } from '#lib/work/pool.ts'
import { forgetResults } from '#lib/work/result-cache.ts'
import { Scheduler, setScheduler, work } from '#lib/work/scheduler.ts'
import { CHECK, checkWhole } from './model-check.ts'
import { renderWhole } from './whole-model.ts'

const threads = startPool(2)
const options = { views: ['iso'], width: 200, height: 150 } as const

let caller: Caller
let model: OpenModel
beforeEach(async () => {
  forgetResults()
  caller = await newCaller()
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
  const nowhere = { ...options, views: ['grid'], gridLineId: 'none' } as const
  await expect(renderWhole(model, nowhere, asked)).rejects.toMatchObject({ code: 'invalid' })
})

const node = (id: string) => ({ id, position: { x: 1, y: 2, z: 3 } })
const write = async (...ids: string[]) =>
  addElements(await openModel(caller, model.id, 'write'), { values: { nodes: ids.map(node) } }, writingAs(caller))
/** So many that a thread makes the base, and that there is more than one part. */
const MANY = Array.from({ length: 4500 }, (_, i) => `N-${i}`)

it('makes a base of a model on a thread: restored, or compacted behind the back', async () => {
  setScheduler(new Scheduler(threads))
  await write(...MANY)
  const { createdAt: _, updatedAt: __, revision: ___, ...whole } = await readModel(await openModel(caller, model.id, 'read'))
  const writing = writingAs(caller)
  await removeElements(await openModel(caller, model.id, 'write'), { frames: [whole.frames![0]!.id], cascade: true }, writing)
  expect(await restoreRevision(model, 2, writing)).toMatchObject({ revision: 4, changed: { frames: { added: 1 } } })
  for (const isCompacted of [false, true]) {
    if (isCompacted) {
      await write('A')
      await removeElements(await openModel(caller, model.id, 'write'), { nodes: ['A'], cascade: false }, writing)
      expect(await compact(model.id)).toBe(true)
    }
    forgetEverything()
    expect(await readModel(await openModel(caller, model.id, 'read'))).toMatchObject(whole)
  }
})

it('makes a base of the revision that its parts are of, whoever wrote while it waited for its turn', async () => {
  setScheduler(new Scheduler(threads))
  await write(...MANY)
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const other = work(CHECK, { user: 'somebody else' }, async () => {
    await ended
    return { input: { model: await packModel(model), search: {} } }
  })
  const compacted = compact(model.id)
  await write('A')
  end()
  await other
  expect(await compacted).toBe(true)
  forgetEverything()
  expect((await load(model.id, 2))?.has('nodes', 'A')).toBe(false)
  expect((await load(model.id))?.has('nodes', 'A')).toBe(true)
})
