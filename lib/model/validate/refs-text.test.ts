import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Ref, refsText, textRefs } from './refs-text.ts'

const KINDS = ['node', 'frame', 'member', 'area', 'support', 'section', 'material', 'gridLine'] as const

it('elements stand in an address by a letter and their id', () => {
  expect(refsText(KINDS.map((kind, k) => ({ kind, id: `${k}` })))).toBe('n:0,f:1,b:2,a:3,s:4,c:5,m:6,g:7')
  expect(refsText([{ kind: 'node', id: 'a,b:c é' }])).toBe('n:a%2Cb%3Ac%20%C3%A9')
  expect(refsText([])).toBe('')
})

it('and are read again, whatever their ids are (property)', () => {
  const ref: fc.Arbitrary<Ref> = fc.record({ kind: fc.constantFrom(...KINDS), id: fc.string({ unit: 'grapheme', minLength: 1 }) })
  fc.assert(fc.property(fc.array(ref), (refs) => void expect(textRefs(refsText(refs))).toEqual(refs)))
})

it('what cannot be read is left out', () => {
  expect([null, '', 'x:1', 'n1', 'n', ',,', 'n:%E4%'].flatMap(textRefs)).toEqual([])
  expect(textRefs('n:1,x:2,f:3,n:%,b:')).toEqual([
    { kind: 'node', id: '1' },
    { kind: 'frame', id: '3' },
    { kind: 'member', id: '' },
  ])
})

it('are read as they are written by hand, too: commas of ids as they are, room behind a comma', () => {
  expect(textRefs('f:Column B1, ground, n:N1,f:Column B2, ground')).toEqual([
    { kind: 'frame', id: 'Column B1, ground' },
    { kind: 'node', id: 'N1' },
    { kind: 'frame', id: 'Column B2, ground' },
  ])
})
