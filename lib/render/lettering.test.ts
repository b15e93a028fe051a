import { expect, it } from 'vitest'
import { lettering, letteringWidth } from './lettering.ts'

const box = lettering('\u{1F600}').strokes

it('has a glyph of its own for every character that can be typed', () => {
  const typed = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i))
  for (const character of typed.filter((one) => one !== '?')) expect(lettering(character).strokes, character).not.toEqual(box)
  const drawn = typed.map((character) => JSON.stringify(lettering(character).strokes))
  expect(drawn.filter((glyph, i) => drawn.indexOf(glyph) !== i)).toEqual([])
})

it('has every letter of Latin-1 and Extended-A with its marks, each unlike the others', () => {
  const letters = Array.from({ length: 0x17f - 0xbf }, (_, i) => String.fromCharCode(0xc0 + i)).filter((one) =>
    /\p{L}/u.test(one),
  )
  const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const drawn = new Map([...plain, ...letters].map((one) => [one, JSON.stringify(lettering(one).strokes)]))
  for (const one of letters) expect(drawn.get(one), one).not.toBe(JSON.stringify(box))
  const same = [...drawn].filter(([one, strokes]) => [...drawn].some(([other, its]) => other !== one && its === strokes))
  expect(same.map(([one]) => one)).toEqual(['Ð', 'Đ']) // which look alike
  expect(lettering('e\u0301')).toEqual(lettering('é'))
})

it('writes a question mark for what it does not know, never another letter', () => {
  for (const one of ['漢', '\u{1F3D7}', 'ẽ\u0323', 'Ж']) expect(lettering(one).strokes, one).toEqual(lettering('?').strokes)
})

it('stands on the baseline, cap height 1, as wide as it says', () => {
  const { strokes, width } = lettering('Hx 12')
  const xs = strokes.flatMap((stroke) => stroke.filter((_, i) => i % 2 === 0))
  const ys = strokes.flatMap((stroke) => stroke.filter((_, i) => i % 2 === 1))
  expect([Math.min(...xs), Math.min(...ys), Math.max(...ys)]).toEqual([0, 0, 1])
  expect(Math.max(...xs)).toBeCloseTo(width, 12)
})

it('cuts what is too long', () => {
  expect(letteringWidth('M'.repeat(100_000))).toBeLessThan(124)
  expect(lettering('')).toEqual({ strokes: [], width: 0 })
})
