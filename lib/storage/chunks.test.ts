import { crc32, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { combinedCrc, gzipOf, inflated, toParts, toSegment, unpackIndex } from './chunks.ts'

const elements = (n: number) => ({
  ids: Array.from({ length: n }, (_, i) => `Knoten ${i} ☂`),
  texts: Array.from({ length: n }, (_, i) => JSON.stringify({ id: `Knoten ${i} ☂`, position: { x: i, y: 0.1, z: -3 } })),
  positions: Float64Array.from({ length: 3 * n }, (_, i) => i / 3),
})

it('cuts elements into parts that come back byte for byte', async () => {
  const { ids, texts, positions } = elements(4321)
  const parts = await toParts('nodes', false, { ids, texts, positions }, ['gone'])
  expect(parts.map(({ count }) => count)).toEqual([2000, 2000, 321])
  const back = parts.map(({ ids }) => unpackIndex(ids))
  expect(back.flatMap((index) => index.ids)).toEqual(ids)
  expect(back.flatMap((index) => [...index.positions!])).toEqual([...positions])
  expect(back.map(({ removed }) => removed)).toEqual([['gone'], [], []])
  const whole = await Promise.all(parts.map(({ data, length }) => inflated(data, length)))
  expect(Buffer.concat(whole.flatMap((text, i) => (i ? [Buffer.from(','), text] : [text]))).toString()).toBe(texts.join(','))
  let at = 0
  for (const length of back[0]!.lengths) {
    JSON.parse(whole[0]!.toString('utf8', at, at + length))
    at += length + 1
  }
})

it('joins parts into one gzip without inflating them', async () => {
  const { ids, texts } = elements(5000)
  const parts = await toParts('nodes', false, { ids, texts })
  const comma = await toSegment(Buffer.from(','))
  const head = await toSegment(Buffer.from('['))
  const tail = await toSegment(Buffer.from(']'))
  const gzip = Buffer.concat(gzipOf([head, ...parts.flatMap((part, i) => (i ? [comma, part] : [part])), tail]))
  expect(gunzipSync(gzip).toString()).toBe(`[${texts.join(',')}]`)
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
