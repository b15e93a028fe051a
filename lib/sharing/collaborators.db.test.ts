import { beforeAll, describe, expect, it, vi } from 'vitest'
import { db, isPostgresUrl } from '#lib/db/client.ts'
import { migrations, statements } from '#lib/db/migrate.ts'
import {
  answerInvitation,
  askForRole,
  giveRole,
  logOf,
  newPerson,
  offerModel,
  type Person,
  takeRole,
  tokenOf,
  toldTo,
} from '#lib/fixtures/people.ts'
import { newModel } from '#lib/fixtures/rest.ts'
import { limits } from '#lib/runtime/limits.ts'
import { log } from '#lib/runtime/log.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import { answerRequest, requestsStored } from './access-requests.ts'
import type { Actor } from './rights.ts'

/** Who gets a role, by what they are asked and told, and who sees whom. */

const MODELS = '/api/construct-models'

let [ada, bo]: Person[] = []
beforeAll(async () => {
  ;[ada, bo] = [await newPerson(), await newPerson()]
})

const collaborators = async (by: Person, id: string) => (await by.rest('GET', `${MODELS}/${id}/collaborators`)).json
const rolesOn = async (id: string) =>
  (await db().collaborator.findMany({ where: { modelId: id } })).map(({ userId, role }) => [userId, role])

describe('a role', () => {
  it('is no closed account’s, whose address gets an invitation', async () => {
    const closed = await newPerson()
    await db().user.update({ where: { id: closed.userId }, data: { disabledAt: new Date() } })
    const id = await newModel(ada!.rest)
    expect((await giveRole(ada!, id, closed.email, 'viewer')).json).toMatchObject({ state: 'invited' })
    expect(await rolesOn(id)).toEqual([])
  })

  it('is changed without the address being confirmed, once somebody has one', async () => {
    const dora = await newPerson({ confirmed: false })
    const id = await newModel(ada!.rest)
    const { inviteUrl } = (await giveRole(ada!, id, dora.email, 'viewer')).json
    await answerInvitation(dora, 'accept', tokenOf(inviteUrl))
    const { json } = await giveRole(ada!, id, dora.email, 'editor')
    expect(json).toEqual({ email: dora.email, name: `N ${dora.userId}`, userId: dora.userId, role: 'editor', state: 'active' })
    expect(await rolesOn(id)).toEqual([[dora.userId, 'editor']])
  })

  it('is told to whom it is given, as it is now, and again only when it is another', async () => {
    const eve = await newPerson()
    const id = await newModel(ada!.rest, { name: 'Hall' })
    await giveRole(ada!, id, eve.email, 'viewer', { message: 'Level 3' })
    await giveRole(ada!, id, eve.email, 'viewer')
    await giveRole(ada!, id, eve.email, 'editor')
    await takeRole(ada!, id, eve.email)
    const of = { modelId: id, model: 'Hall' }
    const given = { kind: 'role.given', by: ada!.userId, ...of }
    expect(await toldTo(eve)).toEqual([
      { ...given, role: 'editor', message: null },
      { kind: 'role.taken', ...of },
    ])
  })

  it('is one of so many: open invitations to other addresses count, and nothing else', async () => {
    const id = await newModel(ada!.rest)
    const statusOf = async (email: string) => (await giveRole(ada!, id, email, 'viewer')).status
    const { collaborators: most } = limits
    limits.collaborators = 2
    try {
      await offerModel(ada!, id, 'z@example.com')
      expect(await statusOf('a@example.com')).toBe(200)
      expect(await statusOf(bo!.email)).toBe(200)
      expect(await statusOf('b@example.com')).toBe(422)
      expect(await statusOf('a@example.com')).toBe(200) // a new link for the same
      await db().invitation.updateMany({ where: { modelId: id, kind: 'role' }, data: { expiresAt: new Date(Date.now() - 1) } })
      expect(await statusOf('b@example.com')).toBe(200)
      expect(await statusOf('c@example.com')).toBe(422)
      await takeRole(ada!, id, 'b@example.com')
      expect(await statusOf('c@example.com')).toBe(200)
      const other = await newModel(ada!.rest)
      expect((await giveRole(ada!, other, 'd@example.com', 'viewer')).status).toBe(200)
    } finally {
      limits.collaborators = most
    }
  })

  it('is left by oneself without a word to oneself, on that model alone', async () => {
    const eve = await newPerson()
    const [id, other] = [await newModel(ada!.rest), await newModel(ada!.rest)]
    for (const one of [id, other]) for (const { email } of [eve, bo!]) await giveRole(ada!, one, email, 'viewer')
    expect((await takeRole(eve, id, bo!.email)).status).toBe(403)
    expect((await takeRole(eve, id, 'nobody@example.com')).status).toBe(403)
    expect((await takeRole(eve, id, eve.email)).status).toBe(204)
    expect(await rolesOn(id)).toEqual([[bo!.userId, 'viewer']])
    expect(await rolesOn(other)).toHaveLength(2)
    expect((await toldTo(eve)).filter(({ kind }) => kind === 'role.taken')).toEqual([])
  })
})

