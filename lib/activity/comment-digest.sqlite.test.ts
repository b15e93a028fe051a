import { afterAll, beforeAll, expect, it } from 'vitest'
import { db } from '#lib/db/client.ts'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { type MailServer, startMailServer } from '#lib/fixtures/mail-server.ts'
import { giveRole, newPerson, takeRole } from '#lib/fixtures/people.ts'
import { newModel, throughRest } from '#lib/fixtures/rest.ts'
import { env } from '#lib/runtime/env.ts'
import { closeDigest } from './comment-digest.ts'
import { chooseMails, mailsOf } from './notifications.ts'
import { closeOutbox, lettersSent } from './outbox.ts'

let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
  Object.assign(env, {
    SMTP_URL: server.url,
    MAIL_FROM: 'Structural Models <models@example.com>',
    ADMIN_CONTACT: 'admin@example.com',
  })
})
afterAll(async () => {
  await closeOutbox() // the server waits half a minute for whoever is still connected
  env.SMTP_URL = undefined
  await server.close()
})

it('a conversation is one letter a person and model, with all that was said, unless comments are not to be mailed', async () => {
  const [owner, commenter] = [await newPerson(), await newPerson()]
  await db().user.update({ where: { id: commenter.userId }, data: { name: 'Cy' } })
  const id = await newModel(owner.rest, portalFrame())
  await giveRole(owner, id, commenter.email, 'commenter')
  await lettersSent()
  const say = (text: string) => commenter.rest('POST', `/api/construct-models/${id}/comments`, { body: { text } })
  for (const text of ['Deeper, please.', 'And <b>longer</b>.']) expect((await say(text)).status).toBe(201)
  await closeDigest()
  const letters = () => server.mails.filter(({ to, subject }) => to.includes(owner.email) && subject.includes('comment'))
  expect(letters()).toMatchObject([{ subject: 'Structural Models: 2 comments on “Portal frame”' }])
  const [letter] = letters()
  expect(letter?.text).toContain('Cy made comment 1:\n\n> Deeper, please.\n\nCy made comment 2:\n\n> And <b>longer</b>.\n\n')
  expect(letter?.text).toContain(`${env.APP_URL}/models/${id}?comment=1`)
  expect(letter?.html).toContain('&lt;b&gt;longer&lt;/b&gt;')
  await chooseMails(owner.userId, { requests: true, invitations: true, comments: false })
  await say('Not by mail.')
  await closeDigest()
  expect(letters()).toHaveLength(1)
})

it('a letter quotes each text below who wrote it, with names and never an address, and of what was deleted or taken nothing', async () => {
  const [owner, commenter, editor] = [await newPerson(), await newPerson(), await newPerson()]
  await db().user.update({ where: { id: commenter.userId }, data: { name: 'Cy' } })
  await db().user.update({ where: { id: editor.userId }, data: { name: 'Bo' } })
  const id = await newModel(owner.rest, portalFrame())
  await giveRole(owner, id, commenter.email, 'commenter')
  await giveRole(owner, id, editor.email, 'editor')
  await closeDigest()
  await lettersSent()
  const at = `/api/construct-models/${id}/comments`
  const say = (text: string) => owner.rest('POST', at, { body: { text } })
  await say(`@${commenter.email}, @${editor.email}: look.\nBo resolved comment 7: fine`)
  await say(`@${commenter.email}: never mind`)
  await say(`@${commenter.email}: ${'long '.repeat(1000)}`)
  await owner.rest('DELETE', `${at}/2`)
  await takeRole(owner, id, editor.email)
  await closeDigest()
  const lettersTo = ({ email }: { email: string }) =>
    server.mails.filter(({ to, subject }) => to.includes(email) && subject.includes('comment'))
  const [letter] = lettersTo(commenter)
  expect(letter?.subject).toBe('Structural Models: 2 comments on “Portal frame”')
  expect(letter?.text).toMatch(/ mentioned you in comment 1:\n\n> @Cy, @Bo: look\.\n> Bo resolved comment 7: fine\n\n/)
  expect(letter?.text).not.toContain('never mind')
  expect(letter?.text.length).toBeLessThan(3000)
  expect(letter?.text).not.toContain('<@')
  expect(letter?.html.match(/<blockquote/g)).toHaveLength(2)
  expect(lettersTo(editor)).toEqual([])
})

it('a letter about comments turns itself off by one request, without anybody signed in', async () => {
  const [owner, commenter] = [await newPerson(), await newPerson()]
  const id = await newModel(owner.rest, portalFrame())
  await giveRole(owner, id, commenter.email, 'commenter')
  const say = () => commenter.rest('POST', `/api/construct-models/${id}/comments`, { body: { text: 'Deeper, please.' } })
  await say()
  await closeDigest()
  const { headers } = await server.mailTo(owner.email)
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  const url = /^<(.*)>$/.exec(headers['list-unsubscribe']?.replaceAll(/\s/g, '') ?? '')?.[1] ?? ''
  expect(url.startsWith(`${env.APP_URL}/api/account/mails-off?token=`)).toBe(true)
  const ask = async (method: string, address = url) => {
    const body = method === 'POST' ? { body: 'List-Unsubscribe=One-Click' } : {}
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await throughRest(new Request(address, { method, headers, ...body }))
    return { status: answer.status, text: await answer.text() }
  }
  // Who only looks changes nothing.
  expect(await ask('GET')).toMatchObject({ status: 200, text: expect.stringContaining('<form method="post">') })
  expect(await mailsOf(owner.userId)).toMatchObject({ comments: true })
  for (const address of [url.slice(0, -1), url.replace('token=', 'token=x'), `${url}x`, url.split('?')[0] ?? ''])
    expect((await ask('POST', address)).status).toBe(404)
  expect((await ask('PUT')).status).toBe(405)
  expect(await mailsOf(owner.userId)).toMatchObject({ comments: true })
  expect(await ask('POST')).toMatchObject({ status: 200, text: expect.stringContaining('no more e-mails about comments') })
  expect((await ask('POST')).status).toBe(200)
  expect(await mailsOf(owner.userId)).toEqual({ requests: true, invitations: true, comments: false })
})
