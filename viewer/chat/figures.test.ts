import { expect, it } from 'vitest'
import { figuresIn } from './figures.ts'

const head = { screening: 'linear elastic, first order. Not for design.', units: 'kN, m; stress MPa, mass kg, period s' }

it('has whether it stands and five figures, each with its place and case', () => {
  const figures = figuresIn({
    ...{ ...head, stands: 'yes', displacement: { id: 'D4', case: 'ULS', value: 0.0231 } },
    ...{ deflection: { ratio: 412, id: 'B12', case: 'ULS', value: 0.0146 }, drift: { ratio: 388, storey: 'Level 3', case: 'W' } },
    ...{ stress: { ratio: 0.83, stress: -294.1, id: 'B12', case: 'ULS' }, modes: [{ period: 1.12, massX: 0.02, massY: 0.78 }] },
  })
  expect(figures).toEqual({
    verdict: 'Stands.',
    rows: [
      { name: 'Nodes move', value: '0.0231 m', where: 'D4, ULS' },
      { name: 'Deflection', value: 'L/412', where: 'B12, ULS' },
      { name: 'Drift', value: 'h/388', where: 'Level 3, W' },
      { name: 'Stress', value: '0.83 of yield', where: 'B12, ULS' },
      { name: 'First period', value: '1.12 s', where: '' },
    ],
    banner: 'Screening: linear elastic, first order. Not for design.',
  })
})

it('leaves out what there is not, and takes nothing for a number that is none', () => {
  const { rows } = figuresIn({
    ...head,
    stands: 'yes',
    stress: { stress: 12, id: 'B', case: 'D' },
    drift: { ratio: '1' },
    modes: [],
  })
  expect(rows).toEqual([{ name: 'Stress', value: '12 MPa', where: 'B, D' }])
})

it('says why it does not stand, or that it may be a false alarm', () => {
  const mechanisms = [{ message: 'Node 2 slides along X', nodes: [], elements: [], fix: '' }]
  expect(figuresIn({ ...head, stands: 'no', mechanisms }).verdict).toBe('Does not stand. Node 2 slides along X')
  expect(figuresIn({ ...head, stands: 'cannot tell', mechanisms }).verdict).toBe('Node 2 slides along X')
  expect(figuresIn({})).toEqual({ verdict: 'It moves.', rows: [], banner: '' })
})
