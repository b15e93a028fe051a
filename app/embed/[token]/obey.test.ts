import { expect, it } from 'vitest'
import type { ViewerSession } from '#viewer/session/session.ts'
import { createStore } from '#viewer/session/store.ts'
import { FIRST_VIEW, type ViewState } from '#viewer/session/view/view-state.ts'
import { EARLY_MESSAGES_SCRIPT, takeEarlyMessages } from './early-messages.ts'
import { obeying } from './obey.ts'

/** A viewer whose model comes later; `find` knows every element that it is asked for. */
function viewer() {
  const state = createStore<{ drawn: object | null; ended: null }>({ drawn: null, ended: null })
  const view = createStore<ViewState>(FIRST_VIEW)
  const ask = async (_: string, { refs }: { refs: object[] }) => refs
  const session = { model: { state, ask }, view, rig: null, firstMove: null, wishes: 0 } as unknown as ViewerSession
  return { session, view, read: () => state.set({ drawn: { lookups: { now: () => null } } }) }
}
const select = (id: string) => ({ type: 'set' as const, select: [{ kind: 'frame' as const, id }] })

it('keeps what is asked before there is a viewer, or a model in it, and does it in its order', async () => {
  const told: [string, object][] = []
  const orders = obeying((type, fields) => void told.push([type, fields]))
  const { session, view, read } = viewer()
  orders.take({ type: 'set', colour: 'material' })
  orders.take(select('B1'))
  orders.open(session)
  orders.take({ type: 'set', colour: 'section' })
  orders.take({ type: 'fit' })
  orders.take(select('B2'))
  expect([view.get().colourBy, view.get().selected]).toEqual([FIRST_VIEW.colourBy, []])
  read()
  await expect.poll(() => view.get().selected).toEqual([{ kind: 'frame', id: 'B2' }])
  expect(view.get().colourBy).toBe('section')
  expect(session.firstMove).not.toBeNull()
  orders.take(select('B3')) // at once from now on
  await expect.poll(() => view.get().selected).toEqual([{ kind: 'frame', id: 'B3' }])
  expect(told).toEqual([])
})

it('keeps fifty, and says that there were more', () => {
  const told: [string, object][] = []
  const orders = obeying((type, fields) => void told.push([type, fields]))
  for (let k = 0; k < 51; k++) orders.take({ type: 'fit' })
  expect(told).toEqual([['error', { code: 'too_many', message: 'More than 50 messages before the viewer is ready.' }]])
})

it('hears the page around before its scripts are there, nobody else, and once', () => {
  const page = new EventTarget()
  const parent = {}
  const say = (source: object, data: string) => page.dispatchEvent(Object.assign(new Event('message'), { source, data }))
  new Function('addEventListener', 'parent', EARLY_MESSAGES_SCRIPT)(page.addEventListener.bind(page), parent)
  say(parent, 'hello')
  say({}, 'a stranger')
  say(parent, 'set')
  expect(takeEarlyMessages().map(({ data }) => data)).toEqual(['hello', 'set'])
  say(parent, 'later') // by now it is heard by the viewer itself
  expect(takeEarlyMessages()).toEqual([])
})
