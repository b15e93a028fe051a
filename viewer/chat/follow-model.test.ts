import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Change } from '../viewer-host.ts'
import { BridgeError, METHOD_NOT_FOUND } from './bridge.ts'
import { followModel } from './follow-model.ts'
import type { ToolOutcome } from './tool-result.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

type Answer = ToolOutcome | Error

/** A view that follows a model, whose server is the test: `answers` in their order, then revision 1 for ever. */
function following(...answers: Answer[]) {
  const asked: Record<string, unknown>[] = []
  const told: unknown[] = []
  const bytes = gzipSync('{}')
  const whole = (revision: number): ToolOutcome => ({
    data: { revision, changed: true, tag: 'x', total: bytes.length, next: null, bytes: bytes.toString('base64') },
  })
  const model = followModel(
    async (input) => {
      asked.push(input)
      const answer = answers.shift() ?? (input.since === undefined ? whole(1) : { data: { revision: 1, changed: false } })
      if (answer instanceof Error) throw answer
      return answer
    },
    { progress() {}, over: (...said) => told.push(said), live: (isLive) => told.push(isLive) },
  )
  const changes: Change[] = []
  model.changes((change) => changes.push(change))
  const read = async () => {
    const source = model.load()
    if (!('next' in source)) throw new Error('no pieces')
    const first = await source.next()
    return first instanceof Uint8Array ? [first.length === bytes.length, await source.next()] : first
  }
  return { model, asked, told, changes, read, whole }
}
const refused = (error: string, words = ''): ToolOutcome => ({ refused: { error, type: '', words } })

describe('a model that is followed', () => {
  it('is read, then asked about every two seconds while somebody looks', async () => {
    const { model, asked, changes, read } = following()
    expect(await read()).toEqual([true, null])
    await vi.advanceTimersByTimeAsync(6100)
    expect(asked).toEqual([{ offset: 0 }, { since: 1 }, { since: 1 }, { since: 1 }])
    model.seen(false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveLength(4)
    model.seen(true) // at once
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toHaveLength(5)
    expect(changes).toEqual([{ type: 'line', state: 'live' }])
    model.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveLength(5)
  })

  it('says that there is a newer revision, and what a press has made likely', async () => {
    const { model, asked, changes, read, whole } = following()
    await read()
    await vi.advanceTimersByTimeAsync(2_000_000) // nobody wrote for half an hour
    const quiet = asked.length
    await vi.advanceTimersByTimeAsync(20_000)
    expect(asked.length).toBeLessThanOrEqual(quiet + 1)
    model.refresh()
    await vi.advanceTimersByTimeAsync(4100)
    expect(asked.length).toBeGreaterThanOrEqual(quiet + 3)
    expect(changes).toHaveLength(1)
    const next = following(whole(1), { data: { revision: 2, changed: true } })
    await next.read()
    await vi.advanceTimersByTimeAsync(2100)
    expect(next.changes.at(-1)).toEqual({ type: 'revision', revision: 2 })
  })

  it('is tried again where the server is busy or away, later each time, and at once when somebody asks', async () => {
    const { model, asked, told, read } = following(refused('busy', 'Call again'), new BridgeError('timeout', 'late'))
    expect(await read()).toBe('away')
    const second = read()
    await vi.advanceTimersByTimeAsync(4900)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(await second).toBe('away')
    const third = read()
    await vi.advanceTimersByTimeAsync(5000)
    expect(asked).toHaveLength(2)
    model.refresh()
    expect(await third).toEqual([true, null])
    expect(told).toEqual([false, false, true])
  })

  it.each([
    ['gone', refused('not_found', 'Model not found'), 'Model not found'],
    ['gone', refused('forbidden', 'not yours'), 'not yours'],
    ['too large', { refused: { error: 'invalid_input', type: 'limit_exceeded', words: 'too many' } }, 'too many'],
    ['no calls', new BridgeError(METHOD_NOT_FOUND, 'no'), 'no'],
  ] as const)('ends for good: %s', async (why, answer, words) => {
    const { asked, told, read, model } = following(answer as Answer)
    expect(await read()).toBe('refused')
    expect(await read()).toBe('refused')
    model.refresh()
    await vi.advanceTimersByTimeAsync(100_000)
    expect([asked.length, told]).toEqual([1, [[why, words]]])
  })
})
