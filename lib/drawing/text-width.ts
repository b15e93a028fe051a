/** What is written on paper: one that is installed, all of the widths below, before one that has other scripts. */
export const PAPER_FONT = "'Liberation Sans', Arial, Helvetica, 'Noto Sans', sans-serif"

/**
 * How wide words are on paper where nothing can be measured. Thousandths of the font size, of Helvetica and all that is metric
 * with it (Arial, Liberation Sans, Nimbus Sans): from the space on. Other letters are counted as wide ones.
 */
const HELVETICA = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556,
  556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778,
  722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222,
  500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
] // biome-ignore format: a table
const WIDTHS = new Map(HELVETICA.map((width, i) => [String.fromCharCode(32 + i), width]))
/** Bold letters are so much wider. */
const BOLD = 1.08
/** ISO 3098: sizes are those of capitals, which are 0.72 of a font's. */
export const fontSize = (capital: number) => capital / 0.72

const WIDE = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Extended_Pictographic}/u

/** In the unit of `capital`, the height of a capital letter. */
export function textWidth(text: string, capital: number, isBold = false): number {
  let sum = 0
  for (const letter of text) {
    sum += WIDTHS.get(letter) ?? (/\p{M}|\p{Cf}/u.test(letter) ? 0 : WIDE.test(letter) ? 1000 : 667)
  }
  return (sum / 1000) * fontSize(capital) * (isBold ? BOLD : 1)
}

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

export const shortened = (text: string, capital: number, room: number, isBold = false): string =>
  beginning(text, (part) => textWidth(part, capital, isBold) <= room)
