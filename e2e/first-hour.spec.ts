import { isAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { listen } from './viewer-page.ts'

test('from the landing page to the demo without an account, and from an empty model to a structure that stands', async ({
  page,
  signUp,
  newModel,
}) => {
  const complaints = listen(page)
  await page.goto('/')
  await expect(page.getByRole('img', { name: /^A five-storey frame/ })).toBeVisible()
  // Where there is room the building comes by itself, in the viewer's own picture.
  await expect(page.getByText('The demo building, live')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('main').locator('canvas').first()).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByRole('main').locator('canvas').first().hover()
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await expect(page).toHaveURL('/') // turning it leaves the address alone
  await page.getByRole('link', { name: 'Open the demo building' }).click()
  await page.waitForURL('/demo')
  await expect(page.locator('main canvas[data-picture="complete"]')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Model check' }).click()
  await expect(page.getByRole('complementary', { name: 'Model check' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'History' })).toHaveCount(0)
  await page.keyboard.press('r')
  const results = page.getByRole('complementary', { name: 'Results' })
  await expect(results.getByText('It stands', { exact: true })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  const signIn = page.getByRole('dialog', { name: 'Copy to my models' }).getByRole('link', { name: 'Sign in' })
  await expect(signIn).toHaveAttribute('href', '/sign-in?callbackUrl=%2Fdemo')

  await signUp()
  await page.goto('/demo')
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Copy to my models' }).click()
  await page.waitForURL(/\/models\//)
  await expect(page.getByText('506 frames')).toBeVisible()
  const { id } = await newModel({ name: 'Blank' })
  await page.goto(`/models/${id}`)
  await page.getByRole('button', { name: 'Start from a template' }).click()
  await isAccessible(page)
  await page.getByRole('radio', { name: 'Truss' }).check({ force: true })
  await page.getByLabel('Units').selectOption('mm, kN, °C')
  await page.getByRole('button', { name: 'Add to the model' }).click()
  await expect(page.getByRole('region', { name: 'An empty model' })).toHaveCount(0)
  await expect(page.getByText('33 frames · 18 nodes')).toBeVisible()
  const { findings } = await (await page.request.get(`/api/construct-models/${id}/check`)).json()
  expect(findings).toEqual([])
  expect(complaints).toEqual([])
})

test('from the landing page to a link that somebody opens in another browser, without an account', async ({
  page,
  browser,
  address,
}, { testId, retry }) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).first().click()
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('E-mail').fill(`ada-${testId}-${retry}@example.com`)
  await page.getByLabel('Password').fill('nine brown columns, 2 braces')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Portal frame', exact: true }).click()
  await page.getByRole('dialog', { name: 'New model' }).getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/\/models\/m_/)
  await page.getByRole('button', { name: /^Share: / }).click()
  await page.getByRole('button', { name: 'New link' }).click()
  await page.getByLabel('Name').fill('For the client')
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await page.getByLabel('Address of the link').inputValue()

  const other = await browser.newContext({ baseURL: address })
  const visitor = await other.newPage()
  const complaints = listen(visitor)
  await visitor.goto(link)
  await expect(visitor.locator('main canvas[data-picture="complete"]')).toBeVisible({ timeout: 60_000 })
  await expect(visitor.getByRole('button', { name: 'History' })).toHaveCount(0)
  const head = (name: string) => visitor.locator(`meta[property="${name}"]`).getAttribute('content')
  expect(await head('og:description')).toMatch(/^\d+ frames, \d+ (levels|nodes)$/)
  expect((await other.request.get((await head('og:image')) ?? '')).headers()['content-type']).toBe('image/png')

  // Taken back while it is open.
  await page.getByRole('button', { name: 'Revoke For the client' }).click()
  await page.getByRole('button', { name: 'Revoke For the client permanently' }).click()
  await expect(visitor.getByText('This link no longer works')).toBeVisible()
  expect((await other.request.get(link)).status()).toBe(404)
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
  await other.close()
})
