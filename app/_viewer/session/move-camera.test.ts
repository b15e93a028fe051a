import { expect, it } from 'vitest'
import { makeFirstMove, moveCamera } from './move-camera.ts'
import type { Rig } from './rig.ts'

it('waits until there is something to look at, and then does what was asked for last, once', () => {
  const told: string[] = []
  const rig = (isSet: boolean) => ({ isSet, look: (name: string) => told.push(name) }) as unknown as Rig
  const session: Parameters<typeof moveCamera>[0] = { rig: null, firstMove: null }
  moveCamera(session, (it) => it.look('front'))
  session.rig = rig(false)
  moveCamera(session, (it) => it.look('plan'))
  expect(told).toEqual([])
  session.rig = rig(true)
  makeFirstMove(session, session.rig)
  makeFirstMove(session, session.rig)
  expect(told).toEqual(['plan'])
  moveCamera(session, (it) => it.look('left'))
  expect(told).toEqual(['plan', 'left'])
})
