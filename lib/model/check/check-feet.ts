import type { ViewerSupport } from '#lib/schema/schema.ts'
import { firstIndex } from '#lib/values/first-index.ts'
import { setFamilies } from '../frame-families.ts'
import { boxAround, boxOver, nearIn } from '../shape/box-tree.ts'
import { holds, isNearEdge } from '../shape/polygon.ts'
import type { JudgedAreas } from './area-planes.ts'
import { allowance, type FixOp, named, plural, type RuleFinding } from './check-finding.ts'
import type { Meetings } from './frame-meetings.ts'
import { nodeId, type Structure } from './structure.ts'

/** Cosine of ten degrees: so near the vertical a frame is a column, unless its role says another thing. */
const UPRIGHT = Math.cos(Math.PI / 18)

/** How far from each other supports of one level may lie, as a share of the diagonal: imported ones stand some millimetres off. */
const LEVEL = 1e-4

/** Sine of ten degrees: what rises less than that lies. */
const RISING = Math.sin(Math.PI / 18)

/**
 * Columns whose foot nothing holds, at a level where supports are: one was forgotten. Elsewhere a foot may hang, as a hanger's and that of
 * a pile held along its shaft.
 */
export function* columnsWithoutSupport(structure: Structure, meetings: Meetings, supports: LikeSupports): Iterable<RuleFinding> {
  for (const { id, node, beside, isColumn } of freeFeet(structure, meetings)) {
    if (!isColumn) continue
    yield {
      message: `Column ${named(id)} ends free at its foot ${named(nodeId(structure, node))}, at a level with ${plural(beside.length, 'supported node')}`,
      ...elementsAt(structure, id, node),
      fix: 'Connect it to what it stands on, or support it as the others are.',
      ...supports(node, beside),
    }
  }
}

/** The same of what slopes: stringers, legs, guys. */
export function* freeEnds(
  structure: Structure,
  areas: JudgedAreas,
  meetings: Meetings,
  supports: LikeSupports,
): Iterable<RuleFinding> {
  let isOnArea: ((node: number) => boolean) | undefined
  for (const { id, node, beside, isColumn } of freeFeet(structure, meetings)) {
    isOnArea ??= nodesOnAreas(structure, areas)
    if (isColumn || isOnArea(node)) continue
    yield {
      message: `Frame ${named(id)} ends free at its lower end ${named(nodeId(structure, node))}, at a level with ${plural(beside.length, 'supported node')}`,
      ...elementsAt(structure, id, node),
      fix: 'Connect it to what it stands on, or support it as the others are.',
      ...supports(node, beside),
    }
  }
}

const elementsAt = (structure: Structure, id: string, node: number) => ({
  elements: [
    { kind: 'frame' as const, id },
    { kind: 'node' as const, id: nodeId(structure, node) },
  ],
})

/** `beside`: the held nodes of its level, one list for all that have the same. */
type FreeFoot = { id: string; node: number; beside: readonly number[]; isColumn: boolean }

/** Lower ends of frames that rise, in nothing else and on no other frame, at a level where nodes are held. */
function* freeFeet(structure: Structure, { nodesOn }: Meetings): Iterable<FreeFoot> {
  const { positions, frames, supports, diagonal } = structure
  const heightOf = (node: number) => positions[node]![2]
  const held = [...new Set(supports.map(({ node }) => node))].sort((a, b) => heightOf(a) - heightOf(b))
  if (held.length === 0) return
  const levels = new Map<string, readonly number[]>()
  const level = (from: number, to: number) => {
    const key = `${from} ${to}`
    const nodes = levels.get(key) ?? held.slice(from, to)
    levels.set(key, nodes)
    return nodes
  }
  const uses = usesOf(structure)
  // What lies on a frame is told of as such.
  for (const [node] of nodesOn.all) uses[node]!++
  const familyOf = setFamilies(structure)
  for (const [i, { id, start, end, length, isZeroLength }] of frames.entries()) {
    const rise = heightOf(end) - heightOf(start)
    if (isZeroLength) continue
    const family = familyOf(i) ?? (Math.abs(rise) < UPRIGHT * length ? undefined : 'column')
    const isColumn = family === 'column'
    if (!isColumn && Math.abs(rise) < RISING * length) continue
    const node = rise > 0 ? start : end
    if (uses[node]! > 1) continue
    const z = heightOf(node)
    const from = firstIndex(held.length, (k) => heightOf(held[k]!) >= z - LEVEL * diagonal)
    const to = firstIndex(held.length, (k) => heightOf(held[k]!) > z + LEVEL * diagonal)
    if (to > from) yield { id, node, beside: level(from, to), isColumn }
  }
}

/**
 * Supports that hold the head of a column up whose foot is held up too, where most heads of their level are free: the column carries nothing
 * there, and the rest of the level hangs from it. What holds across alone braces it.
 */
