import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { waitBefore } from './follow.ts'
import { type Call, isNewer, Refused, readModel, structured } from './read-model.ts'

/** A server whose model is one text, given out in pieces; `stale`: beginnings that another write overtakes. */
function server(text: string, { size = 10, stale = 0 } = {}) {
  const asked: Record<string, unknown>[] = []
  let revision = 1
  const call: Call = async (input) => {
    asked.push(input)
    const bytes = gzipSync(text)
    const offset = Number(input.offset ?? 0)
    if (offset > 0 && stale-- > 0) {
      revision++
      return { data: { revision, changed: true, stale: true, total: 0, next: null } }
    }
    const piece = bytes.subarray(offset, offset + size)
    const next = offset + size < bytes.length ? offset + size : null
    const data = { revision, changed: true, tag: `${revision}-x`, total: bytes.length, next, bytes: piece.toString('base64') }
    return { data }
  }
  return { call, asked, total: gzipSync(text).length }
}

describe('reading the model', () => {
  it('puts the pieces together in their order, and tells how far it is', async () => {
    const text = JSON.stringify(Array.from({ length: 300 }, (_, i) => i * 7919))
    const { call, asked, total } = server(text, { size: 16 })
    const told: number[] = []
    const { revision, bytes } = await readModel(call, ({ received }) => void told.push(received))
    expect([revision, gunzipSync(Buffer.concat(bytes)).toString()]).toEqual([1, text])
    expect(told.at(-1)).toBe(total)
    expect([...told].sort((a, b) => a - b)).toEqual(told)
    expect(asked.slice(1).every(({ tag }) => tag === '1-x')).toBe(true)
    expect((await readModel(server('{}', { size: 1000 }).call, () => {})).bytes).toHaveLength(1)
  })

  it('begins again when the model has changed meanwhile, and gives up after three beginnings', async () => {
    const { revision } = await readModel(server('a'.repeat(500) + Math.PI, { stale: 1 }).call, () => {})
    expect(revision).toBeGreaterThan(1)
    await expect(readModel(server('a'.repeat(500) + Math.E, { stale: 1000 }).call, () => {})).rejects.toThrow('faster')
  })

  it('passes on what the server refuses, and takes nothing that is no data', async () => {
    await expect(
      readModel(
        async () => ({ refused: 'Model not found' }),
        () => {},
      ),
    ).rejects.toEqual(new Refused('Model not found'))
    await expect(
      readModel(
        async () => ({ data: { total: 5 } }),
        () => {},
      ),
    ).rejects.toThrow('no data')
    await expect(isNewer(async () => ({ data: { changed: false } }), 3)).resolves.toBe(false)
    await expect(isNewer(async () => ({ refused: 'gone' }), 3)).rejects.toThrow(Refused)
  })

  it('finds the structured part of a result, also where a host keeps the text alone', () => {
    const text = [{ type: 'text', text: '{"revision":2}' }]
    expect(structured({ structuredContent: { revision: 1 }, content: text }, 'revision')).toEqual({ data: { revision: 1 } })
    expect(structured({ content: text }, 'revision')).toEqual({ data: { revision: 2 } })
    expect(structured({ content: [{ type: 'text', text: '5 of 10 bytes' }] }, 'revision')).toEqual({ data: {} })
    expect(structured({ isError: true, content: [{ type: 'text', text: 'no' }] }, 'revision')).toEqual({ refused: 'no' })
  })
})

it('asks often while somebody works, seldom later, and less after failures', () => {
  const at = (quietMs: number, more = {}) => waitBefore({ quietMs, lastReadMs: 0, failures: 0, ...more })
  expect([at(0), at(299_999), at(300_000), at(1_800_000)]).toEqual([2000, 2000, 10_000, 30_000])
  expect(at(0, { lastReadMs: 3000 })).toBe(12_000)
  expect([1, 2, 3, 9].map((failures) => at(0, { failures }))).toEqual([5000, 10_000, 20_000, 60_000])
})
