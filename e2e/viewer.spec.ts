import { expect, test } from './fixtures.ts'
import { coloursAt, drawn, isBeam, isColumn, listen, onPage, openViewer, PORTAL, type Point } from './viewer-page.ts'

const EYE: Point = [3, -18, 3]
const TARGET: Point = [3, 0, 2]
const VIEW = `camera=${[...EYE, ...TARGET].join(',')}`
const BEAM: Point = [3, -0.2, 3.55]
const LEFT: Point = [0, -0.2, 1.5]
const BESIDE: Point = [3, 0, 1.5]

// Narrow enough that no panel lies over the picture.
test.use({ viewport: { width: 1000, height: 700 } })

test('draws frames with their sections where they lie, nothing in the gaps between them, and again after the loss of the graphics card', async ({
  page,
  signUp,
  newModel,
}) => {
  const said = listen(page)
  await signUp()
  const { id } = await newModel(PORTAL)
  await openViewer(page, id, VIEW)
  await drawn(page, [BEAM, isBeam])
  const [beam, left, beside] = await coloursAt(page, await Promise.all([BEAM, LEFT, BESIDE].map((point) => onPage(page, point))))
  expect(isBeam(beam!)).toBe(true)
  expect(isColumn(left!)).toBe(true)
  expect(Math.max(...beside!) - Math.min(...beside!)).toBeLessThan(25) // the calm backdrop
  // The offset hangs the beam below its nodes: its top face lies at them, so just above there is none of it.
  const [above] = await coloursAt(page, [await onPage(page, [3, -0.2, 4.25])])
  expect(isBeam(above!)).toBe(false)
  expect(said).toEqual([])

  await page
    .locator('main canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext())
  await page.getByRole('button', { name: 'Draw again' }).click()
  await drawn(page, [BEAM, isBeam])
})
