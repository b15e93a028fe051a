import { type AnchorKind, isAnchorKind } from '#lib/schema/comment-words.ts'

/** Elements that a text names as `#frame:B1`, or `#frame:"Beam 1, 2"`. */

type Named = { kind: AnchorKind; id: string; text: string }

const NAME = /#([a-z_]+):(?:"([^"\n]{1,200})"|([^\s"'<>()[\]{},;]{1,200}))/g

/** The text in pieces, those that name an element apart. A full stop or question mark at the end of a name is the sentence's. */
export function piecesOf(text: string): (string | Named)[] {
  const pieces: (string | Named)[] = []
  let end = 0
  for (const match of text.matchAll(NAME)) {
    const [whole, kind = '', quoted, plain = ''] = match
    const id = quoted ?? plain.replace(/[.:!?]+$/, '')
    if (!isAnchorKind(kind) || id === '') continue
    const written = quoted === undefined ? whole.slice(0, whole.length - (plain.length - id.length)) : whole
    if (match.index > end) pieces.push(text.slice(end, match.index))
    pieces.push({ kind, id, text: written })
    end = match.index + written.length
  }
  if (end < text.length) pieces.push(text.slice(end))
  return pieces
}
