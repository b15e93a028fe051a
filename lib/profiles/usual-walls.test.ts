import { expect, it } from 'vitest'
import { tubeWithoutWall } from './usual-walls.ts'

it.each([
  ['SHS 100', 'EN 10210', 'SHS100X100X4'],
  ['HFSHS 100x100', 'EN 10210', 'SHS100X100X4'],
  ['CF RHS 100x200', 'EN 10219', 'CFRHS200X100X4'],
  ['CHS 48.3', 'EN 10210', 'CHS48.3X3.2'],
  ['CHS 1000', 'EN 10210', undefined],
])('finds the walls of %s', (written, made, first) => {
  const found = tubeWithoutWall(written)
  expect([found?.made, found?.tubes[0]?.designation]).toEqual([made, first])
  expect(found?.tubes.length).toBe(found?.walls.length)
})

it('takes a side alone for no rectangle, two numbers for no circle, and what is whole or another shape for none', () => {
  for (const written of ['RHS 200', 'CHS 100x5', 'RHS 200x100x8', 'HE 200', 'HSS6X4', '2x10'])
    expect(tubeWithoutWall(written), written).toBeUndefined()
})
