import { expect, it } from 'vitest'
import type { Caller } from '#lib/access/caller.ts'
import { SCOPES } from '#lib/access/scopes.ts'
import { db } from '#lib/db/client.ts'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { giveRole, newPerson } from '#lib/fixtures/people.ts'
import { newModel } from '#lib/fixtures/rest.ts'
import { openModel } from '#lib/storage/models.ts'
import { firstWords } from './first-words.ts'

it('the beginning of threads is told by number, with mentions as their reader may see them, and nothing of what was deleted', async () => {
  const [owner, viewer] = [await newPerson(), await newPerson()]
  await db().user.update({ where: { id: owner.userId }, data: { name: 'Ada' } })
  const id = await newModel(owner.rest, portalFrame())
  await giveRole(owner, id, viewer.email, 'viewer')
  const say = (text: string) => owner.rest('POST', `/api/construct-models/${id}/comments`, { body: { text } })
  await say(`Look, @${owner.email}.`)
  await say('x'.repeat(300))
  await say('Never mind.')
  await owner.rest('DELETE', `/api/construct-models/${id}/comments/3`)
  const replying = await owner.rest('POST', `/api/construct-models/${id}/comments`, {
    body: { text: 'At the second.', replyTo: '2' },
  })
  const [{ id: replied }] = replying.json.replies
  const readBy = async (person: typeof owner) => {
    const { userId } = person
    const caller: Caller = { userId, via: 'api_key', scopes: new Set(SCOPES), principal: `key:${userId}` }
    return Object.fromEntries(await firstWords(await openModel(caller, id, 'read'), caller, ['1', '2', '2', '3', '9', replied]))
  }
  expect(await readBy(owner)).toEqual({ 1: `Look, @${owner.email}.`, 2: `${'x'.repeat(200)}…`, [replied]: 'At the second.' })
  expect((await readBy(viewer))[1]).toBe('Look, @Ada.')
})
