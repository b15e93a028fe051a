import { expect, it } from 'vitest'
import { Floats } from './floats.ts'
import { capacityFor, ROW, Rows } from './rows.ts'
import { eachInSteps } from './steps.ts'

it('a table has room for whole rows, a short one for what it holds', () => {
  expect([0, 1, 5, ROW, ROW + 1, 2 * ROW, 2 * ROW + 1].map(capacityFor)).toEqual([1, 1, 5, ROW, 2 * ROW, 2 * ROW, 3 * ROW])
})

it.each([0, 1, 3, 3000, 5000])('whole numbers are kept as they come, where %d were expected', (expected) => {
  const rows = new Rows(expected)
  const count = 3000
  for (let k = 0; k < count; k++) rows.push(k, 2 * k, 3 * k, 4 * k)
  const done = rows.done()
  expect([rows.length, done.length]).toEqual([4 * count, 4 * count])
  expect(done.buffer.byteLength).toBe(4 * 4 * capacityFor(count))
  expect([...done.subarray(4 * 2999)]).toEqual([2999, 2 * 2999, 3 * 2999, 4 * 2999])
  expect(done.every((value, k) => value === Math.floor(k / 4) * ((k % 4) + 1))).toBe(true)
})

it('points are kept as they come, in memory of their own size', () => {
  const floats = new Floats()
  for (let k = 0; k < 1000; k++) floats.push(k, -k, k / 2)
  const done = floats.done()
  expect([floats.length, done.length, done.buffer.byteLength]).toEqual([3000, 3000, 12_000])
  expect([...done.subarray(0, 6), ...done.subarray(2997)]).toEqual(
    [0, 0, 0, 1, -1, 0.5, 999, -999, 499.5].map((value) => expect.closeTo(value, 9)),
  )
  expect(done.every((value, k) => value === [1, -1, 0.5][k % 3]! * Math.floor(k / 3))).toBe(true)
})

it('items are taken each once and in order, with a stop after every so many', () => {
  const taken: number[] = []
  const stops: number[] = []
  for (const _ of eachInSteps(5, 2, (k) => taken.push(k))) stops.push(taken.length)
  expect(taken).toEqual([0, 1, 2, 3, 4])
  expect(stops).toEqual([2, 4, 5])
  expect([...eachInSteps(0, 2, () => {})]).toEqual([])
})
