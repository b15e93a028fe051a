import type { Page } from '@playwright/test'
import { isAccessible, isAccessibleInBothThemes } from './accessible.ts'
import { expect, test } from './fixtures.ts'

/** Counts how often the page has no title from now on; the answer reads the count. */
async function watchTitle(page: Page): Promise<() => Promise<number>> {
  const count = await page.evaluateHandle(() => {
    const untitled = { times: 0 }
    const observer = new MutationObserver(() => {
      if (document.title === '') untitled.times++
    })
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return untitled
  })
  return () => count.evaluate(({ times }) => times)
}

const listed = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

test.describe('API keys', () => {
  test('makes a key, shows it until it is put away, uses it, revokes it', async ({ page, signUp, asProgram }) => {
    await signUp()
    await page.goto('/settings/api-keys')
    const opener = page.getByRole('button', { name: 'New API key' })
    await opener.press('Enter')
    await expect(page.getByRole('dialog', { name: 'New API key' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(opener).toBeFocused()

    await opener.click()
    await page.getByLabel('Name', { exact: true }).fill('Nightly analysis')
    await page.getByLabel('Read your structural models').uncheck()
    await page.getByLabel('Create and change structural models').uncheck()
    await page.getByRole('button', { name: 'Create key' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Allow the key something.' })).toBeVisible()
    await page.getByLabel('Read your structural models').check()
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog', { name: 'The key “Nightly analysis”' })
    const key = (await dialog.getByTestId('made').textContent()) ?? ''
    expect(key).toMatch(/^smk_[\w-]{43}$/)
    await page.mouse.click(5, 5)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(dialog.getByTestId('made')).toHaveText(key)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(dialog).toHaveCount(0)

    const row = listed(page, 'Nightly analysis')
    await expect(row).toContainText('Read your structural models.')
    await expect(row).toContainText('not used yet')
    await expect(row).toContainText(key.slice(-4))
    await page.reload()
    await expect(page.locator('body')).not.toContainText(key)

    const program = await asProgram(key)
    expect((await program.get('/api/construct-models')).status()).toBe(200)
    expect((await program.post('/api/construct-models', { data: { name: 'x' } })).status()).toBe(403)
    // Written behind the requests, every half minute.
    const isUsed = async () => (await (await page.request.get('/settings/api-keys')).text()).includes('last used')
    await expect.poll(isUsed, { intervals: [3_000], timeout: 90_000 }).toBe(true)
    await page.reload()
    await expect(row).toContainText('last used')

    // What the key was revoked by goes with it; the focus stays on the page.
    await row.getByRole('button', { name: 'Revoke: Nightly analysis' }).press('Enter')
    await page.getByRole('button', { name: 'Revoke the key' }).press('Enter')
    await expect(row).toHaveCount(0)
    await expect(page.locator('#main')).toBeFocused()
    expect((await program.get('/api/construct-models')).status()).toBe(401)
  })

  test('spells MCP tool names as was chosen for the key, and can be changed', async ({ page, signUp, asProgram }) => {
    await signUp()
    await page.goto('/settings/api-keys')
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Flow editor')
    const names = page.getByLabel('MCP tool names')
    await expect(names).toHaveAccessibleDescription(/LibreChat, n8n, LM Studio, LangChain, AI SDK/)
    await names.selectOption('underscore')
    await page.getByRole('button', { name: 'Create key' }).click()
    const program = await asProgram((await page.getByTestId('made').textContent()) ?? '')
    const first = async () => {
      const answer = await program.post('/mcp', { data: { jsonrpc: '2.0', id: 1, method: 'tools/list' } })
      return (await answer.json()).result.tools[0].name
    }
    expect(await first()).toBe('service_create_model')
    await page.getByRole('button', { name: 'Done' }).click()

    const row = listed(page, 'Flow editor')
    await row.getByText('Tool names', { exact: true }).click()
    await expect(row.getByLabel('Format of tool names')).toHaveValue('underscore')
    const timesUntitled = await watchTitle(page)
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await row.getByLabel('Format of tool names').selectOption('dotted')
    expect((await saved).status()).toBe(204)
    await expect(row.getByLabel('Format of tool names')).toHaveValue('dotted')
    expect(await first()).toBe('service.create_model')
    await isAccessible(page)
    expect(await timesUntitled()).toBe(0)
  })
})

test.describe('sessions', () => {
  test('lists every browser and ends another one at once', async ({ page, signUp, browser, address }) => {
    const { email, password } = await signUp()
    const other = await browser.newContext({ baseURL: address, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' })
    const elsewhere = await other.newPage()
    await elsewhere.goto('/sign-in')
    await elsewhere.getByLabel('E-mail').fill(email)
    await elsewhere.getByLabel('Password').fill(password)
    await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(elsewhere.getByRole('heading', { name: 'Your models' })).toBeVisible()

    await page.goto('/settings/sign-ins')
    await expect(page.getByText('this browser')).toHaveCount(1)
    await listed(page, 'Firefox 140 on Linux').getByRole('button').click()
    await page.getByRole('button', { name: 'End the session' }).click()
    await expect(listed(page, 'Firefox 140 on Linux')).toHaveCount(0)
    await elsewhere.goto('/settings/profile')
    await expect(elsewhere).toHaveURL(/\/sign-in/)
    await other.close()
  })
})

test.describe('profile', () => {
  test('a new password offers to revoke API keys too', async ({ page, signUp, apiKey, asProgram }) => {
    const { password } = await signUp()
    const keys = [await apiKey(), await apiKey()]
    const opens = async (key: string) => (await (await asProgram(key)).get('/api/construct-models')).status()
    await page.goto('/settings/profile')
    await expect(page.getByRole('group', { name: 'You have 2 API keys' })).toBeVisible()
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('New password').fill('password123')
    await page.getByLabel('Revoke them too').check()
    await page.getByRole('button', { name: 'Change the password' }).press('Enter')
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(
      /This password is on the list of the most common ones\.$/,
    )
    expect(await opens(keys[0]!)).toBe(200)
    await page.getByLabel('New password').fill('a longer one with 3 girders')
    await page.getByRole('button', { name: 'Change the password' }).press('Enter')
    await expect(page.getByText('and your API keys are revoked')).toBeVisible()
    await expect(page.getByLabel('Revoke them too')).toHaveCount(0)
    expect(await Promise.all(keys.map(opens))).toEqual([401, 401])
    const changed = page.getByRole('listitem').filter({ hasText: 'Password change' })
    // Written behind the answer.
    await expect(async () => {
      await page.goto('/settings/activity')
      expect(await changed.count()).toBe(1)
    }).toPass()
    await expect(changed).toContainText('2 API keys revoked')
  })

  test('a new password ends the other sessions and keeps this one', async ({ page, signUp, browser, address, context }) => {
    const { email, password } = await signUp()
    const copies = await browser.newContext({ baseURL: address, storageState: await context.storageState() })
    await page.goto('/settings/profile')
    await page.getByLabel('Current password').fill('a wrong guess of mine')
    await page.getByLabel('New password').fill('a longer one with 3 girders')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('This is not your present password.')
    await page.getByLabel('Current password').fill(password)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await expect(page.getByText('The new password is set.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()

    const copy = await copies.newPage()
    await copy.goto('/settings/profile')
    await copy.getByLabel('E-mail').fill(email)
    await copy.getByLabel('Password').fill('a longer one with 3 girders')
    await copy.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(copy.getByRole('heading', { name: 'Profile' })).toBeVisible()
    await copies.close()
  })

  test('changes the name that the header shows, and signs out everywhere', async ({
    page,
    signUp,
    browser,
    address,
    context,
  }) => {
    await signUp()
    const copies = await browser.newContext({ baseURL: address, storageState: await context.storageState() })
    await page.goto('/settings/profile')
    await page.getByLabel('Name').fill('Gerd Girder')
    await page.getByRole('button', { name: 'Save the name' }).click()
    await expect(page.getByRole('button', { name: 'Account of Gerd Girder' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page).toHaveURL('/sign-in')
    const copy = await copies.newPage()
    await copy.goto('/settings/profile')
    await expect(copy).toHaveURL(/\/sign-in/)
    await copies.close()
  })
})

test('keeps the chosen colours, also on the next page and without script', async ({
  page,
  signUp,
  browser,
  address,
  context,
}) => {
  await signUp()
  await page.goto('/')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByLabel('Colours').selectOption('dark')
  const surface = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const dark = await surface()
  await page.goto('/settings/profile')
  expect(await surface()).toBe(dark)
  const still = await browser.newContext({
    baseURL: address,
    storageState: await context.storageState(),
    javaScriptEnabled: false,
  })
  const quiet = await still.newPage()
  await quiet.goto('/')
  await expect(quiet.locator('html')).toHaveAttribute('data-theme', 'dark')
  await still.close()
})

test('the settings are accessible in either theme, and fit a phone', async ({ page, signUp, apiKey }) => {
  await signUp()
  await apiKey()
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of ['/settings/profile', '/settings/sign-ins', '/settings/api-keys']) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await isAccessibleInBothThemes(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    })
  }
})

test('takes all data along, closes the account, brings it back, and sets a new password by the administrator’s link', async ({
  page,
  signUp,
  signIn,
  newModel,
}) => {
  const { email, password } = await signUp()
  await newModel({ name: 'Stays' })
  await page.goto('/settings/profile')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download all data' }).click()
  expect((await download).suggestedFilename()).toBe('structural-models.zip')
  await page.getByRole('button', { name: 'Delete the account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete the account?' })
  await isAccessible(page)
  await dialog.getByLabel('Your password').fill('not this one at all')
  await dialog.getByRole('button', { name: 'Delete the account' }).click()
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription('This is not your password.')
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Delete the account' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()

  await signIn({ email, password })
  await expect(page.getByRole('heading', { name: 'This account is closed' })).toBeVisible()
  await page.getByRole('button', { name: 'Reopen the account' }).click()
  await expect(page.getByRole('link', { name: 'Stays' })).toBeVisible()
  await page.goto('/settings/activity')
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText('Account reopened')
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText('Create a model')

  await page.context().clearCookies()
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByText('This server does not send e-mail.')).toBeVisible()
  await page.goto('/reset-password/nobody.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
  await expect(page.getByText('This link no longer works')).toBeVisible()
})
