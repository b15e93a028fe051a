import { z } from 'zod'
import { SCOPES } from '#lib/access/scopes.ts'
import { TOOL_NAME_STYLES } from '#lib/access/tool-name-style.ts'
import { passwordLetter } from '#lib/activity/letters.ts'
import { chooseMails, mailsOf } from '#lib/activity/notifications.ts'
import { behind, post, sendsMail } from '#lib/activity/outbox.ts'
import { clientAddress, clientNetwork } from '#lib/http/client-address.ts'
import { env } from '#lib/runtime/env.ts'
import { isFirstInAMinute } from '#lib/runtime/once-a-minute.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import { logAccountEvent } from './account-event.ts'
import { chooseKeyToolNameStyle, createApiKeyBySession, listApiKeys, revokeApiKey } from './api-keys.ts'
import { sendConfirmation } from './confirmation.ts'
import { knownBrowserCookie, type SealedUser } from './known-browser.ts'
import { passwordIssue } from './passwords.ts'
import { endSessionUrl } from './provider/provider-logout.ts'
import { guestAddress, mayUsePassword, signsInBy, whyClosed, whyNotByPassword } from './registration.ts'
import { type AccountOperation, bodyOf, Invalid, mustBeSignedIn, Refused, tooMany } from './serve.ts'
import { clearSessionCookie, createSignIn, endSignIn, setSessionCookie, signedIn } from './sign-ins.ts'
import { giveBackGuess, takeGuess, takeSignUp } from './throttle.ts'
import {
  changePassword,
  createUser,
  Email,
  isPresentPassword,
  profileOf,
  renameUser,
  signOutEverywhere,
  takeLoginEmail,
  unlinkLogin,
} from './users.ts'

export const Text = z
  .string('Send text.')
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'Use characters that can be typed.')
const Name = Text.trim().max(200, 'Use at most 200 characters.')
export const Password = Text.min(1, 'Enter a password.')
export const NO_ADDRESS = { field: 'email', msg: 'Enter an e-mail address such as name@example.com.' }

export const done = (headers: HeadersInit = {}) => new Response(null, { status: 204, headers })

/** A session for the browser that just proved itself, which is known from now on. */
export async function newSession(request: Request, user: SealedUser & { sessionVersion: number }): Promise<[string, string][]> {
  const from = { userAgent: request.headers.get('user-agent'), address: clientAddress(request.headers) }
  const claims = await createSignIn(user, from)
  if (!claims) throw new Refused(401, 'Sign in first.') // disabled, or changed again, within this moment
  return [
    ['set-cookie', await setSessionCookie(claims)],
    ['set-cookie', knownBrowserCookie(request.headers, user)],
  ]
}

const SignUp = z.object({ email: Text, password: Password, name: Name.nullish(), invitation: Text.nullish() })

/** A new account, signed in at once. By the invitation a guest may have one that else nobody may. */
export const signUp: AccountOperation = async (request) => {
  const closed = whyClosed()
  if (closed && env.GUESTS === 'off') throw new Refused(403, closed)
  const body = await bodyOf(request, SignUp)
  const guest = closed ? await guestAddress(body.invitation) : null
  if (closed && guest === null) throw new Refused(403, closed)
  const email = Email.safeParse(body.email)
  const issue = passwordIssue(body.password, email.data ?? '')
  const issues = [...(email.success ? [] : [NO_ADDRESS]), ...(issue ? [{ field: 'password', msg: issue }] : [])]
  if (!email.success || issues.length > 0) throw new Invalid(issues)
  const refused =
    guest === null ? whyNotByPassword(email.data) : guest === email.data ? null : 'The invitation is for another address.'
  if (refused) throw new Invalid([{ field: 'email', msg: refused }])
  const wait = await takeSignUp(clientNetwork(request.headers))
  if (wait !== null) throw tooMany(wait)
  const user = await createUser({ email: email.data, password: body.password, name: body.name, keepsPassword: guest !== null })
  if (user === 'email_taken') {
    throw new Invalid([{ field: 'email', msg: 'There is an account with this address. Sign in instead.', type: 'email_taken' }])
  }
  const headers = await newSession(request, user)
  await logAccountEvent(request.headers, { userId: user.id, action: 'account.sign_up' })
  if (sendsMail()) behind(() => sendConfirmation(user))
  return Response.json({ id: user.id, email: user.email }, { status: 201, headers })
}

