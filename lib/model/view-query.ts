import type { Vec } from './shape/vector.ts'

/**
 * Where a view of a model is seen from and cut, as the address of the viewer has it. Places are in model axes and units, as the model's
 * lengths stood when the view was made.
 */

export type ViewCamera = {
  position: Vec
  target: Vec
  /** Pixels of a unit length; of a parallel view only, else 0. */
  zoom: number
}

/** As low and high of each axis; null is open. */
export type ViewSection = {
  low: [number | null, number | null, number | null]
  high: [number | null, number | null, number | null]
}

/** `x,y,z` of the eye, then of what it looks at, then the zoom of a parallel view; null for what is none. */
export function readCamera(text: string | null): ViewCamera | null {
  const numbers = (text ?? '').split(',').map(Number)
  if (numbers.length < 6 || !numbers.every(Number.isFinite)) return null
  const [px = 0, py = 0, pz = 0, tx = 0, ty = 0, tz = 0, zoom = 0] = numbers
  return { position: [px, py, pz], target: [tx, ty, tz], zoom: zoom > 0 ? zoom : 0 }
}

/** The three low sides, then the three high ones; an empty one is open. Null for what is none. */
export function readSection(text: string | null): ViewSection | null {
  const sides = text?.split(',').map((side) => (side === '' || !Number.isFinite(Number(side)) ? null : Number(side)))
  if (sides?.length !== 6) return null
  const [a = null, b = null, c = null, d = null, e = null, f = null] = sides
  return { low: [a, b, c], high: [d, e, f] }
}

export const sectionText = ({ low, high }: ViewSection): string =>
  [...low, ...high].map((side) => (side === null ? '' : Number(side.toPrecision(12)))).join(',')

/** Which revisions are looked at. Null stands for the newest, whichever that is. */
export type Comparing = { from: number | null; to: number | null }

export const readRevision = (text: string | null | undefined): number | null =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null

/** `5..8`; an end that is missing is the newest. Null for what makes no sense. */
export function readCompare(text: string | null): Comparing | null {
  const [, from, to] = /^(\d*)\.\.(\d*)$/.exec(text ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return null
  const ends = { from: readRevision(from), to: readRevision(to) }
  return (from !== '' && ends.from === null) || (to !== '' && ends.to === null) ? null : ends
}

export const compareText = ({ from, to }: Comparing) => `${from ?? ''}..${to ?? ''}`

/** What the viewer writes into its address (`viewer/session/view/view-text.ts`), and what it wrote once. */
const VIEW_WORDS = new Set([
  ...['camera', 'projection', 'selected', 'hidden', 'only', 'colour', 'of', 'finding', 'style', 'areas', 'layers', 'labels'],
  ...['loads', 'results', 'units', 'scaled', 'up', 'section', 'measure', 'drawing', 'revision', 'compare', 'how', 'quality'],
])
const isViewWord = (word: string) => VIEW_WORDS.has(word) || word.startsWith('without-')

/** Those of which it can be said that they are wrong. */
const READERS = [
  ['camera', readCamera, 'six numbers, x,y,z of the eye and of what it looks at, and in a parallel view the zoom'],
  ['section', readSection, 'six sides, three low and three high ones, each a number or empty'],
  ['revision', readRevision, 'the number of a revision'],
  ['compare', readCompare, 'two revisions, such as 5..8'],
] as const

/** A view as it is kept: without a question mark and without what is no part of a view. Or in words what is wrong with it. */
export function parseViewQuery(text: string): { query: string } | { wrong: string } {
  const sent = text.replace(/^\?/, '')
  const parts = sent.split('&').filter((part) => isViewWord(part.split('=', 1)[0] ?? ''))
  const query = parts.join('&')
  if (query === '' && sent.trim() !== '')
    return { wrong: "not a view: write what the viewer's address has behind the question mark, such as camera=…" }
  const read = new URLSearchParams(query)
  for (const [word, reader, form] of READERS)
    if (read.has(word) && reader(read.get(word)) === null) return { wrong: `${word} of a view is ${form}` }
  return { query }
}
