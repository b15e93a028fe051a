import { expect, it } from 'vitest'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { columnsOf, type ModelColumns } from '#lib/model/columns.ts'
import { toTheEnd } from '#lib/values/steps.ts'
import { modelAnswers } from './answers.ts'
import { openMeasured } from './properties/open-measured.ts'
import type { Questions } from './questions.ts'
import { sceneSteps } from './scene-steps.ts'
import { buffersIn } from './transferables.ts'

const WANTED = { source: { address: '' }, selected: [], hidden: [], isolated: null, up: null } as const

it('is told by itself of the model that is loaded first, whose scene has gone to the page by then, and comes with every later one', async () => {
  const models = [demoBuilding(), portalFrame()].map((model) => returnedModel(model))
  const [building, portal] = [demoBuilding(), portalFrame()].map((model) => columnsOf(returnedModel(model))) as [
    ModelColumns,
    ModelColumns,
  ]
  const first = toTheEnd(sceneSteps(building))
  const second = toTheEnd(sceneSteps(portal, first.scene.origin))
  const answers = modelAnswers({
    read: async () => ({ state: 'read', text: JSON.stringify(models.shift()) }),
    run: toTheEnd,
    loadMeasured: async () => ({ openMeasured }),
  })
  const load = async () => {
    const loaded = (await answers.load(WANTED)) as Extract<Questions['load']['answer'], { state: 'loaded' }>
    return structuredClone(loaded, { transfer: [...buffersIn(loaded)] }) // as a thread hands it over
  }
  await expect(answers.lookup({})).rejects.toThrow('nothing is owed')
  const { lookup, scene, chunks, groups, solids } = await load()
  expect({ scene, chunks, groups, solids, lookup }).toEqual({ ...first, lookup: null })
  expect((await load()).lookup).toEqual(second.lookup)
  expect(await answers.lookup({})).toEqual(first.lookup)
  await expect(answers.lookup({})).rejects.toThrow('nothing is owed')
})