/** Ends this browser's session, and every copy of its cookie. Signed out already is fine. `to`: where it signs out, too. */
export const signOut: AccountOperation = async (request) => {
  const who = await signedIn(request.headers, { unconfirmed: true })
  const to = who && (await endSessionUrl(who.signInId))
  if (who && (await endSignIn(who.userId, who.signInId))) {
    await logAccountEvent(request.headers, { userId: who.userId, action: 'account.sign_out' })
  }
  const headers = { 'set-cookie': clearSessionCookie }
  return to ? Response.json({ to }, { headers }) : done(headers)
}

export const endAllSessions: AccountOperation = async (request) => {
  const { userId } = await mustBeSignedIn(request)
  await signOutEverywhere(userId)
  await logAccountEvent(request.headers, { userId, action: 'account.sign_out_everywhere' })
  return done({ 'set-cookie': clearSessionCookie })
}

export const endSession: AccountOperation = async (request, { sign_in_id = '' }) => {
  const who = await mustBeSignedIn(request)
  if (!(await endSignIn(who.userId, sign_in_id))) throw new Refused(404, 'There is no such session.')
  await logAccountEvent(request.headers, { userId: who.userId, action: 'account.end_session' })
  return done(sign_in_id === who.signInId ? { 'set-cookie': clearSessionCookie } : {})
}

export const changeProfile: AccountOperation = async (request) => {
  const { userId } = await mustBeSignedIn(request)
  const { name } = await bodyOf(request, z.object({ name: Name.nullable() }))
  await renameUser(userId, name || null)
  return Response.json({ name: name || null })
}

const Mails = z.object({ requests: z.boolean(), invitations: z.boolean(), comments: z.boolean().optional() })

/** What is told by mail, beside the bell. */
export const changeMails: AccountOperation = async (request) => {
  const { userId } = await mustBeSignedIn(request)
  const { comments = (await mailsOf(userId)).comments, ...wanted } = await bodyOf(request, Mails)
  await chooseMails(userId, { ...wanted, comments })
  return done()
}

const NewPassword = z.object({ presentPassword: Text.nullish(), password: Password, revokeApiKeys: z.boolean().default(false) })

/** Ends every session and connected app, and every API key where that is asked for; the browser that asks gets a new session. */
export const setPassword: AccountOperation = async (request) => {
  const { userId, email, signInId, sessionVersion } = await mustBeSignedIn(request)
  if (!mayUsePassword(await profileOf(userId))) throw new Refused(403, signsInBy())
  const { presentPassword, password, revokeApiKeys } = await bodyOf(request, NewPassword)
  const issue = passwordIssue(password, email)
  if (issue) throw new Invalid([{ field: 'password', msg: issue }])
  // A session vouches for its browser, and has its own count: one that was stolen does not keep the owner from signing in.
  const guess = { account: email, network: clientNetwork(request.headers), known: `session ${signInId}` }
  const wait = await takeGuess(guess)
  const logResult = (result: 'ok' | 'failed' | 'throttled', about = {}) =>
    logAccountEvent(request.headers, { userId, action: 'account.change_password', result, about })
  if (wait !== null) {
    if (isFirstInAMinute(`throttled ${guess.known}`)) await logResult('throttled')
    throw tooMany(wait)
  }
  if (!(await isPresentPassword(userId, presentPassword ?? ''))) {
    await logResult('failed')
    throw new Invalid([{ field: 'presentPassword', msg: 'This is not your present password.' }])
  }
  await giveBackGuess(guess)
  const user = await changePassword({ id: userId, sessionVersion }, password, { alsoApiKeys: revokeApiKeys })
  if (!user) throw new Refused(401, 'Sign in first.') // changed elsewhere meanwhile, which ended this session
  const headers = await newSession(request, user)
  await logResult('ok', { revokedApiKeys: user.revokedApiKeys })
  behind(() => post(passwordLetter({ to: email, at: new Date() })))
  return done(headers)
}

