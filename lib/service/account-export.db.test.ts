import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { SCOPES } from '#lib/access/scopes.ts'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { newCaller, newModel } from '#lib/fixtures/rest.ts'
import { exportAccount } from './account-export.ts'

it('gives a person all that is theirs, each model as it would be read, and nothing of anybody else', async () => {
  const [{ rest, userId }, stranger] = [await newCaller(), await newCaller()]
  await newModel(stranger.rest, { name: 'Theirs' })
  const id = await newModel(rest, portalFrame())
  await rest('PATCH', `/api/construct-models/${id}`, { body: { name: '=Portal, renamed' } })
  for (const body of [{ text: 'Deeper.' }, { text: 'Why?', replyTo: '1' }])
    await rest('POST', `/api/construct-models/${id}/comments`, { body })

  const caller = { userId, via: 'session', scopes: new Set(SCOPES), principal: `user:${userId}` } as const
  const stream = await exportAccount(caller, new Headers())
  const files = unzipSync(new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer()))
  expect(Object.keys(files).sort()).toEqual([
    ...['account.json', 'activity.csv', 'comments.json'],
    ...[`models/${id}.json`, `models/${id}.revisions.json`],
  ])
  const text = (name: string) => new TextDecoder().decode(files[name])
  const { json: read } = await rest('GET', `/api/construct-models/${id}`)
  expect(JSON.parse(text(`models/${id}.json`))).toEqual(read)
  expect(JSON.parse(text(`models/${id}.revisions.json`)).map(({ verb }: { verb: string }) => verb)).toEqual(['rename', 'create'])
  const comments = JSON.parse(text('comments.json'))
  expect(comments.map(({ text }: { text: string }) => text).sort()).toEqual(['Deeper.', 'Why?'])
  const account = JSON.parse(text('account.json'))
  expect(account.profile.id).toBe(userId)
  expect(account.apiKeys).toHaveLength(1)
  expect(text('account.json')).not.toMatch(/hash|secret|argon2/i)
  expect(text('activity.csv')).toContain('update_model')
})
