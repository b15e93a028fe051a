import { type ModelColumns, restraintsOf } from '#lib/model/columns.ts'
import { subtract, type Vec } from '#lib/model/shape/vector.ts'
import { patternOf } from './support-pattern.ts'

/** Supports that act on one node are one glyph: a direction is restrained if one of them restrains it. */
export type SupportRecords = {
  /** Per glyph: its node, its pattern, and how large it may be at most (0: as large as it likes). */
  nodes: Uint32Array
  patterns: Uint8Array
  sizes: Float32Array
  /** Per support of the model: its glyph. */
  glyphOf: Uint32Array
}

/**
 * Of each node the length of its shortest frame; a support under a wall has none to measure its glyph by: there the edges of areas count.
 * `at`: where nodes lie, if there are areas.
 */
export function withAreaEdges({ supports, areas }: ModelColumns, nodePlaces: readonly (Vec | null)[], frames: Float32Array) {
  const held = new Uint8Array(frames.length)
  for (let k = 0; k < supports.count; k++) held[supports.node[k]! - 1] = 1
  if (!held.some((isHeld, node) => isHeld && !frames[node])) return frames
  const shortest = frames.slice()
  const { first, loop, node } = areas
  for (let k = 0; k < areas.count; k++) {
    const [begin, end] = [loop[first[k]!]!, loop[first[k]! + 1]!]
    let a = node[end - 1]! - 1
    for (let i = begin; i < end; i++) {
      const b = node[i]! - 1
      const [from, to] = [nodePlaces[a], nodePlaces[b]]
      const edge = (held[a] || held[b]) && from && to ? Math.hypot(...subtract(to, from)) : 0
      if (edge > 0)
        for (const node of [a, b]) if (!frames[node] && (!shortest[node] || edge < shortest[node])) shortest[node] = edge
      a = b
    }
  }
  return shortest
}

export function supportRecords(
  { supports, nodes: { count } }: ModelColumns,
  shortest: Float32Array,
  diagonal: number,
): SupportRecords {
  const glyphAt = new Map<number, number>()
  const nodes: number[] = []
  const patterns: number[] = []
  const glyphOf = new Uint32Array(supports.count)
  for (let k = 0; k < supports.count; k++) {
    const place = supports.node[k]!
    const node = place > 0 && place <= count ? place - 1 : 0
    const glyph = glyphAt.get(node) ?? nodes.push(node) - 1
    glyphAt.set(node, glyph)
    patterns[glyph] = (patterns[glyph] ?? 0) | patternOf(restraintsOf(supports.state[k]!))
    glyphOf[k] = glyph
  }
  return {
    nodes: new Uint32Array(nodes),
    patterns: new Uint8Array(patterns),
    sizes: glyphSizes(
      nodes.map((node) => shortest[node] ?? 0),
      diagonal,
    ),
    glyphOf,
  }
}

/** Of the shortest frame at a node, else area edge; and of the model's diagonal where there is neither. */
const OF_SHORTEST = 1 / 4
const OF_DIAGONAL = 1 / 40
/** So many of the nodes may ask for a smaller glyph than the others have. */
const SMALLER = 0.1

/** One size a model, that of its small nodes; none larger than its own node allows. */
function glyphSizes(shortest: readonly number[], diagonal: number): Float32Array {
  const caps = shortest.map((length) => (length > 0 ? OF_SHORTEST * length : OF_DIAGONAL * diagonal))
  const sorted = Float64Array.from(caps.filter((cap) => cap > 0)).sort()
  const common = sorted[Math.floor(SMALLER * (sorted.length - 1))] ?? 0
  return Float32Array.from(caps, (cap) => Math.min(cap, common))
}
