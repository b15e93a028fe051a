import { createHmac, randomBytes } from 'node:crypto'
import type { LinkCaller } from '#lib/access/caller.ts'
import { inPasswordTurn } from '#lib/accounts/password-turns.ts'
import { hashPassword, verifyPassword } from '#lib/accounts/passwords.ts'
import { giveBackLinkGuess, takeLinkGuess } from '#lib/accounts/throttle.ts'
import { db, direct, type Tx, transaction } from '#lib/db/client.ts'
import { prefixOf } from '#lib/http/client-address.ts'
import { cookieIn } from '#lib/http/cookies.ts'
import type { HeaderFields } from '#lib/http/incoming.ts'
import { authSecret } from '#lib/runtime/auth-secret.ts'
import { env } from '#lib/runtime/env.ts'
import { limits } from '#lib/runtime/limits.ts'
import { isSameSecret } from '#lib/runtime/timing-safe-equal.ts'
import { type Actor, holdModel, note } from './rights.ts'
import { hashOfToken, hintOf, modelIdIn, newShareToken } from './share-token.ts'

/** Links by which a model is shown to whoever has them. The token is told once, and stored as a hash. People, section 3. */

/** What an owner says of a link. `revision` null: the present one, whichever that is. */
export type LinkFields = {
  name: string
  expiresAt: Date | null
  comments: boolean
  /** Sites that may show it in a frame: origins, or `*`. */
  origins: string[]
}

export type ShareLink = LinkFields & {
  id: string
  hint: string
  revision: number | null
  hasPassword: boolean
  opens: number
  lastOpenedAt: Date | null
}

type Row = {
  modelId: string
  hash: string
  id: string
  name: string
  hint: string
  passwordHash: string | null
  origins: string
  comments: boolean | number
  revision: number | null
  expiresAt: Date | null
  revokedAt: Date | null
  opens: number
  lastOpenedAt: Date | null
}

const toLink = ({
  id,
  name,
  hint,
  passwordHash,
  origins,
  comments,
  revision,
  expiresAt,
  opens,
  lastOpenedAt,
}: Row): ShareLink => ({
  ...{ id, name, hint, expiresAt, revision, opens, lastOpenedAt },
  hasPassword: passwordHash !== null,
  comments: Boolean(comments), // SQLite has numbers for it
  origins: JSON.parse(origins),
})

