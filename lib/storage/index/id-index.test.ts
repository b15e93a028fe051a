import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { KINDS, type Kind } from '#lib/schema/schema.ts'
import type { PartIndex } from '../log/chunks.ts'
import { encoded, hashOf, NO_IDS, textsIn, toIdList } from '../log/id-list.ts'
import { ModelIndex } from './id-index.ts'
import { IdTable } from './id-table.ts'
import { KindIndex } from './kind-index.ts'

const newIndex = () =>
  new ModelIndex('m', new Date(0), 1, { name: '', units: null, metadata: null, source: null, scaled: 1 }, new Date(0))

type Write = { kind: Kind; revision: number; index: PartIndex }

/** A part of elements whose texts have the lengths. */
const adding = (kind: Kind, revision: number, elements: Iterable<[string, number]>): Write => {
  const list = [...elements]
  const ids = toIdList(list.map(([id]) => id))
  return { kind, revision, index: { ids, lengths: Uint32Array.from(list, ([, length]) => length), removed: [] } }
}
const removing = (kind: Kind, revision: number, removed: string[]): Write => ({
  kind,
  revision,
  index: { ids: NO_IDS, lengths: new Uint32Array(), removed },
})

async function apply(index: ModelIndex, writes: Write[]): Promise<void> {
  const parts = writes.map(({ kind, revision, index }) => {
    const length = index.lengths.reduce((sum, one) => sum + one + 1, 0)
    return { kind, revision, base: false, seq: 0, count: index.lengths.length, length, crc: 0, index }
  })
  const show = await index.prepare(parts)
  show()
}

// Few ids, so that they meet; some not ASCII, some that begin alike, the empty prototype's names.
const id = fc.oneof(
  fc.integer({ min: 0, max: 40 }).map((n) => `N${n}`),
  fc.constantFrom('__proto__', 'constructor', 'é', 'e\u0301', '☂', '𝄞', 'N', 'NN', ' ', 'N1 '),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }).filter((text) => text.isWellFormed()),
)
const step = fc.oneof(
  fc.uniqueArray(id, { maxLength: 30 }).map((add) => ({ add })),
  fc.uniqueArray(id, { maxLength: 12 }).map((remove) => ({ remove })),
  fc.constant({ many: 6000 }), // more than are put in at once
)

it('is what a Map written out would be, after any batches, replacements and removals', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.constantFrom<Kind>('frames', 'supports'), async (steps, kind) => {
      const index = newIndex()
      const plain = new Map<string, number>()
      for (const [i, one] of steps.entries()) {
        const revision = i + 2
        if ('remove' in one) {
          await apply(index, [removing(kind, revision, one.remove)])
          for (const gone of one.remove) plain.delete(gone)
        } else {
          const ids = 'add' in one ? one.add : Array.from({ length: one.many }, (_, n) => `many ${n * (i % 3)} ${n}`)
          const elements = ids.map((id, n): [string, number] => [id, revision * 10_000 + n])
          await apply(index, [adding(kind, revision, elements)])
          for (const [id, length] of elements) plain.set(id, length)
        }
      }
      expect([...index.ids(kind)]).toEqual([...plain.keys()])
      expect(index.count(kind)).toBe(plain.size)
      expect(index.kinds[kind].jsonBytes).toBe([...plain.values()].reduce((sum, length) => sum + length, 0))
      const lengths = Array.from(plain.keys(), (id) => index.kinds[kind].of(id)!).map(({ start, end }) => end - start)
      expect(lengths).toEqual([...plain.values()])
      for (const absent of ['many', 'N99', '', 'é'.repeat(400), '\ud800', '\ufffd'])
        expect(index.has(kind, absent)).toBe(plain.has(absent))
      for (const other of KINDS) if (other !== kind) expect(index.count(other)).toBe(0)
      const shown = index.kinds[kind].runs().reduce((sum, { start, end }) => sum + end - start, 0)
      const neighbours = index.kinds[kind].size - index.kinds[kind].runs().length
      expect(shown - neighbours).toBe(index.kinds[kind].jsonBytes) // the commas between them
    }),
    { numRuns: runs(60) },
  )
}, 60_000)

it('finds ids under the hash of another list, and removes without losing those that stood behind', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 600 }), (numbers) => {
      const list = toIdList(numbers.map(String))
      expect(textsIn(list)).toEqual(numbers.map(String))
      const table = new IdTable()
      table.reserve(numbers.length, list.bytes.length)
      expect(numbers.map((_, i) => table.place(list, i))).toEqual([...numbers.keys()])
      const kept = numbers.filter((n) => n % 3 > 0)
      for (const n of numbers) if (n % 3 === 0) table.remove(table.of(String(n)))
      expect(table.size).toBe(kept.length)
      expect(numbers.map((n) => table.of(String(n)))).toEqual(numbers.map((n, i) => (n % 3 > 0 ? i : -1)))
    }),
  )
})

it('knows of each part whether its revision took something away', async () => {
  const index = newIndex()
  await apply(index, [adding('frames', 2, [['A', 5]])])
  const both = adding('frames', 3, [['B', 5]])
  await apply(index, [{ ...both, index: { ...both.index, removed: ['A'] } }, adding('supports', 3, [['S', 5]])])
  await apply(index, [removing('frames', 4, ['B']), adding('frames', 5, [['C', 5]])])
  expect(index.kinds.frames.parts.map(({ revision, removes = false }) => [revision, removes])).toEqual([
    [2, false],
    [3, true],
    [5, false],
  ])
  expect(index.kinds.supports.parts.map(({ removes }) => removes)).toEqual([undefined])
  expect([...index.ids('frames')]).toEqual(['C'])
})

