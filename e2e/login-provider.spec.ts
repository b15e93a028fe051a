import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { Provider } from 'oidc-provider'
import { type OwnServer, startServer } from '#lib/fixtures/server-process.ts'
import { freePort } from '#lib/start/free-port.mjs'
import { isAccessibleInBothThemes } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { listen } from './viewer-page.ts'

/** A server of ours where only the office's login counts: the OpenID Connect provider of npm, with its default thin ID tokens. */

const CLIENT = { client_id: 'models', client_secret: 'a secret of theirs' }
const CARLA = 'carla'
const UNVERIFIED = 'una'

const providerOf = (issuer: string, app: string) =>
  new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [`${app}/api/auth/callback/oidc`], post_logout_redirect_uris: [`${app}/sign-in`] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        email: `${accountId}@example.com`,
        email_verified: accountId !== UNVERIFIED,
        name: 'Carla Column',
      }),
    }),
  })

/** From our button through the pages of the provider, back to where the button was found. */
async function comeIn(page: Page, login: string) {
  await page.getByRole('button', { name: 'Continue with Office' }).click()
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('the office’s login opens one account, with and without script, and signing out ends it there too', async ({ browser }) => {
  const folder = mkdtempSync(join(tmpdir(), 'structural-login-'))
  const contexts: BrowserContext[] = []
  const office = createServer()
  let server: OwnServer | undefined
  try {
    const port = await freePort()
    const issuer = `http://127.0.0.1:${port}`
    await new Promise<void>((resolve) => office.listen(port, '127.0.0.1', () => resolve()))
    server = await startServer({
      DATA_DIR: folder,
      OIDC_ISSUER: issuer,
      OIDC_ID: CLIENT.client_id,
      OIDC_SECRET: CLIENT.client_secret,
      OIDC_NAME: 'Office',
      OIDC_LOGOUT: 'on',
      PASSWORDS: 'off',
    })
    const { address } = server
    office.on('request', providerOf(issuer, address).callback())
    const someone = async (javaScriptEnabled = true) => {
      const context = await browser.newContext({ baseURL: address, javaScriptEnabled })
      contexts.push(context)
      // The provider's pages ask for a font of another site.
      await context.route(
        (url) => url.hostname !== '127.0.0.1',
        (route) => route.fulfill({ body: '' }),
      )
      return context.newPage()
    }

    // The only way in that the page offers is the office's.
    const page = await someone()
    const said = listen(page)
    await page.goto('/settings/profile')
    await expect(page).toHaveURL('/sign-in?callbackUrl=%2Fsettings%2Fprofile')
    await expect(page.getByRole('main').getByRole('button')).toHaveText(['Continue with Office'])
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveCount(0)
    await isAccessibleInBothThemes(page)
    await comeIn(page, CARLA)
    await expect(page).toHaveURL('/settings/profile')
    await expect(page.getByRole('main').getByText(`${CARLA}@example.com`).first()).toBeVisible()
    await expect(page.getByText('confirmed', { exact: true })).toBeVisible()
    await expect(page.getByLabel('New password')).toHaveCount(0)
    const made = await page.request.post('/api/construct-models', { data: { name: 'Hall 4' }, headers: { origin: address } })
    expect(made.status()).toBe(201)

    // Signing out asks there, too; whoever signs in next is asked who they are.
    await page.getByRole('button', { name: 'Account of Carla Column' }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('button', { name: 'Yes, sign me out' }).click()
    await expect(page).toHaveURL(/^[^?]*\/sign-in(?:\?|$)/)
    await comeIn(page, CARLA)
    await expect(page.getByRole('link', { name: 'Hall 4' }).first()).toBeVisible()
    expect(said).toEqual([])

    // The same account without script, in another browser.
    const plain = await someone(false)
    await plain.goto('/sign-in?callbackUrl=%2Fsettings%2Fprofile')
    await comeIn(plain, CARLA)
    await expect(plain).toHaveURL('/settings/profile')
    await plain.goto('/')
    await expect(plain.getByRole('link', { name: 'Hall 4' }).first()).toBeVisible()

    // An address that the office has not verified opens nothing, and the page says whose task that is.
    const una = await someone()
    await una.goto('/sign-in')
    await comeIn(una, UNVERIFIED)
    await expect(una.getByRole('main').getByRole('alert')).toHaveText(
      'Office has not verified your address. Verify it there, or tell your administrator.',
    )
    await isAccessibleInBothThemes(una)
    await una.goto('/settings/profile')
    await expect(una).toHaveURL('/sign-in?callbackUrl=%2Fsettings%2Fprofile')
  } finally {
    for (const context of contexts) await context.close()
    await server?.stop('SIGTERM')
    office.closeAllConnections()
    office.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
