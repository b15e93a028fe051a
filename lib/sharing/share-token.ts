import { createHash, randomBytes } from 'node:crypto'

/**
 * The secret of a share link: `sl_`, the model's id without its `m_`, 192 random bits. It carries the id so that the look-up is by the
 * key of the table and asks one shard; an id without the rest opens nothing.
 */

const PREFIX = 'sl_'
const ID_LENGTH = 24
const TOKEN = /^sl_([\w-]{24})[\w-]{32}$/

export const newShareToken = (modelId: string): string => {
  const id = modelId.replace(/^m_/, '')
  if (id.length !== ID_LENGTH) throw new Error('a model id that no token can carry')
  return `${PREFIX}${id}${randomBytes(24).toString('base64url')}`
}

/** Null for what is no token. */
export function modelIdIn(token: string): string | null {
  const id = TOKEN.exec(token)?.[1]
  return id === undefined ? null : `m_${id}`
}

/** SHA-256 of the whole token, in hex: what is stored. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** By which its owner knows it again. */
export const hintOf = (token: string): string => token.slice(-4)
