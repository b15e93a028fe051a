import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { waitBefore } from './poll-interval.ts'
import { type Call, isNewer, Refused, readModel } from './read-model.ts'
import { calledIn } from './tool-result.ts'
import { shownIn } from './view-input.ts'

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

  it('tells what is refused for good from what passes, and takes nothing that is no data', async () => {
    const refusing = (error: string, type = ''): Call => {
      return async () => ({ refused: { error, type, words: 'said it' } })
    }
    const read = (call: Call) => readModel(call, () => {})
    await expect(read(refusing('not_found'))).rejects.toEqual(new Refused('gone', 'said it'))
    await expect(read(refusing('forbidden'))).rejects.toEqual(new Refused('gone', 'said it'))
    await expect(read(refusing('invalid_input', 'limit_exceeded'))).rejects.toEqual(new Refused('too large', 'said it'))
    await expect(read(refusing('busy'))).rejects.toEqual(new Error('said it'))
    await expect(isNewer(refusing('not_found'), 3)).rejects.toThrow(Refused)
    await expect(isNewer(async () => ({ data: { changed: false } }), 3)).resolves.toBe(false)
    for (const data of [{}, { total: 5 }, { revision: 1, tag: 'x', total: 1, next: 'no', bytes: '' }])
      await expect(read(async () => ({ data }))).rejects.toThrow('no data')
  })
})

describe('the result of a call', () => {
  const text = (words: string) => [{ type: 'text', text: words }]

  it('has its structured part, also where a host keeps the text alone', () => {
    const content = text('{"revision":2}')
    expect(calledIn({ structuredContent: { revision: 1 }, content }, 'revision')).toEqual({ data: { revision: 1 } })
    expect(calledIn({ structuredContent: null, content }, 'revision')).toEqual({ data: { revision: 2 } })
    for (const content of [text('5 of 10 bytes'), text('[1]'), [], 'text', [null, 7]])
      expect(calledIn({ content }, 'revision')).toEqual({ data: {} })
  })

  it('says what was refused: our own words, or those of whoever stands between', () => {
    const ours = '{"error": "invalid_input", "message": "1 problem", "detail": [{"type": "limit_exceeded", "msg": "too many"}]}'
    expect(calledIn({ isError: true, content: text(ours) }, 'revision')).toEqual({
      refused: { error: 'invalid_input', type: 'limit_exceeded', words: 'too many' },
    })
    expect(calledIn({ isError: true, content: text(`Denied.\n${'x'.repeat(999)}`) }, 'revision')).toEqual({
      refused: { error: '', type: '', words: 'Denied.' },
    })
    expect(calledIn({ isError: true }, 'revision')).toEqual({ refused: { error: '', type: '', words: '' } })
  })
})

describe('what is shown', () => {
  const view = {
    dataTool: 'read',
    pictureTool: 'draw',
    checkTool: 'check',
    view: 'front',
    colourBy: 'finding',
    highlight: 'f:B1',
  }
  const result = {
    modelId: 'm_1',
    viewerUrl: 'https://x.example/models/m_1',
    name: 'Hall',
    counts: { nodes: 1, frames: 1200 },
  }
  const answer = (data: object, more: unknown = view) => ({ structuredContent: data, _meta: { 'structural/view': more } })

  it('is read from the result, with the view as an address', () => {
    expect(shownIn(answer(result, { ...view, isolate: 'f:B1,f:B2', zoom: 'n:1' }))).toEqual({
      ...{ modelId: 'm_1', viewerUrl: 'https://x.example/models/m_1', name: 'Hall', counts: '1 node, 1,200 frames' },
      ...{ tools: { data: 'read', picture: 'draw', check: 'check', analysis: '', comments: '' }, view: 'front', zoom: 'n:1' },
      ...{ results: null, loads: '' },
      query: 'selected=f%3AB1&only=f%3AB1%2Cf%3AB2&colour=finding',
    })
  })

  it('is what of an analysis is to be shown, and the loads of a case', () => {
    const statics = { analysisTool: 'analyse', results: { case: 'ULS', show: 'm3' }, loads: 'D' }
    expect(shownIn(answer(result, { ...view, ...statics }))).toMatchObject({
      ...{ tools: { analysis: 'analyse' }, results: statics.results, loads: 'D' },
    })
    expect(shownIn(answer(result, { ...view, results: 'm3', loads: 7 }))).toMatchObject({ results: null, loads: '' })
  })

  it('is the whole model where the host drops what is meant for the view, by tools beside the one that was called', () => {
    expect(shownIn({ structuredContent: result }, 'mcp__models__service_show_model')).toMatchObject({
      ...{ modelId: 'm_1', view: 'iso', query: '' },
      tools: { data: 'mcp__models__service_read_view_data', check: 'mcp__models__service_check_model' },
    })
    expect(shownIn({ structuredContent: result })).toMatchObject({ tools: { data: 'service.read_view_data' } })
    expect(shownIn({ structuredContent: result }, 'another_tool')).toBeNull()
  })

  it('makes nothing of what makes no sense', () => {
    expect(shownIn(answer({}))).toBeNull()
    expect(shownIn(answer(result, {}))).toBeNull()
    expect(shownIn(answer({ ...result, modelId: 7 }))).toBeNull()
    expect(shownIn({ isError: true, ...answer(result) })).toBeNull()
    const strange = answer({ ...result, name: { toString: 'x' }, counts: [1] }, { ...view, highlight: 5, colourBy: null })
    expect(shownIn(strange)).toMatchObject({ name: 'the model', counts: '', query: '' })
  })
})

it('asks often while somebody works, seldom later, and less after failures', () => {
  const at = (quietMs: number, more = {}) => waitBefore({ quietMs, lastReadMs: 0, failures: 0, ...more })
  expect([at(0), at(299_999), at(300_000), at(1_800_000)]).toEqual([2000, 2000, 10_000, 30_000])
  expect(at(0, { lastReadMs: 3000 })).toBe(12_000)
  expect([1, 2, 3, 9].map((failures) => at(0, { failures }))).toEqual([5000, 10_000, 20_000, 60_000])
})
