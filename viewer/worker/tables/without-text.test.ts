import { expect, it } from 'vitest'
import { withoutText } from './without-text.ts'

it('says of how many a sum knows nothing, and why', () => {
  const lacks = (quantity: 'mass' | 'volume', reason: string, count: number) => ({ quantity, reason, count })
  expect(withoutText({ without: [lacks('mass', 'no_density', 1200), lacks('mass', 'no_section', 3)] })).toBe(
    'mass without 1,200 (no density) and 3 (no section)',
  )
  expect(withoutText({ without: [] })).toBe('')
})
