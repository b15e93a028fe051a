import { expect, it } from 'vitest'
import { db, transaction } from '#lib/db/client.ts'
import { signUpUser } from '#lib/fixtures/verbs.ts'
import { decideRequest, hashOf, storeRequest } from './store.ts'

const somebody = async () => ({ userId: (await signUpUser()).id, signInId: 'a session', sessionVersion: 0 })

it('a consent handle is decided once: true, then false, in one transaction and in two', async () => {
  const person = await somebody()
  const one = await storeRequest('query', person)
  const inOne = await transaction(async (tx) => [await decideRequest(tx, one, person), await decideRequest(tx, one, person)])
  expect(inOne).toEqual([true, false])

  const two = await storeRequest('query', person)
  const inTwo = [
    await transaction((tx) => decideRequest(tx, two, person)),
    await transaction((tx) => decideRequest(tx, two, person)),
  ]
  expect(inTwo).toEqual([true, false])
})

it('a consent handle is decided by the person and the session that it was kept for, while it waits', async () => {
  const person = await somebody()
  const handle = await storeRequest('query', person)
  const decide = (who: typeof person, which = handle) => transaction((tx) => decideRequest(tx, which, who))
  expect(await decide(await somebody())).toBe(false)
  expect(await decide({ ...person, signInId: 'another session' })).toBe(false)
  expect(await decide(person, 'made-up')).toBe(false)
  expect(await decide(person, await storeRequest('query', null))).toBe(false)
  const old = await storeRequest('query', person)
  await db().oAuthRequest.updateMany({ where: { handle: hashOf(old) }, data: { expiresAt: new Date(Date.now() - 1) } })
  expect(await decide(person, old)).toBe(false)
  expect(await decide(person)).toBe(true)
})

it('of eight transactions at once that decide a handle, one does', async () => {
  const person = await somebody()
  const handle = await storeRequest('query', person)
  const decided = await Promise.all(Array.from({ length: 8 }, () => transaction((tx) => decideRequest(tx, handle, person))))
  expect(decided.filter(Boolean)).toHaveLength(1)
})
