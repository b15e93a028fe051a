import { z } from 'zod'
import { passwordLetter, resetLetter } from '#lib/activity/letters.ts'
import { behind, post, sendsMail } from '#lib/activity/outbox.ts'
import { transaction } from '#lib/db/client.ts'
import { clientNetwork } from '#lib/http/client-address.ts'
import { env } from '#lib/runtime/env.ts'
import { HOUR_MS } from '#lib/values/durations.ts'
import { logAccountEvent } from './account-event.ts'
import { revokeApiKeys } from './api-keys.ts'
import { closeAccount, reopenAccount, sharedModelsOf } from './close-account.ts'
import { sendConfirmation } from './confirmation.ts'
import { done, NO_ADDRESS, newSession, Password, Text } from './operations.ts'
import { hashPassword, passwordIssue } from './passwords.ts'
import { mayUsePassword, signsInBy, takesSomePasswords } from './registration.ts'
import { type AccountOperation, bodyOf, Invalid, mustBeSignedIn, Refused, tooMany } from './serve.ts'
import { clearSessionCookie } from './sign-ins.ts'
import { giveBackGuess, takeConfirmation, takeForgotten, takeGuess } from './throttle.ts'
import { makeUserToken, spendUserToken, userOfToken } from './user-tokens.ts'
import { confirmEmail, Email, isPresentPassword, profileOf, userByEmail } from './users.ts'

/** What a one-use link opens, and the closing of an account. */

const NOWHERE = 'This link no longer works. Ask for a new one.'

const NewPassword = z.object({ token: Text, password: Password, revokeApiKeys: z.boolean().default(false) })

const FORGOTTEN_MS = HOUR_MS
const Address = z.object({ email: Text })

/**
 * Says the same, after the same time, whether or not somebody has the address: what there is to do is done behind the answer. An account
 * without a password gets a first one this way only if its address was confirmed.
 */
export const forgottenPassword: AccountOperation = async (request) => {
  if (!takesSomePasswords()) throw new Refused(403, signsInBy())
  if (!sendsMail()) throw new Refused(404, 'This server does not send e-mail. Ask the administrator for a link.')
  const email = Email.safeParse((await bodyOf(request, Address)).email)
  if (!email.success) throw new Invalid([NO_ADDRESS])
  const wait = await takeForgotten(email.data, clientNetwork(request.headers))
  if (wait !== null) throw tooMany(wait)
  behind(async () => {
    const user = await userByEmail(email.data)
    if (!user || user.disabledAt || !mayUsePassword(user) || (user.passwordHash === null && user.emailVerified === null)) return
    const { token, expiresAt } = await makeUserToken({
      ...{ userId: user.id, email: user.email, purpose: 'reset', by: 'account', lives: FORGOTTEN_MS },
    })
    await logAccountEvent(request.headers, { userId: user.id, action: 'account.forgotten' })
    await post(resetLetter({ to: user.email, url: `${env.APP_URL}/reset-password/${token}`, expiresAt }))
  })
  return new Response(null, { status: 202 })
}

/** Asks for the letter with which an address is confirmed once more. */
export const askConfirmation: AccountOperation = async (request) => {
  const { userId, email } = await mustBeSignedIn(request, { unconfirmed: true })
  if (!sendsMail()) throw new Refused(404, 'This server does not send e-mail. The administrator can confirm the address.')
  const wait = await takeConfirmation(userId)
  if (wait !== null) throw tooMany(wait)
  if (!(await sendConfirmation({ id: userId, email }))) {
    throw new Refused(503, 'The mail server does not take mail just now. It is tried again for half an hour.')
  }
  return done()
}

/**
 * By the link in the letter, in a session of that very account: whoever reads the letter without having made the account confirms nothing
 * for somebody who signed up with their address.
 */
export const confirmAddress: AccountOperation = async (request) => {
  const { userId } = await mustBeSignedIn(request, { unconfirmed: true })
  const { token } = await bodyOf(request, z.object({ token: Text }))
  const user = await userOfToken(token, 'confirm')
  if (user?.id !== userId) throw new Refused(404, NOWHERE)
  await transaction(async (tx) => (await spendUserToken(tx, token, 'confirm')) && confirmEmail(tx, user))
  await logAccountEvent(request.headers, { userId, action: 'account.confirm_email', about: { by: 'mail' } })
  return done()
}

/**
 * Ends every session and connected app, and every API key where that is asked for; it signs nobody in. A link that came by mail proves the
 * address. Where nobody had proved it before, the account may be a stranger's who signed up with it: then keys and linked logins end, too.
 */
export const resetByLink: AccountOperation = async (request) => {
  const { token, password, revokeApiKeys: alsoApiKeys } = await bodyOf(request, NewPassword)
  const user = await userOfToken(token, 'reset')
  if (!user || user.disabledAt || !opensPassword(user)) throw new Refused(404, NOWHERE)
  const issue = passwordIssue(password, user.email)
  if (issue) throw new Invalid([{ field: 'password', msg: issue }])
  const passwordHash = await hashPassword(password)
  const revoked = await transaction(async (tx) => {
    if (!(await spendUserToken(tx, token, 'reset'))) return null
    const { count } = await tx.user.updateMany({
      where: { id: user.id, disabledAt: null },
      data: { passwordHash, sessionVersion: { increment: 1 }, ...(!mayUsePassword(user) && { keepsPassword: true }) },
    })
    if (count === 0) return null
    await tx.signIn.deleteMany({ where: { userId: user.id } })
    const isFirstProof = user.wasMailed && (await confirmEmail(tx, user))
    if (isFirstProof) await tx.account.deleteMany({ where: { userId: user.id } })
    return alsoApiKeys || isFirstProof ? revokeApiKeys(tx, user.id) : 0
  })
  if (revoked === null) throw new Refused(404, NOWHERE)
  await logAccountEvent(request.headers, {
    userId: user.id,
    action: 'account.change_password',
    about: { by: 'link', revokedApiKeys: revoked },
  })
  behind(() => post(passwordLetter({ to: user.email, at: new Date() })))
  return done({ 'set-cookie': clearSessionCookie })
}

/** Where no password counts, the administrator's link makes one that does: the way back in. */
export const opensPassword = (user: { keepsPassword: boolean; wasMailed: boolean }): boolean =>
  mayUsePassword(user) || !user.wasMailed

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
  await logAccountEvent(request.headers, { userId, action: 'account.close' })
  return done({ 'set-cookie': clearSessionCookie })
}

/** By the link that signing in to a closed account leads to; signs in. */
export const reopenOwnAccount: AccountOperation = async (request) => {
  const { token } = await bodyOf(request, z.object({ token: Text }))
  const found = await userOfToken(token, 'reopen')
  const user = found && (await reopenAccount(token, found))
  if (!user) throw new Refused(404, 'This link no longer works. Sign in again.')
  await logAccountEvent(request.headers, { userId: user.id, action: 'account.reopen' })
  return done(await newSession(request, user))
}
