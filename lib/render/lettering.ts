/**
 * A stroke font as draughtsmen letter: each glyph is a few lines on a grid, so text can be of any size, turned, and needs no
 * font file. Points are two digits, x from 0 to 4 and y from 0 (descender) over 2 (baseline) and 6 (small letters) to 8.
 */
const GLYPHS: Record<string, string> = {
  A: '02 28 42|14 34',
  B: '02 08 38 47 46 35 05|35 44 43 32 02',
  C: '47 38 18 07 03 12 32 43',
  D: '02 08 28 46 44 22 02',
  E: '48 08 02 42|05 35',
  F: '48 08 02|05 35',
  G: '47 38 18 07 03 12 32 43 45 25',
  H: '08 02|48 42|05 45',
  I: '18 38|28 22|12 32',
  J: '48 43 32 12 03',
  K: '08 02|48 04|15 42',
  L: '08 02 42',
  M: '02 08 25 48 42',
  N: '02 08 42 48',
  O: '18 07 03 12 32 43 47 38 18',
  P: '02 08 38 47 46 35 05',
  Q: '18 07 03 12 32 43 47 38 18|24 42',
  R: '02 08 38 47 46 35 05|25 42',
  S: '47 38 18 07 06 15 35 44 43 32 12 03',
  T: '08 48|28 22',
  U: '08 03 12 32 43 48',
  V: '08 22 48',
  W: '08 12 26 32 48',
  X: '08 42|48 02',
  Y: '08 25 48|25 22',
  Z: '08 48 02 42',
  0: '18 07 03 12 32 43 47 38 18|13 37',
  1: '07 28 22',
  2: '07 18 38 47 46 02 42',
  3: '07 18 38 47 46 35 44 43 32 12 03|15 35',
  4: '32 38 04 44',
  5: '48 08 05 35 44 43 32 12 03',
  6: '38 18 07 03 12 32 43 44 35 15 04',
  7: '08 48 12',
  8: '18 07 06 15 35 46 47 38 18|15 04 03 12 32 43 44 35',
  9: '12 32 43 47 38 18 07 06 15 35 46',
  a: '46 42|45 36 16 05 03 12 32 43',
  b: '08 02|05 16 36 45 43 32 12 03',
  c: '45 36 16 05 03 12 32 43',
  d: '48 42|45 36 16 05 03 12 32 43',
  e: '04 44 45 36 16 05 03 12 32 43',
  f: '38 28 17 12|06 36',
  g: '46 41 30 10 01|45 36 16 05 03 12 32 43',
  h: '08 02|05 16 36 45 42',
  i: '26 22|28 28',
  j: '26 21 10|28 28',
  k: '08 02|36 04 32',
  l: '18 13 22',
  m: '02 06|05 16 25 22|25 36 45 42',
  n: '02 06|05 16 36 45 42',
  o: '16 05 03 12 32 43 45 36 16',
  p: '06 00|05 16 36 45 43 32 12 03',
  q: '46 40|45 36 16 05 03 12 32 43',
  r: '02 06|05 16 36',
  s: '45 36 16 05 14 34 43 32 12 03',
  t: '18 13 22 32|06 36',
  u: '06 03 12 32 43|46 42',
  v: '06 22 46',
  w: '06 12 25 32 46',
  x: '06 42|46 02',
  y: '06 22|46 10 00',
  z: '06 46 02 42',
  '.': '22 22',
  ',': '22 11',
  ':': '25 25|22 22',
  ';': '25 25|22 11',
  '!': '28 24|22 22',
  '?': '07 18 38 47 46 25 24|22 22',
  '-': '15 35',
  _: '01 41',
  '+': '05 45|27 23',
  '=': '06 46|04 44',
  '/': '02 48',
  '\\': '08 42',
  '(': '38 26 24 32',
  ')': '18 26 24 12',
  '[': '38 18 12 32',
  ']': '18 38 32 12',
  '{': '38 27 26 15 24 23 32',
  '}': '18 27 26 35 24 23 12',
  '<': '47 05 43',
  '>': '07 45 03',
  '*': '27 23|16 34|36 14',
  '#': '13 17|33 37|06 46|04 44',
  '%': '02 48|07 17|33 43',
  '&': '42 07 18 27 03 12 32 44',
  "'": '28 26',
  '"': '18 16|38 36',
  '|': '28 20',
  '~': '05 16 34 45',
  '^': '06 28 46',
  '`': '18 27',
  $: '47 38 18 07 06 15 35 44 43 32 12 03|28 22',
  '@': '34 24 15 26 36 33 44 47 38 18 07 03 12 42',
  '°': '28 17 26 37 28',
  '·': '25 25',
  '×': '14 36|16 34',
  '≤': '48 06 44|02 42',
  '–': '05 45',
  '→': '05 45|37 45 33',
  '—': '05 45',
  '…': '12 12|22 22|32 32',
  Ø: '18 07 03 12 32 43 47 38 18|02 48',
  ø: '16 05 03 12 32 43 45 36 16|02 46',
  µ: '06 00|03 12 32 43|46 42',
  ß: '02 07 18 28 37 36 25 34 43 32 22',
  ı: '26 22',
  ȷ: '26 21 10',
  Æ: '02 38 32|38 68|35 65|32 62|14 34',
  æ: '36 32|35 26 16 05 03 12 22 33|34 64 65 56 46 35|33 42 52 63',
  Œ: '38 18 07 03 12 32|68 38 32 62|35 65',
  œ: '16 05 03 12 22 33 35 26 16|34 64 65 56 46 35|33 42 52 63',
  Ð: '02 08 28 46 44 22 02|15 05',
  ð: '18 37 44 43 32 12 03 05 16 36 45|17 38',
  Đ: '02 08 28 46 44 22 02|15 05',
  đ: '48 42|45 36 16 05 03 12 32 43|27 47',
  Þ: '02 08|07 37 46 45 34 04',
  þ: '08 00|05 16 36 45 43 32 12 03',
  Ł: '08 02 42|04 26',
  ł: '18 13 22|04 26',
  Ħ: '08 02|48 42|05 45|07 47',
  ħ: '08 02|05 16 36 45 42|07 27',
  Ŧ: '08 48|28 22|15 35',
  ŧ: '18 13 22 32|06 36|04 24',
  Ŋ: '08 02|05 27 38 47 41 30',
  ŋ: '06 02|05 16 36 45 41 30',
  ĸ: '06 02|36 04 32',
  ſ: '12 17 28 38',
  '¡': '26 20|28 28',
  '¿': '43 32 12 03 04 25 26|28 28',
  '«': '26 14 22|46 34 42',
  '»': '06 14 02|26 34 22',
  '±': '06 46|28 24|03 43',
  '²': '17 28 38 36 14 34',
  '³': '18 38 26 35 34 14',
  '§': '38 18 07 16 35 34 23|36 15 14 33 32 12 03',
  '£': '47 38 28 17 13 02 42|05 35',
  '€': '47 38 28 17 13 22 32 43|06 36|04 34',
  '¬': '05 45 43',
  '÷': '05 45|27 27|23 23',
  ʼ: '28 16',
  '‘': '28 16',
  '’': '28 16',
  '“': '18 06|38 26',
  '”': '18 06|38 26',
  '‐': '15 35',
  '‑': '15 35',
  '−': '05 45',
}
const UNKNOWN = GLYPHS['?']!

