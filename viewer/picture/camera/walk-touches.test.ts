import { expect, it } from 'vitest'
import { NOTHING_HELD } from '../../session/view/walker.ts'
import { walkTouches } from './walk-touches.ts'

const finger = (pointerId: number, clientX: number, clientY: number) => ({ pointerId, clientX, clientY }) as PointerEvent

it('moves by one thumb as by a stick, and looks by the other at the same time', () => {
  let began = 0
  const touches = walkTouches(() => began++)
  touches.down(finger(1, 100, 600), true)
  touches.down(finger(2, 300, 600), false)
  expect(touches.held()).toEqual(NOTHING_HELD)
  expect(touches.move(finger(1, 130, 540))).toBeNull()
  expect(began).toBe(1)
  expect(touches.held()).toEqual({ ahead: 1, aside: 0.5, turn: 0, isRunning: false })
  expect(touches.move(finger(2, 303, 601))).toBeNull() // not yet a drag
  expect(touches.move(finger(2, 320, 590))).toEqual({ x: 17, y: -11 })
  touches.move(finger(1, 100, 480))
  expect(touches.held()).toMatchObject({ ahead: 1, isRunning: true })
  expect(touches.up(finger(1, 100, 480))).toBe(false)
  expect(touches.held()).toEqual(NOTHING_HELD)
})

it('takes a finger that has not moved for a press', () => {
  const touches = walkTouches(() => {})
  touches.down(finger(1, 10, 10), false)
  touches.move(finger(1, 12, 13))
  expect(touches.up(finger(1, 12, 13))).toBe(true)
  expect(touches.up(finger(7, 0, 0))).toBe(false)
})
