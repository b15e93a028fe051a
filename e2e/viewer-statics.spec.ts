import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import {
  type Colour,
  coloursAt,
  LOADED,
  listen,
  moved,
  onPage,
  openPanel,
  openViewer,
  PORTAL,
  type Point,
  settled,
  turnTo,
} from './viewer-page.ts'

/** Loads and results over the model. */

const query = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const isWind = ([r, g, b]: Colour) => r > g + 40 && b > g + 60

test('loads and what they do are drawn, listed and summed up, on a phone too, and follow the model', async ({
  page,
  signUp,
  newModel,
  address,
}) => {
  const complaints = listen(page)
  await signUp()
  const { id } = await newModel(LOADED)
  await openViewer(page, id, 'layers=-shading')
  await settled(page)
  await moved(page, () => page.keyboard.press('3'))
  await test.step('draws the loads of a case by key, says what they sum up to, and keeps the case in the address', async () => {
    const bar = page.getByRole('region', { name: 'Loads' })
    await expect(bar).toBeHidden()
    await page.keyboard.press('l')
    await expect(bar.getByRole('status')).toHaveText('dead · 1 load, Σ Z -72 kN')
    await expect.poll(() => query(page, 'layers')).toBe('loads,-shading')
    await bar.getByRole('combobox', { name: 'Load case' }).selectOption('W')
    await expect(bar.getByRole('status')).toHaveText('wind · 1 load, Σ X 30 kN')
    await expect.poll(() => query(page, 'loads')).toBe('W')
    // An arrow from the left whose tip is at the node.
    const besideNode = async () => {
      const { x, y } = await onPage(page, [0, 0, 4])
      const row = Array.from({ length: 30 }, (_, k) => ({ x: x - 42 + k, y }))
      return (await coloursAt(page, row)).filter(isWind).length
    }
    await expect.poll(besideNode).toBeGreaterThan(20)
    await isAccessible(page)
    await page.reload()
    await expect(bar.getByRole('status')).toHaveText('wind · 1 load, Σ X 30 kN')
    const panel = await openPanel(page, 'Show and filter')
    await panel.getByRole('combobox', { name: 'Load case' }).selectOption('D')
    await expect(bar.getByRole('status')).toContainText('dead')
    await bar.getByRole('button', { name: 'Hide the loads' }).click()
    await expect(bar).toBeHidden()
  })

  await test.step('on a phone what results are of is seen above their sheet, and fills the picture again without it', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await turnTo(page, 'layers=-shading')
    await moved(page, () => page.keyboard.press('3'))
    /** From the feet of the columns to the beam. */
    const seen = async () => {
      const [foot, head] = [await onPage(page, [0, 0, 0]), await onPage(page, [6, 0, 4])]
      return { low: foot.y, high: head.y, wide: head.x - foot.x }
    }
    const first = await seen()
    await moved(page, () => page.keyboard.press('r'))
    const panel = resultsPanel(page)
    await expect(panel.getByText('It stands')).toBeVisible()
    const { low, high, wide } = await seen()
    expect(low).toBeLessThan((await panel.boundingBox())!.y - 8)
    expect(high).toBeGreaterThan(150)
    expect(wide).toBeGreaterThan(0.3 * 390)
    await moved(page, () => panel.getByRole('button', { name: 'Close the panel' }).click())
    expect((await seen()).low).toBeCloseTo(first.low, 0)
  })

  await test.step('tells whether it stands, draws and lists what a case does, and follows the model, down to a mechanism', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await turnTo(page, 'layers=-shading')
    await page.keyboard.press('r')
    const panel = page.getByRole('complementary', { name: 'Results' })
    await expect(panel.getByText('Screening: linear elastic, first order. Not for design.')).toBeVisible()
    await expect(panel.getByRole('status').filter({ hasText: 'It stands' })).toBeVisible()
    await expect(panel.getByRole('row', { name: /^Deflection/ })).toContainText('L/')
    await panel.getByRole('combobox', { name: 'Case' }).selectOption('W')
    await panel.getByRole('combobox', { name: 'Show' }).selectOption('Bending moment M3')
    await expect.poll(() => query(page, 'results')).toBe('m3:W')
    await expect(page.getByRole('region', { name: 'Colours' })).toContainText('Bending moment M3, kN·m')
    await panel.getByRole('combobox', { name: 'Table' }).selectOption('Reactions')
    const table = panel.getByRole('region', { name: 'W: reactions' })
    const pushed = async () => {
      const cells = await table.locator('tbody td:nth-child(2)').allTextContents()
      return Number(cells.reduce((sum, cell) => sum + Number(cell), 0).toFixed(2))
    }
    await expect.poll(pushed).toBe(-30)
    await isAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(panel.getByRole('row', { name: /^Stress/ })).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 720 })

    // Somebody takes away what holds it along X: it is analysed anew at once.
    const answer = await page.request.post(`/api/construct-models/${id}/supports`, {
      data: { supports: PORTAL.supports.map((support) => ({ ...support, restraints: { u2: true, u3: true, r1: true } })) },
      headers: { origin: address },
    })
    expect(answer.status(), await answer.text()).toBe(200)
    await expect(panel.getByRole('alert')).toContainText('It does not stand.')
    await expect(panel.getByRole('alert')).toContainText('along X')
    await expect(panel.getByRole('combobox', { name: 'Case' })).toHaveValue('mechanism 1')
    await page.keyboard.press('r')
    await expect(panel).toBeHidden()
    await expect.poll(() => query(page, 'results')).toBe(null)
  })
  expect(complaints).toEqual([])
})

