import { describe, expect, it, onTestFinished } from 'vitest'
import { confirmEmail, deleteUser } from '#lib/accounts/users.ts'
import { listNotifications } from '#lib/activity/notifications.ts'
import { db } from '#lib/db/client.ts'
import { startMailServer } from '#lib/fixtures/mail-server.ts'
import {
  answerInvitation,
  askForRole,
  giveRole,
  newPerson,
  offerModel,
  type Person,
  tokenOf,
  toldTo,
} from '#lib/fixtures/people.ts'
import { newModel } from '#lib/fixtures/rest.ts'
import { signIn } from '#lib/fixtures/verbs.ts'
import { env } from '#lib/runtime/env.ts'
import { requestsStored } from './access-requests.ts'

/** From whom somebody takes nothing more, and how much of what others do is told. */

const block = (by: Person, who: Person) => by.rest('PUT', `/api/account/blocks/${who.userId}`)
const lift = (by: Person, who: Person) => by.rest('DELETE', `/api/account/blocks/${who.userId}`)
const blocksOf = async (by: Person) => (await by.rest('GET', '/api/account/blocks')).json.items
const kindsTold = async (who: Person) => (await toldTo(who)).map(({ kind }) => kind)

/** Two of whom the second has been given a role by the first, and so has heard of them. */
async function met(): Promise<{ ada: Person; bo: Person; id: string }> {
  const [ada, bo] = [await newPerson(), await newPerson()]
  const id = await newModel(ada.rest, { name: 'Hall' })
  await giveRole(ada, id, bo.email, 'viewer')
  return { ada, bo, id }
}

/** `env` is restored for the next file; within this one each test ends what it began. */
async function withMail() {
  const mail = await startMailServer()
  env.SMTP_URL = mail.url
  onTestFinished(async () => {
    env.SMTP_URL = undefined
    await mail.close()
  })
  return mail
}

describe('a blocked account', () => {
  it('shares with who blocked it as with an address that nobody has confirmed, and nobody hears of it', async () => {
    const { ada, bo, id } = await met()
    expect((await block(bo, ada)).status).toBe(204)
    const told = await kindsTold(bo)
    const other = await newModel(ada.rest)
    const { status, json } = await giveRole(ada, other, bo.email, 'editor', { message: 'Look' })
    const stranger = (await giveRole(ada, other, 'nobody@example.com', 'editor')).json
    expect([status, json.state, Object.keys(json).sort()]).toEqual([200, 'invited', Object.keys(stranger).sort()])
    expect((await bo.rest('GET', `/api/construct-models/${other}`)).status).toBe(404)
    const offered = (await offerModel(ada, other, bo.email)).json
    expect(offered.state).toBe('pending')
    expect(await kindsTold(bo)).toEqual(told)
    // What is there stays, and its role changes without a word.
    expect((await giveRole(ada, id, bo.email, 'editor')).json).toMatchObject({ state: 'active', role: 'editor' })
    expect(await kindsTold(bo)).toEqual(told)
    // Whoever was given the link by hand may still say yes.
    expect((await answerInvitation(bo, 'accept', tokenOf(json.inviteUrl))).status).toBe(200)
  })

  it('is sent no letter on its behalf', async () => {
    const { ada, bo } = await met()
    const mail = await withMail()
    await block(bo, ada)
    const id = await newModel(ada.rest)
    expect((await giveRole(ada, id, bo.email, 'viewer')).json).toMatchObject({ state: 'invited', mailed: false })
    expect((await offerModel(ada, id, bo.email)).json).toMatchObject({ state: 'pending', mailed: false })
    expect(mail.mails).toEqual([])
  })

  it('asks for access in vain, with the same answer, and what it had asked is over', async () => {
    const [ada, bo] = [await newPerson(), await newPerson()]
    const [first, second] = [await newModel(bo.rest), await newModel(bo.rest)]
    const ask = async (id: string) => {
      const { status } = await askForRole(ada, id)
      await requestsStored()
      return status
    }
    const requests = async (id: string) => (await bo.rest('GET', `/api/construct-models/${id}/collaborators`)).json.requests
    expect(await ask(first)).toBe(202)
    expect(await requests(first)).toHaveLength(1)
    await block(bo, ada)
    expect(await requests(first)).toEqual([])
    expect(await kindsTold(bo)).toEqual([])
    expect(await kindsTold(ada)).toEqual([]) // not even that the request was refused
    for (const id of [first, second]) expect(await ask(id)).toBe(202)
    for (const id of [first, second]) expect(await requests(id)).toEqual([])
    expect(await kindsTold(bo)).toEqual([])
    expect((await lift(bo, ada)).status).toBe(204)
    await ask(second)
    expect(await requests(second)).toHaveLength(1)
  })

  it('invited an address before it was confirmed: its confirmation does not tell of it', async () => {
    const { ada, bo } = await met()
    await block(bo, ada)
    await db().user.update({ where: { id: bo.userId }, data: { emailVerified: null } })
    const [cy, of] = [await newPerson(), async (who: Person) => newModel(who.rest)]
    await giveRole(ada, await of(ada), bo.email, 'viewer')
    await giveRole(cy, await of(cy), bo.email, 'editor')
    const told = await kindsTold(bo)
    expect(await confirmEmail(db(), { id: bo.userId, email: bo.email })).toBe(true)
    expect(await kindsTold(bo)).toEqual([...told, 'invitation.made'])
    expect((await toldTo(bo)).at(-1)).toMatchObject({ by: cy.userId, role: 'editor' })
  })
})

