import { expect, it } from 'vitest'
import { piecesOf } from './named-elements.ts'

it('finds elements that a text names, quoted or not, and leaves the rest as it is', () => {
  expect(piecesOf('Compare #frame:B1 with #frame:"Beam 1, 2".')).toEqual([
    'Compare ',
    { kind: 'frame', id: 'B1', text: '#frame:B1' },
    ' with ',
    { kind: 'frame', id: 'Beam 1, 2', text: '#frame:"Beam 1, 2"' },
    '.',
  ])
  expect(piecesOf('Is it #grid_line:A.1?')).toEqual(['Is it ', { kind: 'grid_line', id: 'A.1', text: '#grid_line:A.1' }, '?'])
})

it('finds revisions that a text names, as people and AI clients write them', () => {
  expect(piecesOf('#frame:B1 is HEB 200 now (revision 4), not as in Rev. 2.')).toEqual([
    { kind: 'frame', id: 'B1', text: '#frame:B1' },
    ' is HEB 200 now (',
    { revision: 4, text: 'revision 4' },
    '), not as in ',
    { revision: 2, text: 'Rev. 2' },
    '.',
  ])
})

it.each(['#12', 'revision 0', 'revision 4b', 'prevision 4', 'revision 12345678901', 'Rev 4.2 of the standard', 'revision -4'])(
  'takes %j as text, in which no revision is named',
  (text) => {
    expect(piecesOf(text)).toEqual([text])
  },
)

it.each(['#12', '#beam:B1', '# frame:B1', '#frame:', 'plain', ''])('takes %j as text', (text) => {
  expect(piecesOf(text).join('')).toBe(text)
  expect(piecesOf(text).every((piece) => typeof piece === 'string')).toBe(true)
})