const resultsPanel = (page: Page) => page.getByRole('complementary', { name: 'Results' })
const pictureState = (page: Page) => page.locator('main canvas').first().getAttribute('data-picture')

/** The pixels between two points of the model, as one picture of the page has them. */
async function pixelsAround(page: Page, low: Point, high: Point): Promise<Colour[]> {
  const [a, b] = [await onPage(page, low), await onPage(page, high)]
  const [x0, x1] = [Math.min(a.x, b.x), Math.max(a.x, b.x)]
  const [y0, y1] = [Math.min(a.y, b.y), Math.max(a.y, b.y)]
  const places: { x: number; y: number }[] = []
  for (let y = y0; y <= y1; y += 1) for (let x = x0; x <= x1; x += 1) places.push({ x, y })
  return coloursAt(page, places)
}

test('results move, stand still where no motion is wanted, say their numbers at the pointer, and leave as CSV', async ({
  page,
  signUp,
  newModel,
  address,
}) => {
  const complaints = listen(page)
  await signUp()
  // Without the slab, whose mass is not known: periods are those of the frames.
  const { id } = await newModel({ ...LOADED, areas: [] })
  const analysed = async (body: object) => {
    const answer = await page.request.post(`/api/construct-models/${id}/analyse`, { data: body, headers: { origin: address } })
    return (await answer.json()) as { rows: { forces: Record<string, number>[] } }
  }
  await page.goto(`/models/${id}?layers=-shading&results=deflected:W&camera=3,-20,2,3,0,2,60&projection=parallel`)
  await settled(page)
  const panel = resultsPanel(page)
  const legend = page.getByRole('region', { name: 'Colours' })
  await expect(legend.getByRole('list', { name: 'Lines' })).toHaveText(/^Deflected, × \d/)
  // As it is asked for here: no motion, and no way to begin one; a mode, which has no sign, goes both ways.
  await expect(panel.getByRole('button', { name: 'Play' })).toBeHidden()
  await panel.getByRole('combobox', { name: 'Case' }).selectOption('mode 1')
  await settled(page)
  await expect(panel.getByRole('button', { name: 'Pause' })).toBeHidden()

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await panel.getByRole('combobox', { name: 'Case' }).selectOption('D')
  await settled(page)
  const column = () => pixelsAround(page, [-0.6, 0, 3.4], [0.6, 0, 3.6])
  await panel.getByRole('combobox', { name: 'Case' }).selectOption('W')
  await settled(page)
  const still = await column()
  await panel.getByRole('button', { name: 'Play' }).click()
  await expect.poll(() => pictureState(page)).toBe('resting')
  await expect.poll(async () => JSON.stringify(await column()) === JSON.stringify(still)).toBe(false)
  await panel.getByRole('button', { name: 'Pause' }).click()
  await settled(page)
  expect(JSON.stringify(await column())).toBe(JSON.stringify(still))

  // What the service answers for the middle of the beam is what the card says there.
  await panel.getByRole('combobox', { name: 'Case' }).selectOption('D')
  await panel.getByRole('combobox', { name: 'Show' }).selectOption('Bending moment M3')
  await settled(page)
  await expect(legend.getByRole('list', { name: 'Lines' })).toHaveText('+ tension at -2- tension at +2')
  await expect(legend).toContainText('Drawn on the side in tension')
  const { rows } = await analysed({ cases: ['D'], show: ['forces'], select: { ids: ['beam'] }, at: [0.5] })
  const [middle] = rows.forces
  const beam = await onPage(page, [3, 0, 3.75])
  await page.mouse.move(beam.x, beam.y)
  const card = page.locator('[aria-hidden="true"]').filter({ hasText: 'at 0.5 of its length' })
  await expect(card).toContainText(`M3 ${Number(middle?.m3?.toPrecision(4))}`)
  await expect(card).toContainText('kN·m')

  // A press on a row selects what it is about, and what is selected marks its rows.
  await panel.getByRole('combobox', { name: 'Table' }).selectOption('Forces in frames')
  const table = (name: string) => panel.getByRole('region', { name })
  await table('D: forces').getByRole('button', { name: 'right' }).first().click()
  await expect.poll(() => query(page, 'selected')).toContain('right')
  const marked = table('D: forces').locator('tr[aria-current]')
  await expect(marked).toHaveCount(17)
  await page.locator('main canvas').first().focus()
  await page.keyboard.press('Escape')
  await expect(marked).toHaveCount(0)
  await page.getByRole('button', { name: 'Fit', exact: false }).first().click()
  await settled(page)
  const left = await onPage(page, [0, 0, 1.2])
  await page.mouse.click(left.x, left.y)
  await expect.poll(() => query(page, 'selected')).toContain('left')
  await expect(marked.first()).toContainText('left')
  await panel.getByRole('combobox', { name: 'Table' }).selectOption('Drifts of storeys')
  await expect(table('D: drifts').getByRole('row')).toHaveCount(2)
  await panel.getByRole('combobox', { name: 'Table' }).selectOption('Modes')
  await table('modes').getByRole('button', { name: '2', exact: true }).click()
  await expect(panel.getByRole('combobox', { name: 'Case' })).toHaveValue('mode 2')
  await panel.getByRole('combobox', { name: 'Table' }).selectOption('Storeys: masses and centres')
  await expect(panel.getByText('No diaphragm says')).toBeVisible()

  await panel.getByRole('combobox', { name: 'Case' }).selectOption('W')
  await panel.getByRole('combobox', { name: 'Table' }).selectOption('Reactions')
  await isAccessible(page)
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Save as CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('A-loaded-portal-W-reactions.csv')
  const [head, ...lines] = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(head).toBe('\uFEFFid,fx [kN],fy [kN],fz [kN],mx [kN·m],my [kN·m],mz [kN·m]')
  const pushed = lines.map((line) => Number(line.split(',')[1]))
  expect(lines.map((line) => line.split(',')[0])).toEqual(['N1', 'N4'])
  expect(pushed.reduce((sum, value) => sum + value, 0)).toBeCloseTo(-30, 3)
  expect(complaints).toEqual([])
})

