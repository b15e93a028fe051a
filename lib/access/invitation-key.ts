import { createHash } from 'node:crypto'

/** What an invitation's link says, and what a list or a notification may name of it. It is made and sealed in `sharing/invitation-token.ts`. */
export type InvitationKey = { modelId: string; hash: string }
/** `shown`: by its name alone. `seal`: that it came by mail, if it is right for the address. */
export type InvitationToken = InvitationKey & { shown: boolean; seal?: string | undefined }

const TOKEN = /^in_([\w-]{24})[\w-]{32}(?:\.([\w-]{22}))?$/
const NAME = /^iv_([\w-]{24})([0-9a-f]{64})$/
const SECRET_LENGTH = 'in_'.length + 24 + 32

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** A model's id as tokens have it. */
export const idPart = (modelId: string) => modelId.replace(/^m_/, '')

/** Shows nothing by itself. */
export const nameOfInvitation = ({ modelId, hash }: InvitationKey): string => `iv_${idPart(modelId)}${hash}`

/** Null for what is no token. */
export function readInvitationToken(text: string): InvitationToken | null {
  const [, named, hash] = NAME.exec(text) ?? []
  if (named !== undefined && hash !== undefined) return { modelId: `m_${named}`, hash, shown: true }
  const [, id, seal] = TOKEN.exec(text) ?? []
  if (id === undefined) return null
  return { modelId: `m_${id}`, hash: hashOf(text.slice(0, SECRET_LENGTH)), shown: false, seal }
}

/** Of the rows, those that still open something: neither used nor ended, and not too old. */
export const isOpen = (now = new Date()) => ({ acceptedAt: null, endedAt: null, expiresAt: { gt: now } })
