import type { ModelColumns } from '#lib/model/columns.ts'
import type { ElementRef, FoundElement } from './elements.ts'
import type { ModelMaps } from './model-maps.ts'

/** The frames and areas that a section, material or member stands for; the element itself otherwise. */
export function drawnBy({ columns, at, values, find, found }: ModelMaps, refs: readonly ElementRef[]): FoundElement[] {
  return refs.flatMap((ref): FoundElement[] => {
    const { kind, id } = ref
    if (kind === 'member') return framesOfMember(columns, at('member').get(id)).map((k) => found('frame', k))
    if (kind !== 'section' && kind !== 'material') return find([ref])
    const uses = (drawn: 'frame' | 'area') => values(kind, drawn).flatMap((value, k) => (value === id ? [found(drawn, k)] : []))
    return [...uses('frame'), ...uses('area')]
  })
}

/** Places of those that the model has. */
export function framesOfMember({ frames, members }: ModelColumns, k: number | undefined): number[] {
  if (k === undefined) return []
  const places = members.frame.subarray(members.first[k], members.first[k + 1])
  return Array.from(places, (place) => place - 1).filter((frame) => frame < frames.count)
}

/** What stays in sight when only these are wanted: they, the nodes where they end, and the supports there. */
export function isolated(maps: ModelMaps, refs: readonly ElementRef[]): FoundElement[] {
  const { nodes: all, frames, areas, supports } = maps.columns
  const drawn = drawnBy(maps, refs)
  /** By place plus 1. */
  const nodes = new Set<number>()
  for (const { kind, index: k } of drawn) {
    if (kind === 'node') nodes.add(k + 1)
    if (kind === 'frame') nodes.add(frames.start[k]!).add(frames.end[k]!)
    if (kind === 'area')
      for (let i = areas.loop[areas.first[k]!]!; i < areas.loop[areas.first[k]! + 1]!; i++) nodes.add(areas.node[i]!)
    if (kind === 'support') nodes.add(supports.node[k]!)
  }
  const held = Array.from(supports.node.keys()).filter((k) => nodes.has(supports.node[k]!))
  return [
    ...drawn,
    ...[...nodes].filter((node) => node > 0 && node <= all.count).map((node) => maps.found('node', node - 1)),
    ...held.map((k) => maps.found('support', k)),
  ]
}
