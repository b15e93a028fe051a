import type { Page } from '@playwright/test'
import { variants } from '#lib/fixtures/exhaustive.ts'
import { isAccessibleInBothThemes } from './accessible.ts'
import { expect, test } from './fixtures.ts'

const PASSWORD = 'nine brown columns, 2 braces'

test.describe('signing up and in', () => {
  test('makes an account, lands on the models, signs out and in again', async ({ page, signIn, context }, { testId, retry }) => {
    const email = `berta-${testId}-${retry}@example.com`
    await page.goto('/')
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
    await page.getByLabel('Name').fill('Berta Brace')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { name: 'Your models' })).toBeVisible()

    const copy = await context.cookies()
    await page.getByRole('button', { name: 'Account of Berta Brace' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()

    // A copy of the cookie, kept by somebody, is worth nothing.
    await context.addCookies(copy)
    await page.goto('/settings/profile')
    await expect(page).toHaveURL('/sign-in?callbackUrl=%2Fsettings%2Fprofile')
    await signIn({ email: email.toUpperCase(), password: PASSWORD })
    await expect(page).toHaveURL('/')
  })

  test('says what is wrong, at the field, and keeps what was typed', async ({ page }) => {
    await page.goto('/sign-up')
    await page.getByLabel('E-mail').fill('carl@example.com')
    await page.getByLabel('Password').fill('carl@example.com')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/something else than your e-mail address/)
    await expect(page.getByLabel('E-mail')).toHaveValue('carl@example.com')
  })

  /** Holds all scripts back until it is called. */
  async function scriptsHeldBack(page: Page) {
    let letThrough = () => {}
    const there = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route('**/*.js', async (route) => {
      await there
      await route.continue()
    })
    return letThrough
  }

  test('keeps what was typed before the page’s script is there', async ({ page }, { testId, retry }) => {
    const email = `dora-${testId}-${retry}@example.com`
    const letThrough = await scriptsHeldBack(page)
    await page.goto('/sign-up', { waitUntil: 'commit' })
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    const create = page.getByRole('button', { name: 'Create account' })
    await expect(create).toBeDisabled()
    letThrough()
    await expect(create).toBeEnabled()
    await expect(page.getByLabel('E-mail')).toHaveValue(email)
    await expect(page.getByLabel('Password')).toHaveValue(PASSWORD)
    await page.getByLabel('Password').press('Enter')
    await expect(page.getByRole('heading', { name: 'Your models' })).toBeVisible()
  })

  test('signs in before the page’s script is there', async ({ page, signUp, context }) => {
    const { email, password } = await signUp()
    await context.clearCookies()
    const letThrough = await scriptsHeldBack(page)
    await page.goto('/sign-in', { waitUntil: 'commit' })
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Your models' })).toBeVisible()
    letThrough()
  })

  test('does not say whether the address or the password is wrong', async ({ page, signUp, context }) => {
    const { email } = await signUp()
    await context.clearCookies()
    for (const [address, password] of [
      [email, 'not this one at all'],
      ['nobody@example.com', PASSWORD],
    ] as const) {
      await page.goto('/sign-in')
      await page.getByLabel('E-mail').fill(address)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByRole('main').getByRole('alert')).toHaveText('The e-mail address or the password is wrong.')
    }
  })

  test('comes back to the page that asked, by keyboard alone', async ({ page, signUp, context }) => {
    const { email, password } = await signUp()
    await context.clearCookies()
    await page.goto('/settings/api-keys')
    await page.getByLabel('E-mail').focus()
    await page.keyboard.type(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/settings/api-keys')
  })

  test('never goes on to another site, however it is written', async ({ page, signUp, address, context }) => {
    const { email, password } = await signUp()
    const ways = ['//evil.example', '/\\evil.example', 'https://evil.example', 'https:evil.example', '%2f%2fevil.example']
    for (const wanted of variants(ways, 2)) {
      const back = `/sign-in?callbackUrl=${encodeURIComponent(wanted)}`
      await page.goto(back) // signed in already: passed on at once
      await expect(page, wanted).toHaveURL(`${address}/`)
      await context.clearCookies()
      await page.goto(back)
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page, wanted).toHaveURL(`${address}/`)
    }
  })
})

test('another site can neither change the account nor read with the session', async ({ signUp, context, address }) => {
  await signUp()
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const post = await context.request.post(`${address}/api/account/sign-out`, { headers: foreign })
  expect(post.status()).toBe(403)
  const key = await context.request.post(`${address}/api/account/api-keys`, {
    headers: foreign,
    data: { name: 'theirs', scopes: ['mcp:models:read'], expiresInDays: null },
  })
  expect(key.status()).toBe(403)
  expect((await context.request.get(`${address}/api/account/api-keys`, { headers: foreign })).status()).toBe(403)
  const mine = await context.request.get(`${address}/api/account/api-keys`)
  expect((await mine.json()).items).toEqual([])
})

test('what anybody may see is accessible in either theme, and fits a phone', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && !/404/.test(message.text()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of ['/', '/demo', '/sign-in', '/sign-up', '/nowhere']) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('main')).toBeVisible()
      await isAccessibleInBothThemes(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    })
  }
  expect(complaints).toEqual([])
})
