import { expect, it } from 'vitest'
import { rates, takeTicket } from './rate-limit.ts'

it('lets a caller ask so often a minute, says when to come back, and keeps callers apart', async () => {
  for (let i = 0; i < rates.mcp.points; i++) expect(await takeTicket('mcp', 'key:one')).toBe(null)
  const refused = await takeTicket('mcp', 'key:one')
  expect(refused?.retryAfter).toBeGreaterThan(0)
  expect(refused?.retryAfter).toBeLessThanOrEqual(rates.mcp.duration)
  expect(await takeTicket('mcp', 'key:two')).toBe(null)
  expect(await takeTicket('read', 'key:one')).toBe(null)
})