export function* supportsAboveFeet(structure: Structure): Iterable<RuleFinding> {
  const { model, supports, frames, positions, diagonal } = structure
  const heightOf = (node: number) => positions[node]![2]
  const holding = supports.filter(({ ordinal }) => model.supports?.[ordinal]?.restraints?.u3 === true)
  const held = new Set(holding.map(({ node }) => node))
  const columns = new Map<number, { id: string; foot: number }>()
  for (const { id, start, end, length, isZeroLength } of frames) {
    const rise = heightOf(end) - heightOf(start)
    if (isZeroLength || Math.abs(rise) < UPRIGHT * length) continue
    const [head, foot] = rise > 0 ? [end, start] : [start, end]
    columns.set(head, { id, foot })
  }
  const suspects = holding.flatMap(({ id, node }) => {
    const column = columns.get(node)
    let foot = column?.foot
    while (foot !== undefined && !held.has(foot)) foot = columns.get(foot)?.foot
    return column && foot !== undefined ? [{ id, node, foot, columnId: column.id }] : []
  })
  if (suspects.length === 0) return
  const [heads, freeHeads, feet] = [[...columns.keys()], [...columns.keys()].filter((head) => !held.has(head)), [...held]]
  for (const nodes of [heads, freeHeads, feet]) nodes.sort((a, b) => heightOf(a) - heightOf(b))
  const countAtLevel = (of: number, nodes: readonly number[]) =>
    firstIndex(nodes.length, (k) => heightOf(nodes[k]!) > heightOf(of) + LEVEL * diagonal) -
    firstIndex(nodes.length, (k) => heightOf(nodes[k]!) >= heightOf(of) - LEVEL * diagonal)
  for (const { id, node, foot, columnId } of suspects) {
    // What is fixed to a wall is held at all heights.
    if (2 * countAtLevel(foot, feet) <= feet.length) continue
    const [free, all] = [countAtLevel(node, freeHeads), countAtLevel(node, heads)]
    if (2 * free <= all) continue
    yield {
      message: `Support ${named(id)} holds node ${named(nodeId(structure, node))} up, at the head of column ${named(columnId)}, which stands on the support of ${named(nodeId(structure, foot))}; ${free} of ${all} column heads at this level are free`,
      elements: [{ kind: 'support', id }, ...elementsAt(structure, columnId, node).elements],
      fix: 'Support the node that is meant, or let it go along Z.',
    }
  }
}

/** Whether a node lies in an area or on its edge. */
function nodesOnAreas({ areas, positions, tolerance, frames }: Structure, judged: JudgedAreas): (node: number) => boolean {
  const boxes = new Float64Array(6 * areas.length)
  for (const [k, { outline }] of areas.entries()) boxes.set(boxOver(outline.map((node) => positions[node]!), tolerance), 6 * k) // biome-ignore format: short
  const near = nearIn(boxes)
  const steps = allowance(areas.length + frames.length)
  return (node) => {
    let isOn = false
    near(boxAround(positions[node]!, positions[node]!, tolerance), (k) => {
      const { plane, outline } = judged[k]!
      if (!plane || plane.height(node) > tolerance) return --steps.left > 0
      const p = plane.flat(node)
      isOn ||= isNearEdge(outline, p, tolerance, steps) || holds(outline, p, steps)
      return !isOn && --steps.left > 0
    })
    return isOn
  }
}

/** A support for a node as all of `beside` have, by an id of their pattern that is free. */
export type LikeSupports = (node: number, beside: readonly number[]) => { op?: FixOp }

/** Each id is given out once: the supports of several findings stand beside each other. */
export function likeSupports({ model, supports }: Structure): LikeSupports {
  const taken = new Set((model.supports ?? []).map(({ id }) => id))
  const at = new Map<number, ViewerSupport[]>()
  for (const { ordinal, node } of supports) {
    const support = model.supports?.[ordinal]
    if (support) at.set(node, [...(at.get(node) ?? []), support])
  }
  const patterns = new Map<readonly number[], Pattern | undefined>()
  const patternOf = (beside: readonly number[]): Pattern | undefined => {
    if (patterns.has(beside)) return patterns.get(beside)
    const others = beside.flatMap((one) => at.get(one) ?? [])
    const pattern = others.length === beside.length ? commonPattern(others) : undefined
    patterns.set(beside, pattern)
    return pattern
  }
  const fixes = new Map<number, FixOp | undefined>()
  const make = (node: number, beside: readonly number[]): FixOp | undefined => {
    const pattern = patternOf(beside)
    if (!pattern) return undefined
    const nodeId = model.nodes[node]?.id ?? ''
    const id = pattern.idFor(nodeId, taken)
    if (id === undefined) return undefined
    taken.add(id)
    return { add: { supports: [{ id, nodeId, restraints: pattern.restraints }] } }
  }
  return (node, beside) => {
    if (!fixes.has(node)) fixes.set(node, make(node, beside))
    const op = fixes.get(node)
    return op ? { op } : {}
  }
}

type Pattern = {
  restraints: NonNullable<ViewerSupport['restraints']>
  idFor(nodeId: string, taken: ReadonlySet<string>): string | undefined
}

/** What supports have in common: what they hold, and `S-N1` beside `S-N2`: what stands around the node's id, else before a number. */
function commonPattern(others: readonly ViewerSupport[]): Pattern | undefined {
  const [first] = others
  if (!first?.restraints || first.stiffness) return undefined
  const held = ({ restraints, stiffness }: ViewerSupport) => JSON.stringify([restraints, stiffness])
  if (others.some((one) => held(one) !== held(first))) return undefined
  const { restraints } = first
  const around = others.map(({ id, nodeId }) => (id.includes(nodeId) ? id.split(nodeId, 2).join(BETWEEN) : undefined))
  const [part] = around
  if (part !== undefined && around.every((other) => other === part)) {
    const idFor = (nodeId: string, taken: ReadonlySet<string>) => {
      const id = part.replace(BETWEEN, () => nodeId)
      return taken.has(id) ? undefined : id
    }
    return { restraints, idFor }
  }
  const numbered = others.map(({ id }) => /^(.*?)\d+$/s.exec(id)?.[1])
  const [before] = numbered
  if (before === undefined || numbered.some((other) => other !== before)) return undefined
  let next = 1
  const idFor = (_: string, taken: ReadonlySet<string>) => {
    while (taken.has(`${before}${next}`)) next++
    return `${before}${next}`
  }
  return { restraints, idFor }
}
const BETWEEN = '\0'

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
