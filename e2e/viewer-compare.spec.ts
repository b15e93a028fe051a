import { readFileSync } from 'node:fs'
import { expect, test } from './fixtures.ts'
import { pdfPages } from './pdf.ts'
import { readPng } from './pictures.ts'
import {
  type Colour,
  coloursAt,
  drawn,
  HALL,
  isBeam,
  isEmpty,
  listen,
  moved,
  onPage,
  openPanel,
  openViewer,
  type Point,
  settled,
} from './viewer-page.ts'

// What was, what is, and what is to be looked at again: old revisions, two beside each other, saved views.
test.use({ viewport: { width: 1400, height: 900 } })

const FRONT = 'camera=3,-20,14,3,2.5,3.5&layers=-shading'
/** On the girder that is removed, on the brace that is added, and on one that stays. */
const REMOVED: Point = [3, 0, 7]
const ADDED: Point = [3, 2.5, 5.5]
const STAYS: Point = [6, 0, 2]
/** On the slab that has become thicker. */
const SLAB: Point = [4.5, 1.5, 4]
const isRed = ([r, g, b]: Colour) => r > g + 18 && r > b + 18
const isGreen = ([r, g, b]: Colour) => g > r + 18 && g > b + 10
/** More amber than what is behind it. */
const isStrongAmber = ([r, , b]: Colour) => r > b + 110

