import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { isExhaustive } from '#lib/fixtures/exhaustive.ts'
import { expect, test } from './fixtures.ts'
import { pdfPages } from './pdf.ts'
import { readPng } from './pictures.ts'
import { HALL, listen, openViewer, settled } from './viewer-page.ts'

// Drawings on paper: one elevation to scale, a set of sheets, files, and what Ctrl+P puts up.
test.use({ viewport: { width: 1400, height: 900 } })

const NAME = 'Hall <b>"1"</b> & שלום'
const LEVELS = Array.from({ length: isExhaustive ? 36 : 8 }, (_, k) => ({
  id: `z${k}`,
  axis: 'Z',
  coordinate: 0.2 * k,
  label: `Level ${k}`,
}))
/** A plan of each level, an elevation at each of four grid lines. */
const SHEETS = LEVELS.length + 4

/** The printer's window stays shut: what was put up stands for as long as the test looks at it. */
async function shutPrinter(page: Page) {
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.asked = String(Number(document.documentElement.dataset.asked ?? 0) + 1)
    }
  })
}
const asked = (page: Page, times: number) => expect(page.locator('html')).toHaveAttribute('data-asked', String(times))
/** As the printer gets it; the browser says before and after it that it prints. */
const printed = async (page: Page) => pdfPages(await page.pdf({ preferCSSPageSize: true, printBackground: true }))

