import { expect, it } from 'vitest'
import { SCOPES } from '#lib/access/scopes.ts'
import { openApiKey } from '#lib/accounts/api-keys.ts'
import { matchesPassword, userByEmail } from '#lib/accounts/users.ts'
import { openModel } from '#lib/storage/models.ts'
import { DEMO_EMAIL, demoAccount } from './demo-account.ts'

const opens = async (password = '') => matchesPassword(await userByEmail(DEMO_EMAIL), password)

it('makes an account with a password, a key and the building, and a second time leaves them alone', async () => {
  const first = await demoAccount({ reset: false })
  const user = await userByEmail(DEMO_EMAIL)
  const key = await openApiKey(first.key ?? '')
  expect(key).toMatchObject({ userId: user?.id, scopes: SCOPES })
  const caller = { userId: user?.id ?? '', via: 'session' as const, scopes: new Set(SCOPES), principal: 'test' }
  const model = await openModel(caller, first.modelId, 'write')
  expect(model).toMatchObject({ name: 'Demo building', role: 'owner', revision: 1, counts: { frames: 506, areas: 96 } })

  expect(await demoAccount({ reset: false })).toEqual({ email: DEMO_EMAIL, modelId: first.modelId, isNewModel: false })
  expect(await opens(first.password)).toBe(true)
})

it('makes a new password and key in place of the old when asked', async () => {
  const first = await demoAccount({ reset: true })
  const second = await demoAccount({ reset: true })
  expect(second.modelId).toBe(first.modelId)
  expect(await opens(first.password)).toBe(false)
  expect(await opens(second.password)).toBe(true)
  expect(await openApiKey(first.key ?? '')).toBeNull()
  expect(await openApiKey(second.key ?? '')).not.toBeNull()
})
