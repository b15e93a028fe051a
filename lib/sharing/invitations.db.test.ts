import { beforeAll, describe, expect, it } from 'vitest'
import { nameOfInvitation } from '#lib/access/invitation-key.ts'
import { transferModels } from '#lib/admin/transfer-models.ts'
import { db } from '#lib/db/client.ts'
import {
  answerInvitation,
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
import { DAY_MS, HOUR_MS } from '#lib/values/durations.ts'
import { readInvitation } from './invitations.ts'

/** What opens an invitation, for whom and until when; through the doors by which it is made and answered. */

const MODELS = '/api/construct-models'
const DAYS_14 = 14 * DAY_MS
const ELSE = 'else@example.com'

let [ada, bo, cy]: Person[] = []
beforeAll(async () => {
  ;[ada, bo, cy] = [await newPerson(), await newPerson(), await newPerson({ confirmed: false })]
})

async function invited(id: string, email = ELSE, role = 'viewer', more: object = {}): Promise<string> {
  const { json } = await giveRole(ada!, id, email, role, more)
  return tokenOf(json.inviteUrl)
}
const offered = async (id: string, email = ELSE) => tokenOf((await offerModel(ada!, id, email)).json.inviteUrl)
const statusOf = async (by: Person, as: 'accept' | 'decline', token: string) => (await answerInvitation(by, as, token)).status

describe('an invitation', () => {
  it('says who invites to what, and as what, to whoever has the link', async () => {
    const id = await newModel(ada!.rest, { name: 'Hall' })
    const token = await invited(id, ELSE, 'editor', { message: 'Level 3, please' })
    const told = await readInvitation(token, null)
    const told0 = { modelId: id, modelName: 'Hall', ownerId: ada!.userId, email: ELSE, invitedBy: `N ${ada!.userId}` }
    expect(told).toEqual({ ...told0, kind: 'role', role: 'editor', message: 'Level 3, please', expiresAt: expect.any(Date) })
    const offer = await readInvitation(await offered(id), null)
    expect(offer).toEqual({ ...told0, kind: 'transfer', role: 'owner', message: null, expiresAt: expect.any(Date) })
    await db().user.update({ where: { id: ada!.userId }, data: { name: null } })
    expect((await readInvitation(token, null))?.invitedBy).toBe(ada!.email)
  })

  it('is good for fourteen days, to be accepted, declined, withdrawn, shown and counted', async () => {
    const id = await newModel(ada!.rest)
    const before = Date.now()
    const { expiresAt, inviteUrl } = (await giveRole(ada!, id, ELSE, 'viewer')).json
    expect(Date.parse(expiresAt)).toBeGreaterThanOrEqual(before + DAYS_14)
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + DAYS_14)
    const token = tokenOf(inviteUrl)
    const listed = async () => (await ada!.rest('GET', `${MODELS}/${id}/collaborators`)).json.items.length
    expect([await listed(), await readInvitation(token, null)]).toEqual([2, expect.objectContaining({ email: ELSE })])

    await offered(id)
    await db().invitation.updateMany({ where: { modelId: id }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect([await listed(), await readInvitation(token, null)]).toEqual([1, null])
    expect(await statusOf(bo!, 'accept', token)).toBe(404)
    expect(await statusOf(bo!, 'decline', token)).toBe(404)
    expect((await takeRole(ada!, id, ELSE)).status).toBe(404)
    expect((await ada!.rest('DELETE', `${MODELS}/${id}/transfer`)).status).toBe(404)
    expect((await bo!.rest('GET', `${MODELS}/${id}`)).status).toBe(404)
  })

  it('is its whole token and nothing beside it', async () => {
    const id = await newModel(ada!.rest)
    const token = await invited(id)
    const [prefix, secret] = [token.slice(0, 27), token.slice(27)]
    const foreign = await newModel(ada!.rest)
    for (const wrong of [
      '',
      `x${token}`,
      `${token}x`,
      token.slice(0, -1),
      `${prefix}${'A'.repeat(32)}`,
      `in_${foreign.slice(2)}${secret}`,
      token.replace('in_', 'iv_'),
      `${token}.short`,
      `${token}\n`,
    ]) {
      expect(await statusOf(bo!, 'accept', wrong), wrong).toBe(404)
      expect(await statusOf(bo!, 'decline', wrong), wrong).toBe(404)
    }
    expect(await statusOf(bo!, 'accept', token)).toBe(200)
  })

  it('is named without its secret to the account alone that has confirmed its address', async () => {
    const id = await newModel(ada!.rest)
    const dora = await newPerson({ confirmed: false })
    await invited(id, dora.email)
    const name = nameOfInvitation(await db().invitation.findFirstOrThrow({ where: { modelId: id } }))
    for (const [who, why] of [
      [bo!, 'a confirmed account of another address'],
      [dora, 'its address, which is not confirmed'],
    ] as const) {
      expect(await readInvitation(name, who), why).toBeNull()
      expect(await statusOf(who, 'accept', name), why).toBe(404)
      expect(await statusOf(who, 'decline', name), why).toBe(404)
    }
    expect(await readInvitation(name, null)).toBeNull()
    await db().user.update({ where: { id: dora.userId }, data: { emailVerified: new Date() } })
    for (const wrong of [`x${name}`, `${name}0`, name.slice(0, -1)]) expect(await statusOf(dora, 'accept', wrong)).toBe(404)
    expect(await readInvitation(name, dora)).toMatchObject({ modelId: id })
    expect(await statusOf(dora, 'accept', name)).toBe(200)
  })

  it('opens nothing while the model lies in the bin', async () => {
    const id = await newModel(ada!.rest)
    const token = await invited(id)
    await ada!.rest('DELETE', `${MODELS}/${id}`)
    expect(await readInvitation(token, null)).toBeNull()
    expect(await statusOf(bo!, 'accept', token)).toBe(404)
    expect(await statusOf(bo!, 'decline', token)).toBe(404)
    await ada!.rest('POST', `${MODELS}/${id}/undelete`)
    expect(await statusOf(bo!, 'accept', token)).toBe(200)
  })

  it('ends with a newer one to the same address, and no other', async () => {
    const [id, other] = [await newModel(ada!.rest), await newModel(ada!.rest)]
    const [first, elsewhere, ofOther] = [await invited(id), await invited(id, 'third@example.com'), await invited(other)]
    const offer = await offered(id)
    const second = await invited(id)
    expect(await statusOf(bo!, 'accept', first)).toBe(404)
    for (const good of [second, elsewhere, ofOther]) expect(await statusOf(bo!, 'accept', good)).toBe(200)
    expect((await answerInvitation(bo!, 'accept', offer)).json).toMatchObject({ role: 'owner' })
  })

  it('ends when the address gets the role itself', async () => {
    const id = await newModel(ada!.rest)
    const dora = await newPerson({ confirmed: false })
    const [token, elsewhere, offer] = [await invited(id, dora.email), await invited(id), await offered(id, dora.email)]
    await db().user.update({ where: { id: dora.userId }, data: { emailVerified: new Date() } })
    expect((await giveRole(ada!, id, dora.email, 'editor')).json.state).toBe('active')
    expect(await statusOf(bo!, 'accept', token)).toBe(404)
    expect(await statusOf(bo!, 'accept', elsewhere)).toBe(200)
    expect(await statusOf(bo!, 'accept', offer)).toBe(200)
  })

  it('is good once, whoever is first', async () => {
    const id = await newModel(ada!.rest)
    const token = await invited(id)
    const [one, two] = await Promise.all([answerInvitation(bo!, 'accept', token), answerInvitation(cy!, 'accept', token)])
    expect([one.status, two.status].sort()).toEqual([200, 404])
    expect(await statusOf(cy!, 'decline', token)).toBe(404)
    expect(await db().collaborator.count({ where: { modelId: id } })).toBe(1)
  })

  it.each([
    ['viewer', 'commenter', 'commenter'],
    ['commenter', 'viewer', 'commenter'],
    ['editor', 'commenter', 'editor'],
    ['commenter', 'editor', 'editor'],
  ])('to whoever is %s already, as %s, makes %s', async (had, as, has) => {
    const id = await newModel(ada!.rest)
    await giveRole(ada!, id, bo!.email, had)
    expect((await answerInvitation(bo!, 'accept', await invited(id, ELSE, as))).json.role).toBe(has)
    expect(await db().collaborator.findMany({ where: { modelId: id } })).toMatchObject([{ role: has, addedBy: ada!.userId }])
  })

  it('declined is told to the owner, but not by the owner', async () => {
    const owner = await newPerson()
    const id = await newModel(owner.rest, { name: 'Hall' })
    const token = async () => tokenOf((await giveRole(owner, id, ELSE, 'viewer')).json.inviteUrl)
    expect(await statusOf(bo!, 'decline', await token())).toBe(204)
    const told = { kind: 'invitation.declined', modelId: id, by: bo!.userId, model: 'Hall' }
    expect(await toldTo(owner)).toEqual([told])
    const own = await token()
    expect(await statusOf(owner, 'decline', own)).toBe(204)
    expect(await statusOf(owner, 'decline', own)).toBe(404)
    expect(await toldTo(owner)).toEqual([told])
    expect((await logOf(owner, id)).filter(([action]) => action === 'invitation.declined')).toHaveLength(2)
  })
})

describe('a model that is offered', () => {
  it('is not given by an owner of before', async () => {
    const id = await newModel(ada!.rest)
    const [offer, role] = [await offered(id), await invited(id)]
    await transferModels({ id: ada!.userId, email: ada!.email }, { id: cy!.userId, email: cy!.email }, id)
    expect(await readInvitation(offer, null)).toBeNull()
    expect(await statusOf(bo!, 'accept', offer)).toBe(404)
    expect(await statusOf(bo!, 'decline', offer)).toBe(404)
    expect((await db().constructModel.findUniqueOrThrow({ where: { id } })).ownerId).toBe(cy!.userId)
    expect((await answerInvitation(bo!, 'accept', role)).json).toMatchObject({ role: 'viewer' })
  })

  it('goes to one, with one row less and one more, and says which links still open it', async () => {
    const id = await newModel(ada!.rest)
    await giveRole(ada!, id, bo!.email, 'viewer')
    const link = async (body: object = {}) => (await ada!.rest('POST', `${MODELS}/${id}/share-links`, { body })).json.id
    const [, revoked, expired] = [await link(), await link(), await link()]
    await link({ expiresAt: new Date(Date.now() + HOUR_MS).toISOString() })
    await ada!.rest('DELETE', `${MODELS}/${id}/share-links/${revoked}`)
    await db().shareLink.updateMany({ where: { modelId: id, id: expired }, data: { expiresAt: new Date(0) } })
    const offer = await offered(id, bo!.email)
    expect(await answerInvitation(ada!, 'accept', offer)).toMatchObject({ status: 422 }) // hers already
    const [one, two] = await Promise.all([answerInvitation(bo!, 'accept', offer), answerInvitation(cy!, 'accept', offer)])
    expect([one.status, two.status].sort()).toEqual([200, 404])
    const [won, owner] = one.status === 200 ? [one, bo!] : [two, cy!]
    expect(won.json).toMatchObject({ modelId: id, role: 'owner', links: 2 })
    const rows = await db().collaborator.findMany({ where: { modelId: id }, orderBy: { role: 'asc' } })
    const others = rows.filter(({ userId }) => userId !== bo!.userId)
    expect(others).toMatchObject([{ userId: ada!.userId, role: 'editor', addedBy: owner.userId }])
    expect(rows.some(({ userId }) => userId === owner.userId)).toBe(false)
  })

  it('stays with its owner when the offer is withdrawn, which ends no invitation, nor is it ended as one', async () => {
    const id = await newModel(ada!.rest)
    const [role, offer] = [await invited(id, bo!.email.replace('@', '+x@')), await offered(id, ELSE)]
    expect((await takeRole(ada!, id, ELSE)).status).toBe(404)
    expect(await readInvitation(offer, null)).toMatchObject({ kind: 'transfer' })
    const other = await newModel(ada!.rest)
    const offerOfOther = await offered(other)
    expect((await ada!.rest('DELETE', `${MODELS}/${id}/transfer`)).status).toBe(204)
    expect(await statusOf(bo!, 'accept', offer)).toBe(404)
    expect(await statusOf(bo!, 'accept', role)).toBe(200)
    expect(await statusOf(bo!, 'accept', offerOfOther)).toBe(200)
  })

  it('is told under the bell to an account that has confirmed the address and is not closed', async () => {
    const [confirmed, open, disabled] = [await newPerson(), await newPerson({ confirmed: false }), await newPerson()]
    await db().user.update({ where: { id: disabled.userId }, data: { disabledAt: new Date() } })
    const id = await newModel(ada!.rest, { name: 'Hall' })
    for (const { email } of [confirmed, open, disabled]) await offered(id, email)
    const offer = expect.stringMatching(/^iv_[\w-]{24}[0-9a-f]{64}$/)
    const told = { kind: 'transfer.offered', modelId: id, by: ada!.userId, model: 'Hall', offer }
    expect(await Promise.all([confirmed, open, disabled].map(toldTo))).toEqual([[told], [], []])
  })
})

it('writes into the log of the model who was let in, by what, and as what', async () => {
  const [owner, eve] = [await newPerson(), await newPerson()]
  const id = await newModel(owner.rest)
  const taken = async (role: string) => tokenOf((await giveRole(owner, id, ELSE, role)).json.inviteUrl)
  await answerInvitation(eve, 'accept', await taken('commenter'))
  await taken('viewer')
  await takeRole(owner, id, ELSE)
  await giveRole(owner, id, eve.email, 'editor')
  await takeRole(owner, id, eve.email)
  await giveRole(owner, id, eve.email, 'viewer')
  await takeRole(eve, id, eve.email)
  await offerModel(owner, id, eve.email)
  await owner.rest('DELETE', `${MODELS}/${id}/transfer`)
  await owner.rest('DELETE', `${MODELS}/${id}/transfer`) // there is none any more
  const { inviteUrl } = (await offerModel(owner, id, eve.email)).json
  await answerInvitation(eve, 'accept', tokenOf(inviteUrl))
  const of = { userId: eve.userId, email: eve.email }
  const log = (await logOf(eve, id)).filter(([action]) => action !== 'revision.create')
  // Two that were written within one millisecond have no order of their own.
  expect(log.map((one) => JSON.stringify(one)).sort()).toEqual(
    [
      ['invitation.made', { email: ELSE, role: 'commenter' }],
      ['invitation.accepted', { email: ELSE, role: 'commenter' }],
      ['invitation.made', { email: ELSE, role: 'viewer' }],
      ['invitation.withdrawn', { email: ELSE }],
      ['role.given', { ...of, role: 'editor' }],
      ['role.taken', of],
      ['role.given', { ...of, role: 'viewer' }],
      ['role.left', of],
      ['transfer.offered', { email: eve.email }],
      ['transfer.withdrawn', {}],
      ['transfer.offered', { email: eve.email }],
      ['transfer.accepted', { from: owner.userId }],
    ]
      .map((one) => JSON.stringify(one))
      .sort(),
  )
})