it('counts its memory by its buffers: some forty bytes an id', async () => {
  const index = newIndex()
  const before = index.bytes
  const frames = Array.from({ length: 200_000 }, (_, i): [string, number] => [`BX${i}`, 90])
  await apply(index, [adding('frames', 2, frames)])
  const each = (index.bytes - before) / frames.length
  expect(each).toBeGreaterThan(30)
  expect(each).toBeLessThan(48)
})

it('hashes under a key of the process, all bytes and the length', () => {
  const hash = (text: string) => {
    const { bytes, length } = encoded(text)!
    return hashOf(bytes, 0, length)
  }
  const texts = Array.from({ length: 300 }, (_, i) => 'x'.repeat(i))
  expect(new Set(texts.map(hash)).size).toBeGreaterThan(295)
  expect(hash('N1')).toBe(toIdList(['N0', 'N1']).hashes[1])
  expect(hash('☂é')).toBe(toIdList(['N', '☂é']).hashes[1])
})

it("hashes as the Linux kernel's vectors of HalfSipHash-1-3 say", () => {
  const bytes = Uint8Array.from({ length: 8 }, (_, i) => i)
  const vectors = [0, 1, 2, 3, 4].map((length) => hashOf(bytes, 0, length, 0x03020100, 0x07060504) >>> 0)
  expect(vectors).toEqual([0x5814c896, 0xe7e864ca, 0xbc4b0e30, 0x01539939, 0x7e059ea6])
})

const nodesFrom = (from: number, count: number): Write => {
  const write = adding(
    'nodes',
    2,
    Array.from({ length: count }, (_, i) => [`N${from + i}`, 60]),
  )
  return {
    ...write,
    index: { ...write.index, positions: Float64Array.from({ length: 3 * count }, (_, i) => from + Math.floor(i / 3)) },
  }
}

it('copies little for a small write in a large model: each entry once or twice until there are half as many more', async () => {
  const [large, writes, few] = [20_000, 200, 100]
  const index = newIndex()
  await apply(index, [nodesFrom(0, large)])
  const copying = vi.spyOn(KindIndex.prototype, 'copy')
  let copied = 0
  for (let i = 0; i < writes; i++) {
    const { length } = index.kinds.nodes
    copying.mockClear()
    await apply(index, [nodesFrom(large + i * few, few)])
    copied += copying.mock.calls.length * length
  }
  copying.mockRestore()
  expect(index.count('nodes')).toBe(large + writes * few)
  expect(index.kinds.nodes.positions?.[3 * (large + 1)]).toBe(large + 1)
  expect(copied).toBeLessThan(5 * (large + writes * few))
})

it('leaves to who reads an index what it had when the index grows', async () => {
  const index = newIndex()
  await apply(index, [nodesFrom(0, 6000)])
  const before = index.kinds.nodes
  const bytes = before.bytes
  await apply(index, [nodesFrom(6000, 10)])
  expect(index.kinds.nodes).not.toBe(before)
  expect([before.size, before.ids.of('N6000'), before.bytes]).toEqual([6000, -1, bytes])
  expect([index.count('nodes'), index.kinds.nodes.ids.of('N6009')]).toEqual([6010, 6009])
})

it('knows the bounds before and after any batch, and looks for them anew only where a node on their faces goes', async () => {
  const x = fc.integer({ min: -3, max: 3 })
  const batch = fc.record({
    nodes: fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 9 }), x, x, x), { selector: ([n]) => n, maxLength: 4 }),
    removed: fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { maxLength: 8 }), async (batches) => {
      const index = newIndex()
      const plain = new Map<number, number[]>()
      for (const { nodes, removed } of batches) {
        const gone = removed.filter((n) => !nodes.some(([id]) => id === n))
        const ids = toIdList(nodes.map(([n]) => `N${n}`))
        const part = { ids, removed: gone.map((n) => `N${n}`), positions: Float64Array.from(nodes.flatMap(([, ...at]) => at)) }
        const foretold = await index.boundsWith([part])
        await apply(index, [{ kind: 'nodes', revision: 2, index: { ...part, lengths: Uint32Array.from(nodes, () => 9) } }])
        for (const n of gone) plain.delete(n)
        for (const [n, ...at] of nodes) plain.set(n, at)
        const along = (axis: number) => [...plain.values()].map((at) => at[axis]!)
        const corner = (of: (...values: number[]) => number) =>
          plain.size === 0 ? { x: 0, y: 0, z: 0 } : { x: of(...along(0)), y: of(...along(1)), z: of(...along(2)) }
        expect(index.bounds).toEqual({ min: corner(Math.min), max: corner(Math.max) })
        expect(foretold).toEqual(index.bounds)
      }
    }),
  )
  const index = newIndex()
  await apply(index, [nodesFrom(0, 100)])
  expect(index.bounds.max.x).toBe(99)
  const looking = vi.spyOn(KindIndex.prototype, 'boxWithout')
  await apply(index, [nodesFrom(50, 10)])
  expect([await index.boundsWith([nodesFrom(60, 10).index]), index.bounds]).toEqual([index.bounds, index.bounds])
  expect(looking).not.toHaveBeenCalled()
  looking.mockRestore()
})
