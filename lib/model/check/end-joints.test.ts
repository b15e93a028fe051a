import { expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import { checkModel } from './check.ts'
import { passedOn } from './end-joints.ts'

const FIXED = { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true }
const node = (id: string, x: number, z: number, y = 0) => ({ id, position: { x, y, z } })
const PINNED = { m2: true, m3: true }

/** A column whose foot is fixed; `more`: of the frame. */
const messages = (more: object = {}, parts: Partial<CreateModel> = {}) =>
  checkModel(
    returnedModel({
      name: 'Column',
      units: { length: 'm', force: 'kN' },
      nodes: [node('a', 0, 0), node('b', 0, 4), node('c', 3, 0, 1)],
      frames: [{ id: 'C', startNodeId: 'a', endNodeId: 'b', rotation: 0, ...more }],
      supports: [{ id: 'S', nodeId: 'a', restraints: FIXED }],
      ...parts,
    }),
  ).flatMap(({ code, message }) => (code === 'unstable' ? [message] : []))

it('holds a column by its fixed foot, and not where all that stands there is hinged', () => {
  expect(messages()).toEqual([])
  const [message = ''] = messages({ releases: { start: PINNED } })
  expect(message).toMatch(
    /^The structure can move as a whole: it is free to turn about the line along X .* and turn about the line along Y /,
  )
  expect(message).not.toContain('along Z at')
  // Hinged at its free end, and held by an elastic joint, it stands.
  expect(messages({ releases: { end: PINNED } })).toEqual([])
  expect(messages({ releases: { start: { m2: 500, m3: 500 } } })).toEqual([])
})

it('holds by a foot at which one of the frames is joined, or an area ends', () => {
  const brace = { id: 'D', startNodeId: 'a', endNodeId: 'c', rotation: 0 }
  const released = { id: 'C', startNodeId: 'a', endNodeId: 'b', rotation: 0, releases: { start: PINNED } }
  expect(messages({}, { frames: [released, brace] })).toEqual([])
  expect(messages({ releases: { start: PINNED } }, { areas: [{ id: 'A', nodeIds: ['a', 'b', 'c'] }] })).toEqual([])
})

it('passes on what a frame follows of the directions that are held', () => {
  const about45 = [0, 0, 0, Math.SQRT1_2, Math.SQRT1_2, 0]
  const rows = passedOn([0, 3, 4], [about45])
  expect(rows[0]).toEqual([1, 0, 0, 0, 0, 0])
  expect(rows[1]?.map((value) => Number(value.toFixed(6)))).toEqual([0, 0, 0, 0.5, -0.5, 0])
  // What nothing holds cannot be lost: held about X alone, a hinge between X and Y lets both go.
  expect(passedOn([3], [about45])[0]?.every((value) => Math.abs(value) < 1e-12)).toBe(true)
})
