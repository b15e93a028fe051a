import { dot, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { type Hit, pickAreas, pickFrames } from './pick.ts'
import { type Candidate, faceUnder, inOrder, type Looked, nearby, type Snap } from './snap-candidates.ts'

/** Of a kind so many are looked at behind what hides them. */
const MOST_RAYS = 12

/**
 * What a pointer at a place of the picture means: of the first kind that is there, what is nearest within `reach` pixels and is
 * visible at its own pixel. `last`: the point that is measured from.
 */
export function snapAt(looked: Looked, x: number, y: number, reach: number, last: Vec | null): Snap | null {
  const ray = looked.ray(x, y)
  const near = nearby(looked, ray, reach)
  const face = faceUnder(looked, ray)
  for (const candidates of inOrder(looked, near, { ray, face, reach, last })) {
    const seen = nearest(looked, candidates(), { x, y }, reach)
    if (seen) return seen
  }
  return face && { kind: 'face', at: face.point, x, y, on: { kind: face.kind, index: face.index } }
}

type Place = { x: number; y: number }

/** Of candidates the nearest to the pointer that is visible. */
function nearest(looked: Looked, candidates: readonly Candidate[], { x, y }: Place, reach: number): Snap | null {
  const near = candidates.flatMap(({ at, ...rest }) => {
    const place = at && looked.project(at)
    const apart = place ? Math.hypot(place.x - x, place.y - y) : Infinity
    return at && place && apart <= reach ? [{ at, ...rest, place, apart }] : []
  })
  near.sort((a, b) => a.apart - b.apart)
  const seen = near.slice(0, MOST_RAYS).find((candidate) => isSeen(looked, candidate))
  return seen ? { kind: seen.kind, at: seen.at, on: seen.on, x: seen.place.x, y: seen.place.y } : null
}

/** Pixels that a point may seem to lie behind the face it is on. */
const SEEN_TOLERANCE = 2

function isSeen(
  { scene, trees, options, ray: rayAt, section, isLines, isClear }: Looked,
  { at, place, lift = 0, through }: Candidate & { at: Vec; place: Place },
) {
  const ray = rayAt(place.x, place.y)
  const distance = dot(subtract(at, ray.from), ray.along)
  const tolerance = SEEN_TOLERANCE * options.pixelAt(distance)
  if (section && !at.every((value, k) => value >= section.low[k]! - tolerance && value <= section.high[k]! + tolerance))
    return false
  const before = { ...ray, far: Math.min(ray.far, distance - lift - tolerance) }
  if (before.far <= before.near) return true
  const open = new Set(through?.(ray))
  // Lines hide nothing.
  const bodies = {
    ...options,
    pixelAt: () => 0,
    isVisible: (kind: Hit['kind'], index: number) => !(kind === 'frame' && open.has(index)) && options.isVisible(kind, index),
  }
  return !((!isLines && pickFrames(scene, trees, before, bodies)) || (!isClear && pickAreas(scene, trees.areas, before, bodies)))
}
