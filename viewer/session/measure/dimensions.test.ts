import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createView } from '../view/view-state.ts'
import { type Dimension, dimensionsText, MOST_DIMENSIONS, NEEDS, textDimensions } from './dimensions.ts'
import { begun, measureTo, removeDimension, startMeasuring, stopMeasuring, takePointBack } from './measure-mode.ts'

const node = (id: string) => ({ on: { kind: 'node' as const, id }, at: null })
const onFrame = (id: string) => ({ on: { kind: 'frame' as const, id }, at: [1, 2, 3] as const })

it('writes and reads any dimension, whatever its ids', () => {
  const id = fc.string({ minLength: 1, unit: 'binary' }).filter((text) => text.isWellFormed())
  const number = fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => Number(value.toPrecision(12)) + 0)
  const at = fc.tuple(number, number, number)
  const point = fc.oneof(
    id.map(node),
    fc.record({ on: fc.record({ kind: fc.constantFrom('frame' as const, 'area' as const), id }), at }),
    at.map((place) => ({ on: null, at: place })),
  )
  const dimension = fc
    .constantFrom('length' as const, 'angle' as const, 'area' as const, 'radius' as const)
    .chain((of): fc.Arbitrary<Dimension> => {
      const points = fc.array(point, { minLength: NEEDS[of], maxLength: of === 'length' ? 5 : NEEDS[of] })
      return points.map((list) => ({ of, points: list }))
    })
  fc.assert(
    fc.property(fc.array(dimension, { maxLength: 8 }), (dimensions) => {
      const query = new URLSearchParams({ measure: dimensionsText(dimensions) }).toString()
      expect(textDimensions(new URLSearchParams(query).get('measure'))).toEqual(dimensions)
    }),
  )
})

it('reads a chain of nodes as ever, and leaves out what makes no sense', () => {
  expect(textDimensions('n:A1-2,n:B1-2,n:B1-1')).toEqual([{ of: 'length', points: ['A1-2', 'B1-2', 'B1-1'].map(node) }])
  expect(textDimensions('p:1.2/0/3.4/f:B1,n:A1')).toEqual([
    { of: 'length', points: [{ on: { kind: 'frame', id: 'B1' }, at: [1.2, 0, 3.4] }, node('A1')] },
  ])
  expect(textDimensions('n:A;n:B,n:C;p:1/x/2,q:1;angle:;radius:n:1')).toEqual([
    { of: 'length', points: [node('B'), node('C')] },
    { of: 'radius', points: [node('1')] },
  ])
  expect(textDimensions(null)).toEqual([])
})

it('goes on with a chain until its last point is taken again; keeps what is whole; takes points and dimensions back', () => {
  const view = createView()
  const session = { view }
  startMeasuring(session)
  for (const id of ['A', 'B', 'C', 'C', 'D']) expect(measureTo(session, node(id))).toBeNull()
  expect(dimensionsText(view.get().dimensions)).toBe('n:A,n:B,n:C;n:D')
  takePointBack(session)
  takePointBack(session)
  expect(dimensionsText(view.get().dimensions)).toBe('n:A,n:B')
  measureTo(session, node('E'))
  expect(dimensionsText(view.get().dimensions)).toBe('n:A,n:B,n:E')
  startMeasuring(session, 'angle')
  expect(measureTo(session, node('A'))).toBe('An angle is measured between two frames')
  measureTo(session, onFrame('f'))
  expect(begun(session)).toHaveLength(1)
  expect(measureTo(session, { ...onFrame('f'), at: [0, 0, 0] })).toBe('The same frame has no angle with itself')
  measureTo(session, onFrame('g'))
  expect(begun(session)).toHaveLength(0)
  measureTo(session, onFrame('h'))
  stopMeasuring(session)
  expect(dimensionsText(view.get().dimensions)).toBe('n:A,n:B,n:E;angle:p:1/2/3/f:f,p:1/2/3/f:g')
  removeDimension(session, 0)
  expect(view.get().dimensions).toHaveLength(1)
})

it('keeps fifty, and says so to the next', () => {
  const view = createView()
  const session = { view }
  startMeasuring(session, 'area')
  for (let k = 0; k < MOST_DIMENSIONS; k++) expect(measureTo(session, onFrame(`f${k}`))).toBeNull()
  expect(measureTo(session, onFrame('one more'))).toMatch(/^50 dimensions are kept/)
  expect(view.get().dimensions).toHaveLength(MOST_DIMENSIONS)
})
