import { firstIndex } from '#lib/values/first-index.ts'
import { setFamilies } from '../frame-families.ts'
import { type Found, named, plural } from './check-finding.ts'
import type { Meetings } from './frame-meetings.ts'
import { nodeId, type Structure } from './structure.ts'

/** Cosine of ten degrees: so near the vertical a frame is a column, unless its role says another thing. */
const UPRIGHT = Math.cos(Math.PI / 18)

/** How far from each other supports of one level may lie, as a share of the diagonal: imported ones stand some millimetres off. */
const LEVEL = 1e-4

/**
 * Columns whose foot nothing holds, at a level where supports are: one was forgotten. Elsewhere a foot may hang, as a hanger's and that of
 * a pile held along its shaft.
 */
export function* columnsWithoutSupport(structure: Structure, { nodesOn }: Meetings): Iterable<Found> {
  const { positions, frames, supports, diagonal } = structure
  const held = [...new Set(supports.map(({ node }) => node))].map((node) => positions[node]![2]).sort((a, b) => a - b)
  if (held.length === 0) return
  const uses = usesOf(structure)
  // What lies on a frame is told of as such.
  for (const [node] of nodesOn.all) uses[node]!++
  const familyOf = setFamilies(structure)
  for (const [i, { id, start, end, length, isZeroLength }] of frames.entries()) {
    const rise = positions[end]![2] - positions[start]![2]
    const family = familyOf(i) ?? (Math.abs(rise) < UPRIGHT * length ? 'beam' : 'column')
    if (isZeroLength || family !== 'column') continue
    const foot = rise > 0 ? start : end
    if (uses[foot]! > 1) continue
    const z = positions[foot]![2]
    const beside = countWithin(held, z - LEVEL * diagonal, z + LEVEL * diagonal)
    if (beside === 0) continue
    const node = nodeId(structure, foot)
    yield {
      message: `Column ${named(id)} ends free at its foot ${named(node)}, at a level with ${plural(beside, 'supported node')}`,
      elements: [
        { kind: 'frame', id },
        { kind: 'node', id: node },
      ],
      fix: 'Add a support at the node as the others have, or connect it to what it stands on.',
    }
  }
}

/** How many frames, areas and supports each node has. */
function usesOf({ positions, frames, areas, supports }: Structure): Uint32Array {
  const uses = new Uint32Array(positions.length)
  for (const { start, end } of frames) {
    uses[start]!++
    uses[end]!++
  }
  for (const { outline, openings } of areas) for (const node of [...outline, ...openings.flat()]) uses[node]!++
  for (const { node } of supports) uses[node]!++
  return uses
}

/** Of sorted numbers. */
function countWithin(sorted: readonly number[], from: number, to: number): number {
  const { length } = sorted
  return firstIndex(length, (k) => sorted[k]! > to) - firstIndex(length, (k) => sorted[k]! >= from)
}
