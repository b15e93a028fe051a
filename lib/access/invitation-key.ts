/** An invitation without its secret: what a list or a notification may name. */
export type InvitationKey = { modelId: string; hash: string }

/** A model's id as tokens have it. */
export const idPart = (modelId: string) => modelId.replace(/^m_/, '')

/** Shows nothing by itself. */
export const nameOfInvitation = ({ modelId, hash }: InvitationKey): string => `iv_${idPart(modelId)}${hash}`

/** Of the rows, those that still open something: neither used nor ended, and not too old. */
export const isOpen = (now = new Date()) => ({ acceptedAt: null, endedAt: null, expiresAt: { gt: now } })
