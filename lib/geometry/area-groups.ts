import { thicknessOfArea } from './area-records.ts'
import { GROUP, type Groups } from './groups.ts'
import type { Scene } from './scene.ts'
import { SHARED_EDGE } from './shared-edges.ts'

/**
 * Areas in groups of neighbours, which are drawn or skipped as a whole: their triangles; their edges, by the longest that fades
 * where it is short; and the sides that bodies of a thickness have.
 */
export type AreaGroups = {
  /** The largest thickness is what counts: of the lower side. */
  triangles: Groups
  edges: Groups
  /** The same boxes, by thickness. */
  sides: Groups
  /** Edges that bound a surface are seen at any distance: listed by themselves, where few of all do. */
  bounding: Uint32Array | null
}

/** Beyond this share of all edges a list of them would save nothing. */
const FEW = 0.25

export function areaGroups(scene: Pick<Scene, 'points' | 'areas'>): AreaGroups {
  const { points, areas } = scene
  const { triangles, edges } = areas
  const bounding = boundingOf(edges)
  const thickness = new Float32Array(areas.count)
  for (let k = 0; k < areas.count; k++) thickness[k] = thicknessOfArea(areas, k)
  const ofTriangles = grouped(triangles, 3, points, thickness)
  const ofEdges = grouped(edges, 2, points, thickness)
  const longest = new Float32Array(ofEdges.thickest.length)
  for (let k = 0; 4 * k < edges.length; k++) {
    const group = Math.floor(k / GROUP)
    const length = edges[4 * k + 3]! & SHARED_EDGE ? lengthOf(points, edges[4 * k]!, edges[4 * k + 1]!) : bounding ? 0 : ANY
    if (length > longest[group]!) longest[group] = length
  }
  const sides = { count: edges.length / 4, boxes: ofEdges.boxes, largest: ofEdges.thickest }
  return {
    bounding,
    triangles: { count: triangles.length / 4, boxes: ofTriangles.boxes, largest: ofTriangles.thickest },
    edges: { ...sides, largest: longest },
    sides,
  }
}
/** Seen however far away. */
const ANY = 3e38

function lengthOf(points: Float32Array, a: number, b: number): number {
  const dx = points[4 * b]! - points[4 * a]!
  const dy = points[4 * b + 1]! - points[4 * a + 1]!
  const dz = points[4 * b + 2]! - points[4 * a + 2]!
  return Math.sqrt(dx * dx + dy * dy + dz * dz)
}

/**
 * The box and the largest thickness of each group of items, which name so many points and, in their third or fourth number, the
 * area. In plain numbers: there are hundreds of thousands.
 */
function grouped(items: Uint32Array, corners: 2 | 3, points: Float32Array, thickness: Float32Array) {
  const count = items.length / 4
  const groups = Math.ceil(count / GROUP)
  const boxes = new Float32Array(6 * groups)
  const thickest = new Float32Array(groups)
  for (let group = 0; group < groups; group++) {
    let [lx, ly, lz, hx, hy, hz, thick] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity, 0]
    for (let k = group * GROUP; k < Math.min(count, (group + 1) * GROUP); k++) {
      const own = thickness[items[4 * k + corners]!]!
      if (own > thick) thick = own
      for (let corner = 0; corner < corners; corner++) {
        const offset = 4 * items[4 * k + corner]!
        const x = points[offset]!
        const y = points[offset + 1]!
        const z = points[offset + 2]!
        if (x < lx) lx = x
        if (y < ly) ly = y
        if (z < lz) lz = z
        if (x > hx) hx = x
        if (y > hy) hy = y
        if (z > hz) hz = z
      }
    }
    boxes.set([lx - thick, ly - thick, lz - thick, hx + thick, hy + thick, hz + thick], 6 * group)
    thickest[group] = thick
  }
  return { boxes, thickest }
}

function boundingOf(edges: Uint32Array): Uint32Array | null {
  const most = FEW * (edges.length / 4)
  const found: number[] = []
  for (let k = 0; 4 * k < edges.length; k++) {
    if (edges[4 * k + 3]! & SHARED_EDGE) continue
    if (found.length >= most) return null
    found.push(k)
  }
  return Uint32Array.from(found)
}
