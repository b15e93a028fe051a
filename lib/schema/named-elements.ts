import { type AnchorKind, isAnchorKind, revisionPieces } from './comment-words.ts'

/** Elements that a text names as `#frame:B1`, or `#frame:"Beam 1, 2"`, and revisions as `revision 4`. */

export type NamedElement = { kind: AnchorKind; id: string; text: string }

const NAME = /#([a-z_]+):(?:"([^"\n]{1,200})"|([^\s"'<>()[\]{},;]{1,200}))/g

type NamedRevision = Exclude<ReturnType<typeof revisionPieces>[number], string>

export const isElement = (piece: ReturnType<typeof piecesOf>[number]): piece is NamedElement =>
  typeof piece !== 'string' && 'kind' in piece

/** The text in pieces, those that name an element or a revision apart. A full stop or question mark at the end of a name is the sentence's. */
export function piecesOf(text: string): (string | NamedElement | NamedRevision)[] {
  const pieces: (string | NamedElement | NamedRevision)[] = []
  let end = 0
  for (const match of text.matchAll(NAME)) {
    const [whole, kind = '', quoted, plain = ''] = match
    const id = quoted ?? plain.replace(/[.:!?]+$/, '')
    if (!isAnchorKind(kind) || id === '') continue
    const written = quoted === undefined ? whole.slice(0, whole.length - (plain.length - id.length)) : whole
    if (match.index > end) pieces.push(...revisionPieces(text.slice(end, match.index)))
    pieces.push({ kind, id, text: written })
    end = match.index + written.length
  }
  if (end < text.length) pieces.push(...revisionPieces(text.slice(end)))
  return pieces
}
