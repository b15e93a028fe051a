import { expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { columnsOf } from '#lib/model/columns.ts'
import { toTheEnd } from '#lib/values/steps.ts'
import { sceneSteps } from '../../worker/scene-steps.ts'
import type { Stage } from '../elements/stage.ts'
import { type Besides, extentsNow } from './extent-now.ts'

/** Beams of 6 m, one after the other along X, about one origin. */
function stageOf(bays: number, section: object | null = null): Stage {
  const model = returnedModel({
    name: 'Bays',
    nodes: Array.from({ length: bays + 1 }, (_, k) => ({ id: `n${k}`, position: { x: 6 * k, y: 0, z: 3 } })),
    frames: Array.from({ length: bays }, (_, k) => ({ id: `b${k}`, startNodeId: `n${k}`, endNodeId: `n${k + 1}`, rotation: 0 })),
  })
  const { scene, lookup } = toTheEnd(sceneSteps(columnsOf(model), [0, 0, 0], true))
  const view = { layers: { frames: true, areas: true, supports: true, grid: true }, section, measuring: null, preset: 'solid' }
  const stage = {
    drawn: { scene, lookups: { now: () => lookup } },
    session: {
      model: { state: { get: () => ({ drawn: { scene } }) } },
      view: { get: () => view },
      derived: { get: () => ({ shown: null, hidden: [], isolated: null }) },
    },
    tables: {
      ...{ nodeState: { values: new Uint8Array(99) }, frameState: { values: new Uint8Array(99) } },
      ...{ areaState: { values: new Uint8Array(99) }, supportState: { values: new Uint8Array(99) } },
    },
  }
  return stage as unknown as Stage
}

const removed = [2, 3].map((index) => ({ kind: 'frame' as const, index }))

it('what stands beside a comparison stands beside the bays that were removed too, and beside the model alone when it is over', () => {
  const [newer, older] = [stageOf(2), stageOf(4)]
  let besides: Besides | null = { drawn: older.drawn, removed }
  const extents = extentsNow(() => besides)
  expect(extents.box(newer)).toMatchObject({ low: [0, 0, 3], high: [24, 0, 3] })
  besides = null
  expect(extents.box(newer)).toMatchObject({ low: [0, 0, 3], high: [12, 0, 3] })
})

it('of what a section cuts away nothing counts, and nothing of what stayed', () => {
  const open = { low: [null, null, null], high: [20, null, null] }
  const besides = { drawn: stageOf(4).drawn, removed }
  expect(extentsNow(() => besides).box(stageOf(2, open))).toMatchObject({ high: [20, 0, 3] })
  expect(extentsNow(() => ({ ...besides, removed: [] })).box(stageOf(2))).toMatchObject({ high: [12, 0, 3] })
})
