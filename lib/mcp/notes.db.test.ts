import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '#lib/fixtures/mcp.ts'
import { newCaller } from '#lib/fixtures/rest.ts'

/** Notes of a model: written over MCP and REST, told with the first reading. */

let key: string
let rest: Awaited<ReturnType<typeof newCaller>>['rest']
let modelId: string
const call = (tool: string, input: object = {}) => callTool(key, `service.${tool}`, { modelId, ...input })
const note = (sent: unknown, more: object = {}) => call('edit_model', { ops: [{ note: sent }], ...more })
const kept = async () => (await rest('GET', `/api/construct-models/${modelId}`)).json.metadata

beforeAll(async () => {
  ;({ rest, key } = await newCaller())
})

const model = async (metadata?: object) => {
  const nodes = [{ id: 'N1', position: { x: 0, y: 0, z: 0 } }]
  const body = { name: 'Noted', units: { length: 'm' }, nodes, ...(metadata && { metadata }) }
  modelId = (await rest('POST', '/api/construct-models', { body })).json.id
}

describe('notes', () => {
  it('are written with person and time, each write a revision, and the newest three are told by the first reading', async () => {
    await model({ job: 7 })
    expect((await note('wind not considered')).data).toEqual({ modelId, revision: 2 })
    expect((await note('x'.repeat(500))).data.revision).toBe(3)
    await rest('POST', `/api/construct-models/${modelId}/edit`, {
      body: { ops: [{ note: { text: 'C30/37 \u202Eeverywhere' } }] },
    })
    expect((await note('pinned feet', { dryRun: true })).data).toEqual({ modelId, revision: 4, dryRun: true })
    await note('pinned feet')
    const { job, notes } = await kept()
    expect(job).toBe(7)
    expect(notes.map(({ text }: { text: string }) => text.slice(0, 20))).toEqual([
      'wind not considered',
      'x'.repeat(20),
      'C30/37 \u202Eeverywhere',
      'pinned feet',
    ])
    const today = new Date().toISOString().slice(0, 10)
    expect(notes[0]).toEqual({ text: 'wind not considered', at: expect.stringMatching(/^\d{4}-.*Z$/), by: expect.any(String) })
    const told = {
      notes: [
        `${notes[3].at.slice(0, 10)} ${notes[3].by}: pinned feet`,
        expect.stringContaining(': C30/37 everywhere'),
        expect.stringMatching(/^.{10} .*: x+$/),
      ],
      moreNotes: 1,
    }
    expect(notes[3].at.slice(0, 10) <= today).toBe(true)
    const query = (await call('query_model', { show: ['count'] })).data
    expect({ notes: query.notes, moreNotes: query.moreNotes }).toEqual(told)
    expect(query.notes[2]).toHaveLength(160)
    expect((await call('query_model', { select: { all: true } })).data).not.toHaveProperty('notes')
    for (const input of [{}, { limit: 1 }]) expect((await call('get_viewer_model', input)).data).toMatchObject(told)
    const picture = await call('render_model', { width: 300 })
    expect(JSON.parse(picture.text)).toMatchObject(told)
    const history = (await call('list_changes')).data
    expect(history.revisions.at(-1)).toMatchObject({ ops: ['note'] })
    const copy = (await rest('POST', `/api/construct-models/${modelId}/duplicate`, { body: {} })).json
    expect(copy.metadata.notes).toEqual(notes)
  })

  it('go by their number, and no more than twenty are kept', async () => {
    await model()
    await call('edit_model', { ops: Array.from({ length: 20 }, (_, i) => ({ note: `note ${i + 1}` })) })
    const { text, isError } = await note('one more')
    expect([isError, text]).toEqual([true, expect.stringContaining('a model has at most 20 notes; the oldest')])
    expect(text).toContain(': note 1')
    expect(JSON.parse(text).detail[0].fix).toContain('remove the oldest first')
    const listed = (await callTool(key, 'service.list_models')).data.items
    expect(listed.find(({ id }: { id: string }) => id === modelId)).toMatchObject({ notes: 20 })
    const { data } = await call('edit_model', { ops: [{ note: { remove: 1 } }, { note: 'one more' }] })
    expect(data.revision).toBe(3)
    expect((await kept()).notes.map((one: { text: string }) => one.text)).toEqual([
      ...Array.from({ length: 19 }, (_, i) => `note ${i + 2}`),
      'one more',
    ])
    expect((await note({ remove: 21 })).text).toContain('there are 20 notes')
    expect((await note({})).text).toContain('text, or remove expected, got none')
    expect(JSON.parse((await note('y'.repeat(501))).text).detail[0].fix).toBe('shorten the note, or send it as two')
    expect((await call('edit_model', { ops: [{ note: 'a', select: { all: true } }] })).text).toContain('note takes no select')
  })

  it('of another form are kept as they are, and not told', async () => {
    await model({ notes: 'my own' })
    expect((await note('mine')).text).toContain('kept by another program')
    expect(await kept()).toEqual({ notes: 'my own' })
    expect((await call('query_model', {})).data).not.toHaveProperty('notes')
    const listed = (await callTool(key, 'service.list_models')).data.items
    expect(listed.find(({ id }: { id: string }) => id === modelId)).not.toHaveProperty('notes')
  })
})
