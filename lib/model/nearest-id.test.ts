import fc from 'fast-check'
import { expect, it } from 'vitest'
import { distance, nearestIds } from './nearest-id.ts'

it('finds the id that was meant: at most two edits, and less than half the length', () => {
  const near = (asked: string, ...known: string[]) => nearestIds([asked], known).get(asked)
  expect(near('N7a', 'N8', 'N7', 'N70')).toBe('N7')
  expect(near('beam-12', 'beam-34', 'beam-21', 'beam-1')).toBe('beam-1')
  expect(near('N9', 'N8')).toBeUndefined() // one edit is half of it
  expect(near('', 'N8')).toBeUndefined()
  expect(near('column', 'frame')).toBeUndefined()
})

it('never misses what comparing all of them finds', () => {
  const id = fc.string({ minLength: 0, maxLength: 6, unit: fc.constantFrom('a', 'b', '1', '😀') })
  fc.assert(
    fc.property(id, fc.array(id, { maxLength: 20 }), (asked, all) => {
      const known = all.filter((one) => one !== asked)
      const length = [...asked].length
      const away = known.map((one) => distance([...asked], [...one], 99)).map((d) => (d <= 2 && d < length / 2 ? d : 99))
      const best = Math.min(99, ...away)
      expect(nearestIds([asked], known).get(asked)).toBe(best === 99 ? undefined : known[away.indexOf(best)])
    }),
  )
})
