import { expect, it } from 'vitest'
import { wayUpWords } from './way-up-question.ts'

it('says why a model may have been made with another way up', () => {
  expect(wayUpWords({ up: '-z', held: { count: 12, of: 12, at: 'top' } })).toBe(
    'All 12 supports are at the top: it may be made with Z down.',
  )
  expect(wayUpWords({ up: 'y', held: { count: 11, of: 12, at: 'lowest Y' } })).toBe(
    '11 of 12 supports are at the lowest Y: it may be made with Y up.',
  )
  expect(wayUpWords({ up: '-y', held: { count: 2, of: 2, at: 'highest Y' } })).toBe(
    'Both supports are at the highest Y: it may be made with Y down.',
  )
  expect(wayUpWords({ up: 'y' })).toBe('Nearly all areas face along Y: it may be made with Y up.')
  expect(wayUpWords({ up: 'y', byCheck: true })).toMatch(/^The check says .* Y up\.$/)
})
