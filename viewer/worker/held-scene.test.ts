import { describe, expect, it } from 'vitest'
import { conventions } from '#lib/examples/conventions.ts'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { loaded } from '#lib/fixtures/loaded-model.ts'
import { office } from '#lib/fixtures/office.ts'
import { taperedPortal } from '#lib/fixtures/tapered-portal.ts'
import { COLOURINGS } from '#lib/model/colourings.ts'
import { sceneBytes } from '#lib/scene-file/write-scene.ts'
import { CreateModel } from '#lib/schema/request-bodies.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { toTheEnd } from '#lib/values/steps.ts'
import { modelAnswers } from './answers.ts'
import { ELEMENT_KINDS } from './elements.ts'
import type { HeldModel } from './held-model.ts'
import { heldScene } from './held-scene.ts'
import { openLoads } from './loads/loads.ts'
import { openMeasured } from './properties/open-measured.ts'
import type { Answers } from './questions.ts'

const heldOf = (model: ViewerModel) => heldScene(sceneBytes(model)!.buffer)

/** Answers about a model that came in a form. `next`: what is read at the next load. */
function answering(first: { text: string } | { held: HeldModel }) {
  const next = { read: first }
  const answers = modelAnswers({
    read: async () => ({ state: 'read', ...next.read }),
    run: toTheEnd,
    loadMeasured: async () => ({ openMeasured }),
    loadLoads: async () => ({ openLoads }),
  })
  return { answers, next }
}

const NOTHING = { source: { address: '' }, selected: [], hidden: [], isolated: null, up: null } as const
const portals = () => returnedModel(CreateModel.parse(taperedPortal()))
const models = {
  office,
  demo: () => returnedModel(demoBuilding()),
  conventions: () => returnedModel(conventions()),
  portals,
  loaded: () => loaded('kN, m, C'),
}

/** What is asked of a model while it is looked at, before anybody asks for one element's properties or a table. */
async function lookedAt(answers: Answers) {
  const asked = {
    loaded: await answers.load(NOTHING),
    up: await answers.guessUp({}),
    facets: await answers.facets({}),
    colours: await Promise.all(COLOURINGS.map((by) => answers.colours({ by, findings: [] }))),
    listed: await Promise.all(ELEMENT_KINDS.map((kind) => answers.list({ kind, from: 1, count: 5 }))),
    labels: await answers.labels({ kind: 'frame', indices: [0, 1, 1e6], what: 'label' }),
    sections: await answers.labels({ kind: 'frame', indices: [0, 1, 1e6], what: 'section' }),
    points: await answers.points({ nodes: [0, 2] }),
    shown: await answers.shown({ out: { kind: ['column'] } }),
    turned: await answers.turned({ up: 'y' }),
    loads: [await answers.loadCases({}), await answers.loads({ caseId: null })],
  }
  const refs = ELEMENT_KINDS.map((kind, k) => ({ kind, id: asked.listed[k]?.[0]?.id ?? '' }))
  return {
    ...asked,
    found: await answers.find({ refs }),
    drawn: await answers.drawnBy({ refs }),
    isolated: await answers.isolated({ refs }),
    ids: await answers.idOf({ refs: [...ELEMENT_KINDS.map((kind) => ({ kind, index: 0 })), { kind: 'node', index: 1e6 }] }),
  }
}

it('names both sections of a frame that tapers', async () => {
  const { answers } = answering({ held: heldOf(portals()) })
  await answers.load(NOTHING)
  expect(await answers.labels({ kind: 'frame', indices: [0, 1, 2], what: 'section' })).toEqual([
    'I300 → I800',
    'I900 → I400',
    'I400',
  ])
})

describe.each(Object.entries(models))('the %s as columns', (_, model) => {
  it('answers as the same model does that came as JSON, and makes none of its objects', async () => {
    const held = heldOf(model())
    const whole = () => {
      throw new Error('the model was made')
    }
    const [asScene, asJson] = [answering({ held: { ...held, whole } }), answering({ text: JSON.stringify(model()) })]
    expect(await lookedAt(asScene.answers)).toEqual(await lookedAt(asJson.answers))
  })

  it('tells its tables, properties and searches as that one does', async () => {
    const both = [answering({ held: heldOf(model()) }), answering({ text: JSON.stringify(model()) })]
    const told = async ({ answers }: { answers: Answers }) => {
      await answers.load(NOTHING)
      const listing = { kind: 'frame', text: '', cells: {}, sort: null, only: null, display: 'model' } as const
      return [
        await answers.describe({ kind: 'frame', index: 1 }),
        await answers.table({ listing, from: 0, count: 20 }),
        await answers.search({ query: '1', limit: 20 }),
      ]
    }
    const [asScene, asJson] = await Promise.all(both.map(told))
    expect(asScene).toEqual(asJson)
  })
})

it('what a revision changed is told across the forms', async () => {
  const model = office()
  const { answers, next } = answering({ text: JSON.stringify(model) })
  await answers.load(NOTHING)
  const changed = async (read: typeof next.read) => {
    next.read = read
    const loaded = await answers.load(NOTHING)
    return loaded.state === 'loaded' && loaded.changed
  }
  expect(await changed({ held: heldOf(model) })).toEqual([])
  const [first, ...rest] = model.frames!
  const after = { ...model, frames: [{ ...first!, label: 'another' }, ...rest] }
  expect(await changed({ held: heldOf(after) })).toEqual([{ kind: 'frame', id: first!.id, index: 0 }])
  expect(await changed({ text: JSON.stringify(after) })).toEqual([])
})
