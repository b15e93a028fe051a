import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type MailServer, startMailServer } from '#lib/fixtures/mail-server.ts'
import { env } from '#lib/runtime/env.ts'
import { log } from '#lib/runtime/log.ts'
import { portOf } from '#lib/start/front/port-of.ts'
import { behind, closeOutbox, lettersSent, post } from './outbox.ts'

let server: MailServer
let told: string[]
beforeEach(async () => {
  server = await startMailServer()
  Object.assign(env, { SMTP_URL: server.url, MAIL_FROM: 'Structural Models <models@example.com>', RATE_LIMIT: 'off' })
  told = []
  for (const level of ['warn', 'error'] as const) {
    vi.spyOn(log, level).mockImplementation((words, fields = {}) => {
      told.push([words, fields.to, fields.inMinutes ?? fields.reason ?? fields.tries].join('; '))
    })
  }
})
afterEach(async () => {
  vi.useRealTimers()
  await closeOutbox()
  await server.close()
  vi.restoreAllMocks()
})

const letter = (to = 'bo@example.com') => ({
  to,
  subject: 'Träger “B1”',
  text: 'Größe: 300 mm\nüber zwei Zeilen\n-- \nGruß',
  html: '<p>Größe: 300 mm</p>',
})

/** A port where nobody listens. */
async function closedPort(): Promise<number> {
  const idle = createServer()
  await new Promise<void>((ready) => idle.listen(0, '127.0.0.1', ready))
  const port = portOf(idle)
  await new Promise((closed) => idle.close(closed))
  return port
}

/** The outbox's own pauses pass when the test says so; all others are the mail library's and the sockets'. */
function holdPauses() {
  const real = setTimeout
  const held: { ms: number; work: () => void }[] = []
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms = 0, ...given: []) => {
    if (![1, 5, 25].includes(ms / 60_000)) return real(work, ms, ...given)
    held.push({ ms, work })
    return { unref: () => undefined }
  }) as typeof setTimeout)
  return async () => {
    const pauses = held.splice(0)
    for (const { work } of pauses) work()
    await lettersSent()
    return pauses.map(({ ms }) => ms / 60_000)
  }
}

it('begins behind an answer only when that has gone, and is waited for', async () => {
  let hasBegun = false
  behind(async () => {
    hasBegun = true
    await post(letter())
  })
  expect(hasBegun).toBe(false)
  await closeOutbox()
  expect(server.mails).toHaveLength(1)
})

it('sends plain text and HTML, one in place of the other, that no machine answers', async () => {
  expect(await post(letter())).toBe(true)
  const mail = await server.mailTo('bo@example.com')
  expect(mail).toMatchObject({ from: 'models@example.com', to: ['bo@example.com'], subject: 'Träger “B1”' })
  expect([mail.text, mail.html]).toEqual([letter().text, letter().html])
  expect(mail.headers).toMatchObject({ 'auto-submitted': 'auto-generated', from: 'Structural Models <models@example.com>' })
  expect(mail.headers['content-type']).toMatch(/^multipart\/alternative/)
})

it('sends none without a server', async () => {
  env.SMTP_URL = undefined
  expect(await post(letter())).toBe(false)
  expect(told).toEqual([])
})

it('tries again after 1, 5 and 25 minutes, and then tells the log', async () => {
  const passPauses = holdPauses()
  server.refusal = { code: 451, words: 'Later' }
  expect(await post(letter())).toBe(false)
  expect([await passPauses(), await passPauses(), await passPauses(), await passPauses()]).toEqual([[1], [5], [25], []])
  expect(told).toEqual([
    ...[1, 5, 25].map((minutes) => `the mail server did not take a mail, it is tried again; bo@example.com; ${minutes}`),
    'a mail could not be sent; bo@example.com; 4',
  ])
})

it('delivers what waits once the server is there', async () => {
  const passPauses = holdPauses()
  env.SMTP_URL = `smtp://127.0.0.1:${await closedPort()}`
  expect(await post(letter())).toBe(false)
  env.SMTP_URL = server.url
  expect(await passPauses()).toEqual([1])
  expect(server.mails.map(({ to }) => to)).toEqual([['bo@example.com']])
})

it('does not ask a second time where the server does not want it', async () => {
  server.refusal = { code: 550, words: 'No such mailbox' }
  expect(await post(letter())).toBe(false)
  expect(told).toEqual(['a mail could not be sent; bo@example.com; 1'])
})

it('tries what waits once more before the process ends', async () => {
  server.refusal = { code: 451, words: 'Later' }
  await post(letter())
  await post(letter('cy@example.com'))
  server.refusal = undefined
  await closeOutbox()
  expect(server.mails.flatMap(({ to }) => to).sort()).toEqual(['bo@example.com', 'cy@example.com'])
})

it('writes one address at most twenty times an hour', async () => {
  env.RATE_LIMIT = 'on'
  const to = 'often@example.com'
  const sent = []
  for (let i = 0; i < 21; i++) sent.push(await post(letter(to)))
  expect(sent.filter(Boolean)).toHaveLength(20)
  expect(told).toEqual([`a mail was not sent; ${to}; this address had too many within an hour`])
  expect(await post(letter('another@example.com'))).toBe(true)
})

it('waits a moment, not longer, for a server that says nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const silent = createServer()
  const connected = new Promise((resolve) => silent.once('connection', resolve))
  await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready))
  env.SMTP_URL = `smtp://127.0.0.1:${portOf(silent)}`
  const posted = post(letter())
  await connected
  vi.advanceTimersByTime(3000)
  expect(await posted).toBe(false)
  const closing = closeOutbox() // nor is it waited for at the end
  vi.advanceTimersByTime(5000)
  await closing
  expect(told).toEqual(['mails were not sent before the process ended; ; '])
  vi.advanceTimersByTime(10_000) // the greeting is not waited for longer
  await lettersSent()
  await new Promise((closed) => silent.close(closed))
  env.SMTP_URL = server.url
})
