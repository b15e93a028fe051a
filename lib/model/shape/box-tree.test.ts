import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BoxTree, boxTree, nearIn, pruned, walk } from './box-tree.ts'
import type { Boxes } from './morton-order.ts'

/** Places near each other, and now and then one so far off that all others look like one. */
const place = fc.oneof({ weight: 20, arbitrary: fc.integer({ min: -20, max: 20 }) }, fc.constantFrom(-1e9, 1e12, 3e37))
const side = fc.tuple(place, fc.nat(30)).map(([low, long]) => [low, low + long] as const)
const box = fc.tuple(side, side, side).map(([x, y, z]) => [x[0], y[0], z[0], x[1], y[1], z[1]])
const some = fc.array(box, { maxLength: 300, size: 'max' })

const meet = (b: ArrayLike<number>, asked: ArrayLike<number>, at = 0) =>
  [0, 1, 2].every((k) => b[at + k]! <= asked[k + 3]! && b[at + k + 3]! >= asked[k]!)
const sorted = (items: Iterable<number>) => [...items].sort((a, b) => a - b)
const ordinals = (count: number) => Array.from({ length: count }, (_, i) => i)

function visited<B extends Boxes>(tree: BoxTree<B>, enters: (boxes: B, at: number) => boolean, along?: [number, number, number]) {
  const items: number[] = []
  walk(tree, enters, (item) => void items.push(item), along)
  return items
}

describe.each([
  ['single', (numbers: number[]) => boxTree(Float32Array.from(numbers)), Float32Array],
  ['double', (numbers: number[]) => boxTree(Float64Array.from(numbers)), Float64Array],
])('a tree of %s numbers', (_, treeOf, Kind) => {
  it('holds every item once', () => {
    fc.assert(
      fc.property(some, (boxes) => {
        const tree = treeOf(boxes.flat())
        expect(tree.boxes).toBeInstanceOf(Kind)
        expect(sorted(tree.order)).toEqual(ordinals(boxes.length))
        expect(sorted(visited<Boxes>(tree, () => true))).toEqual(ordinals(boxes.length))
      }),
    )
  })

  it('enters what holds an item that is asked for, whichever way it goes', () => {
    const way = fc.tuple(fc.integer({ min: -1, max: 1 }), fc.integer({ min: -1, max: 1 }), fc.integer({ min: -1, max: 1 }))
    fc.assert(
      fc.property(some, box, fc.option(way, { nil: undefined }), (boxes, asked, along) => {
        const numbers = Kind.from(boxes.flat())
        const found = visited<Boxes>(treeOf(boxes.flat()), (b, at) => meet(b, asked, at), along)
        expect(new Set(found).size).toBe(found.length)
        for (const i of ordinals(boxes.length)) if (meet(numbers, asked, 6 * i)) expect(found).toContain(i)
      }),
    )
  })
})

it('leaves out what is told to be', () => {
  expect(sorted(boxTree(new Float32Array(6 * 20), (i) => i % 3 === 0).order)).toEqual(ordinals(20).filter((i) => i % 3 > 0))
})

it('takes no room for what is pruned', () => {
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 40 }), (boxes, nth) => {
      const tree = boxTree(Float32Array.from(boxes.flat()))
      const isKept = (item: number) => item % nth === 0
      const left = pruned(tree, isKept)
      const found = visited(left, () => true)
      for (const i of ordinals(boxes.length)) if (isKept(i)) expect(found).toContain(i)
      for (let leaf = 0; leaf < left.leaves; leaf++) {
        const items = left.order.subarray(8 * leaf, 8 * leaf + 8)
        if (!items.some(isKept)) for (const item of items) expect(found).not.toContain(item)
      }
    }),
  )
})

