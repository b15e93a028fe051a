/** Words of comments, for the browser too, which parses none and has no use for a parser. */

/** What a comment may be pinned to, as the viewer and BCF name it, and where it lies in a model. */
export const ANCHOR_KINDS = {
  frame: 'frames',
  node: 'nodes',
  area: 'areas',
  support: 'supports',
  grid_line: 'gridLines',
} as const
export type AnchorKind = keyof typeof ANCHOR_KINDS
export const isAnchorKind = (word: string): word is AnchorKind => Object.hasOwn(ANCHOR_KINDS, word)

/** Revisions that a text names, as people and AI clients write them: `revision 4`, `rev. 4`. */
const REVISION_NAMED = /(?<![\p{L}\p{N}_])rev(?:isions?|\.)? (?<revision>[1-9]\d{0,8})(?![\p{L}\p{N}_]|[.,]\d)/giu

type NamedRevision = { revision: number; text: string }

/** A text in pieces, those that name a revision apart. */
export function revisionPieces(text: string): (string | NamedRevision)[] {
  const pieces: (string | NamedRevision)[] = []
  let end = 0
  for (const { 0: whole, index, groups } of text.matchAll(REVISION_NAMED)) {
    if (index > end) pieces.push(text.slice(end, index))
    pieces.push({ revision: Number(groups?.revision), text: whole })
    end = index + whole.length
  }
  if (end < text.length || text === '') pieces.push(text.slice(end))
  return pieces
}

export const namedRevisions = (text: string): number[] =>
  revisionPieces(text).flatMap((piece) => (typeof piece === 'string' ? [] : piece.revision))

/** Few enough to be told apart by anybody; what they mean is up to who sketches. */
export const SKETCH_COLOURS = ['red', 'orange', 'green', 'blue'] as const
export type SketchColour = (typeof SKETCH_COLOURS)[number]
