import { z } from 'zod'
import { transaction } from '#lib/db/client.ts'
import { clientNetwork } from '#lib/http/client-address.ts'
import { tell } from './account-event.ts'
import { revokeApiKeys } from './api-keys.ts'
import { closeAccount, reopenAccount, sharedModelsOf } from './closing.ts'
import { done, newSession, Password, Text } from './operations.ts'
import { hashPassword, passwordIssue } from './passwords.ts'
import { type AccountOperation, bodyOf, Invalid, mustBeSignedIn, Refused, tooMany } from './serve.ts'
import { clearSessionCookie } from './sign-ins.ts'
import { giveBackGuess, takeGuess } from './throttle.ts'
import { spendUserToken, userOfToken } from './user-tokens.ts'
import { isPresentPassword, profileOf } from './users.ts'

/** What a one-use link opens, and the closing of an account. */

const NOWHERE = 'This link leads nowhere any more. Ask for a new one.'

const NewPassword = z.object({ token: Text, password: Password, revokeApiKeys: z.boolean().default(false) })

/** Ends every session and connected app, and every API key where that is asked for; it signs nobody in. */
export const resetByLink: AccountOperation = async (request) => {
  const { token, password, revokeApiKeys: alsoApiKeys } = await bodyOf(request, NewPassword)
  const user = await userOfToken(token, 'reset')
  if (!user || user.disabledAt) throw new Refused(404, NOWHERE)
  const issue = passwordIssue(password, user.email)
  if (issue) throw new Invalid([{ field: 'password', msg: issue }])
  const passwordHash = await hashPassword(password)
  const revoked = await transaction(async (tx) => {
    if (!(await spendUserToken(tx, token, 'reset'))) return null
    const { count } = await tx.user.updateMany({
      where: { id: user.id, disabledAt: null },
      data: { passwordHash, sessionVersion: { increment: 1 } },
    })
    if (count === 0) return null
    await tx.signIn.deleteMany({ where: { userId: user.id } })
    return alsoApiKeys ? revokeApiKeys(tx, user.id) : 0
  })
  if (revoked === null) throw new Refused(404, NOWHERE)
  await tell(request.headers, {
    userId: user.id,
    action: 'account.change_password',
    about: { by: 'link', revokedApiKeys: revoked },
  })
  return done({ 'set-cookie': clearSessionCookie })
}

const Closing = z.object({ password: Text.optional(), email: Text.optional() })

/** Proved by the password; by the address typed where there is none. Shared models come first. */
export const closeOwnAccount: AccountOperation = async (request) => {
  const { userId, email, signInId, sessionVersion } = await mustBeSignedIn(request)
  const body = await bodyOf(request, Closing)
  const shared = await sharedModelsOf(userId)
  if (shared.length > 0) {
    const names = shared.slice(0, 5).map(({ name }) => `“${name}”`)
    const more = shared.length > 5 ? ` and ${shared.length - 5} more` : ''
    throw new Refused(409, `Others work in ${names.join(', ')}${more}. Give these models to somebody, or delete them, first.`)
  }
  const { hasPassword } = await profileOf(userId)
  if (hasPassword) {
    const guess = { account: email, network: clientNetwork(request.headers), known: `session ${signInId}` }
    const wait = await takeGuess(guess)
    if (wait !== null) throw tooMany(wait)
    if (!(await isPresentPassword(userId, body.password ?? ''))) {
      throw new Invalid([{ field: 'password', msg: 'This is not your password.' }])
    }
    await giveBackGuess(guess)
  } else if (body.email?.trim().toLowerCase() !== email) {
    throw new Invalid([{ field: 'email', msg: 'This is not the address of your account.' }])
  }
  const closedAt = await closeAccount({ id: userId, sessionVersion })
  if (!closedAt) throw new Refused(401, 'Sign in first.')
  await tell(request.headers, { userId, action: 'account.close' })
  return done({ 'set-cookie': clearSessionCookie })
}

/** By the link that signing in to a closed account leads to; signs in. */
export const reopenOwnAccount: AccountOperation = async (request) => {
  const { token } = await bodyOf(request, z.object({ token: Text }))
  const found = await userOfToken(token, 'reopen')
  const user = found && (await reopenAccount(token, found))
  if (!user) throw new Refused(404, 'This link leads nowhere any more. Sign in again.')
  await tell(request.headers, { userId: user.id, action: 'account.reopen' })
  return done(await newSession(request, user))
}
