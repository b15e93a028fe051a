import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Change } from '../viewer-host.ts'
import { followEvents } from './event-line.ts'

/** A stream as a browser has it, whose other end is this test. */
class Stream extends EventTarget {
  static opened: Stream[] = []
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  isClosed = false
  constructor(readonly address: string) {
    super()
    Stream.opened.push(this)
  }
  close() {
    this.isClosed = true
  }
  says(event: string, data: object) {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }))
  }
}
const latest = () => Stream.opened.at(-1)!
const open = () => Stream.opened.filter(({ isClosed }) => !isClosed)

const LIVE = { type: 'line', state: 'live' } as const
const CONNECTING = { type: 'line', state: 'connecting' } as const
let said: Change[] = []
let leave = () => {}
let isOnline = true
const seconds = (count: number) => vi.advanceTimersByTime(count * 1000)

beforeEach(() => {
  vi.useFakeTimers()
  said = []
  isOnline = true
  Stream.opened = []
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnline
    },
  })
  leave = followEvents('/events', (change) => said.push(change))
})
afterEach(() => {
  leave()
  expect(open()).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What was said since this was asked last. */
const heard = () => said.splice(0)

describe('the line to a model', () => {
  it('is live when the stream opens; a beat names the revision like an event of one', () => {
    expect(heard()).toEqual([])
    latest().onopen?.()
    expect(heard()).toEqual([LIVE])
    latest().says('revision', { revision: 7, changed: {} })
    latest().says('beat', { revision: 9 })
    expect(heard()).toEqual([LIVE, { type: 'revision', revision: 7 }, LIVE, { type: 'revision', revision: 9 }])
  })

  it('tells that saved views have changed', () => {
    latest().onopen?.()
    heard()
    latest().says('views', { seq: 3 })
    expect(heard()).toEqual([LIVE, { type: 'views' }])
  })

  it('tells that comments have changed, also those of which it missed the event: a beat and a new stream name the last', () => {
    latest().onopen?.()
    latest().says('revision', { revision: 7, changed: {}, commentSeq: 3 })
    latest().says('comments', { seq: 4 })
    latest().says('beat', { revision: 7, commentSeq: 4 })
    const told = () => heard().filter(({ type }) => type === 'comments')
    expect(told()).toHaveLength(1)
    latest().says('beat', { revision: 7, commentSeq: 5 })
    expect(told()).toHaveLength(1)
    latest().onerror?.()
    seconds(1)
    latest().says('revision', { revision: 7, changed: {}, commentSeq: 6 })
    expect(told()).toHaveLength(1)
    latest().says('beat', { revision: 7, commentSeq: 6 })
    latest().says('beat', { revision: 7 }) // of a link that shows none
    expect(told()).toHaveLength(0)
  })

  it('is opened again after 1, 2, 4 … 30 s when it breaks or is refused, and after 1 s once it was open', () => {
    for (const wait of [1, 2, 4, 8, 16, 30, 30]) {
      latest().onerror?.()
      expect(heard()).toEqual([CONNECTING])
      expect(open()).toEqual([])
      seconds(wait - 0.1)
      expect(open()).toEqual([])
      seconds(0.1)
      expect(open()).toHaveLength(1)
    }
    latest().onopen?.()
    latest().onerror?.()
    seconds(1)
    expect(open()).toHaveLength(1)
  })

  it('lets its connection go while the page is kept for Back, and is opened again when it comes back', () => {
    latest().onopen?.()
    heard()
    const goes = (type: string, persisted: boolean) => window.dispatchEvent(Object.assign(new Event(type), { persisted }))
    goes('pageshow', false)
    expect(Stream.opened).toHaveLength(1)
    goes('pagehide', true)
    expect(open()).toEqual([])
    seconds(120)
    expect(open()).toEqual([])
    goes('pageshow', true)
    expect(open()).toHaveLength(1)
    expect(heard()).toEqual([CONNECTING])
    goes('pagehide', true)
    isOnline = false
    goes('pageshow', true)
    expect(open()).toEqual([])
    expect(heard()).toEqual([{ type: 'line', state: 'offline' }])
  })

  it('is silent after 25 s without a word: opened anew, and live when that one speaks', () => {
    latest().onopen?.()
    seconds(20)
    latest().says('beat', { revision: 1 })
    heard()
    seconds(24)
    expect(heard()).toEqual([])
    const mute = latest()
    seconds(6)
    expect(heard()).toEqual([{ type: 'line', state: 'silent' }])
    expect(mute.isClosed).toBe(true)
    seconds(30)
    expect(heard()).toEqual([{ type: 'line', state: 'silent' }]) // the new one says nothing either
    mute.says('beat', { revision: 2 })
    mute.onopen?.()
    expect(heard()).toEqual([])
    latest().onopen?.()
    expect(heard()).toEqual([LIVE])
  })

  it('is offline at once when the browser is, asks nothing meanwhile, and comes back with it', () => {
    latest().onopen?.()
    heard()
    isOnline = false
    window.dispatchEvent(new Event('offline'))
    expect(heard()).toEqual([{ type: 'line', state: 'offline' }])
    seconds(300)
    expect(heard()).toEqual([])
    expect(open()).toEqual([])
    isOnline = true
    window.dispatchEvent(new Event('online'))
    expect(heard()).toEqual([CONNECTING])
    expect(open()).toHaveLength(1)
  })

  it('begins offline where the browser is', () => {
    leave()
    isOnline = false
    leave = followEvents('/events', (change) => said.push(change))
    expect(heard()).toEqual([{ type: 'line', state: 'offline' }])
    expect(open()).toEqual([])
  })

  it.each([
    ['deleted', { purgeAt: '2026-12-21' }, { type: 'deleted', purgeAt: '2026-12-21' }],
    ['signed_out', {}, { type: 'signed_out' }],
    ['access', { role: null }, { type: 'access', role: null }],
  ] as const)('ends with `%s`: nothing is opened again, whatever the browser says', (event, data, change) => {
    latest().onopen?.()
    heard()
    const ended = latest()
    ended.says(event, data)
    expect(heard()).toEqual([change])
    ended.onerror?.()
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
    seconds(300)
    expect(heard()).toEqual([])
    expect(Stream.opened).toHaveLength(1)
  })

  it('goes on when the role is another', () => {
    latest().says('access', { role: 'viewer' })
    expect(heard()).toEqual([{ type: 'access', role: 'viewer' }])
    expect(open()).toHaveLength(1)
  })
})
