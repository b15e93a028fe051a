import { readFileSync } from 'node:fs'
import type { Download } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { hasRoomForHint, listen, openPanel, openViewer, settled } from './viewer-page.ts'

// An engineer's work in one story: properties with the drawn section, tables both ways with the picture, quantities, files, findings.
test.use({ viewport: { width: 1400, height: 900 } })

const FRONT = 'camera=3,-20,14,3,2.5,3.5'
const textOf = async (download: Promise<Download>) => {
  const file = await download
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

test('reads properties, lists and adds up elements, saves them as files, and works through findings', async ({
  page,
  hall: id,
}) => {
  const said = listen(page)
  await openViewer(page, id, `${FRONT}&selected=f:X-1-1`)
  await settled(page)

  // What it is, where, of which section with its sizes, how much, joined to what.
  const fields = page.getByRole('complementary', { name: 'Properties' })
  const row = (name: string) => fields.getByRole('group', { name, exact: true })
  await expect(row('Kind')).toContainText('Beam')
  await expect(row('Grid')).toContainText('A to B / 1')
  await expect(row('Start node')).toContainText('0, 0, 4 m')
  await expect(row('Material')).toContainText('from the section')
  await expect(row('I33')).toContainText('312,500 cm⁴')
  await expect(row('Mass')).toContainText('7,065 kg')
  await expect(fields.getByRole('img', { name: 'The section, with its sizes: t3 500, t2 300' })).toBeVisible()
  await fields.getByRole('button', { name: 'Local axes' }).click()
  await expect(page).toHaveURL(/layers=axes/)

  // The tables come by their key; what is selected in the picture is marked there, and the other way round.
  await page.keyboard.press('e')
  const tables = page.getByRole('region', { name: 'Tables' })
  const grid = tables.getByRole('grid', { name: 'Frames' })
  const rowOf = (name: string) => grid.getByRole('row').filter({ has: page.getByRole('gridcell', { name, exact: true }).first() })
  await expect(grid).toHaveAttribute('aria-rowcount', '19')
  await expect(grid.locator('[aria-selected="true"]')).toContainText('X-1-1')
  const counted = grid.getByRole('row').last().getByRole('gridcell').first()
  await expect(counted).toHaveText('1 selected')
  expect(await counted.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0) // none of it is cut
  await tables.getByRole('button', { name: 'Length', exact: false }).first().click()
  await grid.getByLabel('Filter Kind').fill('column')
  await grid.getByLabel('Filter Length').fill('3')
  await expect(tables.getByRole('status')).toHaveText('4 of 16')
  await grid.getByLabel('Filter Length').fill('tall')
  await expect(tables.getByRole('status')).toHaveText('Type a number, 2..4 or >5')
  await grid.getByLabel('Filter Length').fill('2..3.5')
  await expect(tables.getByRole('status')).toHaveText('4 of 16')
  await rowOf('C-B1-2').click()
  await expect(fields.getByRole('heading', { name: 'Frame C-B1-2' })).toBeVisible()
  await tables.getByRole('button', { name: 'Select 4' }).click()
  await expect(fields.getByRole('heading', { name: '4 elements' })).toBeVisible()
  await expect(grid.getByRole('row').last()).toContainText('12.000')

  const csv = page.waitForEvent('download')
  await tables.getByRole('button', { name: 'CSV' }).click()
  const { name, bytes } = await textOf(csv)
  expect(name).toMatch(/^A-hall-of-a-test-Frames-revision-\d+\.csv$/)
  const lines = bytes.toString('utf8').split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFid,label,kind,role,section,.*length \[m\],.*mass \[kg\]$/)
  expect(lines).toHaveLength(6)
  expect(lines[1]).toMatch(/^C-A1-2,,column,,Column 500,.*,3,/)
  const xlsx = page.waitForEvent('download')
  await tables.getByRole('button', { name: 'XLSX' }).click()
  expect((await textOf(xlsx)).bytes.subarray(0, 2).toString()).toBe('PK')

  // Quantities of the selection, and of all by storey; a press selects what is counted.
  await tables.getByRole('tab', { name: 'Quantities' }).click()
  await expect(tables.getByRole('row', { name: /^Total/ })).toContainText('17')
  await tables.getByLabel('Only selected').check()
  await expect(tables.getByRole('row', { name: /^Total/ })).toContainText('7,500.0 kg')
  await tables.getByLabel('Only selected').uncheck()
  await tables.getByRole('combobox').selectOption('storey')
  await tables.getByRole('button', { name: 'Roof' }).click()
  await expect(fields.getByRole('heading', { name: '8 elements' })).toBeVisible()
  await page.keyboard.press('Escape')
  await tables.getByRole('button', { name: 'Close the tables' }).click()
  await expect(tables).toBeHidden()

  // A finding has a link; it can be put aside with a reason, and that is kept.
  const check = await openPanel(page, 'Model check')
  await check.getByRole('button', { name: /isolated node/ }).click()
  await expect(page).toHaveURL(/finding=isolated_node%3Anode%3Alost/)
  await settled(page)
  const link = page.url()
  await page.goto('/')
  await page.goto(link)
  await expect(check.getByRole('button', { name: /isolated node/ })).toHaveAttribute('aria-current', 'true')
  await check.getByRole('button', { name: 'By element' }).click()
  await expect(check.getByRole('button', { name: /Node lost/ })).toBeVisible()
  await check.getByRole('button', { name: 'By kind of finding' }).click()
  await check.getByRole('button', { name: 'Dismiss', exact: true }).click()
  expect(await hasRoomForHint(check.getByLabel(/^Why/))).toBe(true)
  await expect(check.getByLabel(/^Why/)).toHaveAccessibleDescription('For you in this browser; others still see it.')
  await check.getByLabel(/^Why/).fill('comes with the next storey')
  await check.getByLabel(/^Why/).press('Enter')
  await expect(check.getByRole('button', { name: /isolated node/ })).toBeHidden()
  const mark = page.locator('[class*="marks"] button[title*="lost"]')
  await expect(mark).toHaveCount(0)
  await page.reload() // the link in the address opens the check
  await check.getByText('1 dismissed, in this browser').click()
  await expect(check.getByText('comes with the next storey')).toBeVisible()
  await check.getByRole('button', { name: 'Restore' }).click()
  await expect(check.getByRole('button', { name: /isolated node/ })).toBeVisible()
  await expect(mark).toBeVisible()
  expect(said).toEqual([])
})
