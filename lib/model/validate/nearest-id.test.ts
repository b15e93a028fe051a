import fc from 'fast-check'
import { expect, it } from 'vitest'
import { distance, NearestIds, nearestIds } from './nearest-id.ts'

it('finds the id that was meant: at most two edits, and less than half the length', () => {
  const near = (asked: string, ...known: string[]) => nearestIds([asked], known).get(asked)
  expect(near('N7a', 'N8', 'N7', 'N70')).toBe('N7')
  expect(near('beam-12', 'beam-34', 'beam-21', 'beam-1')).toBe('beam-1')
  expect(near('B2-3', 'A2-3x', 'B2-0', 'B2-2', 'B2-1')).toBe('B2-2')
  expect(near('B2-3', 'B2-a', 'B2-2')).toBe('B2-a') // as near, and not by its numbers
  expect(near('N9', 'N8')).toBeUndefined() // one edit is half of it
  expect(near('', 'N8')).toBeUndefined()
  expect(near('column', 'frame')).toBeUndefined()
})

it('never misses what comparing all of them finds', () => {
  const id = fc.string({ minLength: 0, maxLength: 6, unit: fc.constantFrom('a', 'b', 'c', '😀') })
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

it('is asked of many at once, and answers in their order with the place of what is near', () => {
  const search = new NearestIds(['beam-12', 'N9', 'column-1', 'beam-12'])
  for (const id of ['beam-345', 'column-2', 'beam-13', 'beam-14', 'x']) expect(search.look(id)).toBe(true)
  expect(search.found()).toEqual([{ target: 'beam-12', near: 'beam-13', place: 2 }, { target: 'column-1', near: 'column-2', place: 1 }]) // biome-ignore format: short
  expect(new NearestIds(['N9', '']).look('N8')).toBe(false)
})

it('a distance is the fewest letters that are put in, taken out or changed, up to a limit (property)', () => {
  const id = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 7 })
  const fewest = (a: string[], b: string[]): number => {
    if (a.length === 0 || b.length === 0) return a.length + b.length
    const [[first, ...rest], [other, ...others]] = [a, b]
    if (first === other) return fewest(rest, others)
    return 1 + Math.min(fewest(rest, others), fewest(rest, b), fewest(a, others))
  }
  fc.assert(
    fc.property(id, id, fc.nat(4), (a, b, limit) => {
      expect(distance(a, b, limit)).toBe(Math.min(fewest(a, b), limit + 1))
    }),
    { numRuns: 200 },
  )
})
