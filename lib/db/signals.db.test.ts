import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { type Fate, type StatementProxy, startProxy } from '#lib/fixtures/postgres-proxy.ts'
import { env } from '#lib/runtime/env.ts'
import { log } from '#lib/runtime/log.ts'
import { direct } from './client.ts'
import { Signals } from './signals.ts'

/** Ends what hangs. */
const SOON = { timeout: 30_000 }

describe.runIf(!('sqlite' in inject('template')))('signals', () => {
  const opened: { close(): unknown }[] = []
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close()
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const through = async (fate: (sql: string) => Fate): Promise<{ proxy: StatementProxy; signals: Signals }> => {
    const proxy = await startProxy(env.DATABASE_URL, fate)
    const signals = new Signals(proxy.url)
    opened.push(signals, proxy)
    return { proxy, signals }
  }

  it('hears what other processes tell, not itself, and says when it may have missed something', async () => {
    const { signals } = direct()
    if (!signals) throw new Error('PostgreSQL has signals')
    const heard: (string | undefined)[] = []
    const stop = signals.subscribe((text) => heard.push(text))
    const other = new Signals(env.DATABASE_URL)
    await expect.poll(() => heard, SOON).toEqual([undefined])
    signals.send('m_own')
    for (const text of ['m_one', 'm_two', 'm_two']) other.send(text)
    await expect.poll(() => heard, SOON).toEqual([undefined, 'm_one', 'm_two'])
    await other.close()
    stop()
  })

  it('keeps the new connection when the old one complains once more', async () => {
    vi.spyOn(log, 'warn').mockReturnValue()
    const statements: string[] = []
    const { proxy, signals } = await through((sql) => {
      statements.push(sql)
      if (statements.length > 1) return undefined
      proxy.connections[0]?.hold()
      return { sqlstate: '57P03' }
    })
    const heard: (string | undefined)[] = []
    signals.subscribe((text) => heard.push(text))
    await expect.poll(() => heard, SOON).toEqual([undefined])
    proxy.connections[0]?.sayError('57P01')
    await proxy.connections[0]?.end()
    signals.send('m_own')
    await expect.poll(() => statements.join(), SOON).toContain('pg_notify')
    expect(proxy.connections).toHaveLength(2)
    direct().signals?.send('m_other')
    await expect.poll(() => heard, SOON).toEqual([undefined, 'm_other'])
  })

  it.each(['0A000', '42601', '42883'])('asks an engine that has none (%s) once, and says so once', async (sqlstate) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const warn = vi.spyOn(log, 'warn').mockReturnValue()
    const { proxy, signals } = await through((sql) => (/LISTEN|pg_notify/.test(sql) ? { sqlstate } : undefined))
    const heard: unknown[] = []
    signals.subscribe((text) => heard.push(text))
    await expect.poll(() => warn.mock.calls.length, SOON).toBe(1)
    signals.send('m_one')
    signals.subscribe((text) => heard.push(text))
    expect(vi.getTimerCount()).toBe(0) // nothing is to be tried again
    expect(warn).toHaveBeenCalledTimes(1)
    expect(proxy.connections).toHaveLength(1)
    expect(heard).toEqual([])
  })
})
