import type { Page } from '@playwright/test'
import { isAccessibleInBothThemes } from './accessible.ts'
import { expect, test as plain } from './fixtures.ts'
import { onPage, openPanel, openViewer, type Point, settled, turnTo } from './viewer-page.ts'

/** What fails, or does not answer, says so where it is looked at, and comes by itself or by a press. */

type Faults = { failing: string[]; held: string[]; end: () => void; leave: () => void }
const faults = (page: Page, set: Partial<Pick<Faults, 'failing' | 'held'>>) =>
  page.evaluate((now) => void Object.assign((window as unknown as { faults: object }).faults, now), set)
const every = (page: Page, what: 'failing' | 'held') => faults(page, { [what]: ['*'] })
const none = (page: Page) => faults(page, { failing: [], held: [] })

/** The viewer's thread fails questions, keeps them, or ends, as the test says. */
async function withFaults(page: Page) {
  await page.addInitScript(() => {
    const threads: Worker[] = []
    const faults = {
      failing: [] as string[],
      held: [] as string[],
      /** With a word to the page. */
      end: () => void threads.at(-1)?.dispatchEvent(new ErrorEvent('error')),
      /** Without one. */
      leave: () => void threads.at(-1)?.terminate(),
    }
    Object.assign(window, { faults })
    const { postMessage } = Worker.prototype
    Worker.prototype.postMessage = function (this: Worker, ...all: unknown[]) {
      if (threads.at(-1) !== this) threads.push(this)
      const [{ id, question = '' }] = all as [{ id?: number; question?: string }]
      const isOne = (of: string[]) => question !== '' && (of.includes(question) || of.includes('*'))
      if (isOne(faults.held)) return
      if (!isOne(faults.failing)) return postMessage.apply(this, all as Parameters<typeof postMessage>)
      setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data: { id, error: 'a fault of the test' } })))
    }
  })
}

/** Scripts with one of these words do not come, until the returned function is called. */
async function without(page: Page, words: readonly string[]): Promise<() => void> {
  let isHeld = true
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    if (!isHeld) return route.fallback()
    const response = await route.fetch()
    const script = await response.text()
    if (words.some((word) => script.includes(word))) return route.abort()
    await route.fulfill({ response, body: script })
  })
  return () => {
    isHeld = false
  }
}

/** From above, so that no girder stands behind another. */
const FRONT = 'camera=3,-20,14,3,2.5,3.5'
const GIRDER: Point = [3, -0.16, 4]

const UNFETCHED = 'A part of the viewer could not be fetched. If it still does not come, load the page again.'

/** A hall on the viewer's page, in whose thread the test makes faults. */
const test = plain.extend<{ openHall: (query?: string) => Promise<void> }>({
  page: async ({ page }, use) => {
    await withFaults(page)
    await use(page)
  },
  openHall: async ({ page, hall }, use) =>
    use(async (query = 'layers=-shading') => {
      await openViewer(page, hall, query)
      await expect(page.locator('[data-parts="here"]')).toBeVisible()
    }),
})

const FAILED = 'Something went wrong in the viewer.'
const properties = (page: Page) => page.getByRole('complementary', { name: 'Properties' })
const tables = (page: Page) => page.getByRole('region', { name: 'Tables' })