test(`prints an elevation to scale, a set of ${SHEETS} sheets and what Ctrl+P puts up, and saves sheets as files`, async ({
  page,
  context,
  address,
  signUp,
  newModel,
}) => {
  const said = listen(page)
  await shutPrinter(page)
  await signUp()
  const { id } = await newModel({
    ...HALL,
    name: NAME,
    gridLines: [...HALL.gridLines.filter(({ axis }) => axis !== 'Z'), ...LEVELS],
  })
  await context.request.post(`${address}/api/construct-models/${id}/comments`, {
    data: { text: 'Deeper, please.', anchor: { elements: [{ kind: 'frame', id: 'X-1-1' }] } },
    headers: { origin: address },
  })
  await openViewer(page, id, 'camera=3,-20,14,3,2.5,3.5&layers=-shading')
  await page.getByLabel('Go to a view').selectOption({ label: 'Elevation at 1' })
  await settled(page)

  // One elevation: refused where it is too large, and to scale where it fits.
  await page.getByRole('button', { name: 'Drawings on sheets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Drawings on sheets' })
  const choice = (name: string) => dialog.getByRole('combobox', { name, exact: true })
  await choice('Paper').selectOption('A3 landscape')
  await choice('Scale').selectOption('Typed')
  await dialog.getByLabel('Typed scale').fill('1:10')
  await expect(dialog.getByRole('status')).toContainText(/^Needs \d+ × \d+ mm, the sheet has 342 × 199/)
  await expect(dialog.getByRole('button', { name: 'Print or save as PDF' })).toBeDisabled()
  await dialog.getByLabel('Typed scale').fill('1:50')
  await choice('Names of frames').selectOption('Ids')
  await expect(dialog.getByRole('img')).toContainText('X-1-1')
  await choice('Comments').selectOption('Those that are open')
  await expect(dialog.getByRole('img')).toContainText('Deeper, please.')
  await choice('Comments').selectOption('None')
  await choice('Names of frames').selectOption('Sections')
  await expect(dialog.getByRole('status')).toContainText('1:50')
  await expect(dialog.getByRole('img', { name: `${NAME}: Elevation at 1` })).toBeVisible()
  await dialog.getByRole('button', { name: 'Print or save as PDF' }).click()
  await asked(page, 1)
  const [elevation, ...others] = await printed(page)
  expect(others).toEqual([])
  // Chromium's pages are whole CSS pixels of 0.26 mm.
  expect(Math.abs((elevation?.width ?? 0) - 420)).toBeLessThan(0.27)
  expect(Math.abs((elevation?.height ?? 0) - 297)).toBeLessThan(0.27)
  for (const words of [
    'Elevation at 1',
    '1:50',
    'Hall <b>"1"</b> &',
    '6.00',
    'A',
    'Supports',
    'Pinned  2',
    'Column 500',
    'Beam 500',
  ])
    expect(elevation?.text).toContain(words)
  // The chain from A to B: 6 m at 1:50, and 1.5 mm beyond at both ends.
  const chain = elevation?.lines.find(({ length, isUpright }) => !isUpright && Math.abs(length - 123) < 1)
  expect(Math.abs((chain?.length ?? 0) - 123)).toBeLessThan(0.01)
  await expect(page.locator('[data-printed]')).toHaveCount(0) // taken away when the printer had it

  // All of them, each with its number.
  await page.keyboard.press('d')
  await choice('Sheets').selectOption('A whole set')
  // What is expected first is ticked, and how many that are is said.
  await expect(dialog.getByLabel('Plans at levels')).toBeChecked()
  await expect(dialog.getByRole('status').filter({ hasText: `${SHEETS} sheets · ` })).toBeVisible()
  await dialog.getByLabel('Elevations on Y grids').uncheck()
  await expect(dialog.getByRole('status').filter({ hasText: `${SHEETS - 2} sheets · ` })).toBeVisible()
  for (const name of ['Plans at levels', 'Elevations on X grids', 'Elevations on Y grids']) await dialog.getByLabel(name).check()
  await choice('Scale').selectOption('One for all')
  await choice('Paper').selectOption('A4 landscape')
  // What is looked at is the sheet that will be made.
  await dialog.getByRole('button', { name: 'The next sheet' }).click()
  await expect(dialog.getByRole('img')).toContainText('Elevation at 2')
  await expect(dialog.getByRole('img')).toContainText(`${SHEETS} of ${SHEETS}`)
  await dialog.getByRole('button', { name: 'Print or save as PDF' }).click()
  await asked(page, 2)
  const set = await printed(page)
  expect(set).toHaveLength(SHEETS)
  expect(set.every(({ text }, k) => text.includes(`${k + 1} of ${SHEETS}`))).toBe(true)
  expect(set[0]?.text).toContain('Plan at Level 0')
  expect(new Set(set.map(({ text }) => /1:\d+/.exec(text)?.[0])).size).toBe(1)

  // As a file: markup of a name is text.
  await page.keyboard.press('d')
  await choice('As').selectOption({ value: 'svg' })
  await choice('Comments').selectOption('Those that are open')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save SVG' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Hall-.*Elevation-at-1\.svg$/)
  const svg = readFileSync(await file.path(), 'utf8')
  expect(svg).toContain('width="297mm" height="210mm"')
  expect(svg).toContain('Hall &lt;b&gt;&quot;1&quot;&lt;/b&gt; &amp; שלום')

  // The same sheet as a picture: its frame and title block, and the numbers of comments.
  const pictures = page.getByRole('dialog', { name: 'Save a picture' })
  const picture = (name: string) => pictures.getByRole('combobox', { name, exact: true })
  const colours: Record<string, Set<string>> = {}
  for (const comments of ['None', 'Those that are open']) {
    await page.keyboard.press('s')
    await picture('Resolution').selectOption('150')
    await picture('Comments').selectOption(comments)
    const saving = page.waitForEvent('download')
    await pictures.getByRole('button', { name: 'Save PNG' }).click()
    const { width, height, at } = readPng(readFileSync(await (await saving).path()))
    expect([width, height]).toEqual([1754, 1240])
    colours[comments] = new Set(Array.from({ length: width * height }, (_, pixel) => at(pixel).join()))
    // The frame of the sheet, 20 mm within the paper at the left.
    const ofFrame = Array.from({ length: 200 }, (_, k) => at(Math.round(height / 2) * width + k)).some(
      (colour) => Math.max(...colour) < 100,
    )
    expect(ofFrame).toBe(true)
  }
  expect(colours['Those that are open']).toContain('31,98,206')
  expect(colours.None).not.toContain('31,98,206')

  // Ctrl+P: the drawing as one sheet, no panel; then a view in space; then the open table with its header on each page.
  await page.keyboard.press('Control+p')
  await asked(page, 3)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main')).toBeHidden()
  await expect(page.locator('[data-printed] svg')).toBeVisible()
  // With the numbers of the comments that sheets are to show.
  await expect(page.locator('[data-printed] svg circle[fill="#1f62ce"]')).toHaveCount(1)
  await page.emulateMedia({ media: null })
  const [drawing] = await printed(page)
  expect([Math.round(drawing?.width ?? 0), Math.round(drawing?.height ?? 0)]).toEqual([297, 210])
  expect(drawing?.text).toContain('Elevation at 1')

  await page.keyboard.press('0')
  await settled(page)
  // The browser's own menu: nobody asks first.
  const [space, ...none] = await printed(page)
  expect(none).toEqual([])
  expect(space?.text).toContain('not to scale')
  expect(space?.text).toContain('Pinned  4')
  expect(space?.text).not.toContain('Outline')

  // What cannot be drawn says so on the paper.
  await page.evaluate(() => {
    const { toDataURL } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.toDataURL = () => {
      HTMLCanvasElement.prototype.toDataURL = toDataURL
      throw new Error('a fault of the test')
    }
  })
  const [words] = await printed(page)
  expect(words?.text).toContain('This view could not be printed. Something went wrong in the viewer.')
  expect(words?.text).not.toContain('Outline')
  expect(said.splice(0)).toEqual([expect.stringContaining('a fault of the test')])
  expect((await printed(page))[0]?.text).toContain('not to scale')

  await page.keyboard.press('e')
  await page.getByRole('tab', { name: 'Grid lines' }).click()
  await expect(page.getByText(`${SHEETS} in all`)).toBeVisible()
  await page.getByRole('tab', { name: 'Nodes' }).click()
  await expect(page.getByText('13 in all')).toBeVisible()
  await page.keyboard.press('Control+p')
  await asked(page, 4)
  const [table] = await printed(page)
  for (const words of ['Nodes', 'A1-G', 'lost', 'page 1 of 1']) expect(table?.text).toContain(words)
  // However many columns a table has, the last one is on the page.
  await page.getByRole('tab', { name: 'Frames' }).click()
  await expect(page.getByText('16 in all')).toBeVisible()
  // By the browser's own menu, too, which waits for nobody.
  const [atOnce] = await printed(page)
  for (const words of ['Frames', 'C-A1-1', 'Sum of 16', 'page 1 of 1']) expect(atOnce?.text).toContain(words)
  await page.keyboard.press('Control+p')
  await asked(page, 5)
  await page.emulateMedia({ media: 'print' })
  const [sheet, last] = [page.locator('.table-page'), page.locator('.table-page th').last()]
  await expect(last).toHaveText('Mass [kg]')
  const [around, column] = [await sheet.boundingBox(), await last.boundingBox()]
  expect((column?.x ?? 0) + (column?.width ?? 0)).toBeLessThan((around?.x ?? 0) + (around?.width ?? 0))
  expect(await last.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.emulateMedia({ media: null })
  await printed(page)
  // The table is what stands there now.
  const added = { id: 'added', startNodeId: 'A1-G', endNodeId: 'B2-1', sectionId: 'B500' }
  const write = { data: { frames: [added] }, headers: { origin: address } }
  await context.request.post(`${address}/api/construct-models/${id}/frames`, write)
  await expect.poll(async () => (await printed(page))[0]?.text).toContain('added')
  await page.getByRole('tab', { name: 'Quantities' }).click()
  await expect(page.getByRole('rowheader', { name: 'Beam 500' })).toBeVisible()
  const [quantities] = await printed(page)
  expect(quantities?.text).toContain('Beam 500')
  expect(said).toEqual([])
})

test('what draws a picture on paper is fetched when it is printed, and that it is not here yet stands on the paper', async ({
  page,
  hall: id,
}) => {
  await shutPrinter(page)
  let isHeld = true
  await page.route('**/*.js', async (route) => {
    if (!isHeld) return route.continue()
    const answer = await route.fetch()
    const isIt = (await answer.text()).includes('maxTextureSize,8192')
    return isHeld && isIt ? route.abort() : route.fulfill({ response: answer })
  })
  await openViewer(page, id, 'layers=-shading&units=feet-inches')
  await expect(page.locator('[data-parts="here"]')).toBeVisible()
  const [words, ...none] = await printed(page)
  expect(none).toEqual([])
  expect(words?.text).toContain('This view could not be printed. What draws it on paper is not here yet')
  await page.keyboard.press('Control+p')
  await expect(page.getByText('This view could not be printed.')).toBeVisible()
  isHeld = false
  await page.keyboard.press('Control+p')
  await asked(page, 1)
  expect((await printed(page))[0]?.text).toContain('not to scale')
  await expect(page.locator('[data-printed]')).toHaveCount(0)
  const [again] = await printed(page)
  expect(again?.text).toContain('not to scale')
  // In feet it is what lies in an American printer, for tables too.
  expect([again?.width ?? 0, again?.height ?? 0].map((side) => Math.round(side / 2.54) / 10)).toEqual([11, 8.5])
  await page.keyboard.press('e')
  await expect(page.getByText('16 in all')).toBeVisible()
  const [table] = await printed(page)
  expect(table?.text).toContain('Sum of 16')
  expect([table?.width ?? 0, table?.height ?? 0].map((side) => Math.round(side / 2.54) / 10)).toEqual([11, 8.5])
})
