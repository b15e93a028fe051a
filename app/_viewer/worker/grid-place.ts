import type { Facts } from '#lib/edit/facts.ts'
import type { Kind } from '#lib/model/kinds.ts'
import type { ViewerGridLine } from '#lib/model/schema.ts'

/** Where on the grid an element lies: `B / 2 to 3`, `A–B / 1`. Null without grid lines. */
export function gridPlace(facts: Facts, kind: Kind, ordinal: number): string | null {
  const nodes = facts.nodesOf(kind, ordinal)
  if (nodes.length === 0) return null
  const along = (['X', 'Y'] as const).map((axis, k) => {
    const lines = facts.gridLines.filter((line) => line.axis === axis).sort((a, b) => a.coordinate - b.coordinate)
    if (lines.length === 0) return null
    const places = nodes.map((node) => facts.position(node)[k]!)
    const first = placeOn(lines, Math.min(...places), facts.slack)
    const last = placeOn(lines, Math.max(...places), facts.slack)
    return first === last ? first : `${first} to ${last}`
  })
  const told = along.filter((one) => one !== null)
  return told.length > 0 ? told.join(' / ') : null
}

/** The line at a coordinate, else the two it lies between. */
function placeOn(lines: readonly ViewerGridLine[], at: number, slack: number): string {
  const on = lines.find(({ coordinate }) => Math.abs(coordinate - at) <= slack)
  if (on) return nameOf(on)
  const next = lines.findIndex(({ coordinate }) => coordinate > at)
  if (next < 0) return `beyond ${nameOf(lines.at(-1)!)}`
  return next === 0 ? `before ${nameOf(lines[0]!)}` : `${nameOf(lines[next - 1]!)}–${nameOf(lines[next]!)}`
}

const nameOf = ({ label, id }: ViewerGridLine) => label || id
