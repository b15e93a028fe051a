import { expect, it } from 'vitest'
import type { Difference } from '../worker/compare/comparison.ts'
import { comparing, leaveComparison, selectOlder } from './comparison.ts'
import { flyToDifference } from './fly-to-difference.ts'
import { type LiveState, NOTHING_READ } from './live-model.ts'
import { NOTHING_YET } from './open-session.ts'
import type { Derived, ViewerSession } from './session.ts'
import { createStore } from './store.ts'
import { createView, type ViewState } from './view/view-state.ts'

/** Two revisions beside each other; `B1` was removed. What the worker is asked waits until the test gives the answer. */
function compared() {
  const asked: (() => void)[] = []
  const answers: Record<string, unknown> = {
    older: { kind: 'frame', id: 'B1', index: 3, place: 0 },
    differencePlaces: { now: [], before: [{ kind: 'frame', id: 'B1', index: 3 }] },
  }
  const ask = (question: string) => new Promise((resolve) => asked.push(() => resolve(answers[question])))
  const view = createView({ compare: { from: 1, to: null } })
  const derived = createStore<Derived>({ ...NOTHING_YET, compared: { state: 'compared' } as Derived['compared'] })
  const focused: unknown[] = []
  const rig = { focus: (elements: unknown) => focused.push(elements) }
  const answer = async () => {
    asked.shift()?.()
    await new Promise((resume) => setImmediate(resume))
  }
  return { session: { model: { ask }, view, derived, rig } as unknown as ViewerSession, answer, focused }
}
const B1: Difference = { kind: 'frame', id: 'B1', changeStatus: 'removed', text: '', fields: [], row: 0 }
/** As `comparing` does when the view compares nothing any more. */
const leave = (session: ViewerSession) => {
  leaveComparison(session)
  session.derived.set({ compared: null })
}

it('looks at what was removed, where it was', async () => {
  const { session, answer, focused } = compared()
  const flown = flyToDifference(session, B1)
  await answer()
  await answer()
  await flown
  expect(session.view.get().ghost).toMatchObject({ id: 'B1' })
  expect(focused).toEqual([[expect.objectContaining({ id: 'B1' })]])
})

it('looks at nothing of a comparison that was left meanwhile', async () => {
  const early = compared()
  const flown = flyToDifference(early.session, B1)
  leave(early.session)
  await early.answer()
  await early.answer()
  await flown
  expect(early.session.view.get().ghost).toBeNull()
  expect(early.focused).toEqual([])

  const late = compared()
  const pressed = selectOlder(late.session, { kind: 'frame', index: 3 }, 'replace')
  leave(late.session)
  await late.answer()
  await pressed
  expect(late.session.view.get().ghost).toBeNull()
})

/** As a session has it, with the second revision open; each comparison that is asked for waits for its answer. */
function asked() {
  const state = createStore<LiveState>({ ...NOTHING_READ, line: 'live' })
  const revision = (number: number) => {
    const drawn = { scene: { frames: {} }, summary: { revision: number } } as unknown as LiveState['drawn']
    state.set({ drawn })
  }
  revision(2)
  const answers: ((answer: object) => void)[] = []
  const model = { state, wake() {}, show() {}, ask: () => new Promise<object>((resolve) => answers.push(resolve)) }
  const derived = createStore<Derived>({ ...NOTHING_YET })
  const view = createView({ compare: { from: 1, to: null } })
  const session = { host: { load: () => ({ address: '/m' }) }, model, view, derived } as unknown as ViewerSession
  const { close } = comparing(session)
  const answer = async (number: number, given: object) => {
    answers[number]?.(given)
    await new Promise((resume) => setImmediate(resume))
  }
  return { state, view, derived, revision, answer, close, count: () => answers.length }
}
const COMPARED = { state: 'compared', kinds: [] }

it('says why two revisions could not be compared, and compares them when told to', async () => {
  const { derived, answer, close, count } = asked()
  expect(derived.get().compared).toEqual({ state: 'busy', tryAgain: null })
  await answer(0, { state: 'refused', status: 503 })
  const { compared } = derived.get()
  expect(compared).toMatchObject({ state: 'failed', says: 'The server is busy.' })
  if (compared?.state === 'failed') compared.tryAgain?.()
  expect(count()).toBe(2)
  await answer(1, COMPARED)
  expect(derived.get().compared).toEqual(COMPARED)
  close()
})

it('compares by itself when the line is live again, and anew with a revision that comes meanwhile', async () => {
  const { state, derived, revision, answer, close, count } = asked()
  await answer(0, { state: 'away' })
  expect(derived.get().compared).toMatchObject({ state: 'failed', says: 'There is no connection.' })
  state.set({ line: 'offline' })
  state.set({ line: 'live' })
  expect(count()).toBe(2)
  revision(3)
  expect(count()).toBe(3)
  await answer(1, { ...COMPARED, of: 2 })
  expect(derived.get().compared).toEqual({ state: 'busy', tryAgain: null })
  await answer(2, { ...COMPARED, of: 3 })
  expect(derived.get().compared).toMatchObject({ of: 3 })
  close()
})

it('keeps what is selected of the older revision while the model is read anew, not beside another revision', async () => {
  const { view, revision, answer, close, count } = asked()
  await answer(0, COMPARED)
  const ghost = { kind: 'frame', id: 'B1' } as ViewState['ghost']
  view.set({ ghost })
  revision(2)
  expect(count()).toBe(2)
  expect(view.get().ghost).toBe(ghost)
  revision(3)
  expect(view.get().ghost).toBeNull()
  view.set({ ghost })
  view.set({ compare: { from: 2, to: null } })
  expect(view.get().ghost).toBeNull()
  close()
})

it('has an answer where there never was such a revision', async () => {
  const { derived, answer, close } = asked()
  await answer(0, { state: 'refused', status: 404 })
  expect(derived.get().compared).toEqual({ state: 'refused', status: 404 })
  close()
})
