import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { coloursAt, drawn, isBeam, isColumn, listen, onPage, openViewer, PORTAL, type Point } from './viewer-page.ts'

const EYE: Point = [3, -18, 3]
const TARGET: Point = [3, 0, 2]
const VIEW = `camera=${[...EYE, ...TARGET].join(',')}`
const BEAM: Point = [3, -0.2, 3.55]
const LEFT: Point = [0, -0.2, 1.5]
const BESIDE: Point = [3, 0, 1.5]

async function open(page: Page, id: string, query = VIEW, first: readonly [Point, typeof isBeam] = [BEAM, isBeam]) {
  await openViewer(page, id, query)
  await drawn(page, first)
}

// Narrow enough that no panel lies over the picture.
test.use({ viewport: { width: 1000, height: 700 } })

test('draws frames with their sections where they lie, and nothing in the gaps between them', async ({
  page,
  signUp,
  newModel,
}) => {
  const said = listen(page)
  await signUp()
  const { id } = await newModel(PORTAL)
  await open(page, id)
  const [beam, left, beside] = await coloursAt(page, await Promise.all([BEAM, LEFT, BESIDE].map((point) => onPage(page, point))))
  expect(isBeam(beam!)).toBe(true)
  expect(isColumn(left!)).toBe(true)
  expect(Math.max(...beside!) - Math.min(...beside!)).toBeLessThan(25) // the calm backdrop
  // The offset hangs the beam below its nodes: its top face lies at them, so just above there is none of it.
  const [above] = await coloursAt(page, [await onPage(page, [3, -0.2, 4.25])])
  expect(isBeam(above!)).toBe(false)
  expect(said).toEqual([])
})

test('a click selects, shows the fields and follows links; the address brings the view back', async ({
  page,
  signUp,
  newModel,
}) => {
  await signUp()
  const { id } = await newModel(PORTAL)
  await open(page, id)
  const beam = await onPage(page, BEAM)
  await page.mouse.click(beam.x, beam.y)
  const fields = page.getByRole('complementary', { name: 'Properties' })
  await expect(fields.getByRole('heading', { name: 'Frame beam' })).toBeVisible()
  await expect(fields).toContainText('Main beam')
  await expect(fields).toContainText('6 m')
  await expect(page).toHaveURL(/selected=f%3Abeam/)
  await page.reload()
  await expect(fields.getByRole('heading', { name: 'Frame beam' })).toBeVisible()
  await fields.getByRole('button', { name: 'B600' }).click()
  await expect(fields.getByRole('heading', { name: 'Section B600' })).toBeVisible()
  await expect(page).toHaveURL(/selected=c%3AB600/)
  await fields.getByRole('button', { name: 'right' }).click()
  await expect(fields.getByRole('heading', { name: 'Frame right' })).toBeVisible()
  await expect(page).toHaveURL(/selected=f%3Aright/)
  await page.goBack()
  await expect(fields.getByRole('heading', { name: 'Section B600' })).toBeVisible()
})

test('colours by material with a legend, and shows lengths in another unit', async ({ page, signUp, newModel }) => {
  await signUp()
  const { id } = await newModel(PORTAL)
  await open(page, id, `${VIEW}&selected=f:beam`, [LEFT, isColumn])
  await page.getByRole('button', { name: 'Show and filter' }).click()
  const panel = page.getByRole('complementary', { name: 'Show and filter' })
  await panel.getByLabel('Colour by').selectOption('material')
  await panel.getByLabel('Lengths in').selectOption('feet-inches')
  await expect(page.getByRole('complementary', { name: 'Properties' })).toContainText(`19'-8 1/4"`)
  await panel.getByLabel('Lengths in').selectOption('millimetres')
  await expect(page.getByRole('complementary', { name: 'Properties' })).toContainText('6000 mm')
  // Beside a panel the legend is folded away in a picture as low as this.
  await page.keyboard.press('Escape')
  const legend = page.getByRole('region', { name: 'Colours' })
  await legend.getByRole('button', { name: 'Colours', expanded: false }).click()
  await expect(legend).toContainText('Steel S355')
})

test('follows what a program writes, and keeps camera and selection', async ({ page, signUp, newModel, apiKey, asProgram }) => {
  await signUp()
  const { id } = await newModel(PORTAL)
  await open(page, id, `${VIEW}&selected=f:left`)
  await expect(page.getByText('3 frames')).toBeVisible()
  const program = await asProgram(await apiKey())
  const answer = await program.post(`/api/construct-models/${id}/elements`, {
    data: { frames: [{ id: 'brace', startNodeId: 'N1', endNodeId: 'N3', sectionId: 'B600' }] },
  })
  expect(answer.status()).toBe(200)
  await expect(page.getByText('4 frames')).toBeVisible()
  await drawn(page, [[3, -0.2, 2], ([r, g, b]) => Math.max(r, g, b) - Math.min(r, g, b) > 25])
  await expect(page.getByRole('heading', { name: 'Frame left' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('camera')).toBe([...EYE, ...TARGET].join(','))
})

test('says in words what the canvas shows, for keyboard and screen reader', async ({ page, signUp, newModel }) => {
  await signUp()
  const { id } = await newModel(PORTAL)
  await open(page, id)
  await page.getByRole('button', { name: 'Outline' }).click()
  const outline = page.getByRole('complementary', { name: 'Outline' })
  await expect(outline.getByRole('option', { name: /^beam Main beam, N2 → N3, B600/ })).toBeVisible()
  await outline.getByRole('option', { name: /^left/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(outline.getByRole('option', { name: /^beam/ })).toHaveAttribute('aria-selected', 'true')
  await outline.getByRole('button', { name: /Supports/ }).click()
  await expect(outline.getByRole('option', { name: /S4 on N4, pinned/ })).toBeVisible()
  await page.getByLabel('Search the model').fill('S355')
  await expect(outline.getByRole('option', { name: /Material S355/ })).toBeVisible()
})

test('survives the loss of the graphics card', async ({ page, signUp, newModel }) => {
  await signUp()
  const { id } = await newModel(PORTAL)
  await open(page, id)
  await page
    .locator('main canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext())
  await page.getByRole('button', { name: 'Draw again' }).click()
  await drawn(page, [BEAM, isBeam])
})
