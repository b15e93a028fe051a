import { randomBytes } from 'node:crypto'
import type { Caller } from '#lib/access/caller.ts'
import { SCOPES } from '#lib/access/scopes.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '#lib/accounts/api-keys.ts'
import { changePassword, createUser } from '#lib/accounts/users.ts'
import { db } from '#lib/db/client.ts'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { createModel, listModels } from '#lib/storage/models.ts'

export const DEMO_EMAIL = 'demo@example.com'
const KEY_NAME = 'Demo'

/** What there is now; secrets only where they were made just now, for they are kept as hashes. */
export type DemoAccount = {
  email: string
  password?: string
  modelId: string
  isNewModel: boolean
  key?: string
}

/**
 * The demo user with the demo building and an API key. Makes what is missing and leaves what is there: a building that
 * somebody has changed stays changed. `reset` asks for a new password and a new key in place of the old.
 */
export async function demoAccount({ reset }: { reset: boolean }): Promise<DemoAccount> {
  const password = randomBytes(12).toString('base64url')
  const created = await createUser({ email: DEMO_EMAIL, password, name: 'Demo' })
  const user = created === 'email_taken' ? await db().user.findUniqueOrThrow({ where: { email: DEMO_EMAIL } }) : created
  const isNewUser = created !== 'email_taken'
  if (reset && !isNewUser && !(await changePassword(user, password))) {
    throw new Error('the demo account was disabled, or its password changed at the same moment')
  }

  const caller: Caller = { userId: user.id, via: 'session', scopes: new Set(SCOPES), principal: `user:${user.id}` }
  const building = demoBuilding()
  const { items } = await listModels(caller, { limit: 200, q: building.name })
  const present = items.find(({ name }) => name === building.name)
  const modelId = present?.id ?? (await createModel({ caller, via: 'admin' }, building)).modelId

  const keys = (await listApiKeys(user.id)).filter(({ name }) => name === KEY_NAME)
  if (reset) for (const { id } of keys) await revokeApiKey(user.id, id)
  const key = reset || keys.length === 0 ? (await createApiKey(user.id, { name: KEY_NAME, scopes: SCOPES })).key : undefined
  return {
    email: DEMO_EMAIL,
    ...((isNewUser || reset) && { password }),
    modelId,
    isNewModel: !present,
    ...(key && { key }),
  }
}
