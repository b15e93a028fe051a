import { expect, it } from 'vitest'
import { buildScene } from '#lib/geometry/scene.ts'
import { AXES } from '#lib/model/shape/vector.ts'
import { building } from '../../bench/viewer/building.ts'
import { buildingScene } from './building.ts'

it.each([1, 7, 100, 1000, 3001])('the scene of %i frames is that of the model of as many', (frames) => {
  const model = building(frames)
  expect(model.frames).toHaveLength(frames)
  const [ours, theirs] = [buildingScene(frames), buildScene(model)]
  expect(ours.frames).toEqual(theirs.frames)
  expect(ours.bodies).toEqual(theirs.bodies)
  expect(ours.placements).toEqual(theirs.placements)
  expect(ours.areas).toEqual(theirs.areas)
  expect(ours.supports).toEqual(theirs.supports)
  for (const corner of ['origin', 'low', 'high'] as const)
    for (const k of AXES) expect(ours[corner][k]).toBeCloseTo(theirs[corner][k], 9)
  expect(ours.nodes.length).toBe(theirs.nodes.length)
  expect(ours.nodes.every((value, k) => Math.abs(value - theirs.nodes[k]!) < 1e-4)).toBe(true)
})
