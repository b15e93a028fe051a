import { afterEach, expect, it, vi } from 'vitest'
import type { ViewerSession } from '../../session/session.ts'
import { createView } from '../../session/view/view-state.ts'
import type { Stage } from '../elements/stage.ts'
import type { Pointing } from '../pointer/hit.ts'
import { walking } from './walk.ts'

afterEach(() => vi.unstubAllGlobals())

it('walks on the lowest point of the model where it could not be fetched where all lies, and asks for it once', async () => {
  vi.stubGlobal('window', new EventTarget())
  let asked = 0
  const bring = () => {
    asked++
    return Promise.reject(new Error('no network'))
  }
  const scene = { origin: [0, 0, 0], low: [0, 0, 2], high: [10, 10, 8] }
  const drawn = { scene, summary: { units: null, storeys: [] }, up: null, lookups: { now: () => null, bring } }
  const view = createView({ walking: { camera: null, projection: 'perspective', section: null, drawing: null } })
  const eyes: number[] = []
  const rig = {
    controls: { enabled: true },
    size: { width: 800, height: 600 },
    camera3: { position: { x: 5, y: 5, z: 5 }, matrixWorld: { elements: [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 5, 5, 5, 1] } },
    setWalk: () => {},
    stand: ([, , z]: readonly number[]) => eyes.push(z!),
  }
  const stage = { drawn, session: { view } } as unknown as Stage
  const session = { view, redraw: () => {}, rested: () => {} } as unknown as ViewerSession
  const walk = walking({ rig, session, stageNow: () => stage } as unknown as Pointing)
  await vi.waitFor(() => expect(walk.isOn()).toBe(true))
  expect(asked).toBe(1)
  expect(eyes).toHaveLength(1)
  expect(eyes[0]).toBeCloseTo(2 + 0.55 * 6) // of a storey as high as the model: its unit is not known
  walk.stop()
})
