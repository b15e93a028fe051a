import { expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { buildScene } from '#lib/geometry/scene.ts'
import { slabOf } from './drawings.ts'
import { boundsDrawn, boxAround, cornersOf, flipped, planeAcross, roundCoordinate, withPlane } from './section-box.ts'

const BOUNDS = { min: { x: 0, y: -2, z: 0 }, max: { x: 10, y: 4, z: 8 } }

it('cuts through the middle, and shows the other half when it is turned over', () => {
  const front = planeAcross(1, BOUNDS, null)
  expect(front).toEqual({ low: [null, 1, null], high: [null, null, null] })
  expect(flipped(front)).toEqual({ low: [null, null, null], high: [null, 1, null] })
  expect(planeAcross(2, BOUNDS, null).high).toEqual([null, null, 4])
  // The half that is nearer to the first view goes, whatever is up.
  expect(planeAcross(1, BOUNDS, 'y')).toEqual({ low: [null, null, null], high: [null, 1, null] })
  expect(planeAcross(2, BOUNDS, '-z').low).toEqual([null, null, 4])
})

it('keeps a slab a slab when it is turned over: it has no other half', () => {
  const slab = { low: [null, 1, null], high: [5, 2, null] } as const
  expect(flipped({ low: [...slab.low], high: [...slab.high] })).toEqual({ low: [5, 1, null], high: [null, 2, null] })
})

it('closes about a selection with a margin, and not about nothing', () => {
  expect(boxAround([[1, 2, 3], [4, 0, 3]], 0.5)).toEqual({ low: [0.5, -0.5, 2.5], high: [4.5, 2.5, 3.5] }) // biome-ignore format: short
  expect(boxAround([], 1)).toBeNull()
})

it('moves one plane: no farther than its opposite, and open where it no longer cuts', () => {
  const front = planeAcross(1, BOUNDS, null)
  expect(withPlane(front, { axis: 1, which: 'high' }, 2.5, BOUNDS)).toEqual({ low: [null, 1, null], high: [null, 2.5, null] })
  expect(withPlane(front, { axis: 1, which: 'high' }, -1, BOUNDS).high).toEqual([null, 1, null])
  expect(withPlane(front, { axis: 1, which: 'low' }, -50, BOUNDS).low).toEqual([null, null, null])
  // 2 % of the largest size beyond the model.
  expect(cornersOf(front, BOUNDS)).toEqual({ low: [-0.2, 1, -0.2], high: [10.2, 4.2, 8.2] })
})

it('is told as finely wherever the model lies, and as it was typed', () => {
  const far = { min: { x: 4_512_345.678, y: 0, z: 0 }, max: { x: 4_512_355.678, y: 4, z: 8 } }
  expect(roundCoordinate(4_512_345.478, far, 1e-5)).toBe(4_512_345.478)
  expect(roundCoordinate(4_512_347.125, far, 1e-7)).toBe(4_512_347.125)
  expect(roundCoordinate(0.1 + 0.2, BOUNDS, 1e-7)).toBe(0.3)
  expect(roundCoordinate(-0.7561234, BOUNDS, 1e-5)).toBe(-0.7561)
  const tiny = { min: { x: 0, y: 0, z: 0 }, max: { x: 0.006, y: 0, z: 0 } }
  expect(roundCoordinate(0.00123456789, tiny, 1e-5)).toBe(0.00123457)
  const point = { min: { x: 1, y: 1, z: 1 }, max: { x: 1, y: 1, z: 1 } }
  expect(roundCoordinate(1.25, point, 1e-5)).toBe(1.25)
})

it('is about what can be drawn: a node beyond any screen moves no cut', () => {
  const node = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })
  const nodes = [node('a', 10, 20, 0), node('b', 16, 26, 3)]
  const drawn = (...more: typeof nodes) => {
    const model = returnedModel({ name: '', nodes: [...nodes, ...more] })
    return { scene: buildScene(model), summary: { bounds: model.bounds } }
  }
  const bounds = boundsDrawn(drawn(node('far', 1e300, 0, -1e300)))
  expect(bounds).toEqual(boundsDrawn(drawn()))
  expect(planeAcross(0, bounds, null).low[0]).toBe(13)
  expect(slabOf({ axis: 'X', at: 10, label: 'A' }, [], bounds, null)).toMatchObject({ low: [9.7, null, null] })
})
