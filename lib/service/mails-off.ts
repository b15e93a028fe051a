import { MAILS_OFF_PATH, readMailsOffToken } from '#lib/activity/mails-off-token.ts'
import { turnMailsOff } from '#lib/activity/notifications.ts'

/** Unsubscribing from letters by what stands in them, RFC 8058. */

export const mailsOffPath: string = MAILS_OFF_PATH

/** Whether it turns anything off. */
export const opensMails = (token: string): boolean => readMailsOffToken(token) !== undefined

/** Idempotent. False of a token that we did not make. */
export async function unsubscribe(token: string): Promise<boolean> {
  const read = readMailsOffToken(token)
  if (read) await turnMailsOff(read.userId, read.about)
  return read !== undefined
}
