import { expect, it } from 'vitest'
import { most } from './extremes.ts'

it('finds the largest of very many, and nothing of none', () => {
  expect(most(Array(200_000).keys(), (k) => -Math.abs(k - 7) + 3)).toBe(3)
  expect(most([], () => 1)).toBe(-Infinity)
})
