import type { Page } from '@playwright/test'
import { tower } from '#lib/fixtures/tower.ts'
import { expect, test } from './fixtures.ts'
import { coloursOf, pictureOf, pixelsApart } from './pictures.ts'
import { HALL, isBeam, moved, onPage, openPanel, openViewer, type Point, settled } from './viewer-page.ts'

/** What stands around the model in the viewer: the ruler of levels, grid bubbles, supports in the legend, and the fit that shows all of it. */

test.use({ viewport: { width: 1200, height: 760 } })

/** Bodies reach 200 mm below and above the nodes, and 100 mm beside them. */
const FOUR_BEAMS = {
  name: 'Four beams',
  units: { length: 'mm' },
  sections: [{ id: 'S', type: 'i_wide_flange', dimensions: { t3: 200, t2: 100, tf: 8, tw: 5.6 } }],
  nodes: [
    { id: 'a', position: { x: 0, y: 0, z: 0 } },
    { id: 'b', position: { x: 1000, y: 0, z: 0 } },
    { id: 'c', position: { x: 0, y: 500, z: 0 } },
    { id: 'd', position: { x: 1000, y: 500, z: 0 } },
  ],
  frames: [
    { id: 'f1', startNodeId: 'a', endNodeId: 'b', sectionId: 'S', sectionOffset: { x: 0, y: -100 } },
    { id: 'f2', startNodeId: 'a', endNodeId: 'b', sectionId: 'S', sectionOffset: { x: 0, y: 100 } },
    { id: 'f3', startNodeId: 'c', endNodeId: 'd', sectionId: 'S', sectionOffset: { x: -50, y: 100 } },
    { id: 'f4', startNodeId: 'c', endNodeId: 'd', sectionId: 'S', sectionOffset: { x: 50, y: -100 } },
  ],
}
const ITS_BOX = [0, 1, 2, 3, 4, 5, 6, 7].map((k): Point => [k & 1 ? 1000 : 0, k & 2 ? 600 : -50, k & 4 ? 200 : -200])

/** The pixels of beams, in the picture alone, and the toolbar that lies over it. */
async function beamsOf(page: Page) {
  await settled(page)
  const picture = await pictureOf(page)
  const canvas = (await page.locator('main canvas').first().boundingBox())!
  const tools = (await page.getByRole('toolbar').boundingBox())!
  return { picture, box: coloursOf(picture, isBeam), canvas, toolsEnd: tools.y + tools.height - canvas.y }
}

