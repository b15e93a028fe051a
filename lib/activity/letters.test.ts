import { beforeEach, describe, expect, it } from 'vitest'
import { env } from '#lib/runtime/env.ts'
import {
  answerLetter,
  commentsLetter,
  confirmLetter,
  invitationLetter,
  offerLetter,
  passwordLetter,
  requestLetter,
  resetLetter,
  roleLetter,
} from './letters.ts'

const APP = 'https://models.example.com'
beforeEach(() => {
  Object.assign(env, { APP_URL: APP, ADMIN_CONTACT: 'admin@example.com' })
})

type Words = { by: string; model: string; message: string }
const PLAIN: Words = { by: 'Ada', model: 'Hall', message: 'Please check level 3' }
const HOSTILE: Words = {
  by: '<img src="http://evil.example/a.png">\u202e"&amp;\r\nBcc: all@evil.example',
  model: '</title></p><a href="http://evil.example">Hall</a>\'',
  message: '<script>alert(1)</script>\n</blockquote><style>*{display:none}</style>',
}

const [to, expiresAt] = ['bo@example.com', new Date('2026-11-22T09:45:00Z')]
const LETTERS = {
  invitation: ({ by, model: name, message }: Words) =>
    invitationLetter({ to, by, model: { name }, url: `${APP}/invite/t1`, expiresAt, role: 'viewer', message }),
  offer: ({ by, model: name }: Words) => offerLetter({ to, by, model: { name }, url: `${APP}/invite/t2`, expiresAt }),
  role: ({ by, model: name, message }: Words) => roleLetter({ to, by, model: { id: 'm_1', name }, role: 'editor', message }),
  request: ({ by, model: name, message }: Words) =>
    requestLetter({ to, by, email: 'cy@example.com', model: { id: 'm_1', name }, message }),
  access: ({ model: name }: Words) => answerLetter({ to, modelId: 'm_1', granted: { role: 'commenter', name } }),
  refusal: () => answerLetter({ to, modelId: 'm_1', granted: null }),
  reset: () => resetLetter({ to, url: `${APP}/reset-password/t3`, expiresAt }),
  password: () => passwordLetter({ to, at: expiresAt }),
  comments: ({ by, model: name, message: text }: Words) =>
    commentsLetter({ to, model: { id: 'm_1', name }, entries: [{ kind: 'comment.made', by, number: 3, text }], more: 0 }),
  confirmation: () => confirmLetter({ to, url: `${APP}/confirm-email/t4`, expiresAt }),
}
const LINKS: Record<keyof typeof LETTERS, string> = {
  invitation: '/invite/t1',
  offer: '/invite/t2',
  role: '/models/m_1',
  request: '/models/m_1',
  access: '/models/m_1',
  refusal: '/models/m_1',
  reset: '/reset-password/t3',
  password: '/forgot-password',
  comments: '/models/m_1?comment=3',
  confirmation: '/confirm-email/t4',
}
const SUBJECTS: Record<keyof typeof LETTERS, string> = {
  invitation: 'Ada invites you to “Hall”',
  offer: 'Ada offers you “Hall”',
  role: 'Ada shares “Hall” with you',
  request: 'Ada asks for access to “Hall”',
  access: 'You have access to “Hall”',
  refusal: 'Your request for access was declined',
  reset: 'Set a new password',
  password: 'Your password was changed',
  comments: 'Ada made comment 3 on “Hall”',
  confirmation: 'Confirm your e-mail address',
}
const SWITCHABLE = ['role', 'request', 'access', 'refusal', 'comments']

const tags = (html: string) => Array.from(html.matchAll(/<[^>]*>/g), ([tag]) => /^<\/?[!\w]+/.exec(tag)?.[0])
const addresses = (html: string) => Array.from(html.matchAll(/(?:href|src|background|action)="([^"]*)"/g), ([, url]) => url)
/** As it is read. */
const wordsOf = (html: string) =>
  html
    .replace(/<style>.*?<\/style>|<[^>]*>/gs, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'")

describe.each(Object.keys(LETTERS) as (keyof typeof LETTERS)[])('the letter of: %s', (kind) => {
  it('names the service in its subject, says the same in text and in HTML, and has one button to the same address', () => {
    const { subject, text, html } = LETTERS[kind](PLAIN)
    expect(subject).toBe(`Structural Models: ${SUBJECTS[kind]}`)
    expect(html).toContain(`<title>${subject}</title>`)
    const said = [wordsOf(html), ...addresses(html)].join('\n')
    for (const line of text.split('\n').filter((one) => one !== '-- ')) {
      expect(said).toContain(line.replace(/^> /, '').replace(/:$/, ''))
    }
    const url = `${APP}${LINKS[kind]}`
    expect(html.match(/<a [^>]*class="label"/g)).toHaveLength(1)
    expect(html).toContain(`<a href="${url}" class="label"`)
    expect(text.split('\n')).toContain(url)
    const switches = SWITCHABLE.includes(kind) ? [`${APP}/settings/notifications`] : []
    expect(addresses(html)).toEqual([url, url, APP, ...switches])
    expect(text.endsWith(`-- \nStructural Models, ${[APP, ...switches].join('\nChoose which e-mails you get:\n')}\n`)).toBe(true)
  })

  it('shows names and messages of any kind as text, and none in a line of its head', () => {
    const [harmless, { subject, text, html }] = [LETTERS[kind](PLAIN), LETTERS[kind](HOSTILE)]
    expect(tags(html).filter((tag) => tag !== '<br')).toEqual(tags(harmless.html).filter((tag) => tag !== '<br'))
    expect(addresses(html)).toEqual(addresses(harmless.html))
    expect(`${subject}${text.replaceAll('\n', '')}${html.replaceAll('\n', '')}`).not.toMatch(/\p{C}/u)
    expect(subject.length).toBeLessThan(300)
  })
})

it('quotes what somebody wrote line by line, in both', () => {
  const { text, html } = LETTERS.request(HOSTILE)
  expect(text).toContain('\n\n> <script>alert(1)</script>\n> </blockquote><style>*{display:none}</style>\n\n')
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;<br>&lt;/blockquote&gt;')
  expect(LETTERS.request({ ...PLAIN, message: '' }).html).not.toContain('blockquote')
})

it('says until when a link works, whom to turn to, and what a role may', () => {
  expect(LETTERS.invitation(PLAIN).text).toContain('until 22 November 2026 at 09:45 UTC')
  expect(LETTERS.password().text).toContain('admin@example.com')
  expect(LETTERS.access(PLAIN).text).toContain('a commenter: you can look and comment')
  env.ADMIN_CONTACT = undefined
  expect(LETTERS.password().text).not.toContain('The administrator:')
})

it('has each colour of the light theme again in the dark one, by its class', () => {
  const { html } = LETTERS.role(PLAIN)
  const dark = /prefers-color-scheme:dark\)\{(.*)\}<\/style>/.exec(html)?.[1] ?? ''
  const inDark = Array.from(dark.matchAll(/\.(\w+)\{/g), ([, name]) => name)
  const used = new Set(Array.from(html.matchAll(/class="(\w+)"/g), ([, name]) => name))
  expect(inDark.toSorted()).toEqual([...used].toSorted())
  expect(dark.replace(/!important/g, '')).not.toBe(dark)
  expect(dark.match(/:[^;}!]*[;}]/g)).toBeNull() // each wins over the style of its element
})
