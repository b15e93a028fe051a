import { disjointSets, type Group } from '#lib/values/disjoint-sets.ts'
import { nearIn } from '../shape/box-tree.ts'
import { distance, type Vec } from '../shape/vector.ts'
import { asPattern } from '../validate/references.ts'
import { allowance, ending, type FixOp, inModelUnit, listed, named, plural, type RuleFinding, refs } from './check-finding.ts'
import { nodeId, type Structure } from './structure.ts'

/** Nodes that nothing uses, and nodes at one place. Conventions, section 10. */

export function* isolatedNodes({ model, isUsed, supports }: Structure): Iterable<RuleFinding> {
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
export function* coincidentNodes(structure: Structure): Iterable<RuleFinding> {
  const { groups, isCutShort } = chains(structure.positions, structure.tolerance)
  for (const group of groups) yield together(structure, group, 'at one place')
  yield* ending(isCutShort)
}

/** The same by steps up to the nearness, where τ does not reach: another program has rounded their coordinates. */
export function* closeNodes(structure: Structure): Iterable<RuleFinding> {
  const { positions, tolerance, mergeTolerance } = structure
  if (mergeTolerance <= tolerance) return
  const { groups, isCutShort } = chains(positions, mergeTolerance)
  for (const group of groups) {
    const within = chains(
      group.map((node) => positions[node]!),
      tolerance,
    )
    if (within.groups[0]?.length !== group.length) yield together(structure, group, 'at almost one place')
  }
  yield* ending(isCutShort)
}

function together(structure: Structure, group: Group, where: string): RuleFinding {
  const { positions } = structure
  const ids = group.map((node) => nodeId(structure, node))
  const first = positions[group[0]]!
  const widest = group.reduce((most, node) => Math.max(most, distance(first, positions[node]!)), 0)
  const apart = widest > 0 ? `, at most ${inModelUnit(structure, widest)} from the first` : ''
  return {
    message: `${plural(ids.length, 'node')} ${where}: ${listed(ids)}${apart}; frames and areas at different ones are not connected there`,
    elements: refs('node', ids),
    fix: 'If a joint or gap is meant, leave them and model the link; else merge the nodes into one.',
    ...mergeOf(structure, ids, widest),
  }
}

/** Of so many nodes the merge is written out. */
const MOST_WRITTEN = 10

/** With the least tolerance of two digits that reaches all of them. */
function mergeOf({ scale }: Structure, ids: readonly string[], widest: number): { op?: FixOp } {
  if (ids.length > MOST_WRITTEN) return {}
  const apart = widest / scale
  const step = 10 ** (Math.floor(Math.log10(apart)) - 1)
  const merge = apart > 0 ? { tolerance: Number(((Math.floor(apart / step) + 1) * step).toPrecision(2)) } : true
  return { op: { select: { kinds: ['nodes'], ids: ids.map(asPattern) }, merge } }
}

/**
 * Groups of two or more. Cells are so small that all points of a cell lie within the tolerance, so crowds at one place cost
 * nothing; only cells near each other are compared.
 */
function chains(positions: readonly Vec[], tolerance: number): { groups: Group[]; isCutShort: boolean } {
  const crowds = crowdsOf(positions, tolerance)
  const boxes = new Float64Array(6 * crowds.length)
  crowds.forEach((crowd, i) => {
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity
      let high = -Infinity
      for (const node of crowd) {
        low = Math.min(low, positions[node]![axis]!)
        high = Math.max(high, positions[node]![axis]!)
      }
      boxes[6 * i + axis] = low - tolerance / 2
      boxes[6 * i + 3 + axis] = high + tolerance / 2
    }
  })
  const sets = disjointSets(positions.length)
  const near = nearIn(boxes)
  const steps = allowance(positions.length)
  crowds.forEach((crowd, i) => {
    for (const node of crowd) sets.join(crowd[0], node)
    if (tolerance === 0) return
    const visit = (j: number) => {
      const other = crowds[j]!
      if (j <= i || sets.find(other[0]) === sets.find(crowd[0])) return true
      const touch = crowd.some((a) => other.some((b) => steps.left-- > 0 && distance(positions[a]!, positions[b]!) <= tolerance))
      if (touch) sets.join(crowd[0], other[0])
      return steps.left > 0
    }
    near(boxes, visit, 6 * i)
  })
  return { groups: sets.several(), isCutShort: steps.left <= 0 }
}

/** Which nobody who makes a model knows, so that not all its nodes can be made to meet in one slot. */
const SEED = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0

/** Points by their cells, in the order of the first of each: by a hash table with linear probing, as texts would cost more than the search. */
function crowdsOf(positions: readonly Vec[], tolerance: number): Group[] {
  const mask = 2 ** Math.ceil(Math.log2(2 * positions.length + 1)) - 1
  const slots = new Int32Array(mask + 1)
  const crowds: Group[] = []
  const cells = new Float64Array(3 * positions.length)
  const cell = new Float64Array(3)
  const bits = new Int32Array(cell.buffer)
  for (const [i, p] of positions.entries()) {
    // Without a tolerance only the very same place counts. Of the two zeros one.
    for (let axis = 0; axis < 3; axis++) cell[axis] = (tolerance > 0 ? Math.floor((2 * p[axis]!) / tolerance) : p[axis]!) + 0
    let hash = SEED
    for (const word of bits) {
      hash = Math.imul(hash ^ word, 0x85ebca6b)
      hash ^= hash >>> 15
    }
    let slot = hash & mask
    for (; slots[slot]! > 0; slot = (slot + 1) & mask) {
      const offset = 3 * (slots[slot]! - 1)
      if (cells[offset] === cell[0] && cells[offset + 1] === cell[1] && cells[offset + 2] === cell[2]) break
    }
    const there = crowds[slots[slot]! - 1]
    if (there) there.push(i)
    else {
      cells.set(cell, 3 * crowds.length)
      slots[slot] = crowds.push([i])
    }
  }
  return crowds
}