it('shows who has access as far as each may know, in the order in which they came', async () => {
  const [eve, fay, gus] = [await newPerson(), await newPerson(), await newPerson()]
  const id = await newModel(ada!.rest)
  await giveRole(ada!, id, eve.email, 'editor')
  await giveRole(ada!, id, fay.email, 'commenter')
  await giveRole(ada!, id, bo!.email, 'viewer')
  await giveRole(ada!, id, 'first@example.com', 'commenter')
  await offerModel(ada!, id, 'second@example.com')
  await askForRole(gus, id, { message: 'Level 3?' })
  await requestsStored()
  const since = async (email: string, days: number) => {
    const createdAt = new Date(Date.now() - days * DAY_MS)
    const user = await db().user.findUnique({ where: { email } })
    if (user) await db().collaborator.updateMany({ where: { modelId: id, userId: user.id }, data: { createdAt } })
    else await db().invitation.updateMany({ where: { modelId: id, email }, data: { createdAt } })
  }
  for (const [days, email] of [fay.email, bo!.email, eve.email, 'second@example.com', 'first@example.com'].reverse().entries())
    await since(email, days + 1)

  const by = { id: ada!.userId, name: `N ${ada!.userId}` }
  const person = ({ userId, email }: Person, role: string, addedBy: object | null = by) => {
    const at = expect.any(String)
    return { userId, name: `N ${userId}`, email, role, state: 'active', since: at, addedBy }
  }
  const invited = (email: string, role: string) => {
    const at = expect.any(String)
    return { userId: null, name: null, email, role, state: 'invited', since: at, expiresAt: at, addedBy: by }
  }
  const people = [person(ada!, 'owner', null), person(fay, 'commenter'), person(bo!, 'viewer'), person(eve, 'editor')]
  const invitations = [invited('second@example.com', 'owner'), invited('first@example.com', 'commenter')]
  const asked = { userId: gus.userId, name: `N ${gus.userId}`, email: gus.email, message: 'Level 3?', at: expect.any(String) }
  expect(await collaborators(ada!, id)).toEqual({ items: [...people, ...invitations], requests: [asked] })
  expect(await collaborators(eve, id)).toEqual({ items: [...people, ...invitations], requests: [] })
  const names = people.map(({ email: _, ...one }) => one)
  for (const one of [fay, bo!]) expect(await collaborators(one, id)).toEqual({ items: names, requests: [] })
})

