import { expect, it } from 'vitest'
import type { ViewerSession } from '../session.ts'
import { makeFirstMove, moveCamera } from './move-camera.ts'
import type { Rig } from './rig.ts'

it('waits until it is known where all lies, and then does what was asked for last, once', () => {
  const told: string[] = []
  const rig = (isSet: boolean) => ({ isSet, look: (name: string) => told.push(name) }) as unknown as Rig
  let isFound = false
  const drawn = { lookups: { now: () => isFound || null } }
  const model = { state: { get: () => ({ drawn }) } } as unknown as ViewerSession['model']
  const session: Parameters<typeof moveCamera>[0] = { rig: null, firstMove: null, movesBegun: 0, model }
  moveCamera(session, (it) => it.look('front'))
  session.rig = rig(false)
  moveCamera(session, (it) => it.look('plan'))
  session.rig = rig(true)
  moveCamera(session, (it) => it.look('right')) // its scene is here, and not yet where all of it lies
  expect(told).toEqual([])
  isFound = true
  makeFirstMove(session, session.rig)
  makeFirstMove(session, session.rig)
  expect(told).toEqual(['right'])
  moveCamera(session, (it) => it.look('left'))
  expect(told).toEqual(['right', 'left'])
})
