import { afterEach, expect, it, vi } from 'vitest'
import { trackPending } from './track-pending.ts'

afterEach(() => void vi.useRealTimers())

it('tells when the last of what was begun has ended, and only then', () => {
  vi.useFakeTimers()
  const ended = vi.fn()
  const { begin, isAny } = trackPending(ended)
  const [one, other] = [begin(), begin()]
  one()
  vi.runAllTimers()
  expect([isAny(), ended.mock.calls.length]).toEqual([true, 0])
  other()
  other()
  vi.runAllTimers()
  expect([isAny(), ended.mock.calls.length]).toEqual([false, 1])
})

it('is silent when an end begins another', () => {
  vi.useFakeTimers()
  const ended = vi.fn()
  const { begin } = trackPending(ended)
  begin()()
  const next = begin()
  vi.runAllTimers()
  expect(ended).not.toHaveBeenCalled()
  next()
  vi.runAllTimers()
  expect(ended).toHaveBeenCalledOnce()
})
