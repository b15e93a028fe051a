import { expect, it } from 'vitest'
import { transaction } from '#lib/db/client.ts'
import { signUpUser } from '#lib/fixtures/verbs.ts'
import { decideRequest, keepRequest } from './store.ts'

const somebody = async () => ({ userId: (await signUpUser()).id, signInId: 'a session', sessionVersion: 0 })

it('a consent handle is decided once: true, then false, in one transaction and in two', async () => {
  const person = await somebody()
  const one = await keepRequest('query', person)
  const inOne = await transaction(async (tx) => [await decideRequest(tx, one, person), await decideRequest(tx, one, person)])
  expect(inOne).toEqual([true, false])

  const two = await keepRequest('query', person)
  const inTwo = [
    await transaction((tx) => decideRequest(tx, two, person)),
    await transaction((tx) => decideRequest(tx, two, person)),
  ]
  expect(inTwo).toEqual([true, false])
})

it('of eight transactions at once that decide a handle, one does', async () => {
  const person = await somebody()
  const handle = await keepRequest('query', person)
  const decided = await Promise.all(Array.from({ length: 8 }, () => transaction((tx) => decideRequest(tx, handle, person))))
  expect(decided.filter(Boolean)).toHaveLength(1)
})
