import { expect, it } from 'vitest'
import { buildScene } from '#lib/geometry/scene.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { ViewerSession } from './session.ts'
import { FIRST_VIEW, type ViewState } from './view/view-state.ts'
import { supportsSeen } from './visible-supports.ts'

/** In a row along X, 2 apart: fixed, pinned, pinned, and one that holds Y and Z and rolls along X. */
const HELD = ['111111', '111000', '111000', '011000']
const scene = buildScene({
  name: 'Four supports',
  schemaVersion: 'viewer-model/v1',
  bounds: { min: { x: 1000, y: 0, z: 0 }, max: { x: 1006, y: 0, z: 0 } },
  nodes: HELD.map((_, k) => ({ id: `N${k}`, position: { x: 1000 + 2 * k, y: 0, z: 0 } })),
  supports: HELD.map((bits, k) => ({
    id: `S${k}`,
    nodeId: `N${k}`,
    restraints: Object.fromEntries(['u1', 'u2', 'u3', 'r1', 'r2', 'r3'].map((direction, at) => [direction, bits[at] === '1'])),
  })),
})
const support = (index: number) => ({ kind: 'support' as const, id: `S${index}`, index })

/** From where `toward` leads, with `up` upward in the picture. */
function seen(view: Partial<ViewState> = {}, derived = {}, [toward, right, up]: readonly [Vec, Vec, Vec] = FRONT) {
  const session = {
    view: { get: () => ({ ...FIRST_VIEW, ...view }) },
    derived: { get: () => ({ hidden: [], isolated: null, shown: null, compared: null, ...derived }) },
  } as unknown as ViewerSession
  const elements = [0, 1, 2].flatMap((k) => [right[k]!, up[k]!, toward[k]!, 0])
  const camera3 = { matrixWorldInverse: { elements: [...elements, 0, 0, 0, 1] }, projectionMatrix: { elements: [] } }
  return supportsSeen(session, { scene, up: null }, { camera3 })
}
const told = (...as: Parameters<typeof seen>) => seen(...as).map(({ label, count }) => `${label} ${count}`)
const FRONT: readonly [Vec, Vec, Vec] = [
  [0, -1, 0],
  [1, 0, 0],
  [0, 0, 1],
]
const RIGHT: readonly [Vec, Vec, Vec] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

it('counts what the supports of a view in space hold, the most first', () => {
  expect(told()).toEqual(['Pinned 2', 'Fixed 1', 'Roller along X 1'])
})

it('counts those in the picture alone: not hidden, isolated away, filtered out, beyond the section box or of a layer that is off', () => {
  expect(told({}, { hidden: [support(0), { kind: 'node', id: 'N1', index: 1 }] })).toEqual(['Pinned 2', 'Roller along X 1'])
  expect(told({}, { isolated: [support(2)] })).toEqual(['Pinned 1'])
  expect(told({}, { shown: { supports: Uint8Array.of(1, 0, 0, 1) } })).toEqual(['Fixed 1', 'Roller along X 1'])
  expect(told({ section: { low: [1001, null, null], high: [1005, null, null] } })).toEqual(['Pinned 2'])
  expect(told({ layers: { ...FIRST_VIEW.layers, supports: false } })).toEqual([])
  expect(told({}, { compared: { state: 'compared' } })).toEqual([])
})

it('has each symbol from where the picture is seen', () => {
  const roller = (from: typeof FRONT) => seen({}, {}, from)[2]!.symbol({ x: 0, y: 0, width: 5, height: 2.8 })
  const circles = (from: typeof FRONT) => roller(from).flatMap((mark) => (mark.shape === 'circle' ? [mark.at[0].toFixed(2)] : []))
  expect(new Set(circles(FRONT)).size).toBe(2) // its wheels beside each other
  expect(new Set(circles(RIGHT)).size).toBe(1) // one behind the other
})
