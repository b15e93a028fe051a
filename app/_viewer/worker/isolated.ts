import type { ElementRef, FoundElement } from './elements.ts'
import type { ModelMaps } from './model-maps.ts'

/** The frames and areas that a section, material or member stands for; the element itself otherwise. */
export function drawnBy({ model, at, frames, areas, values, find }: ModelMaps, refs: readonly ElementRef[]): FoundElement[] {
  const found = refs.flatMap(({ kind, id }): ElementRef[] => {
    if (kind === 'member') {
      const member = model.members?.[at.member.get(id) ?? -1]
      return (member?.frameIds ?? []).map((frameId) => ({ kind: 'frame', id: frameId }))
    }
    if (kind !== 'section' && kind !== 'material') return [{ kind, id }]
    const uses = (drawn: 'frame' | 'area', elements: readonly { id: string }[]) =>
      values(kind, drawn).flatMap((value, k) => (value === id ? [{ kind: drawn, id: elements[k]!.id }] : []))
    return [...uses('frame', frames), ...uses('area', areas)]
  })
  return find(found)
}

/** What stays in sight when only these are wanted: they, the nodes where they end, and the supports there. */
export function isolated(maps: ModelMaps, refs: readonly ElementRef[]): FoundElement[] {
  const { model, frames, areas, find } = maps
  const drawn = drawnBy(maps, refs)
  const nodeIds = new Set<string>()
  for (const { kind, id, index } of drawn) {
    if (kind === 'node') nodeIds.add(id)
    if (kind === 'frame') nodeIds.add(frames[index]!.startNodeId).add(frames[index]!.endNodeId)
    if (kind === 'area') for (const node of areas[index]!.nodeIds) nodeIds.add(node)
    if (kind === 'support') nodeIds.add(model.supports![index]!.nodeId)
  }
  const nodes = [...nodeIds].map((id): ElementRef => ({ kind: 'node', id }))
  const supports = (model.supports ?? []).flatMap(({ id, nodeId }): ElementRef[] =>
    nodeIds.has(nodeId) ? [{ kind: 'support', id }] : [],
  )
  return [...drawn, ...find([...nodes, ...supports])]
}
