import { expect, it } from 'vitest'
import { env } from '#lib/runtime/env.ts'
import { count, rates, takeTicket } from './rate-limit.ts'

it('lets a caller ask so often a minute, says when to come back, and keeps callers apart', async () => {
  for (let i = 0; i < rates.mcp.points; i++) expect(await takeTicket('mcp', 'key:one')).toBe(null)
  const refused = await takeTicket('mcp', 'key:one')
  expect(refused?.retryAfter).toBeGreaterThan(0)
  expect(refused?.retryAfter).toBeLessThanOrEqual(rates.mcp.duration)
  expect(await takeTicket('mcp', 'key:two')).toBe(null)
  expect(await takeTicket('read', 'key:one')).toBe(null)
})

it('tells what is left until it refuses: a worker knows its own share alone, and speaks for all', async () => {
  const { points } = rates.mcp
  const used = Math.ceil(points / env.WORKERS)
  const told: (string | undefined)[] = []
  for (let i = 0; i <= used; i++) told.push((await count('mcp', 'key:three')).headers.RateLimit?.replace(/;t=.*/, ''))
  expect(told[0]).toBe(`"mcp";r=${points - env.WORKERS}`)
  expect(told.slice(-2)).toEqual(['"mcp";r=0', '"mcp";r=0'])
  expect((await count('mcp', 'key:three')).retryAfter).toBeGreaterThan(0)
  expect((await count('linkNetwork', '192.0.2.0/24')).headers).toEqual({}) // nobody's own share
})
