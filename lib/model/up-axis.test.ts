import { describe, expect, it } from 'vitest'
import { conventions } from '#lib/examples/conventions.ts'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { office } from '#lib/fixtures/office.ts'
import { tower } from '#lib/fixtures/tower.ts'
import type { Complete, Vector3, ViewerModel } from '#lib/schema/schema.ts'
import { columnsOf } from './columns.ts'
import * as upAxis from './up-axis.ts'

const moved = <Model extends Pick<ViewerModel, 'nodes'>>(model: Model, to: (p: Vector3) => Vector3): Model => ({
  ...model,
  nodes: model.nodes.map((node) => ({ ...node, position: to(node.position) })),
})
const guessUp = (model: Pick<ViewerModel, 'nodes' | 'frames' | 'areas' | 'supports'>) =>
  upAxis.guessUp(columnsOf({ ...returnedModel({ name: '' }), ...model }))

const yUp = ({ x, y, z }: Vector3) => ({ x, y: z, z: -y })
const yDown = ({ x, y, z }: Vector3) => ({ x, y: -z, z: y })
const zDown = ({ x, y, z }: Vector3) => ({ x, y: -y, z: -z })

const models = {
  'portal frame': () => returnedModel(portalFrame()),
  'demo building': () => returnedModel(demoBuilding()),
  conventions: () => returnedModel(conventions()),
  office,
  tower: () => returnedModel(tower()),
}
const buildings = ['demo building', 'office', 'tower'] as const

type Deck = Complete<Pick<ViewerModel, 'nodes' | 'areas' | 'supports'>>

/** A deck of squares in one plane on four supports, its level at 5. */
function deck(): Deck {
  const model: Deck = { nodes: [], areas: [], supports: [] }
  const at = (i: number, j: number) => `N${i}-${j}`
  for (let i = 0; i <= 4; i++) for (let j = 0; j <= 4; j++) model.nodes.push({ id: at(i, j), position: { x: i, y: j, z: 5 } })
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < 4; j++)
      model.areas.push({ id: `A${i}-${j}`, nodeIds: [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)] })
  for (const nodeId of [at(0, 0), at(4, 0), at(4, 4), at(0, 4)])
    model.supports.push({ id: nodeId, nodeId, restraints: { u3: true } })
  return model
}

