import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Change, HostError } from '../viewer-host.ts'
import type { ElementRef } from '../worker/elements.ts'
import type { Ask, LoadAnswer } from '../worker/questions.ts'
import { lineWords } from './line-words.ts'
import { type LiveModel, openLiveModel } from './live-model.ts'

/** The thread that reads the model: what it was asked, and its answer when the test gives one. */
const asked: { refs: readonly ElementRef[]; give(answer: object): void; fail(error: unknown): void }[] = []
const ask = ((_: string, { selected }: { selected: readonly ElementRef[] }) =>
  new Promise((resolve, fail) => asked.push({ refs: selected, give: (answer) => resolve(answer), fail }))) as unknown as Ask
const wake = vi.fn()

let hear: (change: Exclude<Change, { type: 'views' | 'comments' }>) => void = () => {}
let isHeard = false
let selected: ElementRef[] = []
/** Which revisions were read, in their order. */
const sources: (number | undefined)[] = []
let model: LiveModel

beforeEach(() => {
  vi.useFakeTimers()
  asked.length = 0
  sources.length = 0
  selected = []
  isHeard = true
  model = openLiveModel({
    ask,
    wake,
    load(revision) {
      sources.push(revision)
      return { address: '/model' }
    },
    changes(to) {
      hear = to
      return () => {
        isHeard = false
      }
    },
    wanted: () => ({ selected, hidden: [], isolated: null, up: null }),
    isFitted: () => false,
    begin: () => () => {},
  })
})
afterEach(() => {
  model.close()
  expect(isHeard).toBe(false)
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

const loaded = (revision: number) => ({ state: 'loaded', summary: { revision } }) as unknown as LoadAnswer
async function answers(answer: object) {
  asked.at(-1)!.give(answer)
  await vi.advanceTimersByTimeAsync(0)
}
const line = (state: 'connecting' | 'live' | 'silent' | 'offline') => hear({ type: 'line', state })
const revision = (number: number) => hear({ type: 'revision', revision: number })
const says = () => {
  const { word, more } = lineWords(model.state.get(), Date.now())
  return word + more
}

async function opened(at = 7) {
  line('live')
  revision(at)
  await answers(loaded(at))
  expect(says()).toBe(`live · revision ${at}`)
  expect(asked).toHaveLength(1)
}

describe('the model as it is shown', () => {
  it('is connecting, then live; a revision that is heard of is read once', async () => {
    expect(says()).toBe('connecting…')
    await opened()
    revision(7)
    expect(asked).toHaveLength(1)
    revision(8)
    revision(9)
    expect(asked).toHaveLength(2)
    await answers(loaded(9))
    expect(says()).toBe('live · revision 9')
    expect(asked).toHaveLength(2)
  })

  it('is read once more when one came meanwhile that the answer has not', async () => {
    await opened()
    revision(8)
    revision(9)
    await answers(loaded(8))
    expect(asked).toHaveLength(3)
    await answers(loaded(9))
    expect(says()).toBe('live · revision 9')
  })

  it('asks with each reading for the places of what is selected then', async () => {
    await opened()
    selected = [{ kind: 'frame', id: 'B1' }]
    revision(8)
    expect(asked.at(-1)?.refs).toEqual(selected)
    await answers(loaded(8))
  })

  it('says how old the picture is while nothing is heard', async () => {
    await opened()
    vi.advanceTimersByTime(130_000)
    line('silent')
    expect(says()).toBe('no answer for 25 s · revision 7, 2 min old')
    line('live')
    expect(says()).toBe('live · revision 7')
  })

  it('reconnects after a broken line, and reads at the second time in vain: the model may be gone', async () => {
    await opened()
    line('connecting')
    expect(says()).toBe('reconnecting…')
    expect(asked).toHaveLength(1)
    line('connecting')
    expect(asked).toHaveLength(2)
    await answers({ state: 'away' })
    expect(says()).toBe('reconnecting…')
    line('connecting')
    await answers({ state: 'refused', status: 404 })
    expect(says()).toBe('no longer available')
  })

  it('is behind when a newer revision cannot be read, tries again, and shows it when it can', async () => {
    await opened()
    revision(9)
    await answers({ state: 'refused', status: 503 })
    expect(says()).toBe('revision 9 exists · showing 7')
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked).toHaveLength(3)
    await answers({ state: 'away' })
    await vi.advanceTimersByTimeAsync(1999)
    expect(asked).toHaveLength(3)
    void model.reload() // Try now
    expect(asked).toHaveLength(4)
    await answers(loaded(9))
    expect(says()).toBe('live · revision 9')
  })

  it('is behind as well when what is read is older than what was heard of', async () => {
    await opened()
    revision(9)
    await answers({ state: 'unchanged' })
    expect(says()).toBe('revision 9 exists · showing 7')
    await vi.advanceTimersByTimeAsync(1000)
    await answers(loaded(9))
    expect(says()).toBe('live · revision 9')
  })

  it('asks nothing while offline, and what is owed when it is over', async () => {
    await opened()
    revision(8)
    line('offline')
    await answers({ state: 'away' })
    expect(says()).toBe('offline · revision 7, 0 s old')
    await vi.advanceTimersByTimeAsync(300_000)
    expect(asked).toHaveLength(2)
    line('connecting')
    expect(asked).toHaveLength(3)
    await answers(loaded(8))
    line('live')
    expect(says()).toBe('live · revision 8')
  })

  it('is read anew when the thread that held it has ended, sparingly; the picture stays meanwhile', async () => {
    await opened()
    const ends = async () => {
      const question = model.ask('facets', {})
      asked.at(-1)!.fail(new HostError('stopped'))
      await expect(question).rejects.toThrow('stopped')
    }
    await ends()
    expect(says()).toBe('reading the model anew… · showing 7')
    expect(model.state.get().drawn?.summary.revision).toBe(7)
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked).toHaveLength(3)
    asked.at(-1)!.fail(new HostError('stopped')) // this one too
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked).toHaveLength(4)
    await answers(loaded(7))
    expect(says()).toBe('live · revision 7')
    // What is asked again may end it again: not at once for ever.
    await ends()
    await vi.advanceTimersByTimeAsync(1999)
    expect(asked).toHaveLength(5)
    await vi.advanceTimersByTimeAsync(1)
    await answers(loaded(7))
    await vi.advanceTimersByTimeAsync(61_000)
    await ends()
    await vi.advanceTimersByTimeAsync(1000)
    await answers(loaded(7))
    expect(says()).toBe('live · revision 7')
  })

  it('reads a model anew that was deleted meanwhile, and says that it is gone', async () => {
    await opened()
    const question = model.ask('facets', {})
    asked.at(-1)!.fail(new HostError('stopped'))
    await expect(question).rejects.toThrow('stopped')
    await vi.advanceTimersByTimeAsync(1000)
    await answers({ state: 'refused', status: 404 })
    expect(says()).toBe('no longer available')
  })

  it('says what was wrong with what came, which is no lost connection', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    asked.at(-1)!.fail(new SyntaxError('no JSON'))
    await vi.advanceTimersByTimeAsync(0)
    expect(model.state.get()).toMatchObject({ status: 'failed', trouble: 'unreadable' })
    await vi.advanceTimersByTimeAsync(1000)
    asked.at(-1)!.fail(new HostError('stopped'))
    await vi.advanceTimersByTimeAsync(0)
    expect(model.state.get()).toMatchObject({ status: 'failed', trouble: 'stopped' })
    expect(error).toHaveBeenCalledOnce()
  })

  it('names the revision that exists when reading it takes long, and who tries again is not kept waiting', async () => {
    await opened()
    revision(8)
    await vi.advanceTimersByTimeAsync(9_000)
    expect(says()).toBe('live · revision 7')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(says()).toBe('revision 8 exists · showing 7')
    wake.mockImplementationOnce(() => asked.at(-1)!.fail(new HostError('stopped')))
    void model.reload() // Try now
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toHaveLength(3)
    await answers(loaded(8))
    expect(says()).toBe('live · revision 8')
  })

  it('cannot be loaded, is tried again, and says so until it works', async () => {
    await answers({ state: 'refused', status: 500 })
    expect(model.state.get()).toMatchObject({ status: 'failed', trouble: 500 })
    await vi.advanceTimersByTimeAsync(1000)
    await answers(loaded(1))
    expect(model.state.get()).toMatchObject({ status: 'ready', trouble: null })
  })

  it.each([
    [{ type: 'deleted', purgeAt: '2026-12-21' }, 'deleted'],
    [{ type: 'access', role: null }, 'no access'],
    [{ type: 'signed_out' }, 'signed out'],
  ] as [Parameters<typeof hear>[0], string][])('after %o it asks nothing more and never says live', async (change, words) => {
    await opened()
    revision(8)
    hear(change)
    expect(says()).toBe(words)
    await answers(loaded(8))
    line('live')
    revision(9)
    void model.reload()
    await vi.advanceTimersByTimeAsync(300_000)
    expect(says()).toBe(words)
    expect(asked).toHaveLength(2)
    expect(model.state.get().drawn?.summary.revision).toBe(7)
  })

  it.each([
    [401, 'signed_out'],
    [403, 'access'],
    [404, 'gone'],
  ])('a reading that is refused with %i ends it', async (status, why) => {
    await answers({ state: 'refused', status })
    expect(model.state.get().ended).toEqual({ why })
    await vi.advanceTimersByTimeAsync(300_000)
    expect(asked).toHaveLength(1)
  })

  it('stays at the revision that was asked for; others are told, not read', async () => {
    await opened(8)
    model.show(5)
    expect(sources.at(-1)).toBe(5)
    await answers(loaded(5))
    revision(9)
    expect(asked).toHaveLength(2)
    expect(model.state.get()).toMatchObject({ pinned: 5, newest: 9, drawn: { summary: { revision: 5 } } })
    model.show(null)
    expect(sources.at(-1)).toBeUndefined()
    await answers(loaded(9))
    revision(10)
    await answers(loaded(10))
    expect(says()).toBe('live · revision 10')
  })

  it('does not read the revision again that is drawn already, unless another is being read', async () => {
    await opened(8)
    const { drawn } = model.state.get()
    model.show(8)
    await vi.advanceTimersByTimeAsync(60_000)
    revision(9)
    expect(sources).toEqual([undefined])
    expect(model.state.get()).toMatchObject({ pinned: 8, newest: 9, behind: null })
    expect(model.state.get().drawn).toBe(drawn)
    model.show(null)
    model.show(8)
    await answers(loaded(9))
    expect(sources).toEqual([undefined, undefined, 8])
    await answers(loaded(8))
    expect(model.state.get().drawn?.summary.revision).toBe(8)
    // Whether it is still there is asked of the server.
    line('connecting')
    line('connecting')
    expect(sources).toEqual([undefined, undefined, 8, 8])
    await answers({ state: 'refused', status: 403 })
    expect(model.state.get().ended).toEqual({ why: 'access' })
  })

  it('shows what was asked for last, however the answers come', async () => {
    await opened(8)
    model.show(5)
    model.show(3)
    await answers(loaded(5))
    expect(sources).toEqual([undefined, 5, 3])
    await answers(loaded(3))
    expect(model.state.get().drawn?.summary.revision).toBe(3)
  })

  it('draws what the thread holds, though another is wanted by now: of the newest it hears that this is the same', async () => {
    await opened(3)
    model.show(5)
    model.show(null)
    await answers(loaded(5))
    expect(sources).toEqual([undefined, 5, undefined])
    await answers({ state: 'unchanged' })
    expect(says()).toBe('live · revision 5')
  })

  it('what is told of a revision that is wanted no more changes nothing', async () => {
    await opened(8)
    model.show(99)
    model.show(null)
    await answers({ state: 'refused', status: 404 })
    expect(model.state.get()).toMatchObject({ missing: null, ended: null, drawn: { summary: { revision: 8 } } })
    expect(sources).toEqual([undefined, 99, undefined])
    await answers({ state: 'unchanged' })
    expect(says()).toBe('live · revision 8')
  })

  it('says that there never was a revision, and goes on from there', async () => {
    await opened(8)
    model.show(99)
    await answers({ state: 'refused', status: 404 })
    expect(model.state.get()).toMatchObject({ missing: 99, ended: null, drawn: { summary: { revision: 8 } } })
    revision(9)
    expect(asked).toHaveLength(2)
    model.show(null)
    await answers(loaded(9))
    expect(model.state.get()).toMatchObject({ missing: null, drawn: { summary: { revision: 9 } } })
  })

  it('tries an old revision again that could not be read', async () => {
    await opened(8)
    model.show(5)
    await answers({ state: 'away' })
    expect(says()).toBe('revision 5 exists · showing 8')
    await vi.advanceTimersByTimeAsync(1000)
    await answers(loaded(5))
    expect(model.state.get()).toMatchObject({ behind: null, drawn: { summary: { revision: 5 } } })
  })
})
