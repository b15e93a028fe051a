import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ViewerSession } from '../session.ts'
import { createStore } from '../store.ts'
import { followAddress } from './address.ts'
import type { Camera, Rig } from './rig.ts'
import { createView } from './view-state.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A session with the history of a browser: the entries of a tab and which of them is shown. */
function opened() {
  const entries = ['']
  let [shown, went] = [0, (_: string) => {}]
  let camera: Camera | null = null
  const stand = (at: Camera | null) => {
    camera = at
  }
  const view = createView()
  const session = {
    view,
    model: { state: createStore({ drawn: { lookups: { now: () => ({}) } } }) },
    host: {
      can: new Set(['history']),
      address: {
        read: () => entries[shown]!,
        write(query: string, how: 'push' | 'replace') {
          if (how === 'push') shown += 1
          entries.splice(shown, how === 'push' ? Infinity : 1, query)
        },
        back(hear: (query: string) => void) {
          went = hear
          return () => {}
        },
      },
    },
    firstCamera: null,
    isDragging: false,
    publish() {},
    rig: {
      isSet: true,
      camera: () => camera,
      setCamera: stand,
      setFirst: () => stand(null),
    } as Partial<Rig>,
  }
  const kept = followAddress(session as unknown as ViewerSession, (_, done) => done())
  return {
    view,
    kept,
    entries,
    shown: () => entries[shown],
    rest: () => vi.runAllTimers(),
    moveTo: (x: number) => stand({ position: [x, 0, 0], target: [0, 0, 0], zoom: 0 }),
    back() {
      shown -= 1
      went(entries[shown]!)
    },
  }
}

test('what an address does not tell is no step: Escape with nothing selected after an elevation, which then is fitted', () => {
  const { view, kept, entries, rest, moveTo, back, shown } = opened()
  view.set({ up: 'y' })
  moveTo(1)
  kept.jumped()
  rest()
  view.set({ drawing: { axis: 'Z', at: 0, label: '1' }, projection: 'parallel' })
  moveTo(2)
  kept.jumped()
  view.set({ selected: [] })
  moveTo(2.5)
  kept.rested()
  rest()
  expect(entries).toHaveLength(3)
  back()
  back()
  rest()
  expect(shown()).toBe('')
  expect(view.get()).toMatchObject({ up: null, drawing: null, projection: 'perspective' })
})

test('a step that Back overtakes is not written over where it went', () => {
  const { view, entries, rest, back, shown } = opened()
  view.set({ up: 'y' })
  rest()
  view.set({ colourBy: 'section' })
  back()
  rest()
  expect(shown()).toBe('')
  expect(entries).toEqual(['', '?up=y'])
  expect(view.get()).toMatchObject({ up: null, colourBy: 'kind' })
})
