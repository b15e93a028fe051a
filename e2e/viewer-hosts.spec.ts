import type { FrameLocator, Page } from '@playwright/test'
import { variants } from '#lib/fixtures/exhaustive.ts'
import { expect, test as plain } from './fixtures.ts'
import { newLink, site } from './sharing-site.ts'
import { listen } from './viewer-page.ts'

// One viewer, several surroundings (docs/viewer.md, section 7, has the table): what each can do works there, and what it cannot is not offered.

type Host = 'share' | 'embed'
/** `said`: what its console says. */
type Stand = { page: Page; scope: Page | FrameLocator; said: string[] }

const test = plain.extend<{ openIn: (host: Host, model: string, query?: string) => Promise<Stand> }>({
  /** The viewer of a model where it stands for a stranger: on a page by a link, in a frame on another site. */
  openIn: async ({ browser, context, address }, use) => {
    const ends: (() => unknown)[] = []
    await use(async (host, model, query = '?layers=-shading') => {
      const around = await site()
      ends.push(() => around.close())
      const { url, token } = await newLink(context.request, address, model, { origins: [`http://127.0.0.1:${around.port}`] })
      const stranger = await browser.newContext({ viewport: { width: 1000, height: 700 } })
      ends.push(() => stranger.close())
      const page = await stranger.newPage()
      const said = listen(page)
      const embed = encodeURIComponent(`${address}/embed/${token}${query}`)
      await page.goto(host === 'share' ? `${url}${query}` : `http://127.0.0.1:${around.port}/?embed=${embed}`)
      const scope = host === 'share' ? page : page.frameLocator('iframe')
      await isReady(scope)
      return { page, scope, said }
    })
    for (const end of ends.reverse()) await end()
  },
})

/** The picture takes keys where it has the focus. */
const pictureIn = (scope: Stand['scope']) => scope.locator('main [role="img"]').first()
const isReady = (scope: Stand['scope']) => expect(scope.locator('[data-parts="here"]')).toBeAttached()

// What the model's own page can do beside this is in the other specs of the viewer.
for (const host of variants(['embed', 'share'] as const)) {
  test(`${host}: an engineer finds, measures, cuts, walks, lists and dismisses there, and is offered no file that cannot leave`, async ({
    hall,
    openIn,
  }) => {
    const { page, scope, said } = await openIn(host, hall)
    const picture = pictureIn(scope)
    const region = (name: string) => scope.getByRole('region', { name, exact: true })
    const tool = (name: string) => scope.getByRole('toolbar').getByRole('button', { name, exact: true })
    const canSave = host !== 'embed'

    // What is found and not in the picture is said, and shown on request.
    await scope.getByLabel('Go to a view').selectOption({ label: 'Elevation at 1' })
    await expect(region('Drawing')).toContainText('Elevation at 1')
    await picture.press('/')
    await scope.getByRole('searchbox').fill('X-2-1')
    await scope.getByRole('searchbox').press('Enter')
    await expect(region('Not in the picture')).toContainText('is not in Elevation at 1')
    await region('Not in the picture').getByRole('button', { name: 'Show it' }).click()
    await expect(scope.getByRole('complementary', { name: 'Properties' })).toContainText('A to B / 2')
    await picture.press('Escape')

    // Places that are typed are measured, by Enter and by the button.
    await picture.press('m')
    const typed = region('Measure').getByLabel('Node, or x, y, z')
    await typed.fill('A1-G')
    await typed.press('Enter')
    await expect(typed).toHaveValue('')
    await typed.fill('B1-G')
    await region('Measure').getByRole('button', { name: 'Add' }).click()
    await expect(region('Measure').getByRole('list', { name: 'Dimensions' })).toContainText('6 m')
    await picture.press('m')

    // A cut, and the strip that takes it away; walking and back; the presets.
    await picture.press('x')
    await expect(region('Section box')).toBeVisible()
    await scope
      .getByRole('list', { name: 'Not everything is shown' })
      .getByRole('button', { name: /Section box/ })
      .click()
    await expect(region('Section box')).toBeHidden()
    await picture.press('v')
    await expect(region('Walking')).toBeVisible()
    await picture.press('Escape')
    await expect(region('Walking')).toBeHidden()
    await picture.press('w')
    await expect(scope.locator('main canvas[data-view*="style="]')).toBeAttached()

    // Tables and quantities everywhere; files where they can be saved.
    await picture.press('e')
    const tables = region('Tables')
    await expect(tables.getByRole('grid', { name: 'Frames' })).toHaveAttribute('aria-rowcount', '19')
    await expect(tables.getByRole('button', { name: 'CSV' })).toHaveCount(canSave ? 1 : 0)
    if (canSave) {
      const [file] = await Promise.all([page.waitForEvent('download'), tables.getByRole('button', { name: 'CSV' }).click()])
      expect(file.suggestedFilename()).toMatch(/\.csv$/)
    }
    await tables.getByRole('tab', { name: 'Quantities' }).click()
    await expect(tables.getByRole('table')).toContainText('Column 500')
    await expect(tables.getByRole('button', { name: 'XLSX' })).toHaveCount(canSave ? 1 : 0)
    await picture.press('e')
    await expect(tool('Save as picture, PDF or SVG')).toHaveCount(canSave ? 1 : 0)
    await expect(tool('Copy a link to this view')).toHaveCount(canSave ? 1 : 0)
    for (const [key, title] of [['s', 'Save a picture'], ['d', 'Drawings on sheets']] as const) {
      await picture.press(key)
      await expect(scope.getByRole('dialog', { name: title })).toHaveCount(canSave ? 1 : 0)
      if (canSave) await page.keyboard.press('Escape')
    } // biome-ignore format: short
    await picture.press('?')
    const keys = scope.getByRole('dialog', { name: 'Keys and gestures' })
    await expect(keys.getByText('Tables of everything, and quantities')).toBeVisible()
    await expect(keys.getByText('Save a picture')).toHaveCount(canSave ? 1 : 0)
    await expect(keys.getByText('The browser’s Back takes')).toHaveCount(host === 'embed' ? 0 : 1)
    await expect(keys.getByText('Beside another revision')).toHaveCount(0)
    await keys.getByRole('button', { name: 'Close' }).click()

    // A finding is dismissed with a reason.
    await scope.getByRole('button', { name: /^Model check/ }).click()
    const check = scope.getByRole('complementary', { name: 'Model check' })
    await check.getByRole('button', { name: /isolated node/ }).click()
    await check
      .getByRole('button', { name: /^Dismiss/ })
      .first()
      .click()
    await check.getByLabel(/may stay$/).fill('A reference point')
    await check.getByLabel(/may stay$/).press('Enter')
    await expect(check).toContainText(/\d dismissed/)
    expect(said).toEqual([])
  })

  test(`${host}: an old revision and a comparison are for the model's own page; the end of access is told everywhere`, async ({
    context,
    address,
    hall,
    openIn,
  }) => {
    const change = { data: { name: 'The hall, renamed' }, headers: { origin: address } }
    await context.request.patch(`${address}/api/construct-models/${hall}`, change)
    const { scope } = await openIn(host, hall, '?compare=1..2&layers=-shading')
    await expect(scope.getByRole('heading', { name: 'The hall, renamed', exact: true })).toBeVisible()
    await expect(scope.getByRole('button', { name: 'History' })).toHaveCount(0)
    await expect(scope.getByRole('region', { name: 'Comparison' })).toHaveCount(0)

    const gone = await context.request.delete(`${address}/api/construct-models/${hall}`, { headers: { origin: address } })
    expect(gone.ok()).toBe(true)
    const told = 'This link no longer works'
    await expect(scope.getByText(told)).toBeVisible()
    await scope.getByRole('button', { name: 'Look at what is here' }).click()
    await expect(scope.getByText(told)).toHaveCount(0)
    await expect(pictureIn(scope)).toBeVisible()
  })
}

