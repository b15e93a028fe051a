import { beforeAll, describe, expect, it } from 'vitest'
import { db } from '#lib/db/client.ts'
import { throughRest } from '#lib/fixtures/rest.ts'
import { newApiKey, signIn, signUpUser } from '#lib/fixtures/verbs.ts'
import { scopeOf } from '#lib/rest/operation.ts'
import { operations } from '#lib/rest/operations.ts'
import { env } from '#lib/runtime/env.ts'
import { createModel } from '#lib/storage/models.ts'
import type { Caller } from './caller.ts'
import { SCOPES } from './scopes.ts'

/** Every REST operation × every way to ask × the caller's own model, another user's and none. */

type May = { read: boolean; write: boolean }
const BOTH: May = { read: true, write: true }
/** Headers by name, with what they open; null: nobody. Made in `beforeAll`, named here, because tests are listed first. */
const WAYS = {
  'no credentials': null,
  'a made-up key': null,
  'a made-up token': null,
  'a revoked key': null,
  'an expired key': null,
  'a key as Basic': null,
  'a made-up key beside a good cookie': null,
  'an ended session': null,
  'a session, from another site': null,
  'a session, from another origin': null,
  'a session, from our page': BOTH,
  'a key': BOTH,
  'a reading key': { read: true, write: false },
  'a writing key': { read: false, write: true },
  'a reading key beside a session that may more': { read: true, write: false },
} satisfies Record<string, May | null>
type Way = keyof typeof WAYS

let headers: Record<Way, Record<string, string>>
let [me, other] = [{ id: '' }, { id: '' }]
/** Models that nobody may change who asks: another's, and one's own for those who may nothing. */
let [othersModel, untouched] = ['', '']

beforeAll(async () => {
  me = await signUpUser()
  other = await signUpUser()
  ;[othersModel, untouched] = [await modelOf(other), await modelOf(me)]
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
  // What is to be dead is made and ended first, while it is all there is.
  const [ended, revoked] = [await signIn(me.id), await newApiKey(me.id)]
  await db().signIn.deleteMany({ where: { userId: me.id } })
  await db().apiKey.updateMany({ where: { userId: me.id }, data: { revokedAt: new Date() } })
  const [cookie, reading] = [await signIn(me.id), await newApiKey(me.id, ['mcp:models:read'])]
  headers = {
    'no credentials': {},
    'a made-up key': bearer(`smk_${'A'.repeat(43)}`),
    'a made-up token': bearer(`smt_at_${'A'.repeat(43)}`),
    'a revoked key': bearer(revoked),
    'an expired key': bearer(await newApiKey(me.id, SCOPES, new Date(Date.now() - 1000))),
    'a key as Basic': { authorization: `Basic ${Buffer.from(`key:${reading}`).toString('base64')}` },
    'a made-up key beside a good cookie': { ...bearer('smk_x'), cookie, 'sec-fetch-site': 'same-origin' },
    'an ended session': { cookie: ended, 'sec-fetch-site': 'same-origin' },
    'a session, from another site': { cookie, 'sec-fetch-site': 'cross-site' },
    'a session, from another origin': { cookie, origin: 'https://evil.example' },
    'a session, from our page': { cookie, 'sec-fetch-site': 'same-origin' },
    'a key': bearer(await newApiKey(me.id)),
    'a reading key': bearer(reading),
    'a writing key': bearer(await newApiKey(me.id, ['mcp:models:write'])),
    'a reading key beside a session that may more': { ...bearer(reading), cookie, 'sec-fetch-site': 'same-origin' },
  }
})

async function modelOf({ id: userId }: { id: string }): Promise<string> {
  const caller: Caller = { userId, via: 'session', scopes: new Set(SCOPES), principal: `user:${userId}` }
  return (await createModel({ caller, via: 'web' }, { name: 'A model' })).modelId
}

async function ask(operation: (typeof operations)[number], way: Way, modelId: string) {
  const path = operation.path.replace('{model_id}', modelId).replace('{revision}', '1').replace('{link_id}', 'ln_unknown')
  const request = new Request(env.APP_URL + path, {
    method: operation.method,
    headers: { 'content-type': 'application/json', ...headers[way] },
    ...(operation.body && { body: '{}' }),
  })
  const answer = await throughRest(request)
  const challenge = answer.headers.get('www-authenticate') ?? ''
  if (answer.ok) {
    await answer.body?.cancel() // one of them is a stream without end
    return { status: answer.status, challenge, detail: undefined }
  }
  return { status: answer.status, challenge, detail: (await answer.json()).detail }
}

/** The model is one's own, and what is asked for is not there. */
const NOTHING_THERE: ReadonlySet<string> = new Set([
  'Share link not found',
  'Transfer not found',
  'View not found',
  'Comment not found',
  'Account not found',
])

// What a share link opens asks for no credentials.
const byCredentials = operations.filter(({ path }) => !path.includes('{token}'))

describe.each(byCredentials.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  const onModel = operation.path.includes('{model_id}')

  it.each(Object.entries(WAYS) as [Way, May | null][])('by %s', async (way, may) => {
    const ownModel = onModel && may !== null ? await modelOf(me) : untouched
    // What is no model's business is asked once.
    const models = onModel ? [ownModel, othersModel, 'm_unknown'] : [ownModel]
    const answers = await Promise.all(models.map((id) => ask(operation, way, id)))
    const [own, theirs, none] = answers
    if (may === null) {
      const presented = 'authorization' in headers[way]
      for (const { status, challenge } of answers) {
        expect(status).toBe(401)
        expect(challenge.includes('error="invalid_token"')).toBe(presented)
      }
      return
    }
    if (operation.forPeople === 'signed in') {
      // For people alone, and answered alike whether or not there is a model, or one of one's own.
      for (const { status } of answers) {
        expect(status < 300 ? 'done' : status).toBe(way === 'a session, from our page' ? 'done' : 403)
      }
      return
    }
    if (onModel) {
      expect(theirs?.status).toBe(404)
      expect(theirs).toEqual(none) // nobody learns which models exist
    }
    if (NOTHING_THERE.has(String(own?.detail))) expect(may[scopeOf(operation)]).toBe(true)
    else if (may[scopeOf(operation)]) expect([401, 403, 404]).not.toContain(own?.status)
    else {
      expect(own?.status).toBe(403)
      expect(own?.challenge).toContain('error="insufficient_scope"')
    }
  })
})

it('and what nobody may change stayed as it was', async () => {
  const left = await db().constructModel.findMany({ where: { id: { in: [othersModel, untouched] } } })
  expect(left.map(({ revision, name, deletedAt }) => ({ revision, name, deletedAt }))).toEqual(
    Array(2).fill({ revision: 1, name: 'A model', deletedAt: null }),
  )
})