describe('a request for access', () => {
  const ask = async (by: Person, id: string, body: object = {}) => {
    const { status } = await askForRole(by, id, body)
    await requestsStored()
    return status
  }
  const answer = (id: string, who: Person, role: string | null) =>
    ada!.rest('POST', `${MODELS}/${id}/access-requests/${who.userId}`, { body: { role } })
  const open = async (id: string) => (await collaborators(ada!, id)).requests.length

  it('is kept of nobody who has a role, for no model in the bin, and for no id that is none', async () => {
    const [id, binned] = [await newModel(ada!.rest), await newModel(ada!.rest)]
    await giveRole(ada!, id, bo!.email, 'viewer')
    await ada!.rest('DELETE', `${MODELS}/${binned}`)
    const eve = await newPerson()
    const failed = vi.spyOn(log, 'error').mockReturnValue()
    const before = await db().accessRequest.count()
    const told = (await toldTo(ada!)).length
    for (const [who, model] of [
      [ada!, id],
      [bo!, id],
      [eve, binned],
      [eve, 'm_unknown'],
      [eve, 'm_\0'],
    ] as const)
      expect(await ask(who, model)).toBe(202)
    expect(await db().accessRequest.count()).toBe(before)
    expect((await toldTo(ada!)).length).toBe(told)
    expect(failed).not.toHaveBeenCalled()
    failed.mockRestore()
  })

  it('is told to the owner once, and answered once', async () => {
    const [owner, eve] = [await newPerson(), await newPerson()]
    const id = await newModel(owner.rest, { name: 'Hall' })
    await ask(eve, id, { message: 'Level 3?' })
    await ask(eve, id, { message: 'Please' })
    const asked = { kind: 'access.asked', modelId: id, by: eve.userId, model: 'Hall', message: 'Level 3?' }
    expect(await toldTo(owner)).toEqual([asked])
    const yes = () => owner.rest('POST', `${MODELS}/${id}/access-requests/${eve.userId}`, { body: { role: 'commenter' } })
    expect((await yes()).status).toBe(204)
    expect((await yes()).status).toBe(404)
    expect(await toldTo(eve)).toEqual([{ kind: 'access.answered', modelId: id, role: 'commenter', model: 'Hall' }])
    expect(await rolesOn(id)).toEqual([[eve.userId, 'commenter']])
    const actions = (await logOf(owner, id)).filter(([action]) => action.startsWith('role.'))
    expect(actions).toEqual([
      ['role.asked', {}],
      ['role.given', { userId: eve.userId, role: 'commenter' }],
    ])
  })

  it('answered by no gives nothing, tells no name, and is not heard for seven days', async () => {
    const eve = await newPerson()
    const id = await newModel(ada!.rest, { name: 'Hall' })
    await ask(eve, id)
    expect((await answer(id, eve, null)).status).toBe(204)
    expect(await rolesOn(id)).toEqual([])
    expect(await toldTo(eve)).toEqual([{ kind: 'access.answered', modelId: id, role: null }])
    expect((await logOf(ada!, id)).filter(([action]) => action === 'role.refused')).toEqual([
      ['role.refused', { userId: eve.userId }],
    ])
    const answeredAgo = (ms: number) =>
      db().accessRequest.updateMany({ where: { modelId: id }, data: { answeredAt: new Date(Date.now() - ms) } })
    await answeredAgo(7 * DAY_MS - 60_000)
    await ask(eve, id, { message: 'Please' })
    expect(await open(id)).toBe(0)
    await answeredAgo(7 * DAY_MS)
    await ask(eve, id, { message: 'Please' })
    expect((await collaborators(ada!, id)).requests).toMatchObject([{ userId: eve.userId, message: 'Please' }])
    expect((await answer(id, eve, 'viewer')).status).toBe(204)
  })

  it('is answered by any other way to a role, and never lowers one', async () => {
    const eve = await newPerson()
    const byAddress = (id: string) => giveRole(ada!, id, eve.email, 'editor')
    const byInvitation = async (id: string) => {
      const { inviteUrl } = (await giveRole(ada!, id, `else-${id.toLowerCase()}@example.com`, 'editor')).json
      return answerInvitation(eve, 'accept', tokenOf(inviteUrl))
    }
    for (const give of [byAddress, byInvitation]) {
      const id = await newModel(ada!.rest)
      await ask(eve, id)
      expect((await give(id)).status).toBe(200)
      expect(await open(id)).toBe(0)
      expect((await answer(id, eve, 'viewer')).status).toBe(404)
      expect(await rolesOn(id)).toEqual([[eve.userId, 'editor']])
      // Taken away, they may ask again, and it is told.
      await takeRole(ada!, id, eve.email)
      await ask(eve, id, { message: 'Once more' })
      expect((await collaborators(ada!, id)).requests).toMatchObject([{ userId: eve.userId, message: 'Once more' }])
      expect((await toldTo(ada!)).filter(({ modelId, message }) => modelId === id && message === 'Once more')).toHaveLength(1)
    }
  })

  it('keeps the greater role where one was written beside it', async () => {
    const eve = await newPerson()
    const id = await newModel(ada!.rest)
    await ask(eve, id)
    const row = { modelId: id, userId: eve.userId, role: 'editor', addedBy: ada!.userId, createdAt: new Date() }
    await db().collaborator.create({ data: row }) // as databases of an earlier version have it
    expect((await answer(id, eve, 'viewer')).status).toBe(204)
    expect(await rolesOn(id)).toEqual([[eve.userId, 'editor']])
    expect((await toldTo(eve)).at(-1)).toMatchObject({ kind: 'access.answered', role: 'editor' })
  })

  it('left open by an earlier version is answered by the migration, and dropped where it is the owner’s', async () => {
    const [eve, fay] = [await newPerson(), await newPerson()]
    const id = await newModel(ada!.rest)
    const createdAt = new Date('2026-01-02T03:04:05Z')
    const row = { modelId: id, createdAt }
    await db().collaborator.create({ data: { ...row, userId: eve.userId, role: 'editor', addedBy: ada!.userId } })
    await db().accessRequest.createMany({ data: [ada!, eve, fay].map(({ userId }) => ({ ...row, userId })) })
    const { sql } = migrations(isPostgresUrl(process.env.DATABASE_URL!) ? 'postgres' : 'sqlite').find(({ name }) =>
      /^0011/.test(name),
    )!
    for (const one of statements(sql)) if (/^\s*(DELETE|UPDATE)/m.test(one)) await db().$executeRawUnsafe(one)
    const left = await db().accessRequest.findMany({
      where: { modelId: id },
      select: { userId: true, role: true, answeredAt: true },
    })
    expect(new Map(left.map(({ userId, role, answeredAt }) => [userId, [role, answeredAt]]))).toEqual(
      new Map([
        [eve.userId, ['editor', createdAt]],
        [fay.userId, [null, null]],
      ]),
    )
  })

  it('that was refused may come again once a role was given and taken', async () => {
    const eve = await newPerson()
    const id = await newModel(ada!.rest)
    await ask(eve, id)
    await answer(id, eve, null)
    await giveRole(ada!, id, eve.email, 'viewer')
    await takeRole(ada!, id, eve.email)
    await ask(eve, id)
    expect(await open(id)).toBe(1)
  })

  it('answered, ends the open invitation to the same address, which takes no second place', async () => {
    const eve = await newPerson({ confirmed: false })
    const id = await newModel(ada!.rest)
    await giveRole(ada!, id, eve.email, 'viewer')
    await db().user.update({ where: { id: eve.userId }, data: { emailVerified: new Date() } })
    await ask(eve, id)
    const most = limits.collaborators
    limits.collaborators = 1
    try {
      expect((await answer(id, eve, 'editor')).status).toBe(204)
    } finally {
      limits.collaborators = most
    }
    expect((await collaborators(ada!, id)).items).toHaveLength(2)
  })

  it('of who became the owner is over: nobody answers his own, or is listed twice', async () => {
    const [eve, fay] = [await newPerson(), await newPerson()]
    const id = await newModel(ada!.rest)
    await ask(eve, id)
    await ask(fay, id)
    const { inviteUrl } = (await offerModel(ada!, id, eve.email)).json
    expect((await answerInvitation(eve, 'accept', tokenOf(inviteUrl))).status).toBe(200)
    const of = (who: Person) => `${MODELS}/${id}/access-requests/${who.userId}`
    expect((await eve.rest('POST', of(eve), { body: { role: 'editor' } })).status).toBe(404)
    const { items, requests } = await collaborators(eve, id)
    expect(items.map(({ userId, role }: { userId: string; role: string }) => [userId, role])).toEqual([
      [eve.userId, 'owner'],
      [ada!.userId, 'editor'],
    ])
    expect(requests.map(({ userId }: { userId: string }) => userId)).toEqual([fay.userId])
    // Whoever owned it when the question was opened does not answer for whoever owns it now.
    const stale = { id, ownerId: ada!.userId, name: 'Hall' }
    expect(
      await answerRequest(stale, { userId: ada!.userId, via: 'session' } as Actor, { userId: fay.userId, role: 'editor' }),
    ).toBe(false)
    expect((await eve.rest('POST', of(fay), { body: { role: 'viewer' } })).status).toBe(204)
  })

  it('gives no more people a role than a model may have, and stays open; nor does a transfer', async () => {
    const [eve, fay] = [await newPerson(), await newPerson()]
    const id = await newModel(ada!.rest)
    await giveRole(ada!, id, bo!.email, 'viewer')
    await ask(eve, id)
    const { inviteUrl } = (await offerModel(ada!, id, fay.email)).json
    const most = limits.collaborators
    const over = { type: 'limit_exceeded', msg: 'the model would have 2 collaborators, the limit is 1', ctx: { limit: 1 } }
    limits.collaborators = 1
    try {
      const refused = await answer(id, eve, 'viewer')
      expect([refused.status, refused.json.detail]).toEqual([422, [expect.objectContaining(over)]])
      expect(await open(id)).toBe(1)
      const transfer = await answerInvitation(fay, 'accept', tokenOf(inviteUrl))
      expect([transfer.status, transfer.json.detail]).toEqual([422, [expect.objectContaining(over)]])
      expect(await rolesOn(id)).toEqual([[bo!.userId, 'viewer']])
      await takeRole(ada!, id, bo!.email)
      expect((await answerInvitation(fay, 'accept', tokenOf(inviteUrl))).status).toBe(200) // the offer was not used up
      expect(await rolesOn(id)).toEqual([[ada!.userId, 'editor']])
    } finally {
      limits.collaborators = most
    }
  })

  it('and a role given at the same moment leave the greater one, and nothing open', async () => {
    for (let round = 0; round < 6; round++) {
      const eve = await newPerson()
      const id = await newModel(ada!.rest)
      await ask(eve, id)
      const [answered, given] = await Promise.all([answer(id, eve, 'viewer'), giveRole(ada!, id, eve.email, 'editor')])
      expect([204, 404]).toContain(answered.status)
      expect(given.status).toBe(200)
      expect(await rolesOn(id)).toEqual([[eve.userId, 'editor']])
      expect(await open(id)).toBe(0)
    }
  })

  it('that comes while a role is given is not left open beside it', async () => {
    for (let round = 0; round < 6; round++) {
      const eve = await newPerson()
      const id = await newModel(ada!.rest)
      await Promise.all([ask(eve, id), giveRole(ada!, id, eve.email, 'viewer')])
      expect(await rolesOn(id)).toEqual([[eve.userId, 'viewer']])
      expect(await open(id)).toBe(0)
    }
  })

  it('may come again at once from whom a role was given and taken, and counts on its own model alone', async () => {
    const eve = await newPerson()
    const [id, other] = [await newModel(ada!.rest), await newModel(ada!.rest)]
    for (const one of [id, other]) await ask(eve, one)
    await answer(id, eve, 'viewer')
    expect(await open(other)).toBe(1)
    await takeRole(ada!, id, eve.email)
    expect(await open(id)).toBe(0)
    await ask(eve, id)
    expect(await open(id)).toBe(1)
    await answer(other, eve, null)
    expect(await open(id)).toBe(1)
  })
})
