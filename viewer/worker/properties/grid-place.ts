import type { Facts } from '#lib/edit/select/facts.ts'
import { onLine } from '#lib/edit/select/places.ts'
import { isStraight } from '#lib/model/grid-shapes.ts'
import { AXIS } from '#lib/model/shape/vector.ts'
import type { Kind } from '#lib/schema/kinds.ts'
import type { ViewerGridLine } from '#lib/schema/schema.ts'

/** Where on the grid an element lies: `B / 2 to 3`, `A–B / 1`, with the skew lines and arcs that it is on. Null without any. */
export function gridPlace(facts: Facts, kind: Kind, ordinal: number): string | null {
  const nodes = facts.nodesOf(kind, ordinal)
  if (nodes.length === 0) return null
  const along = (['X', 'Y'] as const).map((axis) => {
    const lines = facts.gridLines
      .filter((line) => line.axis === axis && isStraight(line))
      .sort((a, b) => a.coordinate - b.coordinate)
    const places = nodes.map((node) => facts.position(node)[AXIS[axis]])
    const first = placeOn(lines, Math.min(...places), facts.selectionTolerance)
    const last = placeOn(lines, Math.max(...places), facts.selectionTolerance)
    return first === last ? first : `${first} to ${last}`
  })
  const curves = facts.gridLines.filter((line) => !isStraight(line) && onLine(facts, line)(kind, ordinal)).map(nameOf)
  const parts = [...along, ...curves].filter((one) => one !== null)
  return parts.length > 0 ? parts.join(' / ') : null
}

/** The line at a coordinate, else the two it lies between; null without lines. */
function placeOn(lines: readonly ViewerGridLine[], position: number, tolerance: number): string | null {
  const on = lines.find(({ coordinate }) => Math.abs(coordinate - position) <= tolerance)
  if (on) return nameOf(on)
  const before = lines.findLast(({ coordinate }) => coordinate <= position)
  const after = lines.find(({ coordinate }) => coordinate > position)
  if (before && after) return `${nameOf(before)}–${nameOf(after)}`
  return before ? `beyond ${nameOf(before)}` : after ? `before ${nameOf(after)}` : null
}

const nameOf = ({ label, id }: ViewerGridLine) => label || id