describe('which way a model may have been made up', () => {
  it.each(Object.entries(models))('guesses nothing of the %s', (_, model) => {
    expect(guessUp(model())).toBeNull()
  })

  it.each(buildings)('sees that the %s lies on its side, either way', (name) => {
    expect(guessUp(moved(models[name](), yUp))).toMatchObject({ up: 'y', held: { at: 'lowest Y' } })
    expect(guessUp(moved(models[name](), yDown))).toMatchObject({ up: '-y', held: { at: 'highest Y' } })
  })

  it.each([...buildings, 'portal frame'] as const)('sees that the %s hangs from its supports', (name) => {
    const guess = guessUp(moved(models[name](), zDown))
    expect(guess).toMatchObject({ up: '-z', held: { at: 'top' } })
    expect(guess!.held!.count).toBeGreaterThanOrEqual(0.9 * guess!.held!.of)
  })

  it('takes a flat frame in X and Y whose columns stand along Y for one made with Y up, and no other flat one', () => {
    const portal = moved(returnedModel(portalFrame()), yUp)
    expect(guessUp(portal)).toEqual({ up: 'y', held: { count: 2, of: 2, at: 'lowest Y' } })
    const held = new Set(portal.supports!.map(({ nodeId }) => nodeId))
    const withoutColumns = portal.frames!.filter(({ startNodeId, endNodeId }) => !held.has(startNodeId) && !held.has(endNodeId))
    expect(guessUp({ ...portal, frames: withoutColumns })).toBeNull()
  })

  it('sees by its areas that a deck was made with Y up, and needs a support for it', () => {
    expect(guessUp(deck())).toBeNull()
    const lying = moved(deck(), yUp)
    expect(guessUp(lying)).toEqual({ up: 'y' })
    expect(guessUp({ ...lying, supports: [] })).toBeNull()
    expect(guessUp({ ...lying, areas: lying.areas.slice(0, 9) })).toBeNull()
    expect(guessUp({ ...lying, areas: lying.areas.slice(0, 10) })).toEqual({ up: 'y' })
  })

  it('knows how high a model is by its areas too, a tank that hangs without a frame', () => {
    const at = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })
    const rim = [at('a', 0, 0, 4), at('b', 5, 0, 4), at('c', 5, 5, 4), at('d', 0, 5, 4)]
    const floor = rim.map(({ id, position: { x, y } }) => at(id.toUpperCase(), x, y, 0))
    const walls = ['ab', 'bc', 'cd', 'da'].map((side) => ({ id: side, nodeIds: [...side, ...[...side.toUpperCase()].reverse()] }))
    const supports = rim.map(({ id }) => ({ id, nodeId: id, restraints: { u3: true } }))
    const tank = { nodes: [...rim, ...floor], supports, frames: [] }
    expect(guessUp({ ...tank, areas: walls })).toEqual({ up: '-z', held: { count: 4, of: 4, at: 'top' } })
    expect(guessUp({ ...tank, areas: walls.slice(3) })).toMatchObject({ up: '-z' })
    expect(guessUp({ ...tank, areas: [] })).toBeNull()
  })

  it('goes by the size of areas: no more than one square metre of ten lies level', () => {
    // Sixteen square metres lie along Y.
    const guessed = (level: number) => {
      const lying = moved(deck(), yUp)
      const at = (id: string, x: number, y: number) => ({ id, position: { x, y, z: -1 } })
      const nodes = [at('a', 1, 4.5), at('b', 1 + level, 4.5), at('c', 1 + level, 5.5), at('d', 1, 5.5)]
      const more = { id: 'level', nodeIds: ['a', 'b', 'c', 'd'] }
      return guessUp({ ...lying, nodes: [...lying.nodes, ...nodes], areas: [...lying.areas, more] })
    }
    expect(guessed(1.7)).toEqual({ up: 'y' })
    expect(guessed(1.9)).toBeNull()
  })

  it('counts nodes that are kept from moving, each once, and no node that nothing uses', () => {
    const hanging = moved(office(), zDown)
    const turning = hanging.supports!.map((support) => ({ ...support, restraints: { r1: true } }))
    expect(guessUp({ ...hanging, supports: turning })).toBeNull()
    const twice = hanging.supports!.map((support) => ({ ...support, id: `${support.id} again` }))
    expect(guessUp({ ...hanging, supports: [...hanging.supports!, ...twice] })).toEqual(guessUp(hanging))
    const stray = { id: 'stray', position: { x: 0, y: 0, z: 1000 } }
    expect(guessUp({ ...hanging, nodes: [...hanging.nodes, stray] })).toEqual(guessUp(hanging))
  })

  it('takes nine of ten at the top for hanging, and no more than one of ten at the bottom', () => {
    /** A table of ten legs, of which so many are held at the top, the bottom and the middle. */
    const held = (top: number, bottom: number, middle: number) => {
      const legs = Array.from({ length: 10 }, (_, k) => k)
      const at = (k: number) => (k < top ? 10 : k < top + bottom ? 0 : 5)
      const nodes = legs.flatMap((k) => [0, 5, 10].map((z) => ({ id: `${k} ${z}`, position: { x: k, y: (k % 2) * 3, z } })))
      const frames = legs.map((k) => ({ id: `${k}`, startNodeId: `${k} 0`, endNodeId: `${k} 10`, rotation: 0 }))
      const supports = legs
        .slice(0, top + bottom + middle)
        .map((k) => ({ id: `${k}`, nodeId: `${k} ${at(k)}`, restraints: { u1: true } }))
      return guessUp({ nodes, frames, supports })
    }
    expect(held(10, 0, 0)).toEqual({ up: '-z', held: { count: 10, of: 10, at: 'top' } })
    expect(held(9, 1, 0)).toMatchObject({ up: '-z', held: { count: 9 } })
    expect(held(9, 0, 1)).toMatchObject({ up: '-z' })
    expect(held(8, 1, 1)).toBeNull()
    expect(held(8, 2, 0)).toBeNull()
    expect(held(1, 0, 0)).toBeNull()
    expect(held(2, 0, 0)).toMatchObject({ up: '-z' })
  })

  it('takes a support for one that holds whichever way it does, and says nothing by one without restraints', () => {
    const hanging = moved(office(), zDown)
    const as = (restraints?: object) => guessUp({ ...hanging, supports: hanging.supports!.map(({ id, nodeId }) => ({ id, nodeId, ...(restraints && { restraints }) })) }) // biome-ignore format: short
    for (const one of ['u1', 'u2', 'u3']) expect(as({ [one]: true })).toMatchObject({ up: '-z' })
    expect([as({ r3: true }), as({}), as()]).toEqual([null, null, null])
  })

  it('goes by the supports of what lies on its side: four or more, nine of ten at one end of Y, spread along Z', () => {
    /** Ten posts along Y, of which so many are held at their lower and at their higher end, over a length in Z. */
    const held = (low: number, high: number, long = 10) => {
      const posts = Array.from({ length: 10 }, (_, k) => k)
      const nodes = posts.flatMap((k) => [0, 6].map((y) => ({ id: `${k} ${y}`, position: { x: k % 2, y, z: k } })))
      const frames = posts.map((k) => ({ id: `${k}`, startNodeId: `${k} 0`, endNodeId: `${k} 6`, rotation: 0 }))
      const supports = posts
        .slice(0, low + high)
        .map((k) => ({ id: `${k}`, nodeId: `${(k * long) / 10} ${k < low ? 0 : 6}`, restraints: { u1: true } }))
      return (
        guessUp({ nodes, frames, supports: supports.filter(({ nodeId }) => nodes.some(({ id }) => id === nodeId)) })?.up ?? null
      )
    }
    expect([held(10, 0), held(9, 1), held(8, 2)]).toEqual(['y', 'y', null])
    expect([held(0, 10), held(1, 9), held(2, 8)]).toEqual(['-y', '-y', null])
    expect([held(4, 0), held(3, 0)]).toEqual(['y', null])
    const one = { id: 'S', nodeId: 'A', restraints: { u1: true } }
    const post = { nodes: [{ id: 'A', position: { x: 0, y: 0, z: 0 } }, { id: 'B', position: { x: 0, y: 6, z: 0 } }], frames: [{ id: 'F', startNodeId: 'A', endNodeId: 'B', rotation: 0 }] } // biome-ignore format: short
    expect(guessUp({ ...post, supports: [one] })).toBeNull()
    expect(guessUp({ ...post, supports: [one, { ...one, id: 'T', nodeId: 'B' }] })).toBeNull()
  })

  it('asks that what is held is spread over a quarter of the length in Z', () => {
    const guessed = (long: number) => {
      const places = [[0, 0], [0, 3], [2, 3], [4, 3]] as const // biome-ignore format: x, z
      const nodes = [...places.flatMap(([x, z], k) => [0, 6].map((y) => ({ id: `${k} ${y}`, position: { x, y, z } }))), { id: 'end', position: { x: 0, y: 6, z: long } }] // biome-ignore format: short
      const frames = [...places.map((_, k) => [`${k} 0`, `${k} 6`]), ['0 6', 'end']].map(([a, b], k) => ({ id: `${k}`, startNodeId: a!, endNodeId: b!, rotation: 0 })) // biome-ignore format: short
      return guessUp({ nodes, frames, supports: places.map((_, k) => ({ id: `${k}`, nodeId: `${k} 0`, restraints: { u2: true } })) }) // biome-ignore format: short
    }
    expect([guessed(4), guessed(12), guessed(12.1)]).toMatchObject([{ up: 'y' }, { up: 'y' }, null])
  })

  it('asks that six of ten square metres face along Y', () => {
    const guessed = (across: number) => {
      const lying = moved(deck(), yUp)
      const at = (id: string, y: number, z: number) => ({ id, position: { x: 0, y, z } })
      const nodes = [at('a', 0, 0), at('b', across, 0), at('c', across, -1), at('d', 0, -1)]
      return guessUp({ ...lying, nodes: [...lying.nodes, ...nodes], areas: [...lying.areas, { id: 'wall', nodeIds: ['a', 'b', 'c', 'd'] }] }) // biome-ignore format: short
    }
    // Sixteen square metres lie along Y.
    expect([guessed(10.5), guessed(10.8)]).toEqual([{ up: 'y' }, null])
  })

  it('guesses nothing of what has no size, no places or none that can be counted', () => {
    const at = { x: 1, y: 1, z: 1 }
    const supports = [{ id: 'S', nodeId: 'A', restraints: { u1: true } }]
    expect(guessUp({ nodes: [] })).toBeNull()
    expect(guessUp({ nodes: [{ id: 'A', position: at }], supports })).toBeNull()
    const four = ['A', 'B', 'C', 'D'].map((id) => ({ id, position: at }))
    expect(guessUp({ nodes: four, supports: four.map(({ id }) => ({ ...supports[0]!, id, nodeId: id })) })).toBeNull()
    const far = { id: 'B', position: { x: 0, y: 0, z: 1.7e308 } }
    const frames = [{ id: 'F', startNodeId: 'A', endNodeId: 'B', rotation: 0 }]
    expect(guessUp({ nodes: [{ id: 'A', position: { ...at, z: -1.7e308 } }, far], frames, supports })).toBeNull()
  })
})
