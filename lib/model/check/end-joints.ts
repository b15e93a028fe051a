import { RELEASED } from '#lib/schema/releases.ts'
import { localAxes } from '../shape/local-axes.ts'
import type { Structure } from './structure.ts'

/** Motions along X, Y, Z and about them, six numbers each. */
type Motions = readonly (readonly number[])[]

/**
 * Of nodes at which every frame is released and no area ends: for each frame the motions of the node that it does not follow, of length 1 and
 * at right angles to each other. What a support holds in these does not reach the rest. An elastic joint follows.
 */
export function releasedMotions({ model, frames, areas, positions }: Structure): ReadonlyMap<number, Motions[]> {
  const released = new Map<number, Motions[]>()
  const joined = new Set(areas.flatMap(({ outline, openings }) => [outline, ...openings].flat()))
  for (const { ordinal, start, end } of frames) {
    const { rotation, releases } = model.frames?.[ordinal] ?? {}
    const axes = releases ? localAxes(positions[start]!, positions[end]!, rotation) : null
    for (const [node, of] of [
      [start, releases?.start],
      [end, releases?.end],
    ] as const) {
      const motions = RELEASED.flatMap((name, k) => {
        if (!axes || of?.[name] !== true) return []
        const axis = axes[(k % 3) as 0 | 1 | 2]
        return [k < 3 ? [...axis, 0, 0, 0] : [0, 0, 0, ...axis]]
      })
      if (motions.length === 0) joined.add(node)
      else released.set(node, [...(released.get(node) ?? []), motions])
    }
  }
  for (const node of joined) released.delete(node)
  return released
}

/** What of the held directions, 0 to 5, a frame with these released motions passes on: rows of six numbers. */
export function passedOn(held: readonly number[], released: Motions): number[][] {
  // Of the released motions, what a hold could resist; at right angles again.
  const lost: number[][] = []
  for (const motion of released) {
    const part = motion.map((value, k) => (held.includes(k) ? value : 0))
    for (const one of lost) {
      const share = one.reduce((sum, value, k) => sum + value * part[k]!, 0)
      for (const k of part.keys()) part[k]! -= share * one[k]!
    }
    const size = Math.hypot(...part)
    if (size > 1e-9) lost.push(part.map((value) => value / size))
  }
  return held.map((direction) => {
    const row = [0, 0, 0, 0, 0, 0]
    row[direction] = 1
    for (const one of lost) for (const k of row.keys()) row[k]! -= one[direction]! * one[k]!
    return row
  })
}
