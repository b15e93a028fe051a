import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './fixtures.ts'

test('the reference has the fields of what is sent, and sends requests', async ({ page, signUp }) => {
  await page.goto('/docs')
  const create = page.locator('#create_model')
  await create.getByText('Try it').click()
  await create.getByRole('button', { name: 'Send POST' }).click()
  await expect(create.getByRole('status')).toContainText('401')
  await expect(create.getByRole('link', { name: 'Sign in' })).toBeVisible()

  await signUp()
  await create.getByLabel('Body, JSON').fill('{"name":"From the reference"}')
  await create.getByRole('button', { name: 'Send POST' }).click()
  await expect(create.getByRole('status')).toContainText('201')
  await expect(create.getByRole('status')).toContainText('"name": "From the reference"')

  const list = page.locator('#list_models')
  await list.getByText('Try it').click()
  await list.getByLabel('q').fill('no such & model')
  await list.getByRole('button', { name: 'Send GET' }).click()
  await expect(list.getByRole('status')).toContainText('"items": []')

  const read = page.locator('#read_model')
  await read.getByText('Try it').click()
  await read.getByLabel('model_id').fill('a/b')
  await read.getByRole('button', { name: 'Send GET' }).click()
  await expect(read.getByRole('status')).toContainText('Model not found')
  // An answer that never ends is not for a page of answers.
  await expect(page.locator('#hear_revisions').getByText('Try it')).toHaveCount(0)

  await page.locator('#add_frames').getByText('Request', { exact: true }).click()
  await page.locator('#add_frames').getByRole('link', { name: 'ViewerFrame' }).click()
  const frame = page.locator('#ViewerFrame-Input')
  await expect(frame).toBeInViewport()
  await expect(frame.getByRole('row', { name: /^rotation/ })).toContainText('Degrees about local axis 1')
  await expect(frame.getByRole('row', { name: /^startNodeId/ })).toContainText('required')

  expect((await new AxeBuilder({ page }).include('#create_model').include('#ViewerFrame-Input').analyze()).violations).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
