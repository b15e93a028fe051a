import { PAPER_FONT } from '#lib/drawing/sheet/text-width.ts'
import type { ViewerHost } from '../../viewer-host.ts'

/** What is printed in place of the application: pages that are put up beside it, and taken away when the printer has them. */

type Put = { pages: HTMLElement; rules: CSSStyleSheet }
let up: Put | null = null

export const isPutUp = () => up !== null

/** One page of one size each, without a margin of the browser's. */
export function putUpSheets(svgs: readonly string[], { width, height }: { width: number; height: number }) {
  const reader = new DOMParser()
  const pages = svgs.map((svg) => {
    const page = document.createElement('div')
    page.className = 'sheet-page'
    page.append(document.importNode(reader.parseFromString(svg, 'image/svg+xml').documentElement, true))
    return page
  })
  // A hair lower than the paper: rounded up, each sheet would be followed by an empty one.
  putUp(
    pages,
    `@page { size: ${width}mm ${height}mm; margin: 0 }
    .sheet-page { width: ${width}mm; height: ${height - 0.2}mm; overflow: hidden; break-after: page; break-inside: avoid }
    .sheet-page:last-child { break-after: auto }
    .sheet-page svg { display: block }`,
  )
}

/** In a frame there is no paper, only the place that the frame has on it: the picture fills that, and none of it is cut off. */
export function putUpInFrame(picture: HTMLCanvasElement) {
  putUp(
    [picture],
    `[data-printed] { position: absolute; inset: 0 }
    [data-printed] canvas { display: block; width: 100%; height: 100%; object-fit: contain }`,
  )
}

/** In place of what could not be drawn. */
export function putUpWords(text: string) {
  const words = document.createElement('p')
  words.textContent = text
  putUp([words], `[data-printed] p { margin: 0; font: 4.4mm ${PAPER_FONT} }`)
}

/** `rules`: for print alone. */
export function putUp(content: readonly HTMLElement[], rules: string) {
  takeDown()
  const pages = document.createElement('div')
  pages.dataset.printed = ''
  pages.append(...content)
  document.body.append(pages)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    @media screen { [data-printed] { display: none } }
    @media print {
      html, body { height: auto !important; min-height: 0 !important; overflow: visible !important; background: #fff !important }
      body > :not([data-printed]) { display: none !important }
      [data-printed] { display: block; color: #000; print-color-adjust: exact; -webkit-print-color-adjust: exact }
      ${rules}
    }`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  up = { pages, rules: sheet }
}

/** Prints what is put up. In words why it could not be, and then it is taken down; null where the printer has it. */
export function printUp(host: ViewerHost): string | null {
  if (host.print()) return null
  takeDown()
  return 'Nothing can be printed from here: open the model on its own page'
}

export function takeDown() {
  if (!up) return
  const { pages, rules } = up
  up = null
  pages.remove()
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== rules)
}
