/** What is written on paper: one that is installed, all of the widths below, before one that has other scripts. */
export const PAPER_FONT = "'Liberation Sans', Arial, Helvetica, 'Noto Sans', sans-serif"

/**
 * How wide words are on paper where nothing can be measured. Thousandths of the font size, of Helvetica and all that is metric
 * with it (Arial, Liberation Sans, Nimbus Sans): from the space on. Letters that are in no table are counted as wide ones.
 */
const HELVETICA = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556,
  556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778,
  722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222,
  500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
] // biome-ignore format: a table
const HELVETICA_BOLD = [
  278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
  667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611,
  611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
] // biome-ignore format: a table
/** Letters and signs beyond ASCII that our own words and European names have, as wide in bold but for the marked. */
const BEYOND: readonly (readonly [letters: string, plain: number, bold?: number])[] = [
  ['ßø', 611],
  ['æ', 889],
  ['ÆŒ—…', 1000],
  ['œ', 944],
  ['Ø', 778],
  ['–€§', 556],
  ['µ', 556, 611],
  ['·', 278],
  ['’‘', 222, 278],
  ['“”„', 333, 500],
  ['°', 400],
  ['×÷±−', 584],
  ['¹²³', 333],
  ['½¼¾', 834],
  ['•', 350],
]
const widths = (ascii: readonly number[], isBold: boolean) =>
  new Map([
    ...ascii.map((width, i) => [String.fromCharCode(32 + i), width] as const),
    ...BEYOND.flatMap(([letters, plain, bold = plain]) => [...letters].map((letter) => [letter, isBold ? bold : plain] as const)),
  ])
const PLAIN = widths(HELVETICA, false)
const BOLD = widths(HELVETICA_BOLD, true)
/** ISO 3098: sizes are those of capitals, which are 0.72 of a font's. */
export const fontSize = (capital: number) => capital / 0.72

const WIDE = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Extended_Pictographic}/u

/** Of a letter, null where it is in no table. One with an accent is as wide as without, and an accent by itself takes no room. */
function widthOf(letter: string, known: ReadonlyMap<string, number>): number | null {
  return known.get(letter) ?? known.get(letter.normalize('NFD').charAt(0)) ?? (NO_ROOM.test(letter) ? 0 : null)
}
const NO_ROOM = /\p{M}|\p{Cf}/u

/** In the unit of `capital`, the height of a capital letter. */
export function textWidth(text: string, capital: number, isBold = false): number {
  let sum = 0
  for (const letter of text) sum += widthOf(letter, isBold ? BOLD : PLAIN) ?? (WIDE.test(letter) ? 1000 : 667)
  return (sum / 1000) * fontSize(capital)
}

/** Whether each of its letters has a known width: then it is as wide as `textWidth` says. */
export const isWidthKnown = (text: string): boolean => [...text].every((letter) => widthOf(letter, PLAIN) !== null)

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** As much of it as there is room for, and an ellipsis; no letter is cut in two. */
export function beginning(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const whole = [...letters.segment(text)].map(({ segment }) => segment)
  const cut = (count: number) => `${whole.slice(0, count).join('').trimEnd()}…`
  let [low, high] = [0, whole.length]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (fits(cut(middle))) low = middle
    else high = middle - 1
  }
  return cut(low)
}

export const shortened = (text: string, capital: number, width: number, isBold = false): string =>
  beginning(text, (part) => textWidth(part, capital, isBold) <= width)
