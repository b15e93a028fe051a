import { expect, it } from 'vitest'
import { callTool } from '#lib/fixtures/mcp.ts'
import { newCaller, newModel } from '#lib/fixtures/rest.ts'

/** A writer says which revision it has read: what somebody else wrote since is not overwritten unseen. */

const { rest, key } = await newCaller()
const node = (id: string, x = 0) => ({ id, position: { x, y: 0, z: 0 } })
const MODEL = { name: 'Guarded', units: { length: 'm' }, nodes: ['A', 'B', 'C', 'D'].map((id, x) => node(id, x)) }

it('saves nothing where the model went on, and tells what was written', async () => {
  const id = await newModel(rest, MODEL)
  const write = { body: { nodes: [node('A', 9), node('B', 8)] } }
  await rest('POST', `/api/construct-models/${id}/nodes`, write)
  const call = (tool: string, input: object) => callTool(key, `service.${tool}`, { modelId: id, ...input })
  const move = { ops: [{ select: { ids: 'C' }, move: { x: 1 } }] }
  for (const [tool, input] of [
    ['edit_model', move],
    ['add_model_elements', { nodes: [node('E')] }],
    ['remove_model_elements', { ids: { nodes: ['D'] } }],
  ] as const) {
    const { isError, text } = await call(tool, { ...input, revision: 1 })
    expect(isError, text).toBe(true)
    expect(JSON.parse(text)).toEqual({
      error: 'outdated',
      message: 'Nothing was saved: you sent revision 1, the model is at 2.',
      since: [expect.stringMatching(/^2 .*, rest: elements, 2 nodes replaced \(A, B\)$/)],
      fix: 'if your change still holds, send it again with "revision": 2; service.list_changes from 1 tells more',
    })
  }
  const restored = await call('restore_revision', { revision: 1, presentRevision: 1 })
  expect(JSON.parse(restored.text)).toMatchObject({
    message: 'Nothing was saved: you sent revision 1, the model is at 2.',
    fix: expect.stringContaining('send it again with "presentRevision": 2'),
  })
  expect((await call('edit_model', { ...move, revision: 2 })).data).toMatchObject({ revision: 3, replaced: { nodes: 1 } })
})

it('tells a dry run of it, one line a person of many writes, and of a revision that never was', async () => {
  const id = await newModel(rest, MODEL)
  for (let i = 0; i < 4; i++) await rest('POST', `/api/construct-models/${id}/nodes`, { body: { nodes: [node('A', i + 5)] } })
  const ops = [{ select: { ids: 'C' }, move: { x: 1 } }]
  const edit = (more: object) => callTool(key, 'service.edit_model', { modelId: id, ops, ...more })
  expect((await edit({ dryRun: true, revision: 2 })).data.notes).toContain('you sent revision 2, the model is at 5')
  const { since } = JSON.parse((await edit({ revision: 1 })).text)
  expect(since).toEqual([expect.stringMatching(/^2 to 5 .*, rest: elements; 4 nodes$/)])
  const never = { type: 'revision_not_found', msg: 'the model never had revision 9; its present one is 5' }
  const told = (field: string, saved = '') => ({
    ...{ error: 'revision_not_found', message: `${saved}Revision not found.` },
    detail: [{ ...never, loc: ['body', field], received: '9' }],
  })
  const answer = async (tool: string, input: object) =>
    JSON.parse((await callTool(key, `service.${tool}`, { modelId: id, ...input })).text)
  expect(JSON.parse((await edit({ revision: 9 })).text)).toEqual(told('revision', 'Nothing was saved. '))
  expect(await answer('restore_revision', { undo: 1, presentRevision: 9 })).toEqual(
    told('presentRevision', 'Nothing was saved. '),
  )
  for (const tool of ['check_model', 'render_model', 'get_viewer_model', 'query_model'])
    expect(await answer(tool, { revision: 9 })).toEqual(told('revision'))
  for (const field of ['from', 'since', 'to']) expect(await answer('list_changes', { [field]: 9 })).toEqual(told(field))
  expect(await answer('list_changes', { with: id, from: 9 })).toEqual(told('from'))
})
