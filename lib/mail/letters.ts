import { env } from '#lib/env.ts'
import { plainName } from '#lib/shown-name.ts'
import type { Letter } from './outbox.ts'

/**
 * The letters that we send, as plain text. Addresses are made from APP_URL alone. What people wrote stands in the text as theirs, and of
 * it only cleaned names in a subject: a line break or a mark of direction there would forge what stands beside it.
 */

const at = (path: string) => `${env.APP_URL}${path}`
const modelAt = (id: string) => at(`/models/${encodeURIComponent(id)}`)

const SWITCHES = 'What you are told by mail is chosen here:'
const signed = (lines: readonly string[], foot: readonly string[]) =>
  [...lines, '', '-- ', `Structural Models, ${env.APP_URL}`, ...foot, ''].join('\n')
const switchable = (to: string, subject: string, lines: readonly string[]): Letter => ({
  to,
  subject,
  text: signed(lines, [SWITCHES, at('/settings/notifications')]),
})
/** About the account itself: nobody can do without. */
const plain = (to: string, subject: string, lines: readonly string[], foot: readonly string[] = []): Letter => ({
  to,
  subject,
  text: signed(lines, foot),
})

const quoted = (message: string | null) =>
  message ? ['', ...message.split(/\r\n|\r|\n/).map((line) => `> ${plainLine(line)}`)] : []
const plainLine = (text: string) => text.replace(/\p{C}/gu, '')

/** "22 November 2026, 09:45 UTC": a letter does not know where it is read. */
const moment = (date: Date) =>
  `${date.toLocaleString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })} UTC`

const CAN: Record<string, string> = {
  editor: 'an editor: you can change it',
  commenter: 'a commenter: you can look and comment',
  viewer: 'a viewer: you can look',
}

export type About = {
  to: string
  /** Who did it, as they are called. */
  by: string
  model: { id: string; name: string }
}
type Offered = Omit<About, 'model'> & { model: { name: string }; url: string; expiresAt: Date }

const quote = (name: string) => `“${plainName(name)}”`

const toAnswer = ({ url, expiresAt }: Offered) => [
  '',
  'Accept or decline:',
  url,
  '',
  `The link is good once, until ${moment(expiresAt)}. Whoever has it can accept, so keep it to yourself.`,
]

export function invitationLetter(offered: Offered & { role: string; message: string | null }): Letter {
  const { to, by, model, role, message } = offered
  const who = plainName(by)
  return plain(to, `${who} invites you to ${quote(model.name)}`, [
    `${who} invites you to the structural model ${quote(model.name)} as ${CAN[role]}.`,
    ...quoted(message),
    ...toAnswer(offered),
  ])
}

export function offerLetter(offered: Offered): Letter {
  const { to, by, model } = offered
  const who = plainName(by)
  return plain(to, `${who} offers you ${quote(model.name)}`, [
    `${who} offers you the structural model ${quote(model.name)}. If you accept, it is yours, and ${who} stays as an editor.`,
    ...toAnswer(offered),
  ])
}

export function roleLetter({ to, by, model, role, message }: About & { role: string; message: string | null }): Letter {
  const who = plainName(by)
  return switchable(to, `${who} shares ${quote(model.name)} with you`, [
    `${who} shares the structural model ${quote(model.name)} with you. You are ${CAN[role]}.`,
    ...quoted(message),
    '',
    modelAt(model.id),
  ])
}

export function requestLetter({ to, by, email, model, message }: About & { email: string; message: string | null }): Letter {
  const who = plainName(by)
  const named = who === email ? who : `${who} (${email})`
  return switchable(to, `${who} asks for access to ${quote(model.name)}`, [
    `${named} asks for access to your structural model ${quote(model.name)}.`,
    ...quoted(message),
    '',
    'Open the model and press Share to answer:',
    modelAt(model.id),
  ])
}

/** `name` null: a refusal does not tell what the model is called. */
export function answerLetter({
  to,
  modelId,
  given,
}: {
  to: string
  modelId: string
  given: { role: string; name: string } | null
}) {
  if (given === null) {
    return switchable(to, 'Your request for access was declined', [
      'You asked for access to a structural model, and its owner has declined:',
      modelAt(modelId),
    ])
  }
  return switchable(to, `You have access to ${quote(given.name)}`, [
    `You asked for access to the structural model ${quote(given.name)}. Its owner has made you ${CAN[given.role]}.`,
    '',
    modelAt(modelId),
  ])
}

export function resetLetter({ to, url, expiresAt }: { to: string; url: string; expiresAt: Date }): Letter {
  return plain(to, 'A new password for your account', [
    'Somebody asked for a new password for this account. If that was you, choose one here:',
    url,
    '',
    `The link is good once, until ${moment(expiresAt)}. If it was not you, do nothing: the password stays as it is.`,
  ])
}

export function passwordLetter({ to, at: when }: { to: string; at: Date }): Letter {
  return plain(to, 'Your password was changed', [
    `The password of this account was changed on ${moment(when)}. Every session and every connected app ended with it.`,
    '',
    'If that was not you, choose a new password at once, and turn to the administrator:',
    at('/forgot-password'),
    env.ADMIN_CONTACT ?? '',
  ])
}

export function confirmLetter({ to, url, expiresAt }: { to: string; url: string; expiresAt: Date }): Letter {
  return plain(to, 'Confirm your e-mail address', [
    'An account was made with this address. Sign in and confirm that it is yours, so that others can share models with it:',
    url,
    '',
    `The link is good until ${moment(expiresAt)}. If you made no account here, do nothing.`,
  ])
}
