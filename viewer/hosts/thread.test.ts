import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { startThread as start } from './thread.ts'

type Message = { id: number; question: string; ask: unknown }

/** A thread as a browser has it, whose other end is this test. */
class Thread extends EventTarget {
  static begun: Thread[] = []
  onmessage: ((event: MessageEvent) => void) | null = null
  onerror: (() => void) | null = null
  onmessageerror: (() => void) | null = null
  isTerminated = false
  got: Message[] = []
  constructor() {
    super()
    Thread.begun.push(this)
  }
  postMessage(message: Message) {
    this.got.push(message)
  }
  terminate() {
    this.isTerminated = true
  }
  says(data: object) {
    const event = new MessageEvent('message', { data })
    this.dispatchEvent(event)
    this.onmessage?.(event)
  }
  dies() {
    this.dispatchEvent(new Event('error'))
    this.onerror?.()
  }
}
const thread = () => Thread.begun.at(-1)!
const LOAD = { source: { address: '/m', isForGood: true }, selected: [], hidden: [], isolated: null, up: null } as const
const STOPPED = { reason: 'stopped' }

let startThread: typeof start
beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  vi.stubGlobal('Worker', Thread)
  Thread.begun = []
  startThread = (await import('./thread.ts')).startThread
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('begins with the page, and answers each question', async () => {
  expect(Thread.begun).toHaveLength(1)
  const engine = startThread(() => {})
  expect(Thread.begun).toHaveLength(1)
  void engine.ask('load', LOAD)
  const [facets, list] = [engine.ask('facets', {}), engine.ask('list', { kind: 'frame', from: 0, count: 1 })]
  expect(thread().got.map(({ question }) => question)).toEqual(['load', 'facets', 'list'])
  thread().says({ id: 3, answer: ['B1'] })
  thread().says({ id: 2, error: 'a mistake' })
  await expect(list).resolves.toEqual(['B1'])
  await expect(facets).rejects.toThrow('a mistake')
})

it('tells all who wait when the thread ends, and loads the model in another one', async () => {
  const engine = startThread(() => {})
  void engine.ask('load', LOAD).catch(() => {})
  const facets = engine.ask('facets', {})
  const first = thread()
  first.dies()
  await expect(facets).rejects.toMatchObject(STOPPED)
  expect(first.isTerminated).toBe(true)
  // Another thread has no model until one is loaded.
  await expect(engine.ask('facets', {})).rejects.toMatchObject(STOPPED)
  expect(Thread.begun).toHaveLength(1)
  const loaded = engine.ask('load', LOAD)
  expect(Thread.begun).toHaveLength(2)
  thread().says({ id: thread().got[0]!.id, answer: { state: 'away' } })
  await expect(loaded).resolves.toEqual({ state: 'away' })
  // The one before has nothing to say any more.
  first.dies()
  const again = engine.ask('facets', {})
  thread().says({ id: thread().got[1]!.id, answer: {} })
  await expect(again).resolves.toEqual({})
})

it('loads in another thread where the first could not be begun before anybody asked', () => {
  const first = thread()
  first.dies()
  const engine = startThread(() => {})
  void engine.ask('load', LOAD)
  expect(Thread.begun).toHaveLength(2)
  expect(first.got).toEqual([])
})

it('gives up a thread that has said nothing for long, when somebody who waits tries again', async () => {
  const engine = startThread(() => {})
  void engine.ask('load', LOAD)
  thread().says({ id: 1, answer: { state: 'away' } })
  vi.advanceTimersByTime(60_000)
  engine.wake() // nobody waits
  const facets = engine.ask('facets', {})
  vi.advanceTimersByTime(4_000)
  thread().says({ isUp: true })
  engine.wake()
  expect(thread().isTerminated).toBe(false)
  thread().says({ progress: { received: 1, isParsing: false } })
  vi.advanceTimersByTime(4_000)
  engine.wake()
  expect(thread().isTerminated).toBe(false)
  vi.advanceTimersByTime(1_000)
  engine.wake()
  expect(thread().isTerminated).toBe(true)
  await expect(facets).rejects.toMatchObject(STOPPED)
})

it('says that a part could not be fetched, which is no fault of the question', async () => {
  const engine = startThread(() => {})
  void engine.ask('load', LOAD)
  const described = engine.ask('describe', { kind: 'frame', index: 0 })
  thread().says({ id: 2, error: 'a part of the viewer could not be fetched', isAway: true })
  await expect(described).rejects.toMatchObject({ reason: 'offline', says: 'a part of the viewer could not be fetched' })
})

it('begins no thread for a viewer that was closed', async () => {
  const engine = startThread(() => {})
  void engine.ask('load', LOAD)
  engine.close()
  await expect(engine.ask('load', LOAD)).rejects.toMatchObject(STOPPED)
  expect(Thread.begun).toHaveLength(1)
})
