import { expect, it } from 'vitest'
import { plainName, shownName } from './display-name.ts'

it.each(['', '   ', '\t\n', '\u200b\u200f', '\u2800', '\u00a0\ufeff'])('a name with nothing to see has words: %j', (name) => {
  expect([shownName(name), plainName(name)]).toEqual(['Untitled', 'Untitled'])
})

it('keeps what can be seen, in any script', () => {
  expect(shownName(' جسر 7 ')).toBe('جسر 7')
  expect(shownName('Halle “A” & B')).toBe('Halle “A” & B')
})

it('a title has no direction marks, no line breaks and an end', () => {
  expect(plainName('safe\u202egnp.exe\nx')).toBe('safegnp.exe x')
  expect([...plainName('🏗'.repeat(500))]).toHaveLength(100)
})
