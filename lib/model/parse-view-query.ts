import { readCamera, readCompare, readRevision, readSection } from './view-query.ts'

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
