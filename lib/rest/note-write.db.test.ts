import { expect, it } from 'vitest'
import { listActivity } from '#lib/activity/account-log.ts'
import { activityWritten } from '#lib/activity/audit.ts'
import { newCaller, newModel } from '#lib/fixtures/rest.ts'

it('the log of an account names what was written by REST, with the model’s name, also what was refused; and no read', async () => {
  const { rest, userId } = await newCaller()
  const id = await newModel(rest, { name: 'Hall' })
  const path = `/api/construct-models/${id}`
  await rest('POST', `${path}/nodes`, { body: { nodes: [{ id: 'A', position: { x: 0, y: 0, z: 0 } }] } })
  await rest('POST', `${path}/nodes`, { body: { nodes: [] } })
  await rest('GET', path)
  await rest('POST', `${path}/query`, { body: {} })
  await activityWritten()
  const { items } = await listActivity(userId, { limit: 200 })
  const told = items.map(({ action, via, modelName, result, detail }) => ({ action, via, modelName, result, detail }))
  expect(told).toEqual([
    { action: 'add_nodes', via: 'rest', modelName: 'Hall', result: 'refused', detail: { status: 422 } },
    { action: 'add_nodes', via: 'rest', modelName: 'Hall', result: 'ok', detail: { status: 200, revision: 2 } },
    { action: 'create_model', via: 'rest', modelName: 'Hall', result: 'ok', detail: { status: 201, revision: 1 } },
  ])
  expect(items[0]?.client).toBeTruthy()
})
