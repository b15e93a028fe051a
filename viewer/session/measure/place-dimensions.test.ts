import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import { toTheEnd } from '#lib/values/steps.ts'
import { modelAnswers } from '../../worker/answers.ts'
import type { Question, Questions } from '../../worker/questions.ts'
import type { Drawn, LiveState } from '../live-model.ts'
import { createStore } from '../store.ts'
import { dimensionsText, textDimensions } from './dimensions.ts'
import { placingDimensions } from './place-dimensions.ts'

const node = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })
const FAR = 500_000

/** A beam and a slab; `by` further along X, `depth` of the beam. */
function bay({ by = 0, depth = 0.4, hasBeam = true, wide = 5 } = {}): CreateModel {
  const x = FAR + by
  return {
    name: 'A bay',
    nodes: [node('a', x, 0, 3), node('b', x + 6, 0, 3), node('c', x + 6, wide, 3), node('d', x, wide, 3)],
    sections: [{ id: 'S', type: 'rectangular', dimensions: { t3: depth, t2: 0.3 } }],
    ...(hasBeam && { frames: [{ id: 'beam', startNodeId: 'a', endNodeId: 'b', sectionId: 'S', rotation: 0 }] }),
    areas: [{ id: 'slab', nodeIds: ['a', 'b', 'c', 'd'], thickness: 0.2, cardinalPoint: 'TOP' }],
  }
}

/** A viewer's model in one revision after the other, asked as the viewer asks it. */
function revisions() {
  let next = ''
  const answers = modelAnswers({
    read: async () => ({ state: 'read', text: next }),
    run: toTheEnd,
    loadMeasured: () => import('../../worker/properties/open-measured.ts'),
  })
  const state = createStore({ drawn: null } as unknown as LiveState)
  const place = placingDimensions({
    state,
    ask: async <Q extends Question>(question: Q, ask: Questions[Q]['ask']) => answers[question](ask),
  })
  return {
    place,
    async open(model: CreateModel) {
      next = JSON.stringify(returnedModel(model))
      const nothing = { selected: [], hidden: [], isolated: null, up: null }
      const loaded = await answers.load({ source: { address: '' }, ...nothing })
      state.set({ drawn: loaded as unknown as Drawn })
    },
  }
}

describe('a dimension', () => {
  const read = (text: string) => textDimensions(text)

  it('follows what it stands on: nodes, the middle of a beam, a corner of its body, an edge of a slab', async () => {
    const { place, open } = revisions()
    await open(bay())
    const text = `n:a,p:${FAR + 3}/0/3/f:beam;p:${FAR + 6}/-0.15/2.8/f:beam,p:${FAR + 6}/2.5/3/a:slab`
    const first = await place(read(text))
    expect(first.moved).toBeNull()
    expect(first.placed.map(({ points }) => points.map(({ at }) => at))).toEqual([
      [[FAR, 0, 3], [FAR + 3, 0, 3]],
      [[FAR + 6, -0.15, 2.8], [FAR + 6, 2.5, 3]],
    ]) // biome-ignore format: pairs
    const kept = read(text)
    await place(kept)
    await open(bay({ by: 2, depth: 0.8, wide: 10 }))
    const second = await place(kept)
    expect(second.placed[0]?.points.map(({ at }) => at)).toEqual([[FAR + 2, 0, 3], [FAR + 5, 0, 3]]) // biome-ignore format: a pair
    // The beam is deeper now, the slab wider: a corner stays a corner, the middle of an edge its middle.
    expect(dimensionsText(second.moved ?? [])).toBe(
      `n:a,p:${FAR + 5}/0/3/f:beam;p:${FAR + 8}/-0.15/2.6/f:beam,p:${FAR + 8}/5/3/a:slab`,
    )
    expect((await place(second.moved ?? [])).moved).toBeNull()
  })

  it('stays where it was last, and says what is gone', async () => {
    const { place, open } = revisions()
    await open(bay())
    const kept = read(`n:a,p:${FAR + 3}/0/3/f:beam;n:nobody,n:b`)
    const [first, second] = (await place(kept)).placed
    expect(first?.points.map(({ isGone }) => isGone)).toEqual([false, false])
    expect(second?.points).toMatchObject([{ name: 'nobody', at: null, isGone: true }, { isGone: false }])
    await open(bay({ hasBeam: false, by: 1 }))
    const { placed, moved } = await place(kept)
    expect(moved).toBeNull()
    expect(placed[0]?.points).toMatchObject([
      { name: 'a', at: [FAR + 1, 0, 3], isGone: false },
      { name: 'on beam', at: [FAR + 3, 0, 3], isGone: true },
    ])
  })

  it('is called by its coordinates where it stands on nothing, however large they are', async () => {
    const { place, open } = revisions()
    await open(bay())
    const { placed } = await place(read('p:4512347.125/5398765.432/116.5,n:b'))
    expect(placed[0]?.points[0]?.name).toBe('(4512347.125, 5398765.432, 116.5)')
  })

  it('is taken to its element where a link is opened later', async () => {
    const { place, open } = revisions()
    await open(bay({ by: 4 }))
    const { placed, moved } = await place(read(`p:${FAR + 3}/0/3/f:beam,n:b`))
    expect(placed[0]?.points[0]).toMatchObject({ at: [FAR + 4, 0, 3], isGone: false })
    expect(dimensionsText(moved ?? [])).toBe(`p:${FAR + 4}/0/3/f:beam,n:b`)
  })
})
