import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HostError } from '../viewer-host.ts'
import { createRequest } from './create-request.ts'
import { type LiveState, NOTHING_READ } from './live-model.ts'
import { createStore } from './store.ts'

/** What a panel asks: each question waits until the test answers it. */
const asked: { question: string; signal: AbortSignal; give(answer: string): void; fail(error: unknown): void }[] = []
const about = (question: string) => (signal: AbortSignal) =>
  new Promise<string>((give, fail) => asked.push({ question, signal, give, fail }))
const state = createStore<LiveState>(NOTHING_READ)
const wake = vi.fn()
let one: ReturnType<typeof createRequest<string>>
const face = () => {
  const { tryAgain, ...now } = { tryAgain: null, ...one.state.get().request }
  return tryAgain ? { ...now, button: 'Try again' } : now
}
const press = () => {
  const now = one.state.get().request
  if (!('tryAgain' in now) || !now.tryAgain) throw new Error('there is no button')
  now.tryAgain()
}
const settle = () => vi.advanceTimersByTimeAsync(0)
const NO_CONNECTION = { face: 'failed', says: 'There is no connection.', button: 'Try again' }

beforeEach(() => {
  vi.useFakeTimers()
  wake.mockClear()
  asked.length = 0
  state.set({ ...NOTHING_READ, line: 'live' })
  one = createRequest<string>({ state, wake })
})
afterEach(() => {
  one.ask(null)
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

it('shows nothing for a moment, that it is busy, and the answer', async () => {
  one.ask(about('rows'))
  expect(face()).toEqual({ face: 'nothing' })
  vi.advanceTimersByTime(200)
  expect(face()).toEqual({ face: 'busy' })
  asked[0]!.give('ten rows')
  await settle()
  expect(face()).toEqual({ face: 'answer', answer: 'ten rows' })
})

it('keeps the older answer until the newer is here, and drops an answer that comes after a newer question', async () => {
  one.ask(about('by section'))
  asked[0]!.give('sections')
  await settle()
  one.ask(about('by storey'))
  one.ask(about('by material'))
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true, false])
  expect(face()).toEqual({ face: 'answer', answer: 'sections' })
  asked[2]!.give('materials')
  await settle()
  asked[1]!.give('storeys')
  await settle()
  expect(face()).toEqual({ face: 'answer', answer: 'materials' })
})

it('drops a failure that comes after a newer question', async () => {
  one.ask(about('by storey'))
  one.ask(about('by material'))
  asked[0]!.fail(new HostError('offline'))
  asked[1]!.give('materials')
  await settle()
  expect(face()).toEqual({ face: 'answer', answer: 'materials' })
})

it('says why there is no answer, and asks again when told to', async () => {
  one.ask(about('rows'))
  asked[0]!.fail(new HostError('failed'))
  await settle()
  expect(face()).toEqual({ face: 'failed', says: 'The server could not answer.', button: 'Try again' })
  press()
  asked[1]!.give('ten rows')
  await settle()
  expect(face()).toEqual({ face: 'answer', answer: 'ten rows' })
})

it('says so when a question fails before it is sent', async () => {
  one.ask(() => {
    throw new HostError('offline')
  })
  await settle()
  expect(face()).toEqual(NO_CONNECTION)
})

it('says when an answer is long in coming, in place of an older one too, and asks again when told to', async () => {
  one.ask(about('by section'))
  asked[0]!.give('sections')
  await settle()
  one.ask(about('by material'))
  vi.advanceTimersByTime(9_000)
  expect(face()).toEqual({ face: 'answer', answer: 'sections' })
  vi.advanceTimersByTime(2_000)
  expect(face()).toEqual({ face: 'busy', button: 'Try again' })
  press()
  expect(wake).toHaveBeenCalledOnce() // who answers may hear nothing any more
  expect(asked[1]!.signal.aborted).toBe(true)
  asked[2]!.give('materials')
  await settle()
  expect(face()).toEqual({ face: 'answer', answer: 'materials' })
})

it('asks again by itself when the line is live again, and when the model is read anew', async () => {
  one.ask(about('rows'))
  asked[0]!.fail(new HostError('offline'))
  await settle()
  state.set({ line: 'offline' })
  state.set({ line: 'reconnecting' })
  expect(asked).toHaveLength(1)
  state.set({ line: 'live' })
  expect(asked).toHaveLength(2)
  asked[1]!.fail(new HostError('stopped'))
  await settle()
  expect(face()).toMatchObject({ says: 'The part of the viewer that reads the model has stopped.' })
  state.set({ drawn: {} as LiveState['drawn'] })
  expect(asked).toHaveLength(3)
  asked[2]!.give('ten rows')
  await settle()
  state.set({ line: 'silent' })
  state.set({ line: 'live' })
  expect(asked).toHaveLength(3) // what was answered is not asked again
})

it('asks a busy server again after the time that it names', async () => {
  one.ask(about('rows'))
  asked[0]!.fail(new HostError('busy', 7))
  await settle()
  vi.advanceTimersByTime(6_900)
  expect(asked).toHaveLength(1)
  vi.advanceTimersByTime(200)
  expect(asked).toHaveLength(2)
  asked[1]!.fail(new HostError('busy'))
  await settle()
  vi.advanceTimersByTime(31_000)
  expect(asked).toHaveLength(3)
})

it('offers no other try where none can help', async () => {
  one.ask(about('rows'))
  asked[0]!.fail(new HostError('forbidden'))
  await settle()
  expect(face()).toEqual({ face: 'failed', says: 'You may not do this.' })
  one.ask(about('rows'))
  state.set({ ended: { why: 'deleted', purgeAt: null } })
  asked[1]!.fail(new HostError('failed'))
  await settle()
  expect(face()).toEqual({ face: 'failed', says: 'The server could not answer.' })
})

it('takes the button away when the model is deleted meanwhile', async () => {
  one.ask(about('rows'))
  asked[0]!.fail(new HostError('offline'))
  await settle()
  expect(face()).toEqual(NO_CONNECTION)
  state.set({ ended: { why: 'deleted', purgeAt: null } })
  expect(face()).toEqual({ face: 'failed', says: 'There is no connection.' })
})

it('is over without a question: no answer to an older one is shown', async () => {
  one.ask(about('rows'))
  one.ask(null)
  asked[0]!.give('ten rows')
  await settle()
  expect(face()).toEqual({ face: 'nothing' })
})

it('shows the answer of the session before until the newer one is here; what that one waited for or failed in is not its own', async () => {
  const next = (before: Parameters<typeof createRequest<string>>[1]) => {
    one = createRequest<string>({ state, wake }, before)
    one.ask(about('again'))
    return face()
  }
  expect(next({ face: 'failed', says: 'There is no connection.', tryAgain: null })).toEqual({ face: 'nothing' })
  one.ask(null)
  expect(next({ face: 'answer', answer: 'old' })).toEqual({ face: 'answer', answer: 'old' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(face()).toEqual({ face: 'answer', answer: 'old' })
  asked.at(-1)?.give('new')
  await settle()
  expect(face()).toEqual({ face: 'answer', answer: 'new' })
})
