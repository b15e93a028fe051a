import { expect, it } from 'vitest'
import { kindBySlope } from '#lib/model/frame-guess.ts'
import { bodyOf, frameKind, isUndrawn, isVerticalFrame, isWithoutLength, packFrame } from './frame-records.ts'

/** A direction at so many degrees from vertical. */
const leaning = (degrees: number, way: 1 | -1 = 1) => {
  const angle = (degrees * Math.PI) / 180
  return [Math.sin(angle) * 0.6, Math.sin(angle) * 0.8, way * Math.cos(angle)] as const
}

it.each([
  [0, 'column'],
  [9.9, 'column'],
  [10.1, 'brace'],
  [45, 'brace'],
  [69.9, 'brace'],
  [70.1, 'beam'],
  [90, 'beam'],
])('a frame %d° from vertical is a %s, whichever way it runs', (degrees, kind) => {
  for (const way of [1, -1] as const) {
    const axis1 = leaning(degrees, way)
    const packed = packFrame(7, axis1, kindBySlope(axis1[2]))
    expect([frameKind(packed), bodyOf(packed), isWithoutLength(packed), isUndrawn(packed)]).toEqual([kind, 7, false, false])
    expect(isVerticalFrame(packed)).toBe(degrees === 0)
  }
})

it('a frame without length has a body and no direction', () => {
  const packed = packFrame(0xfffe, null, 1)
  expect([bodyOf(packed), isWithoutLength(packed), isVerticalFrame(packed), isUndrawn(packed)]).toEqual([
    0xfffe,
    true,
    false,
    false,
  ])
})
