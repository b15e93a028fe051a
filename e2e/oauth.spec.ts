import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { documentServer } from '#lib/fixtures/document-server.ts'
import { variants } from '#lib/fixtures/exhaustive.ts'
import { portOf } from '#lib/start/front/port-of.ts'
import { isAccessible, isAccessibleInBothThemes } from './accessible.ts'
import { expect, test } from './fixtures.ts'

/** An application's side of the flow: where its answer arrives, and what it asks with. */
type Application = { clientId: string; redirectUri: string; verifier: string; url: string; state: string }

async function application(page: Page, address: string, name: string, redirectUri: string, scope?: string): Promise<Application> {
  const registered = await page.request.post(`${address}/oauth/register`, {
    data: { client_name: name, redirect_uris: [redirectUri] },
  })
  expect(registered.status()).toBe(201)
  const { client_id: clientId } = await registered.json()
  return asking(address, clientId, redirectUri, scope)
}

function asking(address: string, clientId: string, redirectUri: string, scope?: string): Application {
  const verifier = randomBytes(32).toString('base64url')
  const state = `state ${randomBytes(8).toString('hex')} & more`
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${address}/mcp`,
    state,
    ...(scope && { scope }),
  })
  return { clientId, redirectUri, verifier, state, url: `${address}/oauth/authorize?${query}` }
}

async function exchange(page: Page, address: string, app: Application, code: string | null) {
  const answer = await page.request.post(`${address}/oauth/token`, {
    form: {
      grant_type: 'authorization_code',
      client_id: app.clientId,
      code: code ?? '',
      code_verifier: app.verifier,
      redirect_uri: app.redirectUri,
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()) as { access_token: string; refresh_token: string; scope: string }
}

/** A program that listens on this computer for its answer. */
async function loopback() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Done</title><h1>You may close this page</h1>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { redirectUri: `http://127.0.0.1:${portOf(server)}/callback`, asked, close: () => server.close() }
}

/** What the browser refused because of a policy; it says so on the console, without scripts too. */
function refusals(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to|violates/i.test(message.text())) said.push(message.text())
  })
  return said
}

