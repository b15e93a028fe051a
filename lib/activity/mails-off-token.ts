import { createHmac } from 'node:crypto'
import { authSecret } from '#lib/runtime/auth-secret.ts'
import { env } from '#lib/runtime/env.ts'
import { isSameSecret } from '#lib/runtime/timing-safe-equal.ts'
import { isMailSwitch, type MailSwitch } from './mail-switches.ts'

/**
 * What a mail program unsubscribes with, without anybody signed in (RFC 8058): the account and the switch, signed. It does nothing but turn
 * that switch off, and works as long as the letter is kept.
 */

export const MAILS_OFF_PATH = '/api/account/mails-off'

const sealOf = (userId: string, about: MailSwitch): string =>
  createHmac('sha256', authSecret()).update(`mails off\n${about}\n${userId}`).digest('base64url')

/** Where letters about this are turned off. */
export const mailsOffUrl = (userId: string, about: MailSwitch): string =>
  `${env.APP_URL}${MAILS_OFF_PATH}?token=${Buffer.from(`${about} ${userId}`).toString('base64url')}.${sealOf(userId, about)}`

/** Whom a token is of, and which letters; undefined of one that we did not make. */
export function readMailsOffToken(token: string): { userId: string; about: MailSwitch } | undefined {
  const [name = '', seal = ''] = token.split('.')
  const [about = '', userId = ''] = Buffer.from(name, 'base64url').toString().split(' ')
  return isMailSwitch(about) && isSameSecret(seal, sealOf(userId, about)) ? { userId, about } : undefined
}
