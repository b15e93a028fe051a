import { thicknessOfArea } from './area-tables.ts'
import { type Groups, groupsOf, largestIn } from './groups.ts'
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
  const thickness = Float32Array.from({ length: areas.count }, (_, k) => thicknessOfArea(areas, k))
  const around = (point: number, by: number, tell: (x: number, y: number, z: number) => void) => {
    const [x, y, z] = [points[4 * point]!, points[4 * point + 1]!, points[4 * point + 2]!]
    tell(x - by, y - by, z - by)
    tell(x + by, y + by, z + by)
  }
  const ofEdges = groupsOf(edges.length / 4, (k, tell) => {
    const [a, b] = [4 * edges[4 * k]!, 4 * edges[4 * k + 1]!]
    const by = thickness[edges[4 * k + 2]!]!
    around(a / 4, by, tell)
    around(b / 4, by, tell)
    if (!(edges[4 * k + 3]! & SHARED_EDGE)) return bounding ? 0 : ANY
    return Math.hypot(points[b]! - points[a]!, points[b + 1]! - points[a + 1]!, points[b + 2]! - points[a + 2]!)
  })
  return {
    bounding,
    triangles: groupsOf(triangles.length / 4, (k, tell) => {
      const by = thickness[triangles[4 * k + 3]!]!
      for (let corner = 0; corner < 3; corner++) around(triangles[4 * k + corner]!, by, tell)
      return by
    }),
    edges: ofEdges,
    sides: { ...ofEdges, largest: largestIn(edges.length / 4, (k) => thickness[edges[4 * k + 2]!]!) },
  }
}
/** Seen however far away. */
const ANY = 3e38

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
