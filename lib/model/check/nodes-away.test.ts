import { describe, expect, it } from 'vitest'
import type { Vec } from '../shape/vector.ts'
import { nodesAway } from './nodes-away.ts'

/** So many nodes along X, a metre apart about the origin. */
const row = (count: number): Vec[] => Array.from({ length: count }, (_, k) => [k - (count - 1) / 2, 0, 0])

describe('a node far from all others', () => {
  it('is told beyond fifty times what is usual, and a kilometre', () => {
    // Nine of ten lie within 5 of the middle: 11 nodes and one more.
    const away = (x: number, metres = 1) => nodesAway([...row(11), [x, 0, 0]], metres)
    expect(away(20).usual).toBe(5)
    expect(away(20).middle).toEqual([1, 0, 0])
    expect(away(1001).away).toEqual([])
    expect(away(1002).away).toEqual([11])
    expect(away(-1000).away).toEqual([])
    expect(away(-1001).away).toEqual([11])
    // Nine of ten within 50: fifty times as far.
    const wide = (x: number) => nodesAway([...row(11).map(([a]): Vec => [10 * a, 0, 0]), [x, 0, 0]], 1).away
    expect(wide(2510)).toEqual([])
    expect(wide(2511)).toEqual([11])
    // In millimetres fifty times 5 mm is less than a kilometre.
    expect(away(999_000, 0.001).away).toEqual([])
    expect(away(1_000_002, 0.001).away).toEqual([11])
    expect(away(5002, Number.NaN).away).toEqual([11])
  })

  it('is told beyond what is built at all, ten kilometres, from twenty times the usual', () => {
    const far = (x: number) => nodesAway([...row(11).map(([a]): Vec => [100 * a, 0, 0]), [x, 0, 0]], 1).away
    expect(far(10_050)).toEqual([])
    expect(far(10_150)).toEqual([11])
    const wide = (x: number) => nodesAway([...row(11).map(([a]): Vec => [1000 * a, 0, 0]), [x, 0, 0]], 1).away
    expect(wide(100_900)).toEqual([])
    expect(wide(101_100)).toEqual([11])
  })

  it('is none where others go on to it, each at most twice as far as the one before', () => {
    // Of 101 nodes on 10 m ten go on in a line of kilometres, as a pipeline from its station.
    const station = row(101).map(([x]): Vec => [x / 10, 0, 0])
    const line = (by: number, metres = 1) =>
      nodesAway([...station, ...Array.from({ length: 10 }, (_, k): Vec => [(k + 1) * by, 0, 0])], metres).away
    expect(line(500)).toEqual([])
    expect(line(1_000, Number.NaN)).toEqual([])
    expect(line(1_100)).toHaveLength(10)
    expect(nodesAway([...station, [400, 0, 0], [790, 0, 0], [1500, 0, 0], [3200, 0, 0]], 1).away).toEqual([104])
  })

  it('in any direction', () => {
    const away = (p: Vec) => nodesAway([...row(11), p], 1).away
    expect(away([0, 0, 1e6])).toEqual([11])
    expect(away([0, -1e6, 0])).toEqual([11])
  })

  it('is none among fewer than five without a unit, nor where all lie at one place', () => {
    const few = (count: number, metres: number) => nodesAway([...row(count), [1e7, 0, 0]], metres).away
    expect(few(3, Number.NaN)).toEqual([])
    expect(few(4, Number.NaN)).toEqual([4])
    expect(few(3, 1)).toEqual([3])
    expect(nodesAway([], 1)).toEqual({ away: [], middle: [0, 0, 0], usual: 0 })
    expect(nodesAway([[0, 0, 0], [0, 0, 0], [1e9, 0, 0]], 1).away).toEqual([]) // biome-ignore format: short
  })

  it('of many is told from some of them', () => {
    const { away, usual } = nodesAway([...row(9000), [0, 1e9, 0]], 1)
    expect(away).toEqual([9000])
    expect(usual / 4500).toBeCloseTo(0.9, 2)
  })
})
