import { asPattern, quoted } from '#lib/model/validate/references.ts'
import type { ViewerGridLine } from '#lib/schema/schema.ts'
import { along } from './select/places.ts'
import { some, type Work } from './work.ts'

/** A grid line or level that goes elsewhere without what lies on it: how much stays, and what takes it along. */

/** Nodes on the plane of a grid line. */
export function nodesOn({ facts }: Work, line: ViewerGridLine): number[] {
  const axis = along(line)
  const on: number[] = []
  for (let node = 0; node < facts.count('nodes'); node++) {
    if (Math.abs(facts.position(node)[axis] - line.coordinate) <= facts.selectionTolerance) on.push(node)
  }
  return on
}

/** A line that has moved to another coordinate, and how many nodes were on it and did not. */
export type LeftBehind = { line: ViewerGridLine; to: number; count: number }

/** `verb`: what does to the nodes what was done to the line, as it is sent; absent: a move across it. */
export function noteNodesThatStay(work: Work, left: readonly LeftBehind[], verb?: Readonly<Record<string, unknown>>): void {
  const count = left.reduce((sum, one) => sum + one.count, 0)
  const [only, another] = left
  if (!only || count === 0) return
  const nodes = `${count} node${count === 1 ? '' : 's'}`
  const stays = count === 1 ? 'stays' : 'stay'
  const by = Number((only.to - only.line.coordinate).toPrecision(12))
  const move = { move: { [only.line.axis.toLowerCase()]: by } }
  const op = JSON.stringify({ select: { on: [asPattern(only.line.id)] }, ...(verb ?? move) })
  const names = left.map(({ line }) => line.label || line.id)
  for (const { line } of left)
    work.note('nodes_stay', line.id, () =>
      another
        ? `${nodes} on ${some(names.slice(0, 3), names.length)} ${stays}: what is on a line takes it along, select by on`
        : `${nodes} on ${quoted(names[0] ?? '')} ${stays}; in the place of this, ${op} moves both`,
    )
}