test('results of an earlier revision say so until they are asked for anew, and two revisions stand side by side', async ({
  page,
  signUp,
  newModel,
  address,
}) => {
  await signUp()
  const { id } = await newModel(LOADED)
  const write = async (path: string, data: object, model = id) => {
    const answer = await page.request.post(`/api/construct-models/${model}/${path}`, { data, headers: { origin: address } })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  // Twice the wind, on the same frame.
  await write('loads', { loads: [{ id: 'w', caseId: 'W', nodeId: 'N2', force: { x: 60 } }] })
  await page.goto(`/models/${id}?layers=-shading&compare=1..2&results=deflected:W&camera=3,-20,2,3,0,2,60&projection=parallel`)
  await settled(page)
  const panel = resultsPanel(page)
  await expect(panel.getByRole('columnheader')).toHaveText(['Revision 2', 'Revision 1', 'Change'])
  const drift = panel.getByRole('row', { name: /^Drift/ })
  await expect(drift).toContainText('+100 %')
  const lines = page.getByRole('region', { name: 'Colours' }).getByRole('list', { name: 'Lines' })
  await expect(lines).toHaveText(/^Revision 2, × [\d.]+Revision 1, × [\d.]+$/)
  // The earlier shape is half as far away from the column, in orange.
  const isOrange = ([r, g, b]: Colour) => r > 150 && g > 60 && g < 140 && b < 90
  const isBlue = ([r, , b]: Colour) => r < 60 && b > 140
  const places = async (is: (colour: Colour) => boolean) => {
    const width = 1.2
    const row = await pixelsAround(page, [0, 0, 3], [width, 0, 3])
    const found = row.flatMap((colour, k) => (is(colour) ? [(k / (row.length - 1)) * width] : []))
    return found.reduce((sum, at) => sum + at, 0) / found.length
  }
  await expect.poll(() => places(isBlue)).toBeGreaterThan(0.15)
  const [later, earlier] = [await places(isBlue), await places(isOrange)]
  expect(earlier / later).toBeGreaterThan(0.35)
  expect(earlier / later).toBeLessThan(0.65)
  await isAccessible(page)

  // A model that is large enough not to be analysed by itself: posts of 3 m, each on a support of its own.
  const posts = Array.from({ length: 5000 }, (_, k) => [k, `${k % 100}`, `${Math.floor(k / 100)}`] as const)
  const large = await newModel({
    ...{ name: 'Posts', units: LOADED.units, materials: PORTAL.materials, sections: PORTAL.sections },
    nodes: posts.flatMap(([k, x, y]) =>
      [0, 3].map((z) => ({ id: `${k} ${z}`, position: { x: 3 * Number(x), y: 3 * Number(y), z } })),
    ),
    frames: posts.map(([k]) => ({ id: `P${k}`, startNodeId: `${k} 0`, endNodeId: `${k} 3`, sectionId: 'B600' })),
    supports: posts.map(([k]) => ({ id: `S${k}`, nodeId: `${k} 0`, restraints: PORTAL.supports[0]?.restraints })),
    loadCases: [{ id: 'W', nature: 'wind' }],
    loads: [{ id: 'w', caseId: 'W', nodeId: '0 3', force: { x: 10 } }],
  })
  await page.goto(`/models/${large.id}?layers=-shading`)
  await settled(page)
  await page.keyboard.press('r')
  await expect(panel.getByText('5,000 frames were not analysed yet.')).toBeVisible()
  await panel.getByRole('button', { name: 'Analyse', exact: true }).click()
  await expect(panel.getByRole('row', { name: /^Deflection/ })).toBeVisible()
  const opacity = () =>
    panel.getByRole('row', { name: /^Deflection/ }).evaluate((row) => getComputedStyle(row.closest('div')!).opacity)
  expect(await opacity()).toBe('1')
  await write('loads', { loads: [{ id: 'w', caseId: 'W', nodeId: '0 3', force: { x: 20 } }] }, large.id)
  const stale = panel.getByRole('status').filter({ hasText: 'of revision 1 ·' })
  await expect(stale).toBeVisible()
  expect(Number(await opacity())).toBeLessThan(0.6)
  // What is no longer so is not put on paper.
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog', { name: 'Drawings on sheets' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByLabel('Table of reactions')).toBeHidden()
  await page.keyboard.press('Escape')
  await stale.getByRole('button', { name: 'Analyse again' }).click()
  await expect(stale).toBeHidden()
  await expect.poll(opacity).toBe('1')
})

test('results go on sheets with what they are of, and what they are not good for', async ({ page, signUp, newModel }) => {
  const complaints = listen(page)
  await signUp()
  const grid = [...PORTAL.gridLines, { id: '1', axis: 'Y', coordinate: 0, label: '1' }]
  const { id } = await newModel({ ...LOADED, gridLines: grid })
  await page.goto(`/models/${id}?layers=-shading&results=m3:W&drawing=Y,0`)
  await settled(page)
  await expect(page.getByRole('region', { name: 'Colours' })).toContainText('Bending moment M3, kN·m · W')
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog', { name: 'Drawings on sheets' })
  const sheet = dialog.getByRole('img')
  for (const words of [
    'Screening: linear elastic, first order. Not for design.',
    'Bending moment M3, kN·m · W, 1 cm = ',
    'on the side in tension',
    '+ tension at -2',
    '1 of 2',
  ])
    await expect(sheet).toContainText(words)
  await dialog.getByRole('button', { name: 'The next sheet' }).click()
  for (const words of ['Reactions of W', 'N1', 'N4', 'Sum', '-30', 'Screening', '2 of 2'])
    await expect(sheet).toContainText(words)
  await isAccessible(page)
  await dialog.getByLabel('Table of reactions').uncheck()
  await dialog.getByLabel('Results: Bending moment M3, kN·m · W').uncheck()
  await expect(sheet).toContainText('1 of 1')
  await expect(sheet).not.toContainText('Screening')
  expect(complaints).toEqual([])
})