test('opens an old revision, compares two in every way, and keeps views for everybody', async ({
  page,
  apiKey,
  asProgram,
  hall: id,
}) => {
  const said = listen(page)
  const program = await asProgram(await apiKey())
  const at = `/api/construct-models/${id}`
  const write = async (path: string, data: object) => expect((await program.post(at + path, { data })).ok()).toBe(true)
  await write('/frames', {
    frames: [
      { id: 'brace', startNodeId: 'A1-1', endNodeId: 'B2-2', sectionId: 'B500' },
      { id: 'X-2-1', startNodeId: 'A2-1', endNodeId: 'B2-1', sectionId: 'C500', label: 'Girder 2 on 1' },
    ],
  })
  await write('/nodes', { nodes: [{ id: 'A2-2', position: { x: 0, y: 5, z: 8 } }] })
  await write('/elements', { areas: [{ ...HALL.areas[0], thickness: 0.3 }] })
  await write('/elements/delete', { frames: ['X-1-2'] })

  const colour = async (point: Point) => {
    const [found] = await coloursAt(page, [await onPage(page, point)])
    return found as Colour
  }
  const shows = (point: Point, is: (colour: Colour) => boolean) => expect.poll(async () => is(await colour(point))).toBe(true)
  const heading = page.getByRole('main').getByText(/frames ·/)

  // An old revision: read-only; what happens meanwhile is told, not shown.
  await openViewer(page, id, FRONT)
  await settled(page)
  await expect(heading).toContainText('16 frames')
  const history = await openPanel(page, 'History')
  await expect(history.getByText('Elements removed')).toBeVisible()
  await history.getByRole('button', { name: 'More of revision 1', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Open' }).click()
  const old = page.getByRole('region', { name: 'Old revision' })
  await expect(old).toContainText(/Revision 1 of 5 · Erika Mustermann, \d/)
  await expect(page).toHaveURL(/revision=1/)
  await settled(page)
  await write('/nodes', { nodes: [{ id: 'late', position: { x: 1, y: 1, z: 14 } }] })
  await expect(old).toContainText('Revision 1 of 6')
  await expect(heading).toContainText('13 nodes')
  await page.goBack()
  await expect(old).toBeHidden()
  await expect(heading).toContainText('14 nodes')
  await page.goForward()
  await expect(old).toContainText('Revision 1 of 6')

  // Beside the newest: ghosts over it, counted in words and in the legend.
  await old.getByRole('button', { name: 'Compare' }).click()
  const bar = page.getByRole('region', { name: 'Comparison' })
  await expect(bar).toContainText('Revision 1 → 6 (newest) · 2 added, 1 removed, 3 changed, 3 moved')
  await expect(page).toHaveURL(/compare=1\.\.(?:&|$)/)
  await settled(page)
  const legend = page.getByRole('region', { name: 'Colours' })
  await expect(legend).toContainText('Added')
  await expect(legend.getByRole('button', { name: /^Moved/ })).toContainText('3')
  await shows(REMOVED, isRed)
  await shows(ADDED, isGreen)
  await shows(SLAB, isStrongAmber)
  // On paper, too, it is two revisions by what became of each element.
  const [printed] = pdfPages(await page.pdf({ preferCSSPageSize: true, printBackground: true }))
  for (const words of ['Revision 1 → 6', 'Removed  1']) expect(printed?.text).toContain(words)
  expect(printed?.text).not.toContain('By kind')
  expect(isRed(await colour(STAYS)) || isGreen(await colour(STAYS))).toBe(false)

  // A ghost is looked at as it was: its fields, and its row in the list. What is hidden is so in the earlier one too.
  const pressAt = async (point: Point) => {
    const { x, y } = await onPage(page, point)
    await page.mouse.click(x, y)
  }
  const properties = page.getByRole('complementary', { name: 'Properties' })
  await pressAt(REMOVED)
  await expect(properties.getByRole('heading', { name: 'Frame X-1-2' })).toBeVisible()
  await expect(properties).toContainText('Removed. As it was in revision 1')
  await expect(properties).toContainText('Beam 500')
  await bar.getByRole('button', { name: 'List' }).click()
  const listed = page.getByRole('complementary', { name: 'Differences' })
  await expect(listed.getByRole('button', { name: /X-1-2 removed/ })).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Escape')
  await expect(properties).toBeHidden()
  await expect(bar).toBeVisible()
  await bar.getByRole('button', { name: 'Before' }).click()
  await pressAt(STAYS)
  await expect(properties.getByRole('heading', { name: 'Frame C-B1-1' })).toBeVisible()
  const standing = await colour(STAYS)
  await page.keyboard.press('h')
  await expect(page).toHaveURL(/hidden=f(?:%3A|:)C-B1-1/)
  await shows(STAYS, (found) => Math.max(...found.map((part, k) => Math.abs(part - standing[k]!))) > 12)
  await page.keyboard.press('a')
  await expect(page).not.toHaveURL(/hidden=/)
  await bar.getByRole('button', { name: 'Overlay' }).click()
  await listed.getByRole('button', { name: 'Close the panel' }).click()
  await settled(page)
  const camera = new URL(page.url()).searchParams.get('camera')

  // One after the other by the space bar.
  await page.locator('main canvas').first().focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/how=before/)
  await settled(page)
  await shows(ADDED, (found) => !isGreen(found))
  await shows(REMOVED, isRed)
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/how=after/)
  await settled(page)
  await shows(ADDED, isGreen)
  await shows(REMOVED, (found) => !isRed(found))

  // Along a line, which the arrows and the pointer move.
  await bar.getByRole('button', { name: 'Slider' }).click()
  const line = page.getByRole('slider', { name: 'Line between the two revisions' })
  await expect(line).toHaveAttribute('aria-valuenow', '50')
  await line.focus()
  await page.keyboard.press('End')
  await shows(REMOVED, isRed)
  await shows(ADDED, (found) => !isGreen(found))
  await page.keyboard.press('Home')
  await shows(ADDED, isGreen)
  await page.keyboard.press('ArrowRight')
  await expect(line).toHaveAttribute('aria-valuenow', '2')
  const [box, canvas] = [await line.boundingBox(), await page.locator('main canvas').first().boundingBox()]
  if (!box || !canvas) throw new Error('no line')
  await page.mouse.move(box.x + box.width / 2, box.y + 300)
  await page.mouse.down()
  await page.mouse.move(canvas.x + canvas.width * 0.75, box.y + 320, { steps: 4 })
  await page.mouse.up()
  await expect(line).toHaveAttribute('aria-valuenow', '75')
  expect(new URL(page.url()).searchParams.get('camera')).toBe(camera)

  // As a list: what is gone is flown to where it was, the rest is selected.
  await bar.getByRole('button', { name: 'Overlay' }).click()
  await settled(page)
  await bar.getByRole('button', { name: 'List' }).click()
  const list = page.getByRole('complementary', { name: 'Differences' })
  await list.getByRole('button', { name: /X-2-1 changed/ }).click()
  await expect(page).toHaveURL(/selected=f%3AX-2-1|selected=f:X-2-1/)
  await expect(list.getByRole('button', { name: /X-2-1 changed/ })).toContainText('sectionId B500 → C500')
  // The same on paper and as a file.
  await page.evaluate(() => Object.assign(window, { print: () => {} }))
  await list.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('[data-printed]')).toBeAttached()
  const [onPaper] = pdfPages(await page.pdf({ preferCSSPageSize: true }))
  for (const words of ['Differences from revision 1 to 6', 'sectionId B500 → C500', 'X-2-1'])
    expect(onPaper?.text).toContain(words)
  await expect(page.locator('[data-printed]')).toHaveCount(0)
  const download = page.waitForEvent('download')
  await list.getByRole('button', { name: 'CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/Differences-from-revision-1-to-6.*\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n')
  expect(lines[0]).toBe('\uFEFFkind,change,count,what,elements')
  expect(lines).toContain('Frame,changed,1,sectionId B500 → C500,X-2-1')
  const there = await settled(page)
  await list.getByRole('button', { name: /X-1-2 removed/ }).click()
  await settled(page, there) // the camera is elsewhere
  await list.getByRole('button', { name: 'Nodes' }).click()
  await expect(list.getByRole('button', { name: /A2-2 changed/ })).toContainText('position.z 7 → 8')
  // A node that was added stands clear of what lies over the picture, however far from all else.
  await moved(page, () => page.keyboard.press('0'))
  const { x, y } = await onPage(page, [1, 1, 14])
  expect(await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.tagName, [x, y] as const)).toBe('CANVAS')

  // A link to one that there never was says so, and is not tried again.
  await page.goto(`/models/${id}?compare=99..1&layers=-shading`)
  await expect(bar).toContainText('there is no revision 99 in this model')
  await expect(bar.getByRole('button')).toHaveText(['Close'])
  await page.goto(`/models/${id}?compare=1..99&layers=-shading`)
  await expect(page.getByRole('alert').getByText('There is no revision 99 in this model')).toBeVisible()
  await page.getByRole('button', { name: 'Show the newest' }).click()
  await expect(heading).toContainText('14 nodes')

  // Views: kept with a picture, stepped through, one of them is what the model opens with.
  await openViewer(page, id, `${FRONT}&selected=f:brace`)
  await settled(page)
  const views = await openPanel(page, 'Views')
  const save = async (name: string) => {
    await views.getByLabel('Name of the view').fill(name)
    await views.getByRole('button', { name: 'Save' }).click()
    await expect(views.getByText(`“${name}” is saved`)).toBeVisible()
  }
  await page.context().setOffline(true)
  await views.getByLabel('Name of the view').fill('The brace')
  await views.getByRole('button', { name: 'Save' }).click()
  await expect(views.getByText('There is no connection.')).toBeVisible()
  await expect(views.getByLabel('Name of the view')).toHaveValue('The brace')
  await page.context().setOffline(false)
  await save('The brace')
  await expect(views.getByLabel('Name of the view')).toHaveValue('')
  await views.getByRole('button', { name: 'Elevation at 2' }).click()
  await page.getByLabel('Colour by').selectOption('section')
  await settled(page)
  await save('Sections on 2')
  const pictures = views.getByRole('listitem').locator('img')
  await expect(pictures).toHaveCount(2)
  await expect.poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
  const [brace, sections] = [
    views.getByRole('button', { name: /The brace/ }),
    views.getByRole('button', { name: /Sections on 2/ }),
  ]
  await brace.click()
  await expect(page).toHaveURL(/selected=f(?:%3A|:)brace/)
  await expect(page.getByLabel('Colour by')).toHaveValue('kind')
  await page.keyboard.press('ArrowDown')
  await expect(sections).toBeFocused()
  await expect(page.getByLabel('Colour by')).toHaveValue('section')
  await views.getByRole('button', { name: 'First view' }).click()
  await expect(sections).toContainText('first view')
  await write('/elements/delete', { frames: ['brace'] })
  await expect(heading).toContainText('15 frames')
  await brace.click()
  await expect(views.getByText('brace, which this view shows, is no longer in the model')).toBeVisible()
  await page.goto(`/models/${id}`)
  await expect(page.getByLabel('Colour by')).toHaveValue('section')
  await expect(page.getByRole('region', { name: 'Drawing' })).toContainText('Elevation at 2')
  // Of the revision that there never was the browser says so itself.
  expect(said.filter((text) => !text.includes('404'))).toEqual([])
})

