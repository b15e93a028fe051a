import { expect, it } from 'vitest'
import type { LinkCaller } from '#lib/access/caller.ts'
import { db } from '#lib/db/client.ts'
import { askForRole, giveRole as give, newPerson, offerModel as offer, tokenOf } from '#lib/fixtures/people.ts'
import { newModel } from '#lib/fixtures/rest.ts'
import { openModel } from '#lib/storage/models.ts'
import { answerRequest, requestsStored } from './access-requests.ts'
import { giveRole, takeRole } from './collaborators.ts'
import { acceptInvitation, offerModel } from './invitations.ts'
import { changeShareLink, makeShareLink, revokeShareLink } from './share-links.ts'

const MODELS = '/api/construct-models'

it('nothing of a model’s rights changes once it lies in the bin, whoever had looked before', async () => {
  const [ada, bo, cy] = [await newPerson(), await newPerson(), await newPerson()]
  const id = await newModel(ada.rest, { name: 'Hall' })
  await give(ada, id, bo.email, 'viewer')
  await askForRole(cy, id)
  await requestsStored()
  const token = tokenOf((await offer(ada, id, cy.email)).json.inviteUrl)
  const { id: link } = (await ada.rest('POST', `${MODELS}/${id}/share-links`, { body: {} })).json
  const caller = { userId: ada.userId, via: 'session' as const }
  const model = { id, ownerId: ada.userId, name: 'Hall' }
  const rows = async () => [
    await db().collaborator.findMany({ where: { modelId: id } }),
    await db().invitation.findMany({ where: { modelId: id } }),
    await db().accessRequest.findMany({ where: { modelId: id } }),
    await db().shareLink.findMany({ where: { modelId: id } }),
  ]

  await ada.rest('DELETE', `${MODELS}/${id}`)
  const before = await rows()
  expect(await giveRole(model, caller, { email: cy.email, role: 'editor', message: null })).toBe('gone')
  expect(await takeRole(model, caller, bo.email)).toBe('unknown')
  expect(await answerRequest(model, caller, { userId: cy.userId, role: 'editor' })).toBe(false)
  expect(await offerModel(model, caller, bo.email)).toBe('gone')
  expect(await acceptInvitation(token, { userId: cy.userId, via: 'session' }, async () => {})).toBe('gone')
  const fields = { name: '', expiresAt: null, comments: false, origins: [] }
  expect(await makeShareLink(id, caller, { ...fields, password: null, revision: null })).toBe('gone')
  expect(await changeShareLink(id, link, caller, { name: 'x' })).toBe('gone')
  expect(await revokeShareLink(id, link, caller)).toBe(false)
  expect(await rows()).toEqual(before)
})

it('who becomes the owner has the room first, or nothing has happened', async () => {
  const [ada, bo] = [await newPerson(), await newPerson()]
  const id = await newModel(ada.rest)
  const token = tokenOf((await offer(ada, id, bo.email)).json.inviteUrl)
  const full = acceptInvitation(token, { userId: bo.userId, via: 'session' }, () => Promise.reject(new Error('no room')))
  await expect(full).rejects.toThrow('no room')
  expect((await db().constructModel.findUniqueOrThrow({ where: { id } })).ownerId).toBe(ada.userId)
  const asked: string[] = []
  const accepted = await acceptInvitation(token, { userId: bo.userId, via: 'session' }, async (_, modelId) => {
    asked.push(modelId)
  })
  expect([asked, accepted]).toMatchObject([[id], { role: 'owner' }])
})

it('a link is a viewer of its own model alone, and what no role is opens nothing', async () => {
  const [ada, bo] = [await newPerson(), await newPerson()]
  const [id, other] = [await newModel(ada.rest), await newModel(ada.rest)]
  const link: LinkCaller = { via: 'link', modelId: id, linkId: 'ln_x', revision: null, comments: false, principal: 'link:x' }
  expect((await openModel(link, id, 'read')).role).toBe('viewer')
  for (const needs of ['comment', 'write', 'own'] as const) {
    await expect(openModel(link, id, needs)).rejects.toMatchObject({ code: 'forbidden' })
  }
  const lost = { ...link, modelId: 'm_gone' }
  for (const [caller, model] of [
    [link, other],
    [lost, 'm_gone'],
    [lost, id],
  ] as const)
    await expect(openModel(caller, model, 'read')).rejects.toMatchObject({ code: 'not_found' })

  const row = { modelId: id, userId: bo.userId, addedBy: ada.userId, createdAt: new Date() }
  const asBo = { userId: bo.userId, via: 'session' as const, scopes: new Set<never>(), principal: 'user:bo' }
  for (const role of ['owner', 'admin', '']) {
    await db().collaborator.upsert({
      where: { modelId_userId: { modelId: id, userId: bo.userId } },
      update: { role },
      create: { ...row, role },
    })
    await expect(openModel(asBo, id, 'read'), role).rejects.toMatchObject({ code: 'not_found' })
  }
  await expect(openModel(asBo, `${id}\0`, 'read')).rejects.toMatchObject({ code: 'not_found' })
})
