import { expect, it } from 'vitest'
import { at } from './get-or-throw.ts'

it('gives what is there, and says where nothing is', () => {
  expect(at(new Float32Array([0, 2]), 0)).toBe(0)
  expect(at(['a', 'b'], 1)).toBe('b')
  for (const place of [-1, 2, 0.5, Number.NaN])
    expect(() => at([1, 2], place)).toThrow(`there is no place ${place} in a list of 2`)
})
