import fc from 'fast-check'
import { expect, it } from 'vitest'
import { add, cross, perAxis, scale, unit, type Vec } from '#lib/model/shape/vector.ts'
import type { SectionBox } from '../../session/view/section-box.ts'
import { alongAxis, handlesOf } from './section-handles.ts'

const number = fc.double({ min: -1000, max: 1000, noNaN: true })
const vec = fc.tuple(number, number, number)

it('finds on an axis what a ray passes nearest to', () => {
  fc.assert(
    fc.property(vec, fc.constantFrom(0, 1, 2), number, vec, number, (at, axis, moved, along, apart) => {
      const direction = unit(along)
      const axisUnit = perAxis((k) => (k === axis ? 1 : 0))
      const sideways = direction && unit(cross(direction, axisUnit))
      if (!direction || !sideways || Math.abs(direction[axis]) > 0.99) return fc.pre(false)
      // A ray that passes `apart` beside the point `moved` along the axis.
      const passed = add(add(at, scale(axisUnit, moved)), scale(sideways, apart))
      const from = add(passed, scale(direction, -500))
      expect(alongAxis({ from, along: direction }, at, axis)).toBeCloseTo(moved, 5)
    }),
  )
})

it('finds nothing where the ray runs along the axis', () => {
  expect(alongAxis({ from: [0, 0, 0], along: [0, 0, 1] }, [1, 2, 3], 2)).toBeNull()
})

it('has a handle in the middle of each side, but none on an axis that points at the eye', () => {
  // Seen from above: x to the right, y up, a pixel of 1.
  const plan = { project: ([x, y]: Vec) => ({ x, y: -y, depth: 1 }), pixelAtPoint: () => 1 }
  const section: SectionBox = { low: [null, 1, null], high: [null, null, null] }
  const found = handlesOf(plan, section, [0, 1, 0], [10, 5, 8])
  expect(found.map(({ axis, which, x, y, isOpen }) => [axis, which, x, y, isOpen])).toEqual([
    [0, 'low', 0, -3, true],
    [0, 'high', 10, -3, true],
    [1, 'low', 5, -1, false],
    [1, 'high', 5, -5, true],
  ])
})
