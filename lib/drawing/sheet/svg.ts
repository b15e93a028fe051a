/** A sheet as marks in millimetres, x to the right and y downward from its upper left corner, and as SVG. */

import { escapeHtml } from '#lib/values/escape-html.ts'
import { fontSize, isWidthKnown, PAPER_FONT, textWidth } from './text-width.ts'

/** ISO 128: what a line says by its width and its dashes. */
export const LINES = {
  cut: { width: 0.5, dash: null, colour: '#000' },
  visible: { width: 0.25, dash: null, colour: '#000' },
  /** A frame without a body, or one that is too thin for two lines. */
  axis: { width: 0.35, dash: null, colour: '#000' },
  hidden: { width: 0.18, dash: [3, 1], colour: '#000' },
  /** Between areas that go on in one plane. */
  seam: { width: 0.13, dash: null, colour: '#8a9097' },
  /** Dash and dot. */
  grid: { width: 0.18, dash: [8, 1, 0.5, 1], colour: '#3c434b' },
  dimension: { width: 0.18, dash: null, colour: '#000' },
  support: { width: 0.25, dash: null, colour: '#146b34' },
  /** Of results: diagrams above and below 0, lines across these, deflected frames, reactions. */
  above: { width: 0.35, dash: null, colour: '#1450a8' },
  below: { width: 0.35, dash: null, colour: '#a82018' },
  aboveHatch: { width: 0.13, dash: null, colour: '#1450a8' },
  belowHatch: { width: 0.13, dash: null, colour: '#a82018' },
  moved: { width: 0.5, dash: null, colour: '#1450a8' },
  reaction: { width: 0.35, dash: null, colour: '#107048' },
  frame: { width: 0.7, dash: null, colour: '#000' },
  block: { width: 0.35, dash: null, colour: '#000' },
} as const satisfies Record<string, { width: number; dash: readonly number[] | null; colour: string }>
export type LineKind = keyof typeof LINES

export type Point = readonly [x: number, y: number]
export type Anchor = 'start' | 'middle' | 'end'

export type Mark =
  /** One path: each of its loops is closed, and they add up by the rule of nonzero winding, or with `isEvenOdd`. */
  | { shape: 'polygon'; loops: readonly (readonly Point[])[]; fill: string; line?: LineKind; isEvenOdd?: boolean }
  | { shape: 'lines'; line: LineKind; runs: readonly (readonly Point[])[] }
  | { shape: 'circle'; at: Point; radius: number; line?: LineKind; fill?: string }
  /** `at`: on the base line. `turn`: degrees counter-clockwise. */
  | {
      shape: 'text'
      at: Point
      text: string
      /** Height of a capital. */
      capital: number
      anchor?: Anchor
      turn?: number
      isBold?: boolean
      isFaint?: boolean
      colour?: string
      href?: string
    }
  | { shape: 'image'; at: Point; width: number; height: number; href: string }

export type SheetPage = { width: number; height: number; title: string; marks: readonly Mark[] }

/** One sheet as a file, or as a part of a page. Everything that a model says is escaped here, and nowhere else. */
export function sheetSvg({ width, height, title, marks }: SheetPage): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${num(width)}mm" height="${num(height)}mm" viewBox="0 0 ${num(width)} ${num(height)}" role="img" aria-label="${escaped(title)}" font-family="${PAPER_FONT}" fill="none" stroke-linejoin="round">`
  const paper = `<rect width="${num(width)}" height="${num(height)}" fill="#fff"/>`
  return `${head}<title>${escaped(title)}</title>${paper}${marks.map(markSvg).join('')}</svg>`
}

/** Two decimals are a hundredth of a millimetre. */
const num = (value: number) => String(Math.round(value * 100) / 100 + 0)

/** Also without what XML has no place for: control characters and halves of pairs. */
export const escaped = (text: string) =>
  escapeHtml(
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML 1.0 forbids
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd'),
  )

const path = (points: readonly Point[], isClosed: boolean) =>
  points.map(([x, y], k) => `${k === 0 ? 'M' : 'L'}${num(x)} ${num(y)}`).join('') + (isClosed ? 'Z' : '')

function stroke(kind: LineKind | undefined): string {
  if (!kind) return ''
  const { width, dash, colour } = LINES[kind]
  const dashes = dash ? ` stroke-dasharray="${dash.join(' ')}"` : ' stroke-linecap="round"'
  return ` stroke="${colour}" stroke-width="${width}"${dashes}`
}

function markSvg(mark: Mark): string {
  if (mark.shape === 'polygon') {
    const rule = mark.isEvenOdd ? ' fill-rule="evenodd"' : ''
    return `<path d="${mark.loops.map((loop) => path(loop, true)).join('')}" fill="${mark.fill}"${rule}${stroke(mark.line)}/>`
  }
  if (mark.shape === 'lines') {
    const runs = mark.runs.filter((run) => run.length > 1)
    return runs.length ? `<path d="${runs.map((run) => path(run, false)).join('')}"${stroke(mark.line)}/>` : ''
  }
  if (mark.shape === 'circle') {
    const fill = mark.fill ? ` fill="${mark.fill}"` : ''
    return `<circle cx="${num(mark.at[0])}" cy="${num(mark.at[1])}" r="${num(mark.radius)}"${fill}${stroke(mark.line)}/>`
  }
  if (mark.shape === 'image') {
    const box = `x="${num(mark.at[0])}" y="${num(mark.at[1])}" width="${num(mark.width)}" height="${num(mark.height)}"`
    return `<image ${box} preserveAspectRatio="none" href="${escaped(mark.href)}"/>`
  }
  return textSvg(mark)
}

/** Of a model's names each says itself which way it runs, and none turns what stands around it. */
const BIDI = 'unicode-bidi="plaintext" xml:space="preserve"'

const FAINT = '#4a525b'

function textSvg(mark: Extract<Mark, { shape: 'text' }>): string {
  const { at, text, capital, anchor = 'start', turn = 0, isBold, isFaint, colour, href } = mark
  const [x, y] = [num(at[0]), num(at[1])]
  const place = turn ? `x="0" y="0" transform="translate(${x} ${y}) rotate(${-turn})"` : `x="${x}" y="${y}"`
  const look = [
    `font-size="${num(fontSize(capital))}"`,
    `fill="${colour ?? (isFaint ? FAINT : '#000')}"`,
    anchor !== 'start' && `text-anchor="${anchor}"`,
    isBold && 'font-weight="700"',
    // What was set out by these widths keeps them where another font takes the place of one that is as wide.
    isWidthKnown(text) &&
      text.trim() !== '' &&
      `textLength="${num(textWidth(text, capital, isBold))}" lengthAdjust="spacingAndGlyphs"`,
  ]
  const made = `<text ${place} ${look.filter(Boolean).join(' ')} ${BIDI}>${escaped(text)}</text>`
  return href ? `<a href="${escaped(href)}">${made}</a>` : made
}
