import { expect, it } from 'vitest'
import { figureLines } from './figures.ts'

const head = { screening: 'linear elastic, first order. Not for design.', units: 'kN, m; stress MPa, mass kg, period s' }

it('has whether it stands and five figures, each with its place and case', () => {
  const lines = figureLines({
    ...{ ...head, stands: 'yes', displacement: { id: 'D4', case: 'ULS', value: 0.0231 } },
    ...{ deflection: { ratio: 412, id: 'B12', case: 'ULS', value: 0.0146 }, drift: { ratio: 388, storey: 'Level 3', case: 'W' } },
    ...{ stress: { ratio: 0.83, stress: -294.1, id: 'B12', case: 'ULS' }, modes: [{ period: 1.12, massX: 0.02, massY: 0.78 }] },
  })
  expect(lines).toEqual([
    'Stands.',
    'Moves at most 0.0231 m (D4, ULS)',
    'Deflection L/412 (B12, ULS)',
    'Drift h/388 (Level 3, W)',
    'Stress 0.83 of yield (B12, ULS)',
    'First period 1.12 s',
    'Screening: linear elastic, first order. Not for design.',
  ])
})

it('leaves out what there is not, and takes nothing for a number that is none', () => {
  const lines = figureLines({
    ...head,
    stands: 'yes',
    stress: { stress: 12, id: 'B', case: 'D' },
    drift: { ratio: '1' },
    modes: [],
  })
  expect(lines).toEqual(['Stands.', 'Stress 12 MPa (B, D)', `Screening: ${head.screening}`])
})

it('says why it does not stand, or that it may be a false alarm', () => {
  const mechanisms = [{ message: 'Node 2 slides along X', nodes: [], elements: [], fix: '' }]
  expect(figureLines({ ...head, stands: 'no', mechanisms })[0]).toBe('Does not stand. Node 2 slides along X')
  expect(figureLines({ ...head, stands: 'cannot tell', mechanisms })[0]).toBe('Node 2 slides along X')
  expect(figureLines({})).toEqual(['It moves.'])
})
