import { crc32, deflateRawSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { combinedCrc, gzipOf, inflated, toSegment, withLastText } from '#lib/http/gzip-segments.ts'
import { toParts, unpackIndex } from './chunks.ts'
import { textsIn, toIdList } from './id-list.ts'

const elements = (n: number) => ({
  ids: Array.from({ length: n }, (_, i) => `Knoten ${i} ☂`),
  values: Array.from({ length: n }, (_, i) => ({ id: `Knoten ${i} ☂`, position: { x: i, y: 0.1, z: -3 } })),
  positions: Float64Array.from({ length: 3 * n }, (_, i) => i / 3),
})

it('cuts elements into parts that come back byte for byte', async () => {
  const { ids, values, positions } = elements(4321)
  const parts = await toParts('nodes', false, { ids: toIdList(ids), values, positions }, ['gone'])
  expect(parts.map(({ count }) => count)).toEqual([2000, 2000, 321])
  const back = parts.map(({ ids }) => unpackIndex(ids))
  expect(back.flatMap((index) => textsIn(index.ids))).toEqual(ids)
  expect(back.flatMap((index) => [...index.positions!])).toEqual([...positions])
  expect(back.map(({ removed }) => removed)).toEqual([['gone'], [], []])
  const whole = await Promise.all(parts.map(({ data, length }) => inflated(data, length)))
  expect(Buffer.concat(whole.flatMap((text, i) => (i ? [Buffer.from(','), text] : [text]))).toString()).toBe(
    values.map((value) => JSON.stringify(value)).join(','),
  )
  let at = 0
  for (const length of back[0]!.lengths) {
    JSON.parse(whole[0]!.toString('utf8', at, at + length))
    at += length + 1
  }
})

it('joins parts into one gzip without inflating them', async () => {
  const { ids, values } = elements(5000)
  const parts = await toParts('nodes', false, { ids: toIdList(ids), values })
  const comma = await toSegment(Buffer.from(','))
  const head = await toSegment(Buffer.from('['))
  const tail = await toSegment(Buffer.from(']'))
  const gzip = Buffer.concat(gzipOf([head, ...parts.flatMap((part, i) => (i ? [comma, part] : [part])), tail]))
  expect(gunzipSync(gzip).toString()).toBe(JSON.stringify(values))
  expect(gunzipSync(Buffer.concat(gzipOf([]))).length).toBe(0)
})

it('combines checksums', () => {
  for (const [one, other] of [
    ['', ''],
    ['abc', ''],
    ['', 'abc'],
    ['123456789', 'x'.repeat(100_003)],
  ] as const)
    expect(combinedCrc(crc32(one), crc32(other), other.length)).toBe(crc32(one + other))
})

it('gives a gzip member another end, longer or shorter, without reading the rest', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string(), { minLength: 1 }), fc.string({ maxLength: 2000 }), async (texts, end) => {
      const gzip = gzipOf(await Promise.all(texts.map((text) => toSegment(Buffer.from(text)))))
      const changed = await withLastText(gzip, (text) => {
        expect(text.toString()).toBe(Buffer.from(texts.at(-1)!).toString())
        return Buffer.from(end)
      })
      const all = [...texts.slice(0, -1), end].map((text) => Buffer.from(text))
      expect(gunzipSync(Buffer.concat(changed))).toEqual(Buffer.concat(all)) // which judges length and sum
    }),
  )
})

const LONG = 'x'.repeat(300_000)
const ELEMENT = fc.record(
  {
    id: fc.string({ unit: 'grapheme' }),
    // What might look like the border of two elements.
    label: fc.constantFrom('},{"', '"},{"', '\\"},{\\"', '}', 'ö'),
    polygon: fc.array(fc.record({ x: fc.double({ noNaN: true, noDefaultInfinity: true }), y: fc.constant(0) }), { maxLength: 3 }),
    source: fc.dictionary(fc.string(), fc.constantFrom<unknown>([{ a: 1 }, { b: '},{' }], {}, null)),
  },
  { requiredKeys: ['id'] },
)

it('finds each element in its part, whatever it holds, as values and as texts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(ELEMENT, { maxLength: 30 }), fc.boolean(), async (values, large) => {
      if (large) for (const value of values.slice(0, 3)) Object.assign(value, { name: LONG })
      const ids = toIdList(values.map(({ id }) => id))
      const texts = values.map((value) => Buffer.from(JSON.stringify(value)))
      for (const elements of [
        { ids, values },
        { ids, texts },
      ]) {
        const back: string[] = []
        for (const { index, text, length } of await toParts('sections', false, elements)) {
          let at = 0
          for (const bytes of index.lengths) {
            back.push(text.toString('utf8', at, at + bytes))
            at += bytes + 1
          }
          expect(Math.max(0, at - 1)).toBe(length)
        }
        expect(back).toEqual(texts.map(String))
      }
    }),
    { numRuns: 50 },
  )
}, 60_000)

it('reads the index of parts that were written as JSON', () => {
  const positions = Float64Array.of(1, 2, 3, 4.5, 5, -6)
  const json = Buffer.from(JSON.stringify({ ids: ['N1', 'Knoten ☂'], lengths: [40, 46], removed: ['gone'] }))
  const head = Buffer.alloc(4)
  head.writeUInt32LE(json.length)
  const { ids, ...index } = unpackIndex(deflateRawSync(Buffer.concat([head, json, Buffer.from(positions.buffer)])))
  expect(textsIn(ids)).toEqual(['N1', 'Knoten ☂'])
  expect(index).toEqual({ lengths: Uint32Array.of(40, 46), removed: ['gone'], positions })
})
