import type { Filters, Shown } from './elements.ts'
import type { ModelMaps } from './model-maps.ts'

/** `out`: values to leave out. A node or support is shown when something shown meets there, or nothing meets there at all. */
export function shown({ model, at, frames, areas, values }: ModelMaps, out: Filters): Shown {
  const mask = (kind: 'frame' | 'area', count: number) => {
    const shown = new Uint8Array(count).fill(1)
    for (const by of ['kind', 'section', 'material', 'storey'] as const) {
      const hidden = new Set(out[by] ?? [])
      if (hidden.size) for (const [k, value] of values(by, kind).entries()) if (hidden.has(value)) shown[k] = 0
    }
    return shown
  }
  const shown = { frames: mask('frame', frames.length), areas: mask('area', areas.length) }
  const meets = new Uint8Array(model.nodes.length) // 1: something hidden, 2: something shown
  const mark = (ids: readonly string[], isShown: boolean) => {
    for (const id of ids) meets[at.node.get(id) ?? -1]! |= isShown ? 2 : 1
  }
  for (const [k, { startNodeId, endNodeId }] of frames.entries()) mark([startNodeId, endNodeId], shown.frames[k] === 1)
  for (const [k, area] of areas.entries()) mark([...area.nodeIds, ...(area.openingNodeIds ?? []).flat()], shown.areas[k] === 1)
  const nodes = meets.map((bits) => (bits === 1 ? 0 : 1))
  const supports = new Uint8Array((model.supports ?? []).map(({ nodeId }) => nodes[at.node.get(nodeId) ?? -1] ?? 1))
  return { ...shown, nodes, supports }
}