/**
 * Marks of letters as Unicode takes them apart: strokes about the middle of the letter, of those above from its top and of those
 * below from the line.
 */
const ABOVE: Record<string, string> = {
  '\u0300': '-0.7,1.4 0.4,0',
  '\u0301': '0.7,1.4 -0.4,0',
  '\u0302': '-1,0 0,1.3 1,0',
  '\u0303': '-1.3,0.1 -0.6,0.9 0.5,0.1 1.3,0.9',
  '\u0304': '-1.1,0.4 1.1,0.4',
  '\u0306': '-1.1,1.2 -0.5,0.2 0.5,0.2 1.1,1.2',
  '\u0307': '0,0.6 0,0.6',
  '\u0308': '-1,0.6 -1,0.6|1,0.6 1,0.6',
  '\u030a': '-1,1 0,2 1,1 0,0 -1,1',
  '\u030b': '0,1.4 -0.8,0|1.4,1.4 0.6,0',
  '\u030c': '-1,1.3 0,0 1,1.3',
}
const BELOW: Record<string, string> = {
  '\u0326': '0.2,-0.8 -0.3,-1.8',
  '\u0327': '0,0 0.5,-0.9 -0.5,-1.6',
  '\u0328': '1.2,0 0.6,-1.1 1.4,-1.5',
}
/** Cap height, and space between two letters, on the grid. */
const CAP = 6
const GAP = 1.9
const BLANK = 2.6

