import { expect, it } from 'vitest'
import { getOrThrow } from './get-or-throw.ts'

it('gives what is there, and says where nothing is', () => {
  expect(getOrThrow(new Float32Array([0, 2]), 0)).toBe(0)
  expect(getOrThrow(['a', 'b'], 1)).toBe('b')
  for (const place of [-1, 2, 0.5, Number.NaN])
    expect(() => getOrThrow([1, 2], place)).toThrow(`there is no place ${place} in a list of 2`)
})