test('shows all that is drawn, whatever lies over the picture: at once, and when panels come and go', async ({
  page,
  signUp,
  newModel,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await signUp()
  const { id } = await newModel(FOUR_BEAMS)
  await openViewer(page, id, 'layers=-shading')
  const isWhole = async () => {
    const { box, canvas, toolsEnd } = await beamsOf(page)
    expect(box.x0).toBeGreaterThanOrEqual(12)
    expect(box.x1).toBeLessThanOrEqual(canvas.width - 12)
    expect(box.y0).toBeGreaterThanOrEqual(toolsEnd + 8)
    expect(box.y1).toBeLessThanOrEqual(canvas.height - 12)
    // And it is not a speck in the middle.
    expect(Math.max((box.x1 - box.x0) / canvas.width, (box.y1 - box.y0) / canvas.height)).toBeGreaterThan(0.6)
  }
  await isWhole()
  const atFirst = (await beamsOf(page)).picture
  const turnPanel = () => page.getByRole('button', { name: 'Outline', exact: true }).click()
  await turnPanel()
  await isWhole()
  await turnPanel()
  await isWhole()
  expect(pixelsApart(atFirst, (await beamsOf(page)).picture)).toBe(0)
  await page.keyboard.press('0')
  expect(pixelsApart(atFirst, (await beamsOf(page)).picture)).toBe(0)
  await page.keyboard.press('f')
  await isWhole()
  for (const corner of ITS_BOX) {
    const { x, y } = await onPage(page, corner)
    const { canvas } = await beamsOf(page)
    expect(x - canvas.x).toBeGreaterThan(0)
    expect(canvas.x + canvas.width - x).toBeGreaterThan(0)
    expect(y - canvas.y).toBeGreaterThan(0)
  }
})

test('marks levels where they are, opens their plans, and calls grid lines at the end that is near', async ({
  page,
  signUp,
  newModel,
}) => {
  await signUp()
  const hall = await newModel(HALL)
  await openViewer(page, hall.id, 'layers=-shading')
  await expect(page.getByRole('region', { name: 'Colours' })).toContainText('Pinned 4')
  // Grid A runs along Y, a tenth of the plan beyond it at both ends; in the overview its end at -Y is the near one.
  await moved(page, () => page.keyboard.press('f'))
  // The row stands as far out as it takes to cover no support.
  const [foot, end] = [await onPage(page, [0, 0, 0]), await onPage(page, [0, -0.6, 0])]
  const long = Math.hypot(end.x - foot.x, end.y - foot.y)
  let tried = 0
  await expect(async () => {
    const by = 11 * (tried++ % 4)
    await page.mouse.move(end.x + (by * (end.x - foot.x)) / long, end.y + (by * (end.y - foot.y)) / long)
    await expect(page.getByText('X = 0 m, gA')).toBeVisible({ timeout: 1000 })
  }).toPass()

  // From the front: the staff stands 4 % of the plan beside the bodies, which reach 0.25 m beyond the nodes.
  await moved(page, () => page.keyboard.press('3'))
  for (const [name, z] of [
    ['Ground', 0],
    ['Roof', 7],
    ['First', 4],
  ] as const) {
    const tick = await onPage(page, [6.25 + 0.26, -0.51, z])
    await page.mouse.move(tick.x + 40, tick.y - 7)
    await expect(page.locator('strong', { hasText: `Plan at ${name}` })).toBeVisible()
  }
  const first = await onPage(page, [6.51, -0.51, 4])
  await page.mouse.click(first.x + 40, first.y - 7)
  await expect(page.getByRole('region', { name: 'Drawing' }).getByText('Plan at First')).toBeVisible()

  // A tower has more levels than there is room for: what is left out is counted, and the count opens the list.
  const { id } = await newModel(tower())
  await page.setViewportSize({ width: 1200, height: 730 })
  await openViewer(page, id, 'layers=-shading')
  await moved(page, () => page.keyboard.press('3'))
  const [low, high] = [await onPage(page, [0, 0, 0]), await onPage(page, [0, 0, 4])]
  const pitch = low.y - high.y
  const every = Math.ceil(20 / pitch)
  expect(every).toBeGreaterThan(1)
  const edge = Math.max(...(await Promise.all([45.2, 45.4].map((x) => onPage(page, [x, 0, 0])))).map(({ x }) => x))
  const staff = edge + (await onPage(page, [0.04 * 45.4, 0, 0])).x - (await onPage(page, [0, 0, 0])).x
  await page.mouse.click(staff + 16, low.y - (every * pitch) / 2 - 7)
  const levels = page.getByRole('list', { name: 'Levels' })
  await expect(levels.getByRole('button')).toHaveCount(26)
  await expect(levels.getByRole('button').first()).toBeFocused()
  // Its arrows go from level to level, and leave the camera where it is.
  const picture = page.locator('canvas').first()
  const seen = await picture.getAttribute('data-view')
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key)
  await expect(levels.getByRole('button').nth(1)).toBeFocused()
  expect(await picture.getAttribute('data-view')).toBe(seen)
  await page.keyboard.press('Escape')
  await expect(levels).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('keeps its scale when a sheet opens over what was tapped', async ({ page, hall: id }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await openViewer(page, id, 'layers=-shading')
    await moved(page, () => page.keyboard.press('f'))
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k): Point => [k & 1 ? 6 : 0, k & 2 ? 5 : 0, k & 4 ? 7 : 0])
    const wide = async () => {
      const xs = (await Promise.all(corners.map((corner) => onPage(page, corner)))).map(({ x }) => x)
      return Math.max(...xs) - Math.min(...xs)
    }
    const before = await wide()
    expect(before).toBeGreaterThan(0.45 * 390)
    const column = await onPage(page, [0, 0, 2])
    await page.touchscreen.tap(column.x, column.y)
    await expect(page.getByRole('complementary', { name: 'Properties' })).toBeVisible()
    await settled(page)
    expect((await wide()) / before).toBeCloseTo(1, 1)
    const sheet = (await page.getByRole('complementary', { name: 'Properties' }).boundingBox())!
    expect((await onPage(page, [0, 0, 0])).y).toBeLessThan(sheet.y)
    await openPanel(page, 'Outline')
    await settled(page)
    expect((await wide()) / before).toBeCloseTo(1, 1)

    // Fitted above the sheet it is small; when the sheet has gone it fills the picture again.
    await page.keyboard.press('Escape')
    await moved(page, () => page.keyboard.press('f'))
    expect(await wide()).toBeLessThan(0.8 * before)
    await moved(page, () => page.getByRole('button', { name: 'Close the panel' }).click())
    expect((await wide()) / before).toBeCloseTo(1, 2)
  })
})
