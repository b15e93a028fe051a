import { confirmLetter } from '#lib/activity/letters.ts'
import { post } from '#lib/activity/outbox.ts'
import { env } from '#lib/runtime/env.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import { makeUserToken } from './user-tokens.ts'

const LIVES_MS = DAY_MS

/** A letter to a new account: its link, and a session of it, prove that the address is the person's. Whether it has gone. */
export async function sendConfirmation({ id, email }: { id: string; email: string }): Promise<boolean> {
  const { token, expiresAt } = await makeUserToken({ userId: id, email, purpose: 'confirm', by: 'account', lives: LIVES_MS })
  return post(confirmLetter({ to: email, url: `${env.APP_URL}/confirm-email/${token}`, expiresAt }))
}