export const unlink: AccountOperation = async (request, { login_id = '' }) => {
  const { userId } = await mustBeSignedIn(request)
  const result = await unlinkLogin(userId, login_id)
  if (result === 'unknown') throw new Refused(404, 'There is no such link.')
  if (result === 'last') throw new Refused(409, 'This is the only way into the account. Set a password first.')
  await logAccountEvent(request.headers, { userId, action: 'account.unlink_login', about: { provider: result.provider } })
  return done()
}

/** What the provider says of the address is not taken over by itself. */
export const takeLoginAddress: AccountOperation = async (request, { login_id = '' }) => {
  const { userId } = await mustBeSignedIn(request)
  const taken = await takeLoginEmail(userId, login_id)
  if (taken === 'unknown') throw new Refused(404, 'There is no such link.')
  if (taken === 'taken') throw new Refused(409, 'There is another account with this address.')
  await logAccountEvent(request.headers, {
    userId,
    action: 'account.confirm_email',
    about: { by: taken.provider, email: taken.email },
  })
  return done()
}

const ToolNames = z.enum(TOOL_NAME_STYLES, 'Choose dots or underscores.')

const NewKey = z.object({
  name: Name.min(1, 'Name the key, so that you know it again.'),
  scopes: z.array(z.enum(SCOPES)).min(1, 'Allow the key something.'),
  /** Days until the key ends; null: when it is revoked. */
  expiresInDays: z.number().int().min(1).max(3650).nullable(),
  toolNameStyle: ToolNames.nullish(),
})

/** The one answer that holds the key itself. */
export const makeApiKey: AccountOperation = async (request) => {
  const { userId, sessionVersion } = await mustBeSignedIn(request)
  const { name, scopes, expiresInDays, toolNameStyle } = await bodyOf(request, NewKey)
  const expiresAt = expiresInDays === null ? null : new Date(Date.now() + expiresInDays * DAY_MS)
  const newKey = { name, scopes: [...new Set(scopes)], expiresAt, toolNameStyle }
  const made = await createApiKeyBySession({ userId, sessionVersion }, newKey)
  if (!made) throw new Refused(401, 'Sign in first.')
  const { id, key } = made
  const about = { name, hint: key.slice(-4), scopes: newKey.scopes, expiresAt }
  await logAccountEvent(request.headers, { userId, action: 'account.create_api_key', about })
  return Response.json({ id, key, name, scopes, expiresAt }, { status: 201 })
}

export const showApiKeys: AccountOperation = async (request) => {
  const { userId } = await mustBeSignedIn(request)
  return Response.json({ items: await listApiKeys(userId) })
}

const noSuchKey = () => new Refused(404, 'There is no such key.')

export const changeApiKey: AccountOperation = async (request, { key_id = '' }) => {
  const { userId } = await mustBeSignedIn(request)
  const { toolNameStyle } = await bodyOf(request, z.object({ toolNameStyle: ToolNames }))
  if (!(await chooseKeyToolNameStyle(userId, key_id, toolNameStyle))) throw noSuchKey()
  return done()
}

export const endApiKey: AccountOperation = async (request, { key_id = '' }) => {
  const { userId } = await mustBeSignedIn(request)
  const revoked = await revokeApiKey(userId, key_id)
  if (!revoked) throw noSuchKey()
  await logAccountEvent(request.headers, { userId, action: 'account.revoke_api_key', about: revoked })
  return done()
}
