import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openPanel, openViewer, settled } from './viewer-page.ts'

/** What the picture does not show is said, and shown on request. */

const query = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

test('goes nowhere for what is not in the picture: says why, opens its drawing, or takes that reason away', async ({
  page,
  hall: id,
}) => {
  await openViewer(page, id, 'layers=-shading')
  const outline = await openPanel(page, 'Outline')
  const search = outline.getByRole('searchbox')
  const bar = page.getByRole('region', { name: 'Not in the picture' })
  const strip = page.getByRole('list', { name: 'Not everything is shown' })
  const properties = page.getByRole('complementary', { name: 'Properties' })
  const find = async (text: string) => {
    await search.fill(text)
    await outline
      .getByRole('option', { name: new RegExp(text) })
      .first()
      .click()
  }
  const camera = async () => {
    await settled(page)
    return query(page, 'camera')
  }

  // `/` takes what is typed at once, also where the panel is closed; closing it gives the focus back.
  await outline.getByRole('button', { name: 'Close the panel' }).click()
  await expect(page.getByRole('button', { name: 'Outline', exact: true })).toBeFocused()
  await page.keyboard.type('/girder', { delay: 0 })
  await expect(search).toHaveValue('girder')
  expect(query(page, 'hidden')).toBeNull()

  // A girder of grid 2 while the elevation at grid 1 is open.
  await page.getByLabel('Go to a view').selectOption({ label: 'Elevation at 1' })
  await camera()
  // Somebody moves it, so that a panel that opens fits nothing anew.
  await page.mouse.move(760, 400)
  await page.mouse.wheel(0, -240)
  const before = await camera()
  await find('X-2-1')
  await expect(bar).toContainText('Girder 2 on 1 is not in Elevation at 1.')
  await expect(properties).toContainText('It is not in Elevation at 1.')
  expect(await camera()).toBe(before)
  await bar.getByRole('button', { name: 'Leave it' }).click()
  await expect(bar).toBeHidden()
  await find('X-2-1')
  await bar.getByRole('button', { name: 'Open Elevation at 2' }).click()
  await expect(page.getByRole('region', { name: 'Drawing' })).toContainText('Elevation at 2')
  await expect(bar).toBeHidden()
  await expect(properties).not.toContainText('It is not in')

  // Hidden, in a layer that is off, filtered: each is taken away alone.
  await page.keyboard.press('Escape')
  await page.getByLabel('Go to a view').selectOption({ label: '0 · Overview' })
  await openViewer(page, id, 'hidden=f:X-2-1,f:X-2-2&layers=-supports,-shading&without-storey=Roof')
  await expect(strip.getByRole('listitem')).toHaveText([/2 hidden/, /Without Roof/, /Supports off/])
  await openPanel(page, 'Outline')
  await find('X-2-2')
  await expect(bar).toContainText('Girder 2 on 2 is hidden.')
  await bar.getByRole('button', { name: 'Show it' }).click()
  await expect(bar).toContainText('Girder 2 on 2 is left out by a filter.')
  await settled(page)
  expect([query(page, 'hidden'), query(page, 'layers'), query(page, 'without-storey')]).toEqual([
    'f:X-2-1',
    '-supports,-shading',
    'Roof',
  ])
  await bar.getByRole('button', { name: 'Show it' }).click()
  await expect(bar).toBeHidden()
  await expect(strip.getByRole('listitem')).toHaveText([/1 hidden/, /Supports off/])
  await settled(page)
  expect(query(page, 'camera')).not.toBeNull() // it went there
  await find('S-A1')
  await expect(bar).toContainText('Support S-A1 is not shown: supports are off.')
  await strip.getByRole('button', { name: /Supports off/ }).click()
  await expect(bar).toBeHidden()
  await strip.getByRole('button', { name: /1 hidden/ }).click()
  await expect(strip).toBeHidden()
})
