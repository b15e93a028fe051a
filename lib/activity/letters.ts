import { env } from '#lib/runtime/env.ts'
import { plainName } from '#lib/values/display-name.ts'
import { composeLetter, type LetterContent } from './compose-letter.ts'
import type { Letter } from './outbox.ts'

/**
 * The letters that we send. Addresses are made from APP_URL alone. What people wrote stands in a letter as theirs, and of it only cleaned
 * names in a subject: a line break or a mark of direction there would forge what stands beside it.
 */

const inRoot = (path: string) => `${env.APP_URL}${path}`
const modelAt = (id: string) => inRoot(`/models/${encodeURIComponent(id)}`)
const openModel = (id: string) => ({ label: 'Open the model', url: modelAt(id) })

/** What one can do without. */
const switchable = (content: LetterContent): Letter =>
  composeLetter({ ...content, footer: { label: 'Choose which e-mails you get', url: inRoot('/settings/notifications') } })

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

const toAnswer = ({ url, expiresAt }: Offered) => ({
  button: { label: 'Accept or decline', url },
  notes: [`The link works once, until ${moment(expiresAt)}. Whoever has it can accept, so keep it to yourself.`],
})

export function invitationLetter(offered: Offered & { role: string; message: string | null }): Letter {
  const { to, by, model, role, message } = offered
  const who = plainName(by)
  return composeLetter({
    to,
    subject: `${who} invites you to ${quote(model.name)}`,
    paragraphs: [`${who} invites you to the structural model ${quote(model.name)} as ${CAN[role]}.`],
    message,
    ...toAnswer(offered),
  })
}

export function offerLetter(offered: Offered): Letter {
  const { to, by, model } = offered
  const who = plainName(by)
  return composeLetter({
    to,
    subject: `${who} offers you ${quote(model.name)}`,
    paragraphs: [
      `${who} offers you the structural model ${quote(model.name)}. If you accept, it is yours, and ${who} stays as an editor.`,
    ],
    ...toAnswer(offered),
  })
}

export function roleLetter({ to, by, model, role, message }: About & { role: string; message: string | null }): Letter {
  const who = plainName(by)
  return switchable({
    to,
    subject: `${who} shares ${quote(model.name)} with you`,
    paragraphs: [`${who} shares the structural model ${quote(model.name)} with you. You are ${CAN[role]}.`],
    message,
    button: openModel(model.id),
  })
}

export function requestLetter({ to, by, email, model, message }: About & { email: string; message: string | null }): Letter {
  const who = plainName(by)
  const named = who === email ? who : `${who} (${email})`
  return switchable({
    to,
    subject: `${who} asks for access to ${quote(model.name)}`,
    paragraphs: [`${named} asks for access to your structural model ${quote(model.name)}.`],
    message,
    button: openModel(model.id),
    notes: ['To answer, open the model and choose Share.'],
  })
}

/** `name` null: a refusal does not tell what the model is called. */
export function answerLetter({
  to,
  modelId,
  granted,
}: {
  to: string
  modelId: string
  granted: { role: string; name: string } | null
}) {
  if (granted === null) {
    return switchable({
      to,
      subject: 'Your request for access was declined',
      paragraphs: ['You asked for access to a structural model, and its owner has declined.'],
      button: { label: 'See the page of the model', url: modelAt(modelId) },
    })
  }
  return switchable({
    to,
    subject: `You have access to ${quote(granted.name)}`,
    paragraphs: [
      `You asked for access to the structural model ${quote(granted.name)}. Its owner has made you ${CAN[granted.role]}.`,
    ],
    button: openModel(modelId),
  })
}

/** What somebody said in a thread; `kind` as the notification has it. */
export type CommentEntry = { kind: string; by: string; number: number; text: string }

const DID: Record<string, string> = {
  'comment.assigned': 'assigned you',
  'comment.mentioned': 'mentioned you in',
  'comment.replied': 'replied in',
  'comment.made': 'made',
  'comment.resolved': 'resolved',
}

const MOST_CHARACTERS = 1000

function beginning(text: string): string {
  const points = [...text]
  return points.length > MOST_CHARACTERS ? `${points.slice(0, MOST_CHARACTERS).join('')}…` : text
}

/** `more`: how many others there are no words for here. */
export function commentsLetter({
  to,
  model,
  entries,
  more,
}: {
  to: string
  model: { id: string; name: string }
  entries: readonly CommentEntry[]
  more: number
}): Letter {
  const [first] = entries
  const isOne = entries.length === 1 && more === 0
  const whatTheyDid = ({ kind, by, number }: CommentEntry) => `${plainName(by)} ${DID[kind] ?? 'wrote in'} comment ${number}`
  const subject =
    isOne && first ? `${whatTheyDid(first)} on ${quote(model.name)}` : `${entries.length + more} comments on ${quote(model.name)}`
  return switchable({
    to,
    subject,
    paragraphs: [`In the structural model ${quote(model.name)}:`],
    quotes: entries.map((entry) => ({ words: `${whatTheyDid(entry)}:`, message: beginning(entry.text) })),
    ...(more > 0 && { notes: [`And ${more} more.`] }),
    button: { label: 'Open the comments', url: `${modelAt(model.id)}?comment=${first?.number ?? ''}` },
  })
}

export function resetLetter({ to, url, expiresAt }: { to: string; url: string; expiresAt: Date }): Letter {
  return composeLetter({
    to,
    subject: 'Set a new password',
    paragraphs: ['Somebody asked for a new password for this account. If that was you, set one:'],
    button: { label: 'Set a new password', url },
    notes: [
      `The link works once, until ${moment(expiresAt)}. If it was not you, ignore this e-mail: the password stays as it is.`,
    ],
  })
}

export function passwordLetter({ to, at: when }: { to: string; at: Date }): Letter {
  return composeLetter({
    to,
    subject: 'Your password was changed',
    paragraphs: [
      `The password of this account was changed on ${moment(when)}. Every session and every connected app ended with it.`,
      'If that was not you, set a new password at once, and turn to the administrator.',
    ],
    button: { label: 'Set a new password', url: inRoot('/forgot-password') },
    notes: env.ADMIN_CONTACT ? [`The administrator: ${env.ADMIN_CONTACT}`] : [],
  })
}

export function linkedLetter({ to, provider, at: when }: { to: string; provider: string; at: Date }): Letter {
  return composeLetter({
    to,
    subject: 'A login was linked to your account',
    paragraphs: [
      `On ${moment(when)} somebody signed in with ${provider}, which says that this address is theirs. From now on that login opens this account.`,
      'If that was not you, unlink it, and turn to the administrator.',
    ],
    button: { label: 'See your logins', url: inRoot('/settings/profile') },
    notes: env.ADMIN_CONTACT ? [`The administrator: ${env.ADMIN_CONTACT}`] : [],
  })
}

export function confirmLetter({ to, url, expiresAt }: { to: string; url: string; expiresAt: Date }): Letter {
  return composeLetter({
    to,
    subject: 'Confirm your e-mail address',
    paragraphs: [
      'An account was created with this address. Sign in and confirm that it is yours, so that others can share models with it.',
    ],
    button: { label: 'Confirm the address', url },
    notes: [`The link works until ${moment(expiresAt)}. If you created no account here, ignore this e-mail.`],
  })
}
