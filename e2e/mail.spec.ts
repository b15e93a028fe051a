import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { type MailServer, startMailServer } from '#lib/fixtures/mail-server.ts'
import { type OwnServer, startServer } from '#lib/fixtures/server-process.ts'
import { isAccessible } from './accessible.ts'
import { expect, signUpAs, test } from './fixtures.ts'
import { listen } from './viewer-page.ts'

/** A server of ours that sends mail, a mail server that takes it, and people who read it. */

test('an address is confirmed, a model is shared and offered, a password forgotten: by letters and under the bell', async ({
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'structural-mail-'))
  const contexts: BrowserContext[] = []
  let [mail, server]: [MailServer?, OwnServer?] = []
  try {
    mail = await startMailServer()
    server = await startServer({
      DATA_DIR: folder,
      SMTP_URL: mail.url,
      MAIL_FROM: 'Structural Models <models@example.com>',
      ADMIN_CONTACT: 'admin@example.com',
    })
    const { address } = server
    const complaints: string[][] = []
    const person = async (email: string) => {
      const context = await browser.newContext({ baseURL: address })
      contexts.push(context)
      await signUpAs(context.request, address, email)
      const page = await context.newPage()
      complaints.push(listen(page))
      return { context, email, page }
    }
    const letterTo = async (email: string) => {
      const { subject, text } = await mail!.mailTo(email)
      return { subject, link: /http\S+\/(?:confirm-email|invite|reset-password|models)\/\S+/.exec(text)?.[0] ?? text }
    }
    const [ada, bo] = [await person('ada@example.com'), await person('bo@example.com')]
    await letterTo(ada.email)

    // Bo confirms his address by the letter that came after signing up.
    const { page } = bo
    await page.goto('/settings/profile')
    await expect(page.getByText('not confirmed')).toBeVisible()
    await page.goto((await letterTo(bo.email)).link)
    await isAccessible(page)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Your address is confirmed.')).toBeVisible()

    // So a model that is shared with him is there at once, and he is told.
    const made = await ada.context.request.post('/api/construct-models', {
      data: { name: 'Hall 3', units: { length: 'm' }, nodes: [{ id: 'N1', position: { x: 0, y: 0, z: 0 } }] },
      headers: { origin: address },
    })
    const { id } = await made.json()
    await ada.page.goto(`/models/${id}?layers=-shading`)
    await ada.page.getByRole('button', { name: 'Share: Hall 3' }).click()
    const dialog = ada.page.getByRole('dialog', { name: 'Share “Hall 3”' })
    const invite = async (email: string) => {
      await dialog.getByLabel('E-mail address', { exact: true }).fill(email)
      await dialog.getByRole('button', { name: 'Invite' }).click()
    }
    await invite(bo.email)
    await expect(dialog.getByText(`An e-mail has been sent to ${bo.email}.`)).toBeVisible()
    expect(await letterTo(bo.email)).toEqual({
      subject: 'Structural Models: Erika Mustermann shares “Hall 3” with you',
      link: `${address}/models/${id}`,
    })
    await page.goto('/')
    await page.getByRole('link', { name: 'Notifications, 1 new' }).click()
    await expect(page.getByRole('listitem').getByText('shares Hall 3 with you: you are a viewer.')).toBeVisible()
    await isAccessible(page)
    await page.reload()
    await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()

    // Somebody without an account gets a letter with a link; the owner sees another one.
    await invite('cy@example.com')
    await expect(dialog.getByText(/An e-mail with a link is on its way to cy@example.com/)).toBeVisible()
    await isAccessible(ada.page)
    const shown = await dialog.getByLabel('Invitation link').inputValue()
    const { link } = await letterTo('cy@example.com')
    expect(link.startsWith(`${shown}.`)).toBe(true)
    mail.refusal = { code: 451, words: 'Not now' }
    await invite('di@example.com')
    await expect(dialog.getByText(/The mail server has not accepted the e-mail to di@example.com yet/)).toBeVisible()
    mail.refusal = undefined

    // The model is offered; Bo accepts from his bell, and is asked about the links of the owner before.
    await ada.context.request.post(`/api/construct-models/${id}/share-links`, {
      ...{ data: { name: 'For the client' }, headers: { origin: address } },
    })
    await ada.context.request.post(`/api/construct-models/${id}/transfer`, {
      ...{ data: { email: bo.email }, headers: { origin: address } },
    })
    await page.goto('/notifications')
    await page.getByRole('listitem').filter({ hasText: 'offers you' }).getByRole('link', { name: 'Hall 3' }).click()
    await page.getByRole('button', { name: `Accept as ${bo.email}` }).click()
    await expect(page.getByText(/One share link of the owner before/)).toBeVisible()
    await isAccessible(page)
    await page.getByRole('button', { name: 'Revoke it' }).click()
    await expect(page).toHaveURL(`/models/${id}`)
    expect((await (await page.request.get(`/api/construct-models/${id}/share-links`)).json()).items).toEqual([])

    // What comes by mail is a choice.
    await page.goto('/settings/notifications')
    await page.getByLabel('somebody shares a model with you').uncheck()
    await expect(page.getByText('Saved.')).toBeVisible()
    await isAccessible(page)
    await page.reload()
    await expect(page.getByLabel('somebody shares a model with you')).not.toBeChecked()

    // A forgotten password, in a browser that knows nobody.
    const fresh = await browser.newContext({ baseURL: address })
    contexts.push(fresh)
    const stranger = await fresh.newPage()
    await stranger.goto('/sign-in')
    await stranger.getByRole('link', { name: 'Forgot your password?' }).click()
    await stranger.waitForURL('/forgot-password') // the page before has such a field, too
    await stranger.getByLabel('E-mail').fill(bo.email)
    await isAccessible(stranger)
    await stranger.getByRole('button', { name: 'Send the link' }).click()
    await expect(stranger.getByText('If this address has an account, an e-mail is on its way.')).toBeVisible()
    expect((await letterTo(bo.email)).subject).toBe('Structural Models: Erika Mustermann offers you “Hall 3”')
    await stranger.goto((await letterTo(bo.email)).link)
    await stranger.getByLabel('New password').fill('seven green girders, 3 braces')
    await stranger.getByRole('button', { name: 'Set the password' }).click()
    await expect(stranger.getByText('The password is changed.')).toBeVisible() // until then the only such link is the head's
    await stranger.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await stranger.getByLabel('E-mail').fill(bo.email)
    await stranger.getByLabel('Password').fill('seven green girders, 3 braces')
    await stranger.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(stranger.getByRole('link', { name: 'Hall 3' }).first()).toBeVisible()
    expect(complaints.flat()).toEqual([])
  } finally {
    for (const context of contexts) await context.close()
    await server?.stop('SIGTERM')
    await mail?.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
