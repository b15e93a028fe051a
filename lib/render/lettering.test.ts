import { expect, it } from 'vitest'
import { lettering, letteringWidth } from './lettering.ts'

const box = lettering('\u{1F600}').strokes

it('has a glyph of its own for every character that can be typed', () => {
  const typed = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i))
  for (const character of typed) expect(lettering(character).strokes, character).not.toEqual(box)
  const drawn = typed.map((character) => JSON.stringify(lettering(character).strokes))
  expect(drawn.filter((glyph, i) => drawn.indexOf(glyph) !== i)).toEqual([])
})

it('writes letters with accents without them, and a box for what it does not know', () => {
  expect(lettering('Éé')).toEqual(lettering('Ee'))
  expect(lettering('漢').strokes).toEqual(box)
})

it('stands on the baseline, cap height 1, as wide as it says', () => {
  const { strokes, width } = lettering('Hx 12')
  const xs = strokes.flatMap((stroke) => stroke.filter((_, i) => i % 2 === 0))
  const ys = strokes.flatMap((stroke) => stroke.filter((_, i) => i % 2 === 1))
  expect([Math.min(...xs), Math.min(...ys), Math.max(...ys)]).toEqual([0, 0, 1])
  expect(Math.max(...xs)).toBeCloseTo(width, 12)
})

it('cuts what is too long', () => {
  expect(letteringWidth('M'.repeat(100_000))).toBeLessThan(62)
  expect(lettering('')).toEqual({ strokes: [], width: 0 })
})
