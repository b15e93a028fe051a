import { expect, it } from 'vitest'
import { orientationWords } from './orientation-words.ts'

it('says from where a model is seen', () => {
  expect(orientationWords([-0.5, -0.75, 0.45])).toBe('from the front left, above')
  expect(orientationWords([0, -1, 0])).toBe('from the front')
  expect(orientationWords([1, 0, 0])).toBe('from the right')
  expect(orientationWords([0, 1, 0])).toBe('from the back')
  expect(orientationWords([-1, 0, 0])).toBe('from the left')
  expect(orientationWords([0.5, 0.6, -0.6])).toBe('from the back right, below')
  expect(orientationWords([0, 0, 1])).toBe('from above')
  expect(orientationWords([0.02, 0, -0.999])).toBe('from below')
})