describe('the list of blocks', () => {
  it('has who was blocked by name, the latest first, once, until the block is lifted', async () => {
    const { ada, bo } = await met()
    const cy = await newPerson()
    await giveRole(cy, await newModel(cy.rest), bo.email, 'viewer')
    for (const who of [ada, cy, ada]) expect((await block(bo, who)).status).toBe(204)
    await db().block.update({
      where: { userId_blockedId: { userId: bo.userId, blockedId: ada.userId } },
      data: { createdAt: new Date(0) },
    })
    expect(await blocksOf(bo)).toEqual([
      { userId: cy.userId, name: `N ${cy.userId}`, at: expect.any(String) },
      { userId: ada.userId, name: `N ${ada.userId}`, at: '1970-01-01T00:00:00.000Z' },
    ])
    expect(await blocksOf(ada)).toEqual([])
    expect((await lift(bo, cy)).status).toBe(204)
    expect(await lift(bo, cy)).toMatchObject({ status: 404, json: { detail: 'Account not found' } })
    expect(await blocksOf(bo)).toHaveLength(1)
    await deleteUser(ada.userId)
    expect(await blocksOf(bo)).toEqual([])
  })

  it('takes nobody of whom the account has not heard: an id is no way to a name', async () => {
    const { bo } = await met()
    const stranger = await newPerson()
    for (const userId of [stranger.userId, bo.userId, 'nobody'])
      expect((await bo.rest('PUT', `/api/account/blocks/${userId}`)).status).toBe(404)
    expect(await blocksOf(bo)).toEqual([])
  })
})

describe('notifications', () => {
  it('are one for a model and kind while unread, with the latest state', async () => {
    const { ada, bo, id } = await met()
    for (let change = 0; change < 10; change++) await giveRole(ada, id, bo.email, change % 2 ? 'viewer' : 'editor')
    const other = await newModel(ada.rest, { name: 'Tower' })
    await giveRole(ada, other, bo.email, 'commenter')
    const { items, unread } = await listNotifications(bo.userId, { limit: 50 })
    expect(items.map(({ kind, modelName, role, others }) => [kind, modelName, role, others])).toEqual([
      ['role.given', 'Tower', 'commenter', 0],
      ['role.given', 'Hall', 'viewer', 0],
    ])
    expect(unread).toBe(2)
    // Once it was read, what happens next is new.
    const headers = { cookie: await signIn(bo.userId), 'sec-fetch-site': 'same-origin' }
    await bo.rest('POST', '/api/account/notifications/read', { body: {}, headers, key: null })
    await giveRole(ada, id, bo.email, 'editor')
    expect((await listNotifications(bo.userId, { limit: 50 })).items.map(({ readAt }) => readAt === null)).toEqual([
      true,
      false,
      false,
    ])
  })

  it('of several people who did the same name the last and count the others, each once', async () => {
    const owner = await newPerson()
    const id = await newModel(owner.rest)
    const people = [await newPerson(), await newPerson(), await newPerson()]
    const ask = async (who: Person) => {
      await askForRole(who, id)
      await requestsStored()
    }
    for (const who of people) await ask(who)
    const [first] = people
    await db().accessRequest.deleteMany({ where: { userId: first!.userId } })
    await ask(first!)
    const { items } = await listNotifications(owner.userId, { limit: 50 })
    expect(items.map(({ kind, by, others }) => [kind, by?.id, others])).toEqual([['access.asked', first!.userId, 2]])
  })

  it('come by mail three times an hour at most about one role, however often it is changed', async () => {
    const { ada, bo, id } = await met()
    await withMail()
    env.RATE_LIMIT = 'on'
    onTestFinished(() => {
      env.RATE_LIMIT = 'off'
    })
    const mailed: unknown[] = []
    for (let change = 0; change < 5; change++)
      mailed.push((await giveRole(ada, id, bo.email, change % 2 ? 'viewer' : 'editor')).json.mailed)
    expect(mailed).toEqual([true, true, true, undefined, undefined])
  })
})