test('every panel says that its question failed, and asks again when told to', async ({
  page,
  hall,
  openHall,
  asProgram,
  apiKey,
}) => {
  await page.setViewportSize({ width: 1300, height: 900 })
  const program = await asProgram(await apiKey())
  await program.post(`/api/construct-models/${hall}/elements/delete`, { data: { frames: ['X-2-2'] } })
  await openHall()
  /** It says so, and has what it should when it is asked again. */
  const recovers = async (place: ReturnType<Page['locator']>, has: string | RegExp) => {
    await expect(place.getByText(FAILED).first()).toBeVisible()
    await none(page)
    const again = place.getByRole('button', { name: 'Try again' })
    // One press may bring what another asks for, whose button then goes.
    await expect(async () => {
      if ((await again.count()) > 0) await again.first().click({ timeout: 1000 })
      await expect(again).toHaveCount(0, { timeout: 1000 })
    }).toPass()
    await expect(place).toContainText(has)
    await expect(place.getByText(FAILED)).toHaveCount(0)
    await every(page, 'failing')
  }
  const outline = await openPanel(page, 'Outline')
  const group = outline.getByLabel('Group')
  await every(page, 'failing')
  await group.selectOption({ label: 'By section' })
  await recovers(outline, 'Column 500')
  await outline.getByRole('button', { name: /^Column 500/ }).click()
  await recovers(outline, 'C-A1-1')
  const search = outline.getByRole('searchbox')
  await search.fill('X-1-1')
  await recovers(outline, '1 found')
  await search.fill('')
  await group.selectOption({ label: 'By element' })
  await outline.getByRole('button', { name: /^Frames/ }).click()
  await outline.getByRole('button', { name: /^Nodes/ }).click()
  await recovers(outline, 'A1-G')

  // What is pressed and comes to nothing says so, too.
  await search.fill('role:column')
  await search.press('Enter')
  await expect(page.getByText(`This could not be done. ${FAILED}`)).toBeVisible()
  await none(page)
  await search.fill('Y-A-1')
  await outline.getByRole('option', { name: /Y-A-1/ }).click()
  await expect(properties(page)).toContainText('5 m')

  await every(page, 'failing')
  await search.press('Enter')
  await none(page)
  await search.fill('X-1-1')
  await expect(outline.getByRole('option', { name: /X-1-1/ })).toBeVisible()
  await every(page, 'failing')
  await outline.getByRole('option', { name: /X-1-1/ }).click()
  await expect(properties(page)).not.toContainText('5 m') // not those of the other
  await recovers(properties(page), 'Girder 1 on 1')
  await none(page)
  await search.fill('role:column')
  await outline.getByRole('button', { name: 'Select all' }).waitFor()
  await faults(page, { failing: ['summarise', 'quantities'] })
  await outline.getByRole('button', { name: 'Select all' }).click()
  await recovers(properties(page), 'Length of all frames')

  const show = await openPanel(page, 'Show and filter')
  await recovers(show, 'Filter by section')

  // The picture that is not as it was chosen says so.
  await show.getByRole('button', { name: 'Only Column', exact: true }).click()
  const bar = page.getByRole('region', { name: 'Not up to date' })
  await expect(bar).toContainText(`The picture does not show all that was chosen. ${FAILED}`)
  await none(page)
  await bar.getByRole('button', { name: 'Try again' }).click()
  await expect(bar).toHaveCount(0)

  await faults(page, { failing: ['table', 'placed', 'quantities'] })
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await recovers(tables(page), 'C-A1-1')
  await tables(page).getByRole('tab', { name: 'Quantities' }).click()
  await recovers(tables(page), 'Total')
  await none(page)
  await tables(page).getByRole('button', { name: 'Close the tables' }).click()

  // A comparison, its list, and what was removed.
  await every(page, 'failing')
  await turnTo(page, 'compare=1..2&layers=-shading')
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await recovers(comparison, '1 removed')
  await faults(page, { failing: ['changes', 'describeOlder'] })
  await comparison.getByRole('button', { name: 'List' }).click()
  const differences = page.getByRole('complementary', { name: 'Differences' })
  await expect(differences.getByText(FAILED)).toBeVisible()
  await faults(page, { failing: ['describeOlder'] })
  await differences.getByRole('button', { name: 'Try again' }).click()
  await differences.getByRole('button', { name: /X-2-2/ }).click()
  await recovers(properties(page), 'Girder 2 on 2')
})

