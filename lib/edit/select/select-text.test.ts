import { expect, it } from 'vitest'
import { isSelection, selectionOf } from './select-text.ts'

it.each([
  ['role:column', { role: ['column'] }],
  ['role:column,brace storey:"Level 3"', { role: ['column', 'brace'], storey: ['Level 3'] }],
  ['kind:frame -on:A,D', { kinds: ['frames'], not: { on: ['A', 'D'] } }],
  ['-section:HE*', { all: true, not: { section: ['HE*'] } }],
  ['length:5.. z:..3.6 x:0..7.5', { length: [5, null], box: { z: [null, 3.6], x: [0, 7.5] } }],
  ['Level:2 unsupported:yes', { storey: ['2'], unsupported: true }],
  ['storey:"Level 2..Level 5" on:A..C', { storey: ['Level 2..Level 5'], on: ['A..C'] }],
  ['{"connectedTo":{"ids":["N1"]}}', { connectedTo: { ids: ['N1'] } }],
])('%s is a selection', (text, select) => {
  expect(isSelection(text)).toBe(true)
  expect(selectionOf(text)).toEqual({ select })
})

it.each(['HEB 300', 'C1', 'N:1', 'http://x', '', '12'])('%j is a name', (text) => expect(isSelection(text)).toBe(false))

it.each(['role:', '{"role":', 'role:column C1', 'length:long'])('%s says what is missing', (text) => {
  expect(isSelection(text)).toBe(true)
  expect(selectionOf(text)).toMatchObject({ problem: expect.any(String) })
})
