import { type EdgeSearch, isRightOf, nearEdge } from './edge-search.ts'
import { type FlatArea, loopEnds, reach, turn, xAt, yAt } from './flat-area.ts'

/** Whether no loop touches itself or another, and every opening lies in the outline and in no other opening. */
export function isPlainArea(area: FlatArea, search: EdgeSearch): boolean {
  const { flat, loops } = area
  const { to, loopOf } = search
  const eps = 1e-9 * reach(area)
  let isPlain = true
  for (let edge = 0; edge < to.length && isPlain && !search.isOver(); edge++) {
    const end = to[edge]!
    nearEdge(area, search, edge, eps, (other) => {
      const otherEnd = to[other]!
      const isNext = loopOf[edge] === loopOf[other] && (end === other || otherEnd === edge)
      if (!isNext && meet(flat, edge, end, other, otherEnd, eps)) isPlain = false
      return isPlain
    })
  }
  for (let which = 1; which + 1 < loops.length && isPlain && !search.isOver(); which++) {
    const [first] = loopEnds(area, which)
    isPlain = liesInOutlineAlone(flat, search, which, xAt(flat, first), yAt(flat, first))
  }
  return isPlain
}

/** Whether of the loops but the `which`th the outline alone is around a point: a ray from it passes that an odd number of times. */
function liesInOutlineAlone(flat: Float64Array, { to, loopOf, near }: EdgeSearch, which: number, x: number, y: number) {
  const around = new Set<number>()
  near(x, y, Infinity, y, -1, (edge) => {
    const loop = loopOf[edge]!
    if (loop !== which && isRightOf(flat, edge, to[edge]!, x, y) && !around.delete(loop)) around.add(loop)
    return true
  })
  return around.size === 1 && around.has(0)
}

/** Touching counts: an ear-clipped hole must not touch anything. */
function meet(flat: Float64Array, a: number, b: number, c: number, d: number, eps: number): boolean {
  const side1 = turn(flat, a, b, c)
  const side2 = turn(flat, a, b, d)
  const side3 = turn(flat, c, d, a)
  const side4 = turn(flat, c, d, b)
  const near = eps * Math.max(distance(flat, a, b), distance(flat, c, d))
  return (
    (side1 <= near || side2 <= near) &&
    (side1 >= -near || side2 >= -near) &&
    (side3 <= near || side4 <= near) &&
    (side3 >= -near || side4 >= -near)
  )
}

const distance = (flat: Float64Array, a: number, b: number) =>
  Math.hypot(xAt(flat, b) - xAt(flat, a), yAt(flat, b) - yAt(flat, a))