test('a press in the picture that comes to nothing says why: a click, a double click, a box, a measure, walking', async ({
  page,
  openHall,
}) => {
  const come = await without(page, ['KeyW']) // what walking needs
  await openHall(`${FRONT}&layers=-shading`)
  await settled(page)
  const at = await onPage(page, GIRDER)
  const toast = page.getByRole('status').filter({ hasText: 'This could not be done.' })
  /** Says so, and does it when it is done again. */
  const fails = async (press: () => Promise<unknown>) => {
    await expect(toast).toHaveCount(0)
    await every(page, 'failing')
    await press()
    await expect(toast).toHaveText(`This could not be done. ${FAILED}`)
    await none(page)
    await press()
  }
  await fails(() => page.mouse.click(at.x, at.y))
  await expect(properties(page)).toContainText('Girder 1 on 1')
  await page.keyboard.press('Escape')
  await fails(() => page.mouse.dblclick(at.x, at.y))
  await expect(properties(page)).toContainText('Girder 1 on 1')
  await page.keyboard.press('Escape')
  await fails(async () => {
    await page.keyboard.down('Shift')
    await page.mouse.move(at.x + 30, at.y + 20)
    await page.mouse.down()
    await page.mouse.move(at.x - 30, at.y - 20, { steps: 3 })
    await page.mouse.up()
    await page.keyboard.up('Shift')
  })
  await expect(properties(page)).toContainText('Girder 1 on 1')
  await page.keyboard.press('Escape')
  await page.keyboard.press('m')
  const panel = page.getByRole('region', { name: 'Measure' })
  const end = await onPage(page, [0, 0, 4])
  await fails(() => page.mouse.click(end.x, end.y))
  await expect(panel).toContainText('A1-1')
  await page.keyboard.press('m')
  await page.keyboard.press('v')
  await expect(toast).toHaveText(`This could not be done. ${UNFETCHED}`)
  come()
  await page.keyboard.press('v')
  await expect(page.getByRole('region', { name: 'Walking' })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
})

test('a part that does not come says so in its place, and comes by a press, or by itself with the line', async ({
  page,
  context,
  openHall,
}) => {
  await page.setViewportSize({ width: 1300, height: 900 })
  const come = await without(page, ['By kind of finding', 'Fly to the selection', 'Single keys act', 'Take the last point back'])
  await openHall('selected=f:X-1-1&layers=-shading')
  const alerts = page.getByRole('alert').filter({ hasText: UNFETCHED })
  await expect(alerts).toHaveCount(1) // the properties
  const history = await openPanel(page, 'History')
  await expect(history.getByRole('alert')).toHaveText(`${UNFETCHED} Try again`)
  await page.keyboard.press('m')
  await expect(alerts).toHaveCount(3)
  await isAccessibleInBothThemes(page)
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(UNFETCHED)
  come()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog', { name: 'Keys and gestures' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(alerts).toHaveCount(3)
  await context.setOffline(true)
  await expect(page.locator('[data-line]')).toHaveText(/^offline/)
  await context.setOffline(false)
  await expect(properties(page)).toContainText('Girder 1 on 1')
  await expect(history).toContainText('Created')
  await expect(page.getByRole('region', { name: 'Measure' })).toBeVisible()
  await expect(alerts).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
})

test('a picture whose script does not come says so in its place, and comes by a press', async ({ page, hall }) => {
  const come = await without(page, ['Arrow keys turn it'])
  await page.goto(`/models/${hall}?layers=-shading`)
  const instead = page.getByRole('main').getByRole('alert')
  await expect(instead).toHaveText(`${UNFETCHED} Try again`)
  await isAccessibleInBothThemes(page)
  await openPanel(page, 'Outline')
  come()
  await instead.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('main canvas[data-picture="complete"]')).toBeVisible()
  await expect(instead).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
})