/** Those of a model that were not revoked, the newest first; one that has expired can be given more time. */
export async function listShareLinks(modelId: string): Promise<ShareLink[]> {
  const rows = await db().shareLink.findMany({
    where: { modelId, revokedAt: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return rows.map(toLink)
}

const noted = ({ id, name, hint }: Pick<Row, 'id' | 'name' | 'hint'>) => ({ link: id, name, hint })

/** Neither revoked nor at its end. */
export const isLive = (now = new Date()) => ({ revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] })

async function isBelowLinkLimit(tx: Tx, modelId: string): Promise<boolean> {
  const live = await tx.shareLink.count({ where: { modelId, ...isLive() } })
  return live < limits.shareLinks
}

/** `too_many`: the model has as many live ones as it may. `gone`: there is no such model or link any more. */
type Not = 'too_many' | 'gone'

/** The one answer that holds the token. `revision`: the model shows that one for good. */
export async function makeShareLink(
  modelId: string,
  caller: Actor,
  { password, ...fields }: LinkFields & { password: string | null; revision: number | null },
): Promise<{ link: ShareLink; token: string } | Not> {
  const token = newShareToken(modelId)
  const passwordHash = password === null ? null : await hashPassword(password)
  const id = `ln_${randomBytes(9).toString('base64url')}`
  const made = await transaction(async (tx) => {
    if (!(await holdModel(tx, modelId))) return 'gone'
    if (!(await isBelowLinkLimit(tx, modelId))) return 'too_many'
    const row = await tx.shareLink.create({
      data: {
        ...{
          modelId,
          hash: hashOfToken(token),
          id,
          hint: hintOf(token),
          passwordHash,
          createdBy: caller.userId,
          createdAt: new Date(),
        },
        ...fields,
        origins: JSON.stringify(fields.origins),
      },
    })
    await note(tx, modelId, caller, 'link.made', noted(row))
    return row
  })
  if (typeof made === 'string') return made
  return { link: toLink(made), token }
}

/**
 * What is not named stays. `password` null takes it away; a new one ends what the old one had opened. `embedded`: it would have a
 * password and sites that show it in a frame.
 */
export async function changeShareLink(
  modelId: string,
  id: string,
  caller: Actor,
  { password, origins, ...fields }: Partial<LinkFields> & { password?: string | null | undefined },
): Promise<ShareLink | Not | 'embedded'> {
  const passwordHash = password == null ? password : await hashPassword(password)
  const changed = await transaction(async (tx) => {
    if (!(await holdModel(tx, modelId))) return 'gone'
    const before = await tx.shareLink.findUnique({ where: { modelId_id: { modelId, id } } })
    if (!before || before.revokedAt) return 'gone'
    const after = {
      ...fields,
      origins: origins ? JSON.stringify(origins) : before.origins,
      passwordHash: passwordHash === undefined ? before.passwordHash : passwordHash,
    }
    if (after.passwordHash !== null && after.origins !== '[]') return 'embedded'
    // One that has expired takes no room until it is given more time.
    const hasExpired = (time: Date | null) => time !== null && time <= new Date()
    const isRevived = hasExpired(before.expiresAt) && fields.expiresAt !== undefined && !hasExpired(fields.expiresAt)
    if (isRevived && !(await isBelowLinkLimit(tx, modelId))) return 'too_many'
    await note(tx, modelId, caller, 'link.changed', noted(before))
    return tx.shareLink.update({ where: { modelId_id: { modelId, id } }, data: after })
  })
  if (typeof changed === 'string') return changed
  return toLink(changed)
}

/** At once and for good: what is open by it ends. False when there is no such link. */
export async function revokeShareLink(modelId: string, id: string, caller: Actor): Promise<boolean> {
  return transaction(async (tx) => {
    if (!(await holdModel(tx, modelId))) return false
    const link = await tx.shareLink.findUnique({ where: { modelId_id: { modelId, id } } })
    if (!link || link.revokedAt) return false
    await tx.shareLink.update({ where: { modelId_id: { modelId, id } }, data: { revokedAt: new Date() } })
    await note(tx, modelId, caller, 'link.revoked', noted(link))
    return true
  })
}

/** A link that leads somewhere, as somebody with the token has found it. */
export type FoundLink = ShareLink & { caller: LinkCaller; token: string; passwordHash: string | null; hash: string }

const COLUMNS = [
  'modelId',
  'hash',
  'id',
  'name',
  'hint',
  'passwordHash',
  'origins',
  'comments',
  'revision',
  'expiresAt',
  'revokedAt',
]
const OF_TOKEN = `SELECT ${[...COLUMNS, 'opens', 'lastOpenedAt'].map((column) => `"${column}"`).join(', ')}
  FROM "ShareLink" WHERE "modelId" = $1 AND "hash" = $2`

/** Null for what is no token, unknown, revoked or expired: which of them is nobody's business. */
export async function linkOf(token: string): Promise<FoundLink | null> {
  const modelId = modelIdIn(token)
  if (modelId === null) return null
  const [row] = await direct().select<Row>(OF_TOKEN, [modelId, hashOfToken(token)])
  if (!row || row.revokedAt || (row.expiresAt && row.expiresAt <= new Date())) return null
  const link = toLink(row)
  const { id: linkId, revision, comments } = link
  const caller: LinkCaller = { via: 'link', modelId, linkId, revision, comments, principal: `link:${modelId}:${linkId}` }
  return { ...link, caller, token, passwordHash: row.passwordHash, hash: row.hash }
}

/**
 * Whether a password opens the link: then `Set-Cookie` for the browser in which it was entered, else false, or after how many seconds
 * to try again.
 */
export async function enterPassword(
  link: FoundLink,
  password: string,
  network: string,
): Promise<{ cookie: string } | false | number> {
  const wait = await takeLinkGuess(link.id, network)
  if (wait !== null) return wait
  const { passwordHash } = link
  if (passwordHash !== null) {
    const result = await inPasswordTurn(prefixOf(network), () => verifyPassword(passwordHash, password))
    if ('wait' in result) return result.wait
    if (!result.done) return false
  }
  await giveBackLinkGuess(link.id, network)
  return { cookie: passedCookie(link) }
}

// Who has entered a link's password has a cookie that says so.

const PASSED_SECONDS = 12 * 60 * 60
const cookieOf = ({ id }: Pick<FoundLink, 'id'>) => `share_${id}`

/** Nobody without the secret can make one, and a new password ends it. `until`: seconds since 1970. */
function sealOf({ id, caller, passwordHash }: FoundLink, until: number): string {
  const text = `share link\n${caller.modelId}\n${id}\n${passwordHash}\n${until}`
  return createHmac('sha256', authSecret()).update(text).digest('base64url')
}

/** Whether this browser may look: the link has no password, or somebody has entered it here. */
export function hasPassed(headers: HeaderFields, link: FoundLink): boolean {
  if (link.passwordHash === null) return true
  const [untilText = '', seal = ''] = (cookieIn(headers, cookieOf(link)) ?? '').split('.')
  const until = Number(untilText)
  return until * 1000 > Date.now() && isSameSecret(seal, sealOf(link, until)) // what is no number is not later either
}

function passedCookie(link: FoundLink): string {
  const until = Math.floor(Date.now() / 1000) + PASSED_SECONDS
  const secure = env.APP_URL.startsWith('https:') ? '; Secure' : ''
  return `${cookieOf(link)}=${until}.${sealOf(link, until)}; Path=/; Max-Age=${PASSED_SECONDS}; HttpOnly; SameSite=Lax${secure}`
}
