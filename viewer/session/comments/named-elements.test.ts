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

it.each(['#12', '#beam:B1', '# frame:B1', '#frame:', 'plain', ''])('takes %j as text', (text) => {
  expect(piecesOf(text).join('')).toBe(text)
  expect(piecesOf(text).every((piece) => typeof piece === 'string')).toBe(true)
})