test('a dialog of another page that does not come opens by a press', async ({ page, signUp }) => {
  await signUp()
  const come = await without(page, ['Not set'])
  await page.goto('/')
  await page.getByRole('button', { name: 'New model' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('This part could not be fetched. If it still does not come, load the page again.')
  come()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByLabel('Name')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
})

test('what the thread of the viewer could not do is done when told to', async ({ page, openHall }) => {
  await openHall('drawing=Z,4&layers=-shading')
  await test.step('a sheet that could not be drawn is drawn', async () => {
    await faults(page, { failing: ['sheet'] })
    await page
      .getByRole('region', { name: 'Drawing' })
      .getByRole('button', { name: /^Drawings on sheets/ })
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(`This sheet could not be drawn. ${FAILED}`)
    await none(page)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.locator('svg').filter({ hasText: 'A hall of a test' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('a thread that ends is replaced: what was asked comes, and the picture, the camera and the selection stay', async () => {
    await turnTo(page, 'selected=f:X-1-1&camera=20,-20,12,3,2,3&layers=-shading')
    const line = page.locator('[data-line]')
    await expect(line).toHaveText('live · revision 1')
    await every(page, 'held')
    await page.keyboard.press('e')
    await page.evaluate(() => (window as unknown as { faults: Faults }).faults.end())
    await expect(tables(page)).toContainText('The part of the viewer that reads the model has stopped.')
    await expect(line).toContainText('reading the model anew… · showing 1')
    await none(page)
    // The viewer tries by itself, too, and takes the button away.
    const now = line.getByRole('button', { name: 'Try now' })
    await expect(async () => {
      if ((await now.count()) > 0) await now.click({ timeout: 1000 })
      await expect(line).toHaveText('live · revision 1', { timeout: 1000 })
    }).toPass()
    await expect(tables(page)).toContainText('C-A1-1')
    await expect(properties(page)).toContainText('Girder 1 on 1')
    await settled(page)
    expect(new URL(page.url()).searchParams.get('camera')).toBe('20,-20,12,3,2,3')
    await tables(page).getByRole('button', { name: 'Close the tables' }).click()
  })

  await test.step('a thread that is gone without a word is noticed by who waits, and replaced by a press', async () => {
    await page.evaluate(() => (window as unknown as { faults: Faults }).faults.leave())
    await page.keyboard.press('e')
    await expect(tables(page)).toContainText('Reading… There is no answer yet.', { timeout: 60_000 })
    await tables(page).getByRole('button', { name: 'Try again' }).click()
    await expect(tables(page)).toContainText('C-A1-1')
  })
})

test('a model that never comes is asked for again by a press', async ({ page, hall }) => {
  await page.addInitScript(() => {
    ;(window as unknown as { faults: Faults }).faults.held = ['load']
  })
  await page.goto(`/models/${hall}?layers=-shading`)
  const box = page.getByRole('status').filter({ hasText: 'Loading the model…' })
  await expect(box).toContainText('There is no answer yet.', { timeout: 60_000 })
  await none(page)
  await box.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('[data-line]')).toHaveText('live · revision 1')
})

test('what the server does not answer is said in each panel, and comes when it does; a deleted model offers no other try', async ({
  page,
  hall,
  openHall,
  asProgram,
  apiKey,
}) => {
  const program = await asProgram(await apiKey())
  const address = `/api/construct-models/${hall}`
  const isAsked = (url: URL) => url.pathname.startsWith(`${address}/`) && !url.pathname.endsWith('/events')
  await page.route(isAsked, (route) => route.fulfill({ status: 500, body: '' }))
  await openHall()
  const check = await openPanel(page, 'Model check')
  await expect(check).toContainText('The server could not answer.')
  const views = await openPanel(page, 'Views')
  await expect(views).toContainText('The server could not answer.')
  const history = await openPanel(page, 'History')
  await expect(history).toContainText('The server could not answer.')
  await page.unroute(isAsked)
  await history.getByRole('button', { name: 'Try again' }).click()
  await expect(history).toContainText('Created')
  await openPanel(page, 'Model check')
  await check.getByRole('button', { name: 'Try again' }).click()
  await expect(check).toContainText('By kind of finding')

  // An answer that is not given is said to be missing; the press asks again.
  let isHeld = true
  await page.route(isAsked, (route) => (isHeld ? undefined : route.fallback()))
  await openPanel(page, 'History')
  await expect(history).toContainText('Reading… There is no answer yet.', { timeout: 60_000 })
  isHeld = false
  await history.getByRole('button', { name: 'Try again' }).click()
  await expect(history).toContainText('Created')
  await page.unroute(isAsked)

  await page.route(isAsked, (route) => route.fulfill({ status: 500, body: '' }))
  await openPanel(page, 'Views')
  await expect(views.getByRole('button', { name: 'Try again' })).toBeVisible()
  await program.delete(address)
  await expect(page.locator('[data-line]')).toHaveText('deleted')
  await page.getByRole('button', { name: 'Look at what is here' }).click()
  await expect(views).toContainText('The server could not answer.')
  await expect(views.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})