/** Texts are cut to this many characters. */
const MOST = 120

/** x, y pairs in units of the cap height, y up from the baseline. */
type Stroke = number[]
type Glyph = { strokes: Stroke[]; width: number }

const glyphs = new Map(Object.entries(GLYPHS).map(([character, lines]) => [character, glyphOf(lines)]))
const unknown = glyphOf(UNKNOWN)

/** A letter with its marks, put together once; undefined when a part of it is not in the font. */
function marked(character: string): Glyph | undefined {
  const known = glyphs.get(character)
  if (known) return known
  const [letter = '', ...marks] = character.normalize('NFD')
  const isPlain = marks.every((mark) => mark in BELOW)
  const base = glyphs.get(isPlain ? letter : ({ i: 'ı', j: 'ȷ' }[letter] ?? letter))
  if (!base || marks.length === 0 || !marks.every((mark) => mark in ABOVE || mark in BELOW)) return undefined
  const top = Math.max(...base.strokes.flatMap((stroke) => stroke.filter((_, i) => i % 2 === 1)))
  const above = marks.filter((mark) => mark in ABOVE)
  const drawn = marks.flatMap((mark) => {
    // One over the other.
    const from = mark in ABOVE ? top + (0.9 + 1.8 * above.indexOf(mark)) / CAP : 0
    return (ABOVE[mark] ?? BELOW[mark]!).split('|').map((line) =>
      line.split(' ').flatMap((point) => {
        const [x = 0, y = 0] = point.split(',').map(Number)
        return [base.width / 2 + x / CAP, from + y / CAP]
      }),
    )
  })
  const glyph = { strokes: [...base.strokes, ...drawn], width: base.width }
  glyphs.set(character, glyph)
  return glyph
}

/** Moved to the left until it begins at 0. */
function glyphOf(text: string): Glyph {
  const lines = text.split('|').map((line) => line.split(' ').map((point) => [Number(point[0]), Number(point[1])] as const))
  const left = Math.min(...lines.flat().map(([x]) => x))
  const right = Math.max(...lines.flat().map(([x]) => x))
  const strokes = lines.map((line) => line.flatMap(([x, y]) => [(x - left) / CAP, (y - 2) / CAP]))
  return { strokes, width: (right - left) / CAP }
}

/** `ĳ`, `ŀ` and the like are two letters in one. */
function apart(character: string): readonly string[] {
  if (marked(character) || /\s/.test(character)) return [character]
  const letters = [...character.normalize('NFKC')]
  return letters.every(marked) ? letters : [character]
}

/** The glyphs of a text with their places; what is not in the font is a question mark, never another letter. */
function* placed(text: string): Iterable<{ glyph: Glyph | null; at: number }> {
  // No more than will be drawn is looked at: ids may be long.
  const characters =
    text
      .slice(0, 4 * MOST)
      .toWellFormed()
      .match(/\P{M}\p{M}*|\p{M}/gu) ?? []
  const shown = (characters.length > MOST ? [...characters.slice(0, MOST - 1), '…'] : characters).flatMap(apart)
  let offset = 0
  for (const character of shown) {
    const isBlank = /\s/.test(character)
    const glyph = isBlank ? null : (marked(character) ?? unknown)
    yield { glyph, at: offset }
    offset += glyph ? glyph.width + GAP / CAP : BLANK / CAP
  }
}

/** From the baseline's left end. */
export function lettering(text: string): { strokes: Stroke[]; width: number } {
  const strokes: Stroke[] = []
  for (const { glyph, at } of placed(text)) {
    for (const stroke of glyph?.strokes ?? []) strokes.push(stroke.map((value, i) => (i % 2 ? value : value + at)))
  }
  return { strokes, width: letteringWidth(text) }
}

/** In units of the cap height. */
export function letteringWidth(text: string): number {
  let width = 0
  for (const { glyph, at } of placed(text)) width = at + (glyph ? glyph.width : BLANK / CAP)
  return width
}
