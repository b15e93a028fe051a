import { distanceToEdge, shareAlong } from '#lib/model/shape/polygon.ts'
import { add, dot, length, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { axesOfArea, centreOfArea } from '../area-records.ts'
import { frameAt } from '../frame-at.ts'
import type { Scene } from '../scene.ts'
import { outlineAt } from '../section-body.ts'
import { areaEdges, bodyLine, loopsOf } from './body-edges.ts'

/**
 * Where a point stands on an element, in the element's own terms, so that it is found again when the element has changed. On a
 * frame: the share of its length, and on its outline the side and the share of that, else the distances along local 3 and 2. On
 * an area: the edge and the share of it, else the distances along its axes from its centre.
 */
export type Anchor =
  | { on: 'frame'; along: number; side: { loop: number; k: number; share: number; of: number } | null; x: number; y: number }
  | { on: 'area'; edge: { k: number; share: number; of: number } | null; local: Vec }

/** Of an element's size: what lies nearer to an edge lies on it. */
const ON = 1e-4

export function anchorOf(scene: Scene, kind: 'frame' | 'area', index: number, point: Vec): Anchor | null {
  return kind === 'frame' ? onFrame(scene, index, point) : onArea(scene, index, point)
}

/** Null: the element has lost its length or its face. */
export function pointAt(scene: Scene, index: number, anchor: Anchor): Vec | null {
  return anchor.on === 'frame' ? atFrame(scene, index, anchor) : atArea(scene, index, anchor)
}

function onFrame(scene: Scene, index: number, point: Vec): Anchor | null {
  const line = bodyLine(scene, index)
  const { axes, body } = frameAt(scene, index)
  if (!line || !axes) return null
  const [e1, e2, e3] = axes
  const from = subtract(point, line[0])
  const size = dot(subtract(line[1], line[0]), e1)
  // What an address brings may lie beyond an element that has become shorter.
  const along = Math.min(1, Math.max(0, dot(from, e1) / size))
  const [x, y] = [dot(from, e3), dot(from, e2)]
  const sides = (body ? loopsOf(outlineAt(body, along)) : []).flatMap((sides, loop) =>
    sides.map((a, k) => {
      const b = sides[(k + 1) % sides.length]!
      return { loop, k, share: shareAlong(a, b, { x, y }), of: sides.length, apart: distanceToEdge(a, b, { x, y }) }
    }),
  )
  const nearest = sides.reduce((best, one) => (best && best.apart <= one.apart ? best : one), sides[0])
  const isOn = nearest && nearest.apart <= ON * size
  const side = isOn ? { loop: nearest.loop, k: nearest.k, share: nearest.share, of: nearest.of } : null
  return { on: 'frame', along, side, x, y }
}

function atFrame(scene: Scene, index: number, { along, side, x, y }: Anchor & { on: 'frame' }): Vec | null {
  const line = bodyLine(scene, index)
  const { axes, body } = frameAt(scene, index)
  if (!line || !axes) return null
  const loop = side && body ? loopsOf(outlineAt(body, along))[side.loop] : undefined
  const [a, b] = side && loop?.length === side.of ? [loop[side.k], loop[(side.k + 1) % loop.length]] : []
  const across = side && a && b ? { x: a.x + side.share * (b.x - a.x), y: a.y + side.share * (b.y - a.y) } : { x, y }
  const point = add(line[0], scale(axes[0], along * dot(subtract(line[1], line[0]), axes[0])))
  return add(point, add(scale(axes[2], across.x), scale(axes[1], across.y)))
}

function onArea(scene: Scene, index: number, point: Vec): Anchor | null {
  const [centre, ...axes] = areaAxes(scene, index)
  const edges = areaEdges(scene, index)
  const near = edges.map(({ a, b }, k) => {
    const along = subtract(b, a)
    const square = dot(along, along)
    const share = square > 0 ? Math.min(1, Math.max(0, dot(subtract(point, a), along) / square)) : 0
    return { k, share, apart: length(subtract(point, add(a, scale(along, share)))), size: Math.sqrt(square) }
  })
  const nearest = near.reduce((best, one) => (best && best.apart <= one.apart ? best : one), near[0])
  if (!nearest) return null
  const edge = nearest.apart <= ON * nearest.size ? { k: nearest.k, share: nearest.share, of: edges.length } : null
  const from = subtract(point, centre)
  return { on: 'area', edge, local: [dot(from, axes[0]), dot(from, axes[1]), dot(from, axes[2])] }
}

function atArea(scene: Scene, index: number, { edge, local }: Anchor & { on: 'area' }): Vec | null {
  const edges = areaEdges(scene, index)
  if (edges.length === 0) return null
  const one = edge && edges.length === edge.of ? edges[edge.k] : undefined
  if (edge && one) return add(one.a, scale(subtract(one.b, one.a), edge.share))
  const [centre, e1, e2, e3] = areaAxes(scene, index)
  return add(centre, add(scale(e1, local[0]), add(scale(e2, local[1]), scale(e3, local[2]))))
}

const NOWHERE: Vec = [0, 0, 0]

/** Centre and axes of an area; axes of no length where it has none. */
function areaAxes({ areas }: Scene, index: number): readonly [Vec, Vec, Vec, Vec] {
  return [centreOfArea(areas, index), ...(axesOfArea(areas, index) ?? ([NOWHERE, NOWHERE, NOWHERE] as const))]
}
