import { expect, it } from 'vitest'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import type { SketchShape } from '#lib/schema/comment-bodies.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { type SketchedView, sketchFinder } from './under-sketch.ts'

/** From the front, 100 pixels a unit: the beam lies 150 pixels below the top, the columns 150 from the sides. */
const FRONT: Omit<SketchedView, 'sketch'> = {
  projection: 'orthographic',
  ...{ eye: [3, -15, 2], target: [3, 0, 2], up: [0, 0, 1], heightSeen: 7, viewport: { width: 900, height: 700 } },
  ...{ only: null, hidden: [], section: null, showsNodes: false },
}

/** Behind the beam lies a wall of the height of the columns. */
const WALL = { id: 'W1', kind: 'wall', nodeIds: ['W1', 'W2', 'W3', 'W4'], thickness: 0.2 } as const
const walled = (): ViewerModel => {
  const portal = portalFrame()
  const corners = [[1, 0], [5, 0], [5, 4], [1, 4]] as const // biome-ignore format: four places
  const nodes = corners.map(([x, z], k) => ({ id: `W${k + 1}`, position: { x, y: 2, z } }))
  return returnedModel({
    ...portal,
    nodes: [...(portal.nodes ?? []), ...nodes],
    areas: [{ ...WALL, nodeIds: [...WALL.nodeIds] }],
  })
}

const underneath = (shapes: SketchShape[], view: Partial<SketchedView> = {}, model = walled()): string[] =>
  sketchFinder(model)({ ...FRONT, ...view, sketch: shapes }).map(({ kind, id }) => `${kind} ${id}`)

const shape = (type: SketchShape['type'], ...points: [number, number][]): SketchShape => ({
  ...{ type, points: points.map(([x, y]) => ({ x, y })) },
  ...(type === 'text' && { text: 'here' }),
})

it('a cloud and a line that goes around hold what is seen within, that which fills more of it first', () => {
  const within = ['area W1', 'frame B1']
  expect(underneath([shape('cloud', [400, 120], [500, 260])])).toEqual(within)
  expect(underneath([shape('line', [400, 120], [500, 120], [500, 260], [400, 260], [402, 125])])).toEqual(within)
  expect(underneath([shape('line', [400, 260], [500, 260])]), 'a stroke').toEqual(['area W1'])
  expect(underneath([shape('cloud', [10, 10], [60, 60])]), 'beside everything').toEqual([])
})

it('an arrow means what its tip is at or just before, and what it crosses comes after', () => {
  expect(underneath([shape('arrow', [450, 300], [174, 300])])).toEqual(['frame C1', 'area W1'])
  expect(underneath([shape('arrow', [20, 300], [40, 300])]), 'far before it').toEqual([])
})

it('words count where there is nothing else', () => {
  expect(underneath([shape('text', [450, 300])])).toEqual(['area W1'])
  expect(underneath([shape('text', [450, 300]), shape('arrow', [20, 300], [140, 300])])).toEqual(['frame C1'])
})

it('what is hidden, cut away or not among those shown alone is not under it, and supports and nodes are where they are drawn', () => {
  const cloud = shape('cloud', [400, 120], [500, 260])
  expect(underneath([cloud], { hidden: [{ kind: 'area', id: 'W1' }] })).toEqual(['frame B1'])
  expect(underneath([cloud], { only: [{ kind: 'area', id: 'W1' }] })).toEqual(['area W1'])
  const behind = { low: [null, 1, null], high: [null, null, null] } satisfies SketchedView['section']
  expect(underneath([cloud], { section: behind })).toEqual(['area W1'])
  const foot = shape('cloud', [140, 545], [160, 580])
  expect(underneath([foot])).toContain('support S1')
  expect(underneath([foot], { showsNodes: true })).toContain('node N1')
})
