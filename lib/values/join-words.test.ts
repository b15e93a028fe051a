import { expect, it } from 'vitest'
import { joinWords } from './join-words.ts'

it('joins as a sentence does', () => {
  expect([[], ['A'], ['A', 'B'], ['A', 'B', 'C']].map(joinWords)).toEqual(['', 'A', 'A and B', 'A, B and C'])
})
