import { expect, it } from 'vitest'
import type { ViewerSession } from '../session.ts'
import { createStore } from '../store.ts'
import { queryOf } from './address.ts'
import type { Camera } from './rig.ts'
import { showView } from './show-view.ts'
import { followScale, inScale } from './view-scale.ts'
import { createView } from './view-state.ts'
import { readView, writeView } from './view-text.ts'

const CAMERA: Camera = { position: [3, -12.5, 4], target: [3, 0, 2], zoom: 0 }
const METRES =
  'camera=3,-12.5,4,3,0,2&section=,,0.5,7.25,,3.5&drawing=Z,3.5,3.5&measure=p:0/0/3/f:B1,n:N1;radius:p:1/2/3,p:2/2/3,p:3/1/3'
const MILLIMETRES =
  'camera=3000,-12500,4000,3000,0,2000&section=,,500,7250,,3500&drawing=Z,3500,3500&measure=p:0/0/3000/f:B1,n:N1;radius:p:1000/2000/3000,p:2000/2000/3000,p:3000/1000/3000&scaled=1000'
const read = (text: string) => readView(new URLSearchParams(text))

/** A session that looks at a model of revisions that are scaled so. */
function looking(text: string, first: number | null) {
  const { state, camera } = read(text)
  const drawn = (scaled: number) => ({ summary: { scaled }, lookups: { now: () => true } })
  const model = { state: createStore<{ drawn: object | null }>({ drawn: null }) }
  const stands = { camera: null as Camera | null }
  const session = {
    model,
    view: createView(state),
    firstCamera: camera,
    firstMove: null,
    rig: null as object | null,
    movesBegun: 0,
    jumped: () => {},
  }
  const whole = session as unknown as ViewerSession
  followScale(whole)
  /** The picture has taken the scene over, which is later than the session has. */
  const picture = (scaled: number) => {
    stands.camera = whole.firstCamera ?? stands.camera
    session.rig = {
      isSet: true,
      scaled,
      camera: () => stands.camera,
      setCamera: (camera: Camera) => {
        stands.camera = camera
      },
      look: () => {},
    }
  }
  const revision = (scaled: number) => model.state.set({ drawn: drawn(scaled) })
  if (first !== null) {
    revision(first)
    picture(first)
  }
  return { session: whole, revision, picture, stands, query: () => decodeURIComponent(queryOf(whole, whole.view.get())) }
}
const plain = (text: string) => [...new URLSearchParams(text)].sort().join(' ')

it('a view of metres is the same view in millimetres, and back', () => {
  expect(inScale(read(METRES), 1000)).toEqual(read(MILLIMETRES))
  expect(inScale(read(MILLIMETRES), 1)).toEqual(read(METRES))
  expect(inScale(read(METRES), 1)).toEqual(read(METRES))
  const zoomed = inScale({ state: {}, camera: { ...CAMERA, zoom: 50 } }, 1000)
  expect(zoomed.camera?.zoom).toBe(0.05)
})

it('a link from before a conversion opens where it was, and the address says how the model is scaled now', () => {
  const { query } = looking(METRES, 1000)
  expect(plain(query())).toBe(plain(MILLIMETRES))
})

it('a revision that converts takes the open view along, also while the picture still shows the one before', () => {
  const { query, revision, picture } = looking(METRES, 1)
  expect(plain(query())).toBe(plain(METRES))
  revision(1000)
  expect(plain(query())).toBe(plain(MILLIMETRES))
  picture(1000)
  expect(plain(query())).toBe(plain(MILLIMETRES))
  // An undo, or a revision from before.
  revision(1)
  picture(1)
  expect(plain(query())).toBe(plain(METRES))
})

it('a saved view opens in the lengths that the model has now, whichever it was saved in', () => {
  for (const [saved, scaled, shown] of [
    [METRES, 1000, MILLIMETRES],
    [MILLIMETRES, 1, METRES],
    [MILLIMETRES, 1000, MILLIMETRES],
  ] as const) {
    const { session, stands } = looking('', scaled)
    showView(session, read(saved), 'chosen')
    expect(plain(writeView(session.view.get(), stands.camera).toString())).toBe(plain(shown))
  }
})

it('an address that says nonsense of it is one that says nothing', () => {
  for (const nonsense of ['0', '-1', 'NaN', 'x', '', 'Infinity']) {
    const { state } = read(`scaled=${nonsense}`)
    expect(state.scaled).toBe(1)
  }
})
