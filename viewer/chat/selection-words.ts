import { type ElementKind, type ElementRef, KIND_NAMES } from '../worker/elements.ts'

/** What the AI is told of the selection: data that somebody typed, so as quoted texts, cut, and few. */

export type SelectionWords = {
  modelId: string
  revision: number
  /** What the view shows, by the viewer's address. */
  query: string
  /** `2 of 366 frames`. */
  counted: string
  elements: readonly (ElementRef & { about?: string })[]
}

export const MOST_NAMED = 20
const MOST_CHARACTERS = 2000
const MOST_OF_ID = 64

/** An id as a JSON string of at most 64 code points. */
export const quoted = (id: string): string => {
  const points = [...id.toWellFormed()]
  return JSON.stringify(points.length > MOST_OF_ID ? `${points.slice(0, MOST_OF_ID - 1).join('')}…` : points.join(''))
}

export const word = (kind: ElementRef['kind']) => (kind === 'gridLine' ? 'grid line' : kind)
const named = ({ kind, id, about }: SelectionWords['elements'][number]) =>
  `${word(kind)} ${quoted(id)}${about ? ` (${about})` : ''}`

/** `2 of 366 frames`; of several kinds how many they are. */
export function countedOf(elements: readonly ElementRef[], counts: Readonly<Record<ElementKind, number>>): string {
  const [first] = elements
  if (!first || elements.some(({ kind }) => kind !== first.kind)) return `${elements.length} elements`
  return `${elements.length} of ${counts[first.kind]} ${KIND_NAMES[first.kind][1].toLowerCase()}`
}

export function selectionInWords({ modelId, revision, query, counted, elements }: SelectionWords): string {
  const head = (selected: string) =>
    [
      '---',
      `model: ${quoted(modelId)}`,
      `revision: ${revision}`,
      `selected: ${selected}`,
      `view: ${JSON.stringify(query)}`,
      '---',
    ].join('\n')
  if (elements.length === 0) return head('nothing')
  const textFor = (count: number) => {
    const more = elements.length - count
    const names = elements.slice(0, count).map(named).join(', ')
    return `${head(counted)}\nThe user selected in the 3D view: ${names}${more > 0 ? `, and ${more} more` : ''}. "this" and "these" mean them.`
  }
  let count = Math.min(MOST_NAMED, elements.length)
  while (count > 1 && textFor(count).length > MOST_CHARACTERS) count--
  return textFor(count)
}

/** The user's own words, of the button "Ask about this". */
export function questionAbout(modelId: string, [first, ...others]: SelectionWords['elements']): string {
  if (!first) return ''
  const these = others.length > 0 ? `${named(first)} and ${others.length} more` : named(first)
  return `What ${others.length > 0 ? 'are' : 'is'} ${these} in model ${quoted(modelId)} for, and is anything wrong with ${others.length > 0 ? 'them' : 'it'}?`
}

export const askToCheck = (modelId: string) => `Check the model ${quoted(modelId)} and tell me what to mend.`