test('a conversion of all lengths takes views and the open picture along, and is one line of a comparison', async ({
  page,
  apiKey,
  asProgram,
  hall: id,
}) => {
  const program = await asProgram(await apiKey())
  const write = async (path: string, data: object) =>
    expect((await program.post(`/api/construct-models/${id}/${path}`, { data })).ok()).toBe(true)
  const view = (times: number, scaled: string) => {
    const camera = [3, -20, 14, 3, 2.5, 3.5].map((value) => value * times).join(',')
    return async () => {
      const query = new URL(page.url()).searchParams
      return (
        [query.get('camera') === camera, query.get('section') === `,,,,,${3.5 * times}`, query.get('scaled') ?? ''].join() ===
        `true,true,${scaled}`
      )
    }
  }
  const stands = ([x, y, z]: Point, times: number) =>
    drawn(page, [[x * times, y * times, z * times], (colour) => !isEmpty(colour)])
  await openViewer(page, id, `${FRONT}&section=,,,,,3.5`)
  await settled(page)
  await stands(STAYS, 1)
  const views = await openPanel(page, 'Views')
  await views.getByLabel('Name of the view').fill('Cut')
  await views.getByRole('button', { name: 'Save' }).click()
  const cut = views.getByRole('button', { name: /Cut/ })
  await expect(cut).toBeVisible()

  await write('edit', { ops: [{ scale: { to: 'mm' } }] })
  await expect.poll(view(1000, '1000')).toBe(true)
  await settled(page)
  await stands(STAYS, 1000)
  // The view that was saved in metres, opened in millimetres; and the link as it was.
  await openViewer(page, id, 'layers=-shading')
  await openPanel(page, 'Views')
  await settled(page)
  await cut.click()
  await expect.poll(view(1000, '1000')).toBe(true)
  await settled(page)
  await stands(STAYS, 1000)
  await openViewer(page, id, `${FRONT}&section=,,,,,3.5`)
  await expect.poll(view(1000, '1000')).toBe(true)
  await stands(STAYS, 1000)

  await openViewer(page, id, `${FRONT}&compare=1..2`)
  const conversion = 'Units kN, m, C → kN, mm, C, all lengths × 1,000'
  const bar = page.getByRole('region', { name: 'Comparison' })
  await expect(bar).toContainText(`Revision 1 → 2 · ${conversion}`)
  await bar.getByRole('button', { name: 'List' }).click()
  await expect(page.getByRole('complementary', { name: 'Differences' }).getByText(conversion)).toBeVisible()
  await settled(page)

  await openViewer(page, id, `${FRONT}&section=,,,,,3.5`)
  await settled(page)
  await write('undo', { count: 1 })
  await expect.poll(view(1, '')).toBe(true)
  await settled(page)
  await stands(STAYS, 1)
})

