import { expect, it } from 'vitest'
import type { Scene } from '#lib/geometry/scene.ts'
import type { ElementRef, FoundElement, VisibilityMasks } from '../../worker/elements.ts'
import { NOTHING_YET } from '../open-session.ts'
import type { ViewerSession } from '../session.ts'
import { createStore } from '../store.ts'
import { fitAll, flyTo } from './navigate.ts'
import { showIt } from './show-it.ts'
import { createView } from './view-state.ts'

const N1: FoundElement = { kind: 'node', id: 'N1', index: 0 }
const N2: FoundElement = { kind: 'node', id: 'N2', index: 1 }
const called = 'the hidden one'

/** Two nodes, the first of them hidden. What the worker is asked waits until the test gives the answer, in the order of the questions. */
function viewer() {
  const waiting: (() => void)[] = []
  const answers: Record<string, (refs: ElementRef[]) => unknown> = {
    drawnBy: (refs) => refs.map(({ id }) => (id === 'N1' ? N1 : N2)),
    labels: () => [called],
    facetsOf: () => null,
  }
  const ask = (question: string, { refs = [] }: { refs?: ElementRef[] }) =>
    new Promise((resolve) => waiting.push(() => resolve(answers[question]?.(refs))))
  const scene: Partial<Scene> = { nodes: Float32Array.of(0, 0, 0, 0, 5, 0, 0, 0), origin: [0, 0, 0] }
  const state = createStore({ drawn: { scene, lookups: { now: () => true } } })
  const went: unknown[] = []
  const rig = { isSet: true, focus: ([one]: FoundElement[]) => went.push(one?.id), fit: () => went.push('all') }
  const derived = createStore({ ...NOTHING_YET, hidden: [N1] })
  const session = { model: { ask, state }, view: createView({ hidden: [N1] }), derived, rig, movesBegun: 0 }
  const answer = async () => {
    waiting.shift()?.()
    await new Promise((resume) => setImmediate(resume))
  }
  return { session: session as unknown as ViewerSession, answer, went, told: () => derived.get().notShown?.name ?? null }
}

it('flies to what is in the picture, and names what is not', async () => {
  const { session, answer, went, told } = viewer()
  void flyTo(session, [N1])
  await answer()
  await answer()
  expect([told(), went]).toEqual([called, []])
  void flyTo(session, [N2])
  await answer()
  expect([told(), went]).toEqual([null, ['N2']])
})

it('says nothing of an element that is not shown once another was gone to, whose answer came before its name', async () => {
  const { session, answer, went, told } = viewer()
  void flyTo(session, [N1])
  void flyTo(session, [N2])
  for (let k = 0; k < 3; k++) await answer()
  expect([told(), went]).toEqual([null, ['N2']])
})

it('goes nowhere by an older wish: neither to its element nor to its words', async () => {
  for (const [wish, answers] of [
    [N2, 1],
    [N1, 2],
  ] as const) {
    const { session, answer, went, told } = viewer()
    void flyTo(session, [wish])
    fitAll(session)
    for (let k = 0; k < answers; k++) await answer()
    expect([told(), went]).toEqual([null, ['all']])
  }
})

it('takes away why an element is not shown, and stays where somebody went meanwhile', async () => {
  const { session, answer, went, told } = viewer()
  const { view, derived } = session
  view.set({ hidden: [], filters: { storey: ['Roof'] } })
  derived.set({ hidden: [], shown: { nodes: Uint8Array.of(0, 1) } as unknown as VisibilityMasks })
  view.subscribe(() => derived.set({ shown: null })) // as `derive` does with filters that are open
  void showIt(session, { elements: [N1], name: called })
  fitAll(session)
  for (let k = 0; k < 2; k++) await answer()
  expect([view.get().filters, told(), went]).toEqual([{}, null, ['all']])
})
