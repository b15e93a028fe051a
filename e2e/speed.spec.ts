import { isAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

/** /bench: anybody's browser draws a building by the viewer and by instanced meshes, and tells what it measured. */

test('anybody can measure the viewer in their own browser', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // It draws for as long as its clock says: twice for 2.5 s each. Here that runs twenty times as fast.
  await page.addInitScript(() => {
    const real = performance.now.bind(performance)
    performance.now = () => 20 * real()
  })
  await page.goto('/bench')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await page.getByRole('radio', { name: '1,000', exact: true }).check()
  await page.getByRole('button', { name: 'Run' }).click()
  const table = page.getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveText(['Viewer', 'InstancedMesh per outline'], { timeout: 120_000 })
  await expect(page.getByRole('button', { name: 'Copy as Markdown' })).toBeVisible({ timeout: 120_000 })
  const cellsOf = async (name: string) => table.getByRole('row', { name }).getByRole('cell').allTextContents()
  for (const cell of await cellsOf('First picture')) expect(Number.parseFloat(cell.replaceAll(',', ''))).toBeGreaterThan(0)
  // Twelve outlines are twelve meshes; both draw the same building.
  expect((await cellsOf('Draw calls'))[1]).toMatch(/^12 · /)
  for (const cell of await cellsOf('Triangles')) expect(Number.parseFloat(cell.replaceAll(',', ''))).toBeGreaterThan(1000)
  for (const cell of await cellsOf('GPU buffers')) expect(Number.parseFloat(cell)).toBeGreaterThan(0)
  // Chromium tells its heap in large steps only: where none was passed there is no figure.
  for (const cell of await cellsOf('JavaScript heap')) expect(cell).toMatch(/^(not told|[\d,.]*[1-9][\d,.]* MB)$/)

  await page.getByRole('button', { name: 'Copy as Markdown' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('**1,000 frames**')
  expect(copied).toContain('| Viewer | InstancedMesh per outline |')
  await isAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('ten million frames are drawn only by who agrees', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/bench')
  await page.getByRole('radio', { name: '10,000,000' }).check()
  await page.getByRole('button', { name: 'Run' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ten million frames?' })
  await expect(dialog).toContainText('0.9 GB')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('table')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
