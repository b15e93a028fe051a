import { expect, it } from 'vitest'
import { cleanTexts, seenJson } from './clean-texts.ts'

it('takes what nobody sees out of texts, and writes it out in ids', () => {
  const cleaned = cleanTexts({ id: 'a\u202Eb', label: 'a\u202Eb\u200B', name: 'tab\tstays' })
  expect(cleaned).toEqual({ id: 'a\u202Eb', label: 'ab', name: 'tab\tstays' })
  expect(seenJson(cleaned.id)).toBe('"a\\u202eb"')
  expect(JSON.parse(seenJson(cleaned))).toEqual(cleaned)
  expect(cleanTexts({ label: '\u{E0041}\u{E0042}hidden' })).toEqual({ label: 'hidden' })
})

it('takes it out of the columns of a table that hold texts, and of no other', () => {
  const row = ['a\u202Eb', 'a\u202Eb\u200B', { x: 0 }]
  expect(cleanTexts({ columns: ['id', 'label', 'position'], rows: [row] }).rows).toEqual([['a\u202Eb', 'ab', { x: 0 }]])
})

it('keeps joiners within words and emoji, and answers without anything hidden as they are', () => {
  const label = 'می\u200cخواهم 👩\u200d🔧'
  expect(cleanTexts({ label })).toEqual({ label })
  expect(cleanTexts({ label: 'a \u200d b' })).toEqual({ label: 'a  b' })
  const plain = { name: 'Hall', nodes: [{ id: 'N1', label: 'Ä1' }] }
  expect(cleanTexts(plain)).toBe(plain)
})