const allow = (page: Page) => page.getByRole('button', { name: 'Allow', exact: true }).click()

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'consent' : 'consent without scripts', () => {
    test.use({ javaScriptEnabled, ignoreHTTPSErrors: true })

    test('sends the code to a program on this computer', async ({ page, address, signUp }) => {
      await signUp()
      const refused = refusals(page)
      const { redirectUri, close } = await loopback()
      const app = await application(page, address, 'Frame script', redirectUri)
      await page.goto(app.url)
      await expect(page.getByText('Allow it only if you started the connection yourself')).toBeVisible()
      await allow(page)
      await page.waitForURL((url) => url.href.startsWith(redirectUri))
      const { searchParams } = new URL(page.url())
      expect(searchParams.get('state')).toBe(app.state)
      expect(searchParams.get('iss')).toBe(address)
      await exchange(page, address, app, searchParams.get('code'))
      expect(refused).toEqual([])
      close()
    })

    test('sends the code to another site', async ({ page, address, signUp }) => {
      await signUp()
      const refused = refusals(page)
      const site = await documentServer((_, response) => {
        response.setHeader('content-type', 'text/html').end('<!doctype html><title>Connected</title><h1>Connected</h1>')
      })
      const redirectUri = `https://localhost:${new URL(site.origin()).port}/callback?tenant=7`
      const app = await application(page, address, 'Cloud analysis', redirectUri)
      await page.goto(app.url)
      await allow(page)
      await page.waitForURL((url) => url.href.startsWith(redirectUri))
      const { searchParams } = new URL(page.url())
      expect(searchParams.get('tenant')).toBe('7')
      await exchange(page, address, app, searchParams.get('code'))
      expect(refused).toEqual([])
      await site.close()
    })

    /** Allows it; the address that the browser was sent to. What a policy forbids is told on the console. */
    async function allowed(page: Page, address: string, name: string): Promise<string> {
      const answered = page.waitForResponse((response) => response.url() === `${address}/oauth/consent/decision`)
      await allow(page)
      const response = await answered
      if (!javaScriptEnabled) {
        expect(response.status()).toBe(303)
        return response.headers().location ?? ''
      }
      const link = page.getByRole('link', { name: `Return to ${name}` })
      await expect(link).toBeVisible()
      return (await link.getAttribute('href')) ?? ''
    }

    test('opens an application by its own scheme', async ({ page, address, signUp }) => {
      await signUp()
      const refused = refusals(page)
      const app = asking(address, 'cursor', 'cursor://anysphere.cursor-mcp/oauth/callback')
      await page.goto(app.url)
      await expect(page.getByText('known to this service')).toBeVisible()
      const target = await allowed(page, address, 'Cursor')
      expect(target).toMatch(/^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?code=smt_ac_/)
      const { searchParams } = new URL(target)
      expect(searchParams.get('state')).toBe(app.state)
      await exchange(page, address, app, searchParams.get('code'))
      expect(refused).toEqual([])
    })

    test('opens an application that registered a scheme of its own', async ({ page, address, signUp }) => {
      await signUp()
      for (const redirectUri of ['warp://mcp/oauth2callback', 'com.raycast:/oauth']) {
        const app = await application(page, address, 'Desktop frames', redirectUri)
        // A browser with a window asks whether the application may be opened, in front of the page: nothing more can be pressed there.
        const tab = await page.context().newPage()
        const refused = refusals(tab)
        await tab.goto(app.url)
        await expect(tab.getByText('the application on this device that this address belongs to')).toBeVisible()
        const target = await allowed(tab, address, 'Desktop frames')
        expect(target.startsWith(`${redirectUri}?code=smt_ac_`), target).toBe(true)
        const { searchParams } = new URL(target)
        expect(searchParams.get('state')).toBe(app.state)
        await exchange(tab, address, app, searchParams.get('code'))
        expect(refused, redirectUri).toEqual([])
        await tab.close()
      }
    })

    test('says no when the person says no', async ({ page, address, signUp }) => {
      await signUp()
      const { redirectUri, close } = await loopback()
      await page.goto((await application(page, address, 'Frame script', redirectUri)).url)
      await page.getByRole('button', { name: 'Deny' }).click()
      await page.waitForURL((url) => url.href.startsWith(redirectUri))
      const { searchParams } = new URL(page.url())
      expect(searchParams.get('error')).toBe('access_denied')
      expect(searchParams.has('code')).toBe(false)
      close()
    })
  })
}

test('the form cannot be led anywhere else', async ({ page, address, signUp }) => {
  await signUp()
  await page.goto((await application(page, address, 'Cloud analysis', 'https://app.example/callback')).url)
  await expect(page.getByRole('heading', { name: 'Let Cloud analysis use your models?' })).toBeVisible()
  const blocked = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) =>
          resolve(`${event.effectiveDirective} ${event.blockedURI}`),
        )
        const form = document.querySelector('form[action="/oauth/consent/decision"]')
        if (!(form instanceof HTMLFormElement)) return resolve('no form')
        form.action = 'https://evil.example/'
        form.submit()
      }),
  )
  expect(blocked).toContain('form-action')
  expect(blocked).toContain('evil.example')
})

test('nobody frames the page, and nobody caches it', async ({ page, address, signUp }) => {
  await signUp()
  const response = await page.goto((await application(page, address, 'Cloud analysis', 'https://app.example/callback')).url)
  const headers = response?.headers() ?? {}
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['cache-control']).toContain('no-store')
  expect(headers).not.toHaveProperty('cross-origin-opener-policy') // a popup's opener must hear of its end
  expect(await page.evaluate(() => document.querySelector('meta[name=referrer]')?.getAttribute('content'))).toBe('no-referrer')
})

