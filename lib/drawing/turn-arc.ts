import { AXES, AXIS_VECTORS, add, cross, dot, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'

/**
 * Moments, and turns of the ground, are drawn as arcs about their point that go the way they turn. An arc that is seen from its side is a
 * line: then the arrow along its axis says more, right-handed, with two heads.
 */

/** Of the longest arrow: so far from the point that it runs around the heads of arrows there. */
export const TURN_RADIUS = 0.44
const [FROM, TO, STEPS] = [Math.PI / 4, (7 / 4) * Math.PI, 24]
/** Of the length of its axis: where more is seen, the arc is nearly a line. */
const FROM_ITS_SIDE = 0.9

/** Offsets of its points from the middle, with the head at the last. */
export function turnArc(axis: Vec): Vec[] {
  const [u, v] = across(axis)
  return Array.from({ length: STEPS + 1 }, (_, k) => {
    const angle = FROM + ((TO - FROM) * k) / STEPS
    return scale(add(scale(u, Math.cos(angle)), scale(v, Math.sin(angle))), TURN_RADIUS)
  })
}

/** Where its value stands: in the gap of the arc. */
export const turnGap = (axis: Vec): Vec => scale(across(axis)[0], TURN_RADIUS)

/** `seen` of the `length` of its axis. */
export const isArcSeen = (seen: number, length: number): boolean => seen < FROM_ITS_SIDE * length

/** Two directions across an axis, the second a quarter turn about it from the first. */
function across(axis: Vec): [Vec, Vec] {
  const about = unit(axis) ?? AXIS_VECTORS[2]
  const least = AXES.reduce((best, k) => (Math.abs(about[k]) < Math.abs(about[best]) - 1e-9 ? k : best))
  const u = unit(subtract(AXIS_VECTORS[least], scale(about, dot(AXIS_VECTORS[least], about)))) ?? AXIS_VECTORS[0]
  return [u, cross(about, u)]
}
