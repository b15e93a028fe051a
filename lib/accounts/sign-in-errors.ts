import { log } from '#lib/runtime/log.ts'
import { MINUTE_MS } from '#lib/values/durations.ts'
import { makeUserToken } from './user-tokens.ts'

export class TooManyAttempts extends Error {}
/** Its message is the way back: whoever hears it has just proved that the account is theirs. */
export class ClosedAccount extends Error {}

const WAY_BACK_MS = 30 * MINUTE_MS
export const wayBack = async ({ id, email }: { id: string; email: string }): Promise<string> =>
  (await makeUserToken({ userId: id, email, purpose: 'reopen', by: 'account', lives: WAY_BACK_MS })).token

/** next-auth puts the message of what is thrown into the address that the browser goes to: none of ours may stand there. */
export function secretly<A extends unknown[], T>(work: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  return async (...args) => {
    try {
      return await work(...args)
    } catch (error) {
      if (error instanceof TooManyAttempts || error instanceof ClosedAccount) throw error
      log.error('signing in failed', { error })
      throw new Error('Internal')
    }
  }
}
