import { createHash, randomBytes } from 'node:crypto'

/** The secret of an invitation: `in_`, the model's id without its `m_`, 192 random bits. So the look-up is by the key of the table. */
const TOKEN = /^in_([\w-]{24})[\w-]{32}$/

export function newInvitationToken(modelId: string): string {
  const token = `in_${modelId.replace(/^m_/, '')}${randomBytes(24).toString('base64url')}`
  if (!TOKEN.test(token)) throw new Error('a model id that no token can carry')
  return token
}

/** The key of the row; null for what is no token. */
export function keyOfInvitation(token: string): { modelId: string; hash: string } | null {
  const id = TOKEN.exec(token)?.[1]
  return id === undefined ? null : { modelId: `m_${id}`, hash: createHash('sha256').update(token).digest('hex') }
}