test('a frame opens its view in a tab of its own, and is printed whole with the page around it', async ({
  address,
  hall,
  openIn,
}) => {
  const { page, scope } = await openIn('embed', hall)
  await pictureIn(scope).press('2')
  await expect(scope.locator('main canvas[data-view*="projection=parallel"]')).toBeAttached()
  const own = scope.getByRole('toolbar').getByRole('link', { name: 'Open in a tab' })
  const [tab] = await Promise.all([page.context().waitForEvent('page'), own.click()])
  await isReady(tab)
  expect(tab.url()).toContain(`${address}/share/`)
  await expect(tab.locator('main canvas[data-view*="projection=parallel"]')).toBeAttached()
  // This site's sandbox holds the tab too, where a file would be dropped without a word.
  await expect(tab.getByRole('toolbar').getByRole('button', { name: 'Save as picture, PDF or SVG' })).toHaveCount(0)
  await tab.close()

  // As a browser does it when it prints the page around the frame.
  const frame = page.frames()[1]!
  await frame.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  const printed = scope.locator('[data-printed]')
  const [place, around] = [await printed.boundingBox(), await page.locator('iframe').boundingBox()]
  expect(place).toEqual(around)
  expect(await printed.evaluate(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight])).toEqual([900, 600])
  await expect(scope.getByRole('toolbar')).toBeHidden()
  await frame.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(printed).toHaveCount(0)
})

test('a frame without controls stays the picture alone, whatever key is pressed and whatever view it is given', async ({
  hall,
  openIn,
}) => {
  const { scope } = await openIn('embed', hall, '?controls=0&layers=-shading&section=,2.5,,,,')
  const picture = pictureIn(scope)
  const panels = scope.getByRole('region', { name: /^(Section box|Measure|Tables)$/ })
  const openable = [
    panels,
    scope.getByRole('complementary'),
    scope.getByRole('dialog'),
    scope.getByRole('toolbar'),
    scope.getByRole('link'),
  ]
  for (const key of ['m', 'x', 'e', '/', 's', 'd', '?']) {
    await picture.press(key)
    for (const part of openable) await expect(part).toHaveCount(0)
  }
  // Keys of the picture itself go on.
  await picture.press('2')
  await expect(scope.locator('main canvas[data-view*="projection=parallel"]')).toBeAttached()
})
