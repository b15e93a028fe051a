import { expect, it } from 'vitest'
import { openApiKey } from '#lib/accounts/api-keys.ts'
import { userByPassword } from '#lib/accounts/users.ts'
import { SCOPES } from '#lib/oauth/scopes.ts'
import { openModel } from '#lib/storage/models.ts'
import { DEMO_EMAIL, demoAccount } from './demo-account.ts'

it('makes an account with a password, a key and the building, and a second time leaves them alone', async () => {
  const first = await demoAccount({ reset: false })
  const user = await userByPassword(DEMO_EMAIL, first.password ?? '')
  const key = await openApiKey(first.key ?? '')
  expect(key).toMatchObject({ userId: user?.id, scopes: SCOPES })
  const caller = { userId: user?.id ?? '', via: 'session' as const, scopes: new Set(SCOPES), principal: 'test' }
  const model = await openModel(caller, first.modelId, 'write')
  expect(model).toMatchObject({ name: 'Demo building', role: 'owner', revision: 1, counts: { frames: 366, areas: 96 } })

  expect(await demoAccount({ reset: false })).toEqual({ email: DEMO_EMAIL, modelId: first.modelId, isNewModel: false })
  expect(await userByPassword(DEMO_EMAIL, first.password ?? '')).not.toBeNull()
})

it('makes a new password and key in place of the old when asked', async () => {
  const first = await demoAccount({ reset: true })
  const second = await demoAccount({ reset: true })
  expect(second.modelId).toBe(first.modelId)
  expect(await userByPassword(DEMO_EMAIL, first.password ?? '')).toBeNull()
  expect(await userByPassword(DEMO_EMAIL, second.password ?? '')).not.toBeNull()
  expect(await openApiKey(first.key ?? '')).toBeNull()
  expect(await openApiKey(second.key ?? '')).not.toBeNull()
})
