import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HostError } from '../viewer-host.ts'
import { type LiveState, NOTHING_READ } from './live-model.ts'
import { PAGE, paging } from './paging.ts'
import { createStore } from './store.ts'

const asked: { page: number; give(): void; fail(error: unknown): void }[] = []
const read = (from: number) =>
  new Promise<string>((resolve, fail) => asked.push({ page: from / PAGE, give: () => resolve(`page ${from / PAGE}`), fail }))
const state = createStore<LiveState>({ ...NOTHING_READ, line: 'live' })
let list: ReturnType<typeof paging<string>>
const here = () => [...list.pages.get().pages.values()]
const face = () => list.state.get().request
const settle = () => vi.advanceTimersByTimeAsync(0)
const pagesAsked = () => asked.map(({ page }) => page)

beforeEach(() => {
  vi.useFakeTimers()
  asked.length = 0
  list = paging({ state, wake() {} }, read)
})
afterEach(() => {
  list.close()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

it('asks for each page once, when it comes into sight, and shows each as it comes', async () => {
  list.need(0, 30)
  list.need(0, 40)
  list.need(150, 250)
  expect(pagesAsked()).toEqual([0, 1, 2])
  asked[1]!.give()
  await settle()
  expect(here()).toEqual(['page 1'])
  expect(face()).toEqual({ face: 'nothing' })
  asked[0]!.give()
  asked[2]!.give()
  await settle()
  expect(face()).toEqual({ face: 'answer', answer: true })
})

it('says that a page did not come, keeps the others, and asks for that page again', async () => {
  list.need(0, 250)
  asked[0]!.give()
  asked[1]!.fail(new HostError('offline'))
  await settle()
  expect(here()).toEqual(['page 0'])
  expect(face()).toMatchObject({ face: 'failed', says: 'There is no connection.' })
  asked[2]!.give()
  await settle()
  state.set({ line: 'offline' })
  state.set({ line: 'live' })
  expect(pagesAsked()).toEqual([0, 1, 2, 1])
  asked[3]!.give()
  await settle()
  expect(here()).toEqual(['page 0', 'page 2', 'page 1'])
  expect(face()).toMatchObject({ face: 'answer' })
})

it('still says so when another page comes into sight that does', async () => {
  list.need(0, 10)
  asked[0]!.fail(new HostError('failed'))
  await settle()
  list.need(100, 110)
  asked[1]!.give()
  await settle()
  expect(face()).toMatchObject({ face: 'failed', says: 'The server could not answer.' })
})
