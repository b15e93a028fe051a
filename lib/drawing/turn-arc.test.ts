import { expect, it } from 'vitest'
import { AXIS_VECTORS, cross, distance, dot, length, scale, type Vec, ZERO } from '#lib/model/shape/vector.ts'
import { isArcSeen, TURN_RADIUS, turnArc, turnGap } from './turn-arc.ts'

it('goes the way a moment turns, right-handed about its axis, with the value in its gap', () => {
  const slanted: Vec = [1, 2, -2]
  for (const axis of [...AXIS_VECTORS, ...AXIS_VECTORS.map((one) => scale(one, -0.4)), slanted]) {
    const arc = turnArc(axis)
    for (const [k, point] of arc.entries()) {
      expect(length(point)).toBeCloseTo(TURN_RADIUS)
      expect(dot(point, axis)).toBeCloseTo(0)
      if (k > 0) expect(dot(cross(arc[k - 1] ?? ZERO, point), axis)).toBeGreaterThan(0)
    }
    const gap = turnGap(axis)
    expect(Math.min(...arc.map((point) => distance(point, gap)))).toBeGreaterThan(0.7 * TURN_RADIUS)
  }
})

it('is an arc unless it is seen from its side', () => {
  expect([isArcSeen(0, 1), isArcSeen(0.82, 1), isArcSeen(1, 1)]).toEqual([true, true, false])
})
