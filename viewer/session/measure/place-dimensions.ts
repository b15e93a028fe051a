import { frameAt } from '#lib/geometry/frame-at.ts'
import { type Anchor, anchorOf, pointAt } from '#lib/geometry/pick/anchor.ts'
import { faceAt } from '#lib/geometry/pick/body-edges.ts'
import { length, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import { type FoundElement, keyOf, refsOf } from '../../worker/elements.ts'
import type { Drawn, LiveModel } from '../live-model.ts'
import { inModel } from '../view/model-point.ts'
import type { Dimension, DimensionPoint } from './dimensions.ts'

/**
 * A point of a dimension in the revision that is drawn, in model axes. `isGone`: what it stood on is not there any more, and `at`
 * is where it was last, as far as that is known.
 */
export type PlacedPoint = {
  name: string
  at: Vec | null
  isGone: boolean
  /** Of a frame: along it. */
  along: Vec | null
  /** Of the face that it lies on. */
  face: number | null
}
export type PlacedDimension = { of: Dimension['of']; points: PlacedPoint[] }

type Place = { placed: PlacedDimension[]; moved: Dimension[] | null }

/**
 * Finds dimensions in each revision anew: a point on a frame or an area is held in the element's own terms from when it was first
 * seen, and goes where the element goes. `moved`: the dimensions with their points where these are now; null where none moved.
 */
export function placingDimensions({ ask, state }: Pick<LiveModel, 'ask' | 'state'>) {
  const anchors = new WeakMap<DimensionPoint, Anchor>()
  const lastSeen = new WeakMap<DimensionPoint, Vec>()

  /** `node`: where the node lies that it is. */
  const standing = (
    drawn: Drawn | null,
    point: DimensionPoint,
    found?: FoundElement,
    node?: Vec,
  ): { placed: PlacedPoint; point: DimensionPoint } => {
    const { on, at } = point
    const placed: PlacedPoint = { name: nameOf(point), at, isGone: false, along: null, face: null }
    if (node) {
      lastSeen.set(point, node)
      return { point, placed: { ...placed, at: node } }
    }
    if (!drawn || !on) return { point, placed }
    const { scene } = drawn
    const gone = { point, placed: { ...placed, at: lastSeen.get(point) ?? at, isGone: true } }
    if (!found || (on.kind !== 'frame' && on.kind !== 'area') || !at) return gone
    const kind = on.kind
    const anchor = anchors.get(point) ?? anchorOf(scene, kind, found.index, subtract(at, scene.origin))
    const local = anchor && pointAt(scene, found.index, anchor)
    if (!anchor || !local) return gone
    const now = inModel(local, scene)
    const isStill = length(subtract(now, at)) <= 1e-9 * Math.max(1, length(at))
    const moved: DimensionPoint = isStill ? point : { on, at: now }
    anchors.set(moved, anchor)
    lastSeen.set(moved, now)
    const { start, end } = kind === 'frame' ? frameAt(scene, found.index) : { start: null, end: null }
    const along = start && end && unit(subtract(end, start))
    const face = faceAt(scene, kind, found.index, local)?.area ?? null
    return { point: moved, placed: { ...placed, at: isStill ? at : now, along, face } }
  }

  return async (dimensions: readonly Dimension[]): Promise<Place> => {
    const refs = refsOf(dimensions.flatMap(({ points }) => points.flatMap(({ on }) => on ?? [])))
    const found = new Map((refs.length ? await ask('find', { refs }) : []).map((element) => [keyOf(element), element]))
    // Answers come in the order of questions: what is drawn now is what these places belong to.
    const { drawn } = state.get()
    const nodes = [...found.values()].filter(({ kind }) => kind === 'node')
    const places = nodes.length ? await ask('points', { nodes: nodes.map(({ index }) => index) }) : []
    const nodeAt = new Map(nodes.map((node, k) => [keyOf(node), places[k]]))
    let isMoved = false
    const all = dimensions.map(({ of, points }) => {
      const standings = points.map((point) => {
        const key = point.on && keyOf(point.on)
        return key === null ? standing(drawn, point) : standing(drawn, point, found.get(key), nodeAt.get(key))
      })
      isMoved ||= standings.some((one, k) => one.point !== points[k])
      return {
        placed: { of, points: standings.map(({ placed }) => placed) },
        now: { of, points: standings.map(({ point }) => point) },
      }
    })
    return { placed: all.map(({ placed }) => placed), moved: isMoved ? all.map(({ now }) => now) : null }
  }
}

/** A node by its id, a place by what it is on. */
const nameOf = ({ on, at }: DimensionPoint): string =>
  on ? (on.kind === 'node' ? on.id : `on ${on.id}`) : `(${(at ?? []).map((value) => Number(value.toPrecision(12))).join(', ')})`
