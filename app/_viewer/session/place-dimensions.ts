import { type Anchor, anchorOf, pointAt } from '#lib/geometry/anchor.ts'
import { faceAt } from '#lib/geometry/body-edges.ts'
import { frameAt } from '#lib/geometry/pick.ts'
import { length, subtract, unit, type Vec } from '#lib/geometry/vector.ts'
import type { ElementRef, FoundElement } from '../worker/elements.ts'
import { keyOf } from '../worker/elements.ts'
import type { Dimension, DimensionPoint } from './dimensions.ts'
import { inModel } from './in-model.ts'
import type { Drawn, LiveModel } from './live-model.ts'

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

  const standing = (
    drawn: Drawn,
    point: DimensionPoint,
    found: FoundElement | undefined,
  ): { placed: PlacedPoint; point: DimensionPoint } => {
    const { scene } = drawn
    const { on, at } = point
    const name = nameOf(point)
    const nothing = { name, along: null, face: null }
    if (!on) return { point, placed: { ...nothing, at, isGone: false } }
    const gone = { point, placed: { ...nothing, at: lastSeen.get(point) ?? at, isGone: true } }
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
    return { point: moved, placed: { name, at: isStill ? at : now, isGone: false, along, face } }
  }

  return async (dimensions: readonly Dimension[]): Promise<Place> => {
    const refs = dimensions.flatMap(({ points }) => points.flatMap(({ on }) => (on ? [bare(on)] : [])))
    const found = new Map((refs.length ? await ask('find', { refs }) : []).map((element) => [keyOf(element), element]))
    // Answers come in the order of questions: what is drawn now is what these places belong to.
    const { drawn } = state.get()
    const nodes = [...found.values()].filter(({ kind }) => kind === 'node')
    const places = nodes.length ? await ask('points', { nodes: nodes.map(({ index }) => index) }) : []
    const nodeAt = new Map(nodes.map((node, k) => [keyOf(node), places[k]]))
    let isMoved = false
    const all = dimensions.map(({ of, points }) => {
      const standings = points.map((point) => {
        const { on } = point
        const node = on?.kind === 'node' ? nodeAt.get(keyOf(on)) : undefined
        if (node) {
          lastSeen.set(point, node)
          return { point, placed: { name: nameOf(point), at: node, isGone: false, along: null, face: null } }
        }
        if (!drawn) return { point, placed: { name: nameOf(point), at: point.at, isGone: false, along: null, face: null } }
        return standing(drawn, point, on ? found.get(keyOf(on)) : undefined)
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

const bare = ({ kind, id }: ElementRef): ElementRef => ({ kind, id })

/** A node by its id, a place by what it is on. */
const nameOf = ({ on, at }: DimensionPoint): string =>
  on ? (on.kind === 'node' ? on.id : `on ${on.id}`) : `(${(at ?? []).map((value) => Number(value.toPrecision(6))).join(', ')})`
