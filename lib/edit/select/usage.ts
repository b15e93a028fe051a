import type { Kind } from '#lib/schema/schema.ts'
import type { Facts } from './facts.ts'

/** What hangs on what: elements that share nodes, what is used, and what stands on a support. */

const USERS: readonly Kind[] = ['frames', 'areas', 'supports']

/** The ordinals of nodes, sections and materials that something uses, as the model check counts it. */
export function usedOrdinals(facts: Facts): ReadonlyMap<Kind, ReadonlySet<number>> {
  const nodes = new Set<number>()
  for (const kind of USERS) {
    for (let i = 0; i < facts.count(kind); i++) for (const node of facts.nodesOf(kind, i)) nodes.add(node)
  }
  const sections = new Set<number>()
  const materials = new Set<number>()
  const add = (set: Set<number>, kind: Kind, id: string | null | undefined) => {
    const ordinal = id == null ? undefined : facts.ordinalOf(kind, id)
    if (ordinal !== undefined) set.add(ordinal)
  }
  for (const kind of ['frames', 'areas', 'members'] as const) {
    for (let i = 0; i < facts.count(kind); i++) {
      add(sections, 'sections', facts.section(kind, i))
      add(materials, 'materials', facts.model[kind]?.[i]?.materialId)
    }
  }
  for (const { endSectionId } of facts.model.frames ?? []) add(sections, 'sections', endSectionId)
  for (const { materialId } of facts.model.sections ?? []) add(materials, 'materials', materialId)
  return new Map<Kind, Set<number>>([
    ['nodes', nodes],
    ['sections', sections],
    ['materials', materials],
  ])
}

/** Whether a support that holds something is there: at the node, in the part of the frame or area, or the support itself. */
export function supported(facts: Facts): (kind: Kind, ordinal: number) => boolean {
  const part = Int32Array.from({ length: facts.count('nodes') }, (_, i) => i)
  const root = (node: number): number => {
    let position = node
    while (part[position] !== position) {
      part[position] = part[part[position]!]!
      position = part[position]!
    }
    return position
  }
  for (const kind of ['frames', 'areas'] as const) {
    for (let i = 0; i < facts.count(kind); i++) {
      const [first, ...others] = facts.nodesOf(kind, i)
      if (first !== undefined) for (const node of others) part[root(node)] = root(first)
    }
  }
  const held = new Set<number>()
  const parts = new Set<number>()
  for (let i = 0; i < facts.count('supports'); i++) {
    const [node] = facts.nodesOf('supports', i)
    if (node === undefined || !facts.isHolding(i)) continue
    held.add(node)
    parts.add(root(node))
  }
  return (kind, ordinal) => {
    if (kind === 'supports') return facts.isHolding(ordinal)
    const [first] = facts.nodesOf(kind, ordinal)
    if (first === undefined) return false
    return kind === 'nodes' ? held.has(first) : parts.has(root(first))
  }
}

/** Whether the element shares a node with one of these elements other than itself; of loads only what they are on is near. */
export function touching(facts: Facts, these: ReadonlyMap<Kind, readonly number[]>): (kind: Kind, ordinal: number) => boolean {
  const count = new Map<number, number>()
  const loaded = new Set<string>()
  for (const ordinal of these.get('loads') ?? []) loaded.add(targetOf(facts, ordinal))
  for (const [kind, ordinals] of these) {
    if (kind === 'loads') continue
    for (const ordinal of ordinals) {
      // Both ends of a frame may be one node.
      for (const node of new Set(facts.nodesOf(kind, ordinal))) count.set(node, (count.get(node) ?? 0) + 1)
    }
  }
  const own = new Map([...these].map(([kind, ordinals]) => [kind, new Set(ordinals)]))
  const isNamed = new Set(
    [...these].flatMap(([kind, ordinals]) => ordinals.map((ordinal) => `${kind} ${facts.id(kind, ordinal)}`)),
  )
  return (kind, ordinal) => {
    if (kind === 'loads') return isNamed.has(targetOf(facts, ordinal))
    if (loaded.has(`${kind} ${facts.id(kind, ordinal)}`)) return true
    const itself = own.get(kind)?.has(ordinal) ? 1 : 0
    return facts.nodesOf(kind, ordinal).some((node) => (count.get(node) ?? 0) > itself)
  }
}

/** What a load is on, by kind and id. */
function targetOf(facts: Facts, ordinal: number): string {
  const { nodeId, frameId, areaId } = facts.element('loads', ordinal)
  return nodeId != null ? `nodes ${nodeId}` : frameId != null ? `frames ${frameId}` : `areas ${areaId}`
}
