import { expect, it } from 'vitest'
import type { Difference } from '../worker/comparison.ts'
import { flyToDifference, leaveComparison, selectOlder } from './comparing.ts'
import { NOTHING_YET } from './open-session.ts'
import type { Derived, ViewerSession } from './session.ts'
import { createStore } from './store.ts'
import { createView } from './view-state.ts'

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
const B1: Difference = { kind: 'frame', id: 'B1', fate: 'removed', text: '', fields: [], row: 0 }
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
