import { distanceTo, moveBetween } from '#lib/model/grid-shapes.ts'
import { asPattern, quoted } from '#lib/model/validate/references.ts'
import type { ViewerGridLine } from '#lib/schema/schema.ts'
import { some, type Work } from './work.ts'

/** A grid line or level that goes elsewhere without what lies on it: how much stays, and what takes it along. */

/** Nodes on a grid line, at any height. */
export function nodesOn({ facts }: Work, line: ViewerGridLine): number[] {
  const distance = distanceTo(line)
  const on: number[] = []
  for (let node = 0; node < facts.count('nodes'); node++) {
    if (distance(facts.position(node)) <= facts.selectionTolerance) on.push(node)
  }
  return on
}

/** A line that is elsewhere now, and how many nodes were on it and are not. */
export type LeftBehind = { line: ViewerGridLine; to: ViewerGridLine; count: number }

/** `verb`: what does to the nodes what was done to the line, as it is sent; absent: the move that it was, if it was one. */
export function noteNodesThatStay(work: Work, left: readonly LeftBehind[], verb?: Readonly<Record<string, unknown>>): void {
  const count = left.reduce((sum, one) => sum + one.count, 0)
  const [only, another] = left
  if (!only || count === 0) return
  const nodes = `${count} node${count === 1 ? '' : 's'}`
  const stays = count === 1 ? 'stays' : 'stay'
  const move = moveBetween(only.line, only.to)
  const done = verb ?? (move && { move })
  const op = done && JSON.stringify({ select: { on: [asPattern(only.line.id)] }, ...done })
  const names = left.map(({ line }) => line.label || line.id)
  for (const { line } of left)
    work.note('nodes_stay', line.id, () =>
      another
        ? `${nodes} on ${some(names.slice(0, 3), names.length)} ${stays}: what is on a line takes it along, select by on`
        : `${nodes} on ${quoted(names[0] ?? '')} ${stays}${op ? `; in the place of this, ${op} moves both` : ''}`,
    )
}
