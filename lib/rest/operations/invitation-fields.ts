import { z } from 'zod'
import { takeTicket } from '#lib/http/rate-limit.ts'
import type { FreeForm } from '#lib/schema/lenient-types.ts'
import { type Issue, valueError } from '#lib/schema/model-error.ts'
import { readAddress } from '#lib/service/sharing/collaborators.ts'
import { json, type RepeatableReply } from '../reply.ts'
import { Refused } from '../request-parts.ts'

/** What whoever invites somebody says, and is told. */

export const NO_ADDRESS = valueError(['email'], 'not a valid e-mail address')
export const address = z.string().min(3).max(254).describe('In any case; kept in lower case')
/** A body's `email` is checked beside its other fields. */
export const mustHoldAddress = ({ email }: FreeForm): Issue[] =>
  typeof email === 'string' && email.length >= 3 && email.length <= 254 && readAddress(email) === null ? [NO_ADDRESS] : []

export const Message = z.string().max(500).optional().describe('A line to whom it is for, plain text')

/** What is kept for a repeat must not hold in clear what the table has as a hash. */
export const invitationReply = (answer: object): RepeatableReply => ({
  ...json(answer),
  ...('inviteUrl' in answer && { repeat: Buffer.from(JSON.stringify({ ...answer, inviteUrl: null })) }),
})

export const INVITE_URL = z.string().nullable().optional()
export const INVITE_URL_WORDS =
  'To be sent to them where no mail has gone. Told this once; null in the first answer again (Idempotency-Key)'
export const MAILED = z
  .boolean()
  .optional()
  .describe('Whether a letter has gone to the address; absent where this server sends no mail, or had nothing to say')

export async function mayInvite(userId: string): Promise<void> {
  const ticket = await takeTicket('invitation', userId)
  if (ticket) throw new Refused(429, 'Too many invitations in an hour', { 'Retry-After': String(ticket.retryAfter) })
}
