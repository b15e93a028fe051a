import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './fixtures.ts'

test('from the landing page to the demo without an account, and from an empty model to a structure that stands', async ({
  page,
  signUp,
  newModel,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
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
  await expect(page.getByRole('button', { name: 'Revisions' })).toHaveCount(0)

  await signUp()
  const { id } = await newModel({ name: 'Blank' })
  await page.goto(`/models/${id}`)
  await page.getByRole('button', { name: 'Start from a template' }).click()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.getByRole('radio', { name: 'Truss' }).check({ force: true })
  await page.getByLabel('Units').selectOption('mm, kN, °C')
  await page.getByRole('button', { name: 'Add to the model' }).click()
  await expect(page.getByRole('region', { name: 'An empty model' })).toHaveCount(0)
  await expect(page.getByText('33 frames · 18 nodes')).toBeVisible()
  const { findings } = await (await page.request.get(`/api/construct-models/${id}/check`)).json()
  expect(findings).toEqual([])
  expect(complaints).toEqual([])
})
