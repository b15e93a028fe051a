import type { Vec } from '#lib/model/shape/vector.ts'
import type { CommentThread } from '../../session/comments/comments-state.ts'
import type { ThreadState } from '../../session/comments/thread-places.ts'

/** A thread in the picture; `at` is about the scene's origin. */
export type Pin = {
  number: number
  at: Vec
  state: ThreadState
  thread: CommentThread
}

export type PinCluster = { x: number; y: number; pins: Pin[] }

type Project = (point: Vec) => { x: number; y: number } | null

/**
 * Pins in the picture, in CSS pixels; those nearer together than `distance` become one that counts them. What matters most comes first
 * and gives the colour. By buckets of that distance, so that many pins cost no more than a look at each.
 */
export function clusterPins(
  pins: readonly Pin[],
  project: Project,
  { width, height }: { width: number; height: number },
  distance: number,
): PinCluster[] {
  const buckets = new Map<string, PinCluster[]>()
  const clusters: PinCluster[] = []
  for (const pin of pins.toSorted((a, b) => RANK[a.state] - RANK[b.state] || b.number - a.number)) {
    const place = project(pin.at)
    if (!place || place.x < 0 || place.y < 0 || place.x > width || place.y > height) continue
    const [column, row] = [Math.floor(place.x / distance), Math.floor(place.y / distance)]
    const near = nearest(buckets, column, row).find(({ x, y }) => Math.hypot(x - place.x, y - place.y) < distance)
    if (near) {
      near.pins.push(pin)
      continue
    }
    const cluster = { x: place.x, y: place.y, pins: [pin] }
    clusters.push(cluster)
    const key = `${column} ${row}`
    buckets.set(key, [...(buckets.get(key) ?? []), cluster])
  }
  return clusters
}

const RANK: Record<Pin['state'], number> = { overdue: 0, open: 1, orphaned: 2, resolved: 3 }

const STEPS = [-1, 0, 1]

const nearest = (buckets: ReadonlyMap<string, PinCluster[]>, column: number, row: number): PinCluster[] =>
  STEPS.flatMap((dx) => STEPS.flatMap((dy) => buckets.get(`${column + dx} ${row + dy}`) ?? []))
