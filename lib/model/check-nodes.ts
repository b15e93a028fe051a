import { boxAround, nearIn } from './box-tree.ts'
import { allowance, editText, ending, type Found, inModelUnit, listed, named, plural, refs } from './check-found.ts'
import { disjointSets, type Group } from './disjoint-sets.ts'
import { asPattern } from './references.ts'
import { nodeId, type Structure } from './structure.ts'
import { distance, type Vec } from './vector.ts'

/** Nodes that nothing uses, and nodes at one place. Conventions, section 10. */

export function* isolatedNodes({ model, isUsed, supports }: Structure): Iterable<Found> {
  const held = new Set(supports.map(({ node }) => node))
  for (const [i, { id }] of model.nodes.entries()) {
    if (isUsed[i]) continue
    yield {
      message: `Node ${named(id)} belongs to no frame, area or opening${held.has(i) ? ', though it has a support' : ''}`,
      elements: [{ kind: 'node', id }],
      fix: 'Remove the node, or connect the frame or area that was meant to use it.',
    }
  }
}

/** Nodes chained by steps of at most τ, one finding per chain. */
export function* coincidentNodes(structure: Structure): Iterable<Found> {
  const { groups, isCutShort } = chains(structure.positions, structure.tolerance)
  for (const group of groups) yield together(structure, group, 'at one place')
  yield* ending(isCutShort)
}

/** The same by steps up to the nearness, where τ does not reach: another program has rounded their coordinates. */
export function* closeNodes(structure: Structure): Iterable<Found> {
  const { positions, tolerance, nearness } = structure
  if (nearness <= tolerance) return
  const { groups, isCutShort } = chains(positions, nearness)
  for (const group of groups) {
    const within = chains(
      group.map((node) => positions[node]!),
      tolerance,
    )
    if (within.groups[0]?.length !== group.length) yield together(structure, group, 'at almost one place')
  }
  yield* ending(isCutShort)
}

function together(structure: Structure, group: Group, where: string): Found {
  const { positions } = structure
  const ids = group.map((node) => nodeId(structure, node))
  const first = positions[group[0]]!
  const widest = group.reduce((most, node) => Math.max(most, distance(first, positions[node]!)), 0)
  const apart = widest > 0 ? `, at most ${inModelUnit(structure, widest)} from the first` : ''
  return {
    message: `${plural(ids.length, 'node')} ${where}: ${listed(ids)}${apart}; frames and areas at different ones are not connected there`,
    elements: refs('node', ids),
    fix: `Merge the nodes into one if the parts are connected${mergeOf(structure, ids, widest)}; if a joint or gap is meant, leave them and model the link.`,
  }
}

/** Of so many nodes the merge is written out. */
const MOST_WRITTEN = 10

/** With the least tolerance of two digits that reaches all of them. */
function mergeOf({ scale }: Structure, ids: readonly string[], widest: number): string {
  if (ids.length > MOST_WRITTEN) return ''
  const apart = widest / scale
  const step = 10 ** (Math.floor(Math.log10(apart)) - 1)
  const merge = apart > 0 ? { tolerance: Number(((Math.floor(apart / step) + 1) * step).toPrecision(2)) } : true
  return `: ${editText({ select: { kinds: ['nodes'], ids: ids.map(asPattern) }, merge })}`
}

/**
 * Groups of two or more. Cells are so small that all points of a cell lie within the tolerance, so crowds at one place cost
 * nothing; only cells near each other are compared.
 */
function chains(positions: readonly Vec[], tolerance: number): { groups: Group[]; isCutShort: boolean } {
  const cells = new Map<string, Group>()
  positions.forEach((p, i) => {
    // Without a tolerance only the very same place counts.
    const at = tolerance > 0 ? p.map((v) => Math.floor((2 * v) / tolerance)) : p
    const there = cells.get(at.join())
    if (there) there.push(i)
    else cells.set(at.join(), [i])
  })
  const crowds = [...cells.values()]
  const boxes = new Float64Array(6 * crowds.length)
  crowds.forEach((crowd, i) => {
    const corner = (best: (...values: number[]) => number) =>
      crowd.reduce<Vec>((at, node) => {
        const p = positions[node]!
        return [best(at[0], p[0]), best(at[1], p[1]), best(at[2], p[2])]
      }, positions[crowd[0]]!)
    boxes.set(boxAround(corner(Math.min), corner(Math.max), tolerance / 2), 6 * i)
  })
  const sets = disjointSets(positions.length)
  const near = nearIn(boxes)
  const steps = allowance(positions.length)
  crowds.forEach((crowd, i) => {
    for (const node of crowd) sets.join(crowd[0], node)
    if (tolerance === 0) return
    near(boxes.subarray(6 * i), (j) => {
      const other = crowds[j]!
      if (j <= i || sets.find(other[0]) === sets.find(crowd[0])) return true
      const touch = crowd.some((a) => other.some((b) => steps.left-- > 0 && distance(positions[a]!, positions[b]!) <= tolerance))
      if (touch) sets.join(crowd[0], other[0])
      return steps.left > 0
    })
  })
  return { groups: sets.groups().filter((group) => group.length > 1), isCutShort: steps.left <= 0 }
}
