import { expect, it } from 'vitest'
import { resolveProfile } from './find.ts'
import { nextSizes } from './next-sizes.ts'

const next = (written: string, way: 'above' | 'below') => {
  const resolved = resolveProfile(written)
  if (!('profile' in resolved)) throw new Error(written)
  return nextSizes(resolved.profile, way).map(({ designation }) => designation)
}

it.each([
  ['IPE 300', 'IPE330', 'IPE270'],
  ['HEA 200', 'HE220A', 'HE180A'],
  ['W14X90', 'W14X99', 'W14X82'],
  ['HE 100 A', 'HE120A', 'HE120AA'],
  ['CHS 219.1x6.3', 'CHS219.1X8', 'CHS219.1X5'],
  ['CF SHS 100x7', 'CFSHS100X100X8', 'CFSHS100X100X6'],
])('knows what is next to %s', (written, above, below) => {
  expect([next(written, 'above')[0], next(written, 'below')[0]]).toEqual([above, below])
})

it('goes on with other series when its own ends, each by mass, and ends with the family', () => {
  const above = next('W14X873', 'above')
  expect(above.length).toBeGreaterThan(0)
  expect(above.every((name) => !name.startsWith('W14X'))).toBe(true)
  expect(next('CHS 219.1x16', 'above')).toEqual([])
  expect(next('FL 100x10', 'above')).toEqual([])
  const below = next('IPE 600', 'below')
  expect(below.slice(0, 2)).toEqual(['IPE550', 'IPE500'])
  expect(new Set(below).size).toBe(below.length)
})
