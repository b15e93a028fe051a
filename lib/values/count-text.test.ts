import fc from 'fast-check'
import { expect, it } from 'vitest'
import { grouped, plural } from './count-text.ts'

it('says whole numbers as English does (property)', () => {
  fc.assert(fc.property(fc.maxSafeInteger(), (count) => grouped(count) === count.toLocaleString('en')))
  expect([0, 999, 1000, -1234, 123_456, 1_234_567].map(grouped)).toEqual(['0', '999', '1,000', '-1,234', '123,456', '1,234,567'])
})

it('has one of one only', () => {
  expect([0, 1, 2, 2400].map((count) => plural(count, 'frame'))).toEqual(['0 frames', '1 frame', '2 frames', '2,400 frames'])
})
