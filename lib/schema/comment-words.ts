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
export const REVISION_NAMED = /(?<![\p{L}\p{N}_])rev(?:isions?|\.)? ?(?<revision>[1-9]\d{0,8})(?![\p{L}\p{N}_])/giu

export const namedRevisions = (text: string): number[] =>
  Array.from(text.matchAll(REVISION_NAMED), ({ groups }) => Number(groups?.revision))

/** Few enough to be told apart by anybody; what they mean is up to who sketches. */
export const SKETCH_COLOURS = ['red', 'orange', 'green', 'blue'] as const
export type SketchColour = (typeof SKETCH_COLOURS)[number]