test('who is not signed in signs up first and comes straight back to the request', async ({ page, address }) => {
  const { redirectUri, close } = await loopback()
  const app = await application(page, address, 'Frame script', redirectUri, 'mcp:models:read')
  await page.goto(app.url)
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/)
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(/\/sign-up\?callbackUrl=/)
  const email = `newcomer-${randomBytes(6).toString('hex')}@example.com`
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill('nine brown columns, 2 braces')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Let Frame script use your models?' })).toBeVisible()
  await expect(page.getByText('Signed in as')).toContainText(email)
  await expect(page.getByText('Read your structural models')).toBeVisible()
  await expect(page.getByText('Create and change structural models')).toBeHidden()
  await allow(page)
  await page.waitForURL((url) => url.href.startsWith(redirectUri))
  const { scope } = await exchange(page, address, app, new URL(page.url()).searchParams.get('code'))
  expect(scope).toBe('mcp:models:read')
  close()
})

test('who signs in comes straight back, and a decided request is over', async ({ page, address, signUp, context }) => {
  const account = await signUp()
  await context.clearCookies()
  const { redirectUri, close } = await loopback()
  const app = await application(page, address, 'Frame script', redirectUri)
  await page.goto(app.url)
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Let Frame script use your models?' })).toBeVisible()
  const consent = page.url()
  await allow(page)
  await page.waitForURL((url) => url.href.startsWith(redirectUri))
  const again = await page.goto(consent)
  expect(again?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This request is no longer valid' })).toBeVisible()
  close()
})

test('another account can be used for the same request', async ({ page, address, signUp }) => {
  const first = await signUp()
  const { redirectUri, close } = await loopback()
  const app = await application(page, address, 'Frame script', redirectUri)
  const second = await signUp() // signed in now
  await page.goto(app.url)
  await expect(page.getByText('Signed in as')).toContainText(second.email)
  await page.getByRole('button', { name: 'Use another account' }).click()
  await page.getByLabel('E-mail').fill(first.email)
  await page.getByLabel('Password').fill(first.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Signed in as')).toContainText(first.email)
  await allow(page)
  await page.waitForURL((url) => url.href.startsWith(redirectUri))
  expect(new URL(page.url()).searchParams.get('state')).toBe(app.state)
  close()
})

test('a name that is not what it seems is called out, as text', async ({ page, address, signUp }) => {
  await signUp()
  const app = await application(page, address, 'Сlaude <img src=x onerror=alert(1)>', 'https://evil.example/callback')
  await page.goto(app.url)
  await expect(page.getByText('This may be an impostor.')).toBeVisible()
  await expect(page.getByText('different alphabets')).toBeVisible()
  await expect(page.getByText('not verified')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x onerror=alert(1)>')
  expect(await page.locator('img[src=x]').count()).toBe(0)
})

test('a request that nobody can be sent an answer to ends on a page with status 400', async ({ page, address }) => {
  const response = await page.goto(`${address}/oauth/authorize?client_id=nobody`)
  expect(response?.status()).toBe(400)
  await expect(page.getByRole('heading', { name: 'This connection cannot be made' })).toBeVisible()
  await isAccessible(page)
})

for (const viewport of variants([
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
])) {
  test(`the page can be read by everybody, in either theme, ${viewport.width} wide`, async ({ page, address, signUp }) => {
    await page.setViewportSize(viewport)
    await signUp()
    const pages = {
      unverified: (await application(page, address, 'Frame script', 'http://127.0.0.1:4444/callback')).url,
      impostor: (await application(page, address, 'Сlaude', 'https://evil.example/callback')).url,
      cursor: asking(address, 'cursor', 'cursor://anysphere.cursor-mcp/oauth/callback').url,
      refused: `${address}/oauth/authorize?client_id=nobody`,
    }
    for (const [name, url] of Object.entries(pages)) {
      await page.goto(url)
      await isAccessibleInBothThemes(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name).toBe(true)
    }
  })
}

test('connected apps are listed, and end at once', async ({ page, address, signUp, asProgram }) => {
  await signUp()
  const { redirectUri, close } = await loopback()
  const app = await application(page, address, 'Frame script', redirectUri)
  await page.goto(app.url)
  await allow(page)
  await page.waitForURL((url) => url.href.startsWith(redirectUri))
  const tokens = await exchange(page, address, app, new URL(page.url()).searchParams.get('code'))
  const program = await asProgram(tokens.access_token)
  expect((await program.get('/api/construct-models')).status()).toBe(200)

  await page.goto('/settings/apps')
  const entry = page.getByRole('list', { name: 'Connected apps' }).getByRole('listitem')
  await expect(entry).toContainText('Frame script')
  await expect(entry).toContainText('not verified')
  await expect(entry).toContainText('mcp:models:read, mcp:models:write')
  await entry.getByText('Tool names', { exact: true }).click()
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await entry.getByLabel('Format of tool names').selectOption('underscore')
  expect((await saved).status()).toBe(204)
  await expect(entry.getByLabel('Format of tool names')).toHaveValue('underscore')
  await isAccessible(page)

  await page.getByRole('button', { name: 'Disconnect: Frame script' }).click()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(page.getByText('No application is connected to your account.')).toBeVisible()
  expect((await program.get('/api/construct-models')).status()).toBe(401)
  close()
})

test('the page on connecting says when a client has connected, and which cannot reach this server', async ({
  page,
  address,
  signUp,
  context,
}) => {
  await signUp()
  await page.goto('/connect')
  const others = page.locator('#any-other-mcp-client')
  await expect(others.getByRole('status')).toHaveText('Not connected yet')
  await expect(page.getByText('they need a public https address')).toBeVisible()
  for (const cloud of ['#claude', '#chatgpt']) await expect(page.locator(cloud)).toContainText('needs a public https address')
  await expect(page.locator('#claude-code')).not.toContainText('needs a public https address')
  const client = await context.newPage()
  const { redirectUri, close } = await loopback()
  const app = await application(client, address, 'Frame script', redirectUri)
  await client.goto(app.url)
  await allow(client)
  await client.waitForURL((url) => url.href.startsWith(redirectUri))
  await exchange(client, address, app, new URL(client.url()).searchParams.get('code'))
  await page.bringToFront()
  await expect(others.getByRole('status')).toHaveText('Connected as Frame script')
  await expect(others).toContainText(/, (now|\d+ seconds? ago)/)
  await expect(page.locator('#cursor').getByRole('status')).toHaveText('Not connected yet')
  await isAccessibleInBothThemes(page)
  close()
})

test('an application is registered by hand, connected, and deleted', async ({ page, address, signUp }) => {
  await signUp()
  await page.goto('/settings/apps')
  await page.getByRole('button', { name: 'Register an application' }).click()
  await page.getByLabel('Name').fill('Our script')
  await page.getByLabel('Redirect URIs, one per line').fill('http://app.example/callback')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('uses http off loopback')).toBeVisible()
  const { redirectUri, close } = await loopback()
  await page.getByLabel('Redirect URIs, one per line').fill('http://127.0.0.1/callback\nhttps://app.example/callback')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  const clientId = await page.getByRole('dialog').getByText(/^smc_/).innerText()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('list', { name: 'Applications you registered' })).toContainText('Our script')

  const app = asking(address, clientId, redirectUri)
  await page.goto(app.url)
  await allow(page)
  await page.waitForURL((url) => url.href.startsWith(redirectUri))
  await exchange(page, address, app, new URL(page.url()).searchParams.get('code'))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/settings/apps')
  await isAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.getByRole('button', { name: 'Delete: Our script' }).click()
  await page.getByRole('button', { name: 'Delete the application' }).click()
  await expect(page.getByText('No application is connected to your account.')).toBeVisible()
  close()
})