test('a saved view has a picture of all that it shows, whatever lies over it on the screen', async ({ page, hall: id }) => {
  await openViewer(page, id, 'layers=-shading')
  await page.keyboard.press('m')
  await expect(page.getByRole('region', { name: 'Measure' })).toBeVisible()
  await settled(page)
  const views = await openPanel(page, 'Views')
  await views.getByLabel('Name of the view').fill('All of it')
  await views.getByRole('button', { name: 'Save' }).click()
  const small = views.getByRole('listitem').locator('img')
  await expect.poll(() => small.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
  const address = (await small.getAttribute('src')) ?? ''
  const { width, height, at } = readPng(await (await page.request.get(address)).body())
  const rows = Array.from({ length: height }, (_, y) => y).filter((y) =>
    Array.from({ length: width }, (_, x) => at(y * width + x)).some((colour) => isBeam(colour) || colour[2] > colour[0] + 60),
  )
  const [top = 0, bottom = 0] = [rows[0], rows.at(-1)]
  expect(bottom - top).toBeGreaterThan(0.5 * height)
  expect(top).toBeGreaterThan(0.03 * height)
  expect(Math.abs((top + bottom) / 2 - height / 2)).toBeLessThan(0.15 * height)
})

test('elements that changed in the same way are one line, of a comparison and of the history', async ({
  page,
  apiKey,
  asProgram,
  hall: id,
}) => {
  const program = await asProgram(await apiKey())
  const girders = HALL.frames.filter((frame) => frame.id.startsWith('Y-'))
  const columns = HALL.frames.filter((frame) => frame.id.endsWith('A1-2'))
  const frames = [
    ...girders.map((one) => ({ ...one, sectionId: 'C500' })),
    ...columns.map((one) => ({ ...one, sectionId: 'B500' })),
  ]
  const written = await program.post(`/api/construct-models/${id}/frames`, { data: { frames } })
  expect(written.ok()).toBe(true)
  await openViewer(page, id, FRONT)
  const properties = page.getByRole('complementary', { name: 'Properties' })
  const isTold = async (list: ReturnType<typeof page.locator>, one: RegExp) => {
    const line = list.getByRole('button', { name: /^.? ?4 frames/ })
    await expect(line).toContainText('sectionId B500 → C500')
    await expect(list.getByRole('button', { name: one })).toHaveCount(0)
    await line.click()
    await list.getByRole('button', { name: 'Select all 4', exact: true }).click()
    await expect(properties.getByRole('heading', { name: '4 elements' })).toBeVisible()
    await list.getByRole('button', { name: one }).click()
    await expect(properties.getByRole('heading', { name: 'Frame Y-A-1' })).toBeVisible()
    // One alone is told by its name.
    await expect(list.getByRole('button', { name: /C-A1-2/ })).toContainText('sectionId C500 → B500')
  }
  const history = await openPanel(page, 'History')
  await history.getByRole('button', { name: 'What revision 2 changed' }).click()
  await isTold(history, /Y-A-1/)
  await history.getByRole('button', { name: 'More of revision 2', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Compare with the one before' }).click()
  await page.getByRole('region', { name: 'Comparison' }).getByRole('button', { name: 'List' }).click()
  await isTold(page.getByRole('complementary', { name: 'Differences' }), /Y-A-1/)
})