it('is walked from what comes first in a direction to what comes last, leaf by leaf', () => {
  for (const axis of [0, 1, 2]) {
    const at = (i: number) => [0, 1, 2].map((k) => (k === axis ? i : 5 + k))
    const tree = boxTree(Float32Array.from(Array.from({ length: 512 }, (_, i) => [...at(i), ...at(i)]).flat()))
    for (const sign of [1, -1]) {
      const direction = [0, 1, 2].map((k) => (k === axis ? sign : 0)) as [number, number, number]
      const seen: number[] = []
      walk(tree, () => true, (item) => void seen.push(sign * item), direction) // biome-ignore format: short
      const leaves = Array.from({ length: 64 }, (_, k) => Math.max(...seen.slice(8 * k, 8 * k + 8)))
      expect(leaves).toEqual(leaves.toSorted((a, b) => a - b))
      expect(seen).toHaveLength(512)
    }
  }
})

it('looks at few boxes to find one of many, however the axes are stretched', () => {
  const at = (i: number) => [i % 16, 1e4 + 100 * (Math.floor(i / 16) % 16), -0.01 * Math.floor(i / 256)] as const
  const tree = boxTree(Float64Array.from(Array.from({ length: 4096 }, (_, i) => [...at(i), ...at(i)]).flat()))
  let looked = 0
  for (let i = 0; i < 4096; i += 41) {
    const found: number[] = []
    const enters = (boxes: Float64Array, node: number) => {
      looked++
      return meet([...boxes.subarray(node, node + 6)], [...at(i), ...at(i)])
    }
    walk(tree, enters, (item) => void found.push(item))
    expect(found).toContain(i)
    expect(found.length).toBe(8)
  }
  // Ten levels of two boxes each, and hardly any that two neighbours share.
  expect(looked / 100).toBeLessThan(20)
})

it('is empty for nothing', () => {
  expect(visited(boxTree(new Float32Array(0)), () => true)).toEqual([])
})

describe('what lies near', () => {
  it('is what trying every box finds', () => {
    fc.assert(
      fc.property(some, box, (boxes, asked) => {
        const near: number[] = []
        nearIn(Float64Array.from(boxes.flat()))(asked, (i) => void near.push(i))
        expect(sorted(near)).toEqual(boxes.flatMap((b, i) => (meet(b, asked) ? [i] : [])))
      }),
    )
  })

  it('is told apart to the last digit of a double', () => {
    const from = [1e6, 1e6 + 1e-9].flatMap((x) => [x, 0, 0, x, 0, 0])
    const near: number[] = []
    nearIn(Float64Array.from(from))([1e6 + 1e-9, 0, 0, 1e6 + 1, 0, 0], (i) => void near.push(i))
    expect(near).toEqual([1])
  })

  it('is found at both ends of what a double can say', () => {
    const ends = [-1.7e308, 1.7e308].flatMap((x) => Array.from({ length: 100 }, () => [x, x, x, x, x, x]))
    let count = 0
    nearIn(Float64Array.from(ends.flat()))([1e308, 1e308, 1e308, Infinity, Infinity, Infinity], () => void count++)
    expect(count).toBe(100)
  })

  it('is no longer asked for once a visit answers false', () => {
    const near = nearIn(new Float64Array(6 * 1000))
    let visits = 0
    near([0, 0, 0, 0, 0, 0], () => ++visits < 10)
    expect(visits).toBe(10)
  })
})

it('tells a crowd apart though one item lies far off', () => {
  const row = Array.from({ length: 4096 }, (_, i) => [i, 0, 0, i, 0, 0])
  // Steps of a millionth each time: every crowd has one that lies far off within it.
  const far = Array.from({ length: 5 }, (_, k) => Array(6).fill(1e4 * 1e6 ** k))
  const tree = boxTree(Float64Array.from([...row, ...far].flat()))
  let looked = 0
  walk(
    tree,
    (b, at) => {
      looked++
      return meet(b, [2000, 0, 0, 2000, 0, 0], at)
    },
    () => undefined,
  )
  expect(looked).toBeLessThan(60)
})
