import type { AnchorElement } from '#lib/schema/comment-bodies.ts'
import { isAnchorKind } from '#lib/schema/comment-words.ts'
import { isElement, piecesOf } from '#lib/schema/named-elements.ts'
import type { OpenModel } from '#lib/storage/models.ts'
import { findElements } from './anchors.ts'

/**
 * Elements that a text names as `#frame:Beam 1, 2`: an id may hold blanks and commas, and only the model knows where it ends. What would
 * not be read whole otherwise is quoted, `#frame:"Beam 1, 2"`, as readers and AI clients know it.
 */

const NAME = /#([a-z_]+):(?=[^\s"])/g
const MOST_CHARACTERS = 200
/** Of one text; those after them stay as they are. */
const MOST_NAMES = 100
const MOST_ENDS = 30

export async function quoteElements(model: OpenModel, text: string): Promise<string> {
  const names = Array.from(text.matchAll(NAME))
    .slice(0, MOST_NAMES)
    .flatMap(({ 0: mark, 1: kind = '', index }) => {
      const from = index + mark.length
      return isAnchorKind(kind) ? { from, candidates: candidatesAt(text, from).map((id) => ({ kind, id })) } : []
    })
  const { has } = await findElements(
    model,
    names.flatMap(({ candidates }) => candidates),
  )
  let [quoted, end] = ['', 0]
  for (const { from, candidates } of names) {
    const id = longestOf(candidates.filter(has))
    // Within the name before it nothing is named.
    if (id === undefined || from < end || isReadWhole(id)) continue
    quoted += `${text.slice(end, from)}"${id}"`
    end = from + id.length
  }
  return quoted + text.slice(end)
}

/** Without quotes. */
function isReadWhole(id: string): boolean {
  const [first] = piecesOf(`#frame:${id}`)
  return first !== undefined && isElement(first) && first.id === id
}

/** What a name that begins there may be: up to each place of its line at which a word ends. */
function candidatesAt(text: string, from: number): string[] {
  const [line = ''] = /^[^"\n\r]*/.exec(text.slice(from, from + MOST_CHARACTERS)) ?? []
  const ends = Array.from(line.matchAll(/(?<=\S)(?=[^\p{L}\p{N}]|$)/gu), ({ index }) => index)
  return ends.slice(0, MOST_ENDS).map((length) => line.slice(0, length))
}

const longestOf = (elements: readonly AnchorElement[]): string | undefined =>
  elements.reduce<string | undefined>((longest, { id }) => (id.length > (longest?.length ?? 0) ? id : longest), undefined)
