import { FACETS, type Filters, type VisibilityMasks } from './elements.ts'
import type { ModelMaps } from './model-maps.ts'

/** `out`: values to leave out. A node or support is shown when something shown meets there, or nothing meets there at all. */
export function shown({ columns, values }: ModelMaps, out: Filters): VisibilityMasks {
  const { nodes: all, frames, areas, supports } = columns
  const mask = (kind: 'frame' | 'area', count: number) => {
    const shown = new Uint8Array(count).fill(1)
    for (const by of FACETS) {
      const hidden = new Set(out[by] ?? [])
      if (hidden.size) for (const [k, value] of values(by, kind).entries()) if (hidden.has(value)) shown[k] = 0
    }
    return shown
  }
  const shown = { frames: mask('frame', frames.count), areas: mask('area', areas.count) }
  const meets = new Uint8Array(all.count + 1) // by place plus 1; 1: something hidden, 2: something shown
  const mark = (node: number, isShown: boolean) => {
    if (node <= all.count) meets[node]! |= isShown ? 2 : 1
  }
  for (let k = 0; k < frames.count; k++) for (const node of [frames.start[k]!, frames.end[k]!]) mark(node, shown.frames[k] === 1)
  const { first, loop, node } = areas
  for (let k = 0; k < areas.count; k++)
    for (let i = loop[first[k]!]!; i < loop[first[k + 1]!]!; i++) mark(node[i]!, shown.areas[k] === 1)
  const nodes = meets.subarray(1).map((bits) => (bits === 1 ? 0 : 1))
  return { ...shown, nodes, supports: Uint8Array.from(supports.node, (place) => nodes[place - 1] ?? 1) }
}
