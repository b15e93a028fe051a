import type { Locator, Page } from '@playwright/test'
import { distance } from '#lib/model/shape/vector.ts'
import { isAccessibleInBothThemes } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import {
  type Colour,
  cameraOf,
  coloursAt,
  drawn,
  HALL,
  isBeam,
  isColumn,
  isEmpty,
  listen,
  moved,
  not,
  onPage,
  openPanel,
  openViewer,
  type Point,
  settled,
  towardEye,
  turnTo,
} from './viewer-page.ts'

// One test for each thing that the viewer can do, told by what a person sees: pixels where the camera of the address says that a
// point lies, lists, addresses, files. Narrow enough that no panel is open at first.
test.use({ viewport: { width: 1000, height: 700 } })

/** From above, so that no girder stands behind another; without darker corners, which cost several pictures each time the camera rests. */
const FRONT = 'camera=3,-20,14,3,2.5,3.5&layers=-shading'
const GIRDER: Point = [3, -0.16, 4]
const TOP_GIRDER: Point = [3, -0.16, 7]
const COLUMN: Point = [0, -0.26, 2]
const AIR: Point = [3, 0, 1.5]

const inspector = (page: Page): Locator => page.getByRole('complementary', { name: 'Properties' })
const headingOf = (page: Page, name: string | RegExp) => inspector(page).getByRole('heading', { name, exact: true })
const query = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

/** Seen from the front, and drawn. */
async function openHall(page: Page, newModel: (body: typeof HALL) => Promise<{ id: string }>, view = FRONT): Promise<string> {
  const { id } = await newModel(HALL)
  await openViewer(page, id, view)
  await drawn(page, [GIRDER, isBeam])
  return id
}

async function pressAt(page: Page, point: Point, modifiers: ('Control' | 'Shift')[] = []) {
  const { x, y } = await onPage(page, point)
  for (const key of modifiers) await page.keyboard.down(key)
  await page.mouse.click(x, y)
  for (const key of modifiers) await page.keyboard.up(key)
}

/** Until a point lies about the middle of the picture, or of what the properties leave free of it, with a metre longer than 20 pixels. */
async function flownTo(page: Page, point: Point) {
  await expect
    .poll(async () => {
      const canvas = await page.locator('main canvas').first().boundingBox()
      const [at, beside] = [await onPage(page, point), await onPage(page, [point[0] + 1, point[1], point[2]])]
      const middle = (canvas?.x ?? 0) + ((canvas?.width ?? 0) - 316) / 2
      const isInside = Math.abs(at.x - middle) < 170 && at.y > 150 && at.y < 560
      return isInside && Math.hypot(at.x - beside.x, at.y - beside.y) > 20
    })
    .toBe(true)
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }, button: 'left' | 'right' = 'left') {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down({ button })
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2)
  await page.mouse.move(to.x, to.y)
  await page.mouse.up({ button })
}

/** What the console of the test's page said. */
let said: string[] = []
test.beforeEach(async ({ page, signUp }) => {
  said = listen(page)
  await signUp()
})
test.afterEach(() => {
  expect(said).toEqual([])
})

test('what is drawn is told, selected, followed, found, hidden, filtered and coloured', async ({ page, newModel }) => {
  await openHall(page, newModel)
  await test.step('tells what is under the cursor; selects one, several, a box', async () => {
    await drawn(page, [GIRDER, isBeam], [COLUMN, isColumn], [AIR, isEmpty])
    const girder = await onPage(page, GIRDER)
    await page.mouse.move(girder.x, girder.y)
    await expect(page.locator('main footer')).toContainText('Frame X-1-1')
    await expect(page.getByText('Girder 1 on 1, A1-1 → B1-1, B500')).toBeVisible()
    await pressAt(page, GIRDER)
    await expect(headingOf(page, 'Frame X-1-1')).toBeVisible()
    await pressAt(page, COLUMN, ['Control'])
    await expect(headingOf(page, '2 elements')).toBeVisible()
    await expect(inspector(page)).toContainText('Length of all frames')
    await expect(inspector(page)).toContainText('10 m') // a girder of 6 and a column of 4
    await expect.poll(() => query(page, 'selected')).toBe('f:X-1-1,f:C-A1-1')
    await pressAt(page, COLUMN, ['Control'])
    await expect(headingOf(page, 'Frame X-1-1')).toBeVisible()

    // To the right what lies inside, to the left what it touches; the key B does it without Shift.
    const [low, high] = [await onPage(page, [-0.8, -0.3, 6.2]), await onPage(page, [5, -0.3, 7.8])]
    await page.keyboard.down('Shift')
    await drag(page, { x: low.x, y: high.y }, { x: high.x, y: low.y })
    await page.keyboard.up('Shift')
    await expect(inspector(page)).toBeHidden() // the girder ends outside
    await page.keyboard.press('b')
    await expect(page.getByRole('button', { name: 'Select with a box' })).toHaveAttribute('aria-pressed', 'true')
    await drag(page, { x: high.x, y: low.y }, { x: low.x, y: high.y })
    await expect(inspector(page)).toContainText('X-1-2')
    await expect(inspector(page)).toContainText('C-A1-2')
    await page.keyboard.press('Escape')
    await expect(inspector(page)).toBeHidden()
  })

  await test.step('finds by id and label and flies there; groups the tree; shows in the tree what is selected in the picture', async () => {
    await turnTo(page, FRONT)
    await page.keyboard.press('/')
    const search = page.getByLabel('Search the model')
    await expect(search).toBeFocused()
    await search.fill('girder 2 on 2')
    const outline = page.getByRole('complementary', { name: 'Outline' })
    await expect(outline.getByRole('option')).toHaveCount(1)
    await search.press('Enter')
    await expect(headingOf(page, 'Frame X-2-2')).toBeVisible()
    await flownTo(page, [3, 5, 7])
    await search.fill('B2-G')
    await outline.getByRole('option', { name: /^Node B2-G/ }).click()
    await expect(headingOf(page, 'Node B2-G')).toBeVisible()
    await flownTo(page, [6, 5, 0])
    // The language of edits and questions; what it leaves out and what it finds, as a whole.
    await search.fill('kind:frame -role:column')
    await outline.getByRole('button', { name: 'Select all' }).click()
    await expect(headingOf(page, /^\d+ elements$/)).toBeVisible()
    await search.fill('role:pillar')
    await expect(outline.getByRole('status')).toContainText("role: Input should be 'column'")
    await search.fill('B2-G')
    await outline.getByRole('option', { name: /^Node B2-G/ }).click()
    await search.fill('')
    await expect(outline.getByRole('option', { name: /^B2-G/ })).toHaveAttribute('aria-selected', 'true')
    await outline.getByLabel('Group').selectOption('storey')
    await outline.getByRole('button', { name: 'Select all of Roof' }).click()
    await expect(headingOf(page, '8 elements')).toBeVisible() // four columns, four girders
    await outline.getByRole('button', { name: /^Roof/ }).click()
    await expect(outline.getByRole('listbox').getByRole('option')).toHaveCount(8)
    await outline.getByLabel('Group').selectOption('section')
    await outline.getByRole('button', { name: 'Select all of Column 500' }).click()
    await expect(headingOf(page, '8 elements')).toBeVisible()
  })

  await test.step('hides, isolates, shows all; filters by kind, section, material and storey', async () => {
    await turnTo(page, `${FRONT}&selected=f:X-1-1`)
    await expect(headingOf(page, 'Frame X-1-1')).toBeVisible()
    await page.getByRole('toolbar').getByRole('button', { name: 'Hide the selection' }).click()
    await drawn(page, [GIRDER, not(isBeam)], [TOP_GIRDER, isBeam], [COLUMN, isColumn])
    await page.keyboard.press('a')
    await drawn(page, [GIRDER, isBeam])
    await pressAt(page, TOP_GIRDER)
    await expect(headingOf(page, 'Frame X-1-2')).toBeVisible()
    await page.keyboard.press('i')
    await page.keyboard.press('Escape')
    await page.mouse.move(500, 690) // what is hovered wears another colour
    await drawn(page, [TOP_GIRDER, isBeam], [GIRDER, not(isBeam)], [COLUMN, not(isColumn)])
    await page.getByRole('toolbar').getByRole('button', { name: 'Show everything' }).click()
    await drawn(page, [GIRDER, isBeam], [COLUMN, isColumn])

    await page.setViewportSize({ width: 1400, height: 700 })
    const panel = await openPanel(page, 'Show and filter')
    const only = async (facet: string, value: string) => {
      await panel.getByText(`Filter by ${facet}`).click()
      await panel.getByRole('button', { name: `Only ${value}`, exact: true }).click()
    }
    await panel.getByRole('button', { name: 'Only Beam' }).click()
    await drawn(page, [GIRDER, isBeam], [COLUMN, not(isColumn)])
    await page.keyboard.press('a')
    await only('storey', 'Roof')
    await drawn(page, [TOP_GIRDER, isBeam], [GIRDER, not(isBeam)], [COLUMN, not(isColumn)])
    await page.keyboard.press('a')
    await only('section', 'Column 500')
    await drawn(page, [GIRDER, not(isBeam)], [COLUMN, isColumn])
    await page.keyboard.press('a')
    await only('material', 'Steel S355')
    await drawn(page, [GIRDER, isBeam], [COLUMN, not(isColumn)])
    await expect.poll(() => query(page, 'without-material')).toBe('C30')
  })

  await test.step('colours by anything, says in a legend what the colours mean, and selects by colour', async () => {
    await page.setViewportSize({ width: 1000, height: 700 })
    await turnTo(page, FRONT)
    const legend = page.getByRole('region', { name: 'Colours' })
    const choice = legend.getByLabel('Colour by')
    const entries = () => legend.getByRole('list').first().getByRole('listitem').allInnerTexts()
    const expected = {
      kind: ['Column 8', 'Beam 8', 'Floor 1'],
      section: ['Column 500 8', 'Beam 500 8', 'Without section 1'],
      material: ['Concrete C30/37 9', 'Steel S355 8'],
      member: ['Without member 15', 'Stack A1 2'],
      storey: ['Roof 8', 'First 9'],
      finding: ['No finding 17'],
    }
    const colourBy = async (by: string, says: string[]) => {
      await choice.selectOption(by)
      await expect.poll(async () => (await entries()).map((text) => text.replace(/\s+/g, ' ')).sort()).toEqual(says.sort())
    }
    for (const [by, says] of Object.entries(expected)) await colourBy(by, says)
    // The colour in the legend is the colour in the picture, but for the light on it.
    await colourBy('storey', expected.storey)
    const patches = await legend
      .locator('li span:first-child')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))
    const hue = ([r, g, b]: Colour) => (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI
    const [roof, first] = patches.map((text) => hue((text.match(/\d+/g) ?? []).map(Number) as unknown as Colour)) as [
      number,
      number,
    ]
    const near = (wanted: number) => (colour: Colour) => !isEmpty(colour) && Math.abs(hue(colour) - wanted) < 12
    await drawn(page, [TOP_GIRDER, near(roof)], [GIRDER, near(first)])
    await legend.getByRole('button', { name: /^Roof/ }).click()
    await expect(headingOf(page, '8 elements')).toBeVisible()
    await expect.poll(() => query(page, 'colour')).toBe('storey')
  })

  await test.step('leads from an element to what it is joined to, and back', async () => {
    await turnTo(page, `${FRONT}&selected=f:C-A1-1`)
    const fields = inspector(page)
    const link = (group: string, name: string) =>
      fields.getByRole('group', { name: group, exact: true }).getByRole('button', { name, exact: true })
    await expect(headingOf(page, 'Frame C-A1-1')).toBeVisible()
    await (await openPanel(page, 'Show and filter')).getByLabel('Lengths in').selectOption('feet-inches')
    await expect(fields).toContainText(`13'-1 1/2"`)
    await expect(fields).toContainText('Column') // what it is
    await expect(fields).toContainText('First') // the storey it belongs to
    for (const [
      group,
      name,
    ] of [['Start node', 'A1-G'], ['End node', 'A1-1'], ['Section', 'Column 500'], ['Material', 'Concrete C30/37'], ['Member', 'Stack A1']] as const) // biome-ignore format: a table
      await expect(link(group, name)).toBeVisible()
    await link('Member', 'Stack A1').click()
    await expect(headingOf(page, 'Member Stack A1')).toBeVisible()
    await expect(fields).toContainText(`22'-11`) // 7 m
    await link('Frames of Stack A1', 'C-A1-2').click()
    await link('Start node', 'A1-1').click()
    await expect(headingOf(page, 'Node A1-1')).toBeVisible()
    for (const name of ['C-A1-1', 'C-A1-2', 'X-1-1', 'Y-A-1']) await expect(link('Frames', name)).toBeVisible()
    await expect(link('Areas', 'slab')).toBeVisible()
    await expect.poll(() => query(page, 'selected')).toBe('n:A1-1')
    await page.goBack()
    await expect(headingOf(page, 'Frame C-A1-2')).toBeVisible()
    await turnTo(page, `${FRONT}&selected=g:gB`)
    await fields.getByRole('button', { name: 'Open the elevation here' }).click()
    await expect(page.getByRole('region', { name: 'Drawing' })).toContainText('Elevation at B')
  })
})

/** Two walls that meet where x and y are 0, seen from inside, and how much darker they are there. */
function darkCorner(page: Page) {
  const places = { o: [0, 0], x: [6, 0], y: [0, -6] } as const
  const nodes = Object.entries(places).flatMap(([id, [x, y]]) => [0, 4].map((z) => ({ id: `${id}${z}`, position: { x, y, z } })))
  const areas = ['x', 'y'].map((id) => ({ id, nodeIds: ['o0', `${id}0`, `${id}4`, 'o4'], kind: 'WALL' }))
  const [corner, middle] = [
    [0.12, 0, 2],
    [3, 0, 2],
  ] as const satisfies Point[]
  const darker = async () => {
    const [near, far] = await coloursAt(page, [await onPage(page, corner), await onPage(page, middle)])
    return (far as Colour)[1] - (near as Colour)[1]
  }
  return { nodes, areas, darker }
}

test('darkens corners once the camera rests, on request not', async ({ page, newModel }) => {
  const { darker, nodes, areas } = darkCorner(page)
  const { id } = await newModel({ nodes, areas })
  await openViewer(page, id, 'camera=7,-6,4,1,-1,2&style=solid&quality=full')
  await expect.poll(darker).toBeGreaterThan(12)
  const panel = await openPanel(page, 'Show and filter')
  await panel.getByLabel('Darker corners').uncheck()
  await expect.poll(darker).toBeLessThan(3)
  await panel.getByLabel('Darker corners').check()
  await expect.poll(darker).toBeGreaterThan(12)
  // What the graphics card held of them is gone with it.
  await page.evaluate(() => {
    const gl = document.querySelector<HTMLCanvasElement>('main canvas')?.getContext('webgl2')
    const context = gl?.getExtension('WEBGL_lose_context')
    context?.loseContext()
    Object.assign(window, { giveBack: () => context?.restoreContext() })
  })
  await expect(page.getByText('The connection to the graphics card was lost')).toBeVisible()
  await page.evaluate(() => (window as unknown as { giveBack(): void }).giveBack())
  await expect(page.getByText('The connection to the graphics card was lost')).toBeHidden()
  await expect.poll(darker).toBeGreaterThan(12)
  said = said.filter((text) => !/context lost/i.test(text))
})

/** A clock that runs a second at each glance, and a graphics card that is ready at the fiftieth. */
const onSlowCard = (page: Page) =>
  page.addInitScript(() => {
    let glances = 0
    const real = performance.now.bind(performance)
    performance.now = () => real() + 1000 * glances
    const prototype = WebGL2RenderingContext.prototype
    const ask = prototype.getSyncParameter
    prototype.getSyncParameter = function (sync, name) {
      glances++
      return glances % 50 === 0 ? ask.call(this, sync, name) : this.UNSIGNALED
    }
  })

test('spares a machine that takes long the darker corners, unless it is told not to; shadows come there, too, as they are asked for', async ({
  page,
  newModel,
}) => {
  await onSlowCard(page)
  const { darker, nodes, areas } = darkCorner(page)
  const square = (name: string, half: number, z: number) =>
    [[-half, -half], [half, -half], [half, half], [-half, half]].map(([x = 0, y = 0], k) => ({ id: `${name}${k}`, position: { x: x + 30, y, z } })) // biome-ignore format: corners
  const [floor, plate] = [square('floor', 12, 0), square('plate', 2, 3)]
  const floors = Object.entries({ floor, plate }).map(([id, nodes]) => ({
    id,
    nodeIds: nodes.map((node) => node.id),
    kind: 'FLOOR',
  }))
  const { id } = await newModel({ nodes: [...nodes, ...floor, ...plate], areas: [...areas, ...floors] })
  await openViewer(page, id, 'camera=7,-6,4,1,-1,2&style=solid')
  await settled(page)
  expect(await darker()).toBeLessThan(3)
  const panel = await openPanel(page, 'Show and filter')
  await panel.getByLabel('Always full').check()
  await expect.poll(darker).toBeGreaterThan(12)
  await expect.poll(() => query(page, 'quality')).toBe('full')

  // The light comes from the front left, above: the plate's shadow lies to the right behind it. The other place is on its other side.
  await turnTo(page, 'camera=21,9,24,30,0,0&style=solid&layers=-shading')
  const [shadow, lit] = [
    [32.5, 4.1, 0],
    [27.5, -4.1, 0],
  ] as const satisfies Point[]
  const shaded = async () => {
    const [inShadow, inLight] = await coloursAt(page, [await onPage(page, shadow), await onPage(page, lit)])
    return (inLight as Colour)[1] - (inShadow as Colour)[1]
  }
  expect(await shaded()).toBeLessThan(3)
  await (await openPanel(page, 'Show and filter')).getByLabel('Shadows').check()
  await expect.poll(shaded).toBeGreaterThan(12)
})

test('the model is cut and measured', async ({ page, newModel, apiKey, asProgram }) => {
  const { id } = await newModel(HALL)
  await openViewer(page, id, `${FRONT}&selected=f:C-A1-1`)
  const program = await asProgram(await apiKey())
  await test.step('cuts with a plane, by number, turned over, and about the selection; the cut is closed', async () => {
    await drawn(page, [GIRDER, isBeam])
    await page.keyboard.press('x')
    const panel = page.getByRole('region', { name: 'Section box' })
    await expect.poll(() => query(page, 'section')).toBe(',2.5,,,,')
    await drawn(page, [GIRDER, not(isBeam)])
    await panel.getByRole('button', { name: 'Flip' }).click()
    await expect.poll(() => query(page, 'section')).toBe(',,,,2.5,')
    await drawn(page, [GIRDER, isBeam])
    // Through the girder, along it: where one would look into a hollow there is the cap, of one colour all over.
    await panel.getByLabel('Y to, as a number').fill('')
    await panel.getByLabel('Y from, as a number').fill('0')
    await expect.poll(() => query(page, 'section')).toBe(',0,,,,')
    const places = await Promise.all(([[1, 0, 6.9], [2.2, 0, 7.05], [0, 0, 2]] satisfies Point[]).map((point) => onPage(page, point))) // biome-ignore format: short
    await expect
      .poll(async () => {
        const [one, other, column] = (await coloursAt(page, places)) as [Colour, Colour, Colour]
        const apart = (a: Colour, b: Colour) => Math.max(...a.map((part, k) => Math.abs(part - (b[k] as number))))
        return !isEmpty(one) && apart(one, other) < 14 && !isEmpty(column)
      })
      .toBe(true)
    await panel.getByRole('button', { name: 'Around the selection' }).click()
    const box = () => (query(page, 'section') ?? '').split(',').map(Number)
    await expect.poll(() => box()[5]).toBeLessThan(4.5)
    expect(box()[3]).toBeLessThan(1)
    await panel.getByRole('button', { name: 'End the section' }).click()
    await drawn(page, [GIRDER, isBeam])
    // Whatever the display, numbers are typed in the model's unit, which is said where it is another.
    await turnTo(page, `${FRONT}&section=,2.5,,,,&units=millimetres`)
    await expect(panel).toContainText('2500 mm')
    await expect(panel).toContainText('By number in m')
    await page.keyboard.press('m')
    const point = page.getByRole('textbox', { name: 'Node, or x, y, z in m', exact: true })
    await expect(point).toBeVisible()
    await page.keyboard.press('m')
    await expect(point).toHaveCount(0)
  })

  await test.step('moves a side of the section box by its handle: one drag is one step, Escape takes it back', async () => {
    await turnTo(page, `${FRONT}&section=,2,,,,`)
    await drawn(page, [GIRDER, not(isBeam)])
    // The handles lie in the middles of the sides: of Y from, and of X to, which is open and lies a little beyond the model.
    const onY: Point = [3, 2, 3.5]
    const onX: Point = [6.14, 3.57, 3.5]
    const camera = query(page, 'camera')
    await drag(page, await onPage(page, onY), await onPage(page, [3, -0.5, 3.5]))
    await expect.poll(() => query(page, 'section')).toMatch(/^(,,,,,)?$/)
    await drawn(page, [GIRDER, isBeam])
    await page.goBack()
    await expect.poll(() => query(page, 'section')).toBe(',2,,,,')
    await drag(page, await onPage(page, onX), await onPage(page, [4, 3.57, 3.5]))
    await expect.poll(() => Number(query(page, 'section')?.split(',')[3])).toBeCloseTo(4, 1)
    await expect(page.getByLabel('X to, as a number')).toHaveValue(/^[34](\.\d+)?$/)
    expect(query(page, 'camera')).toBe(camera)

    const { x, y } = await onPage(page, [(4 - 0.14) / 2, 2, 3.5])
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + 40)
    await expect(page.getByLabel('Y from, as a number')).not.toHaveValue('2')
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('Y from, as a number')).toHaveValue('2')
    await page.mouse.up()
  })

  await test.step('measures from node to node, along and in angle, in the unit that is shown', async () => {
    await turnTo(page, FRONT)
    await page.keyboard.press('m')
    const panel = page.getByRole('region', { name: 'Measure' })
    const legs = panel.locator('ul > li')
    await expect(panel).toContainText('Click a point to measure from')
    for (const node of [[0, 0, 7], [6, 0, 7], [6, 0, 4], [0, 0, 4]] satisfies Point[]) await pressAt(page, node) // biome-ignore format: short
    await expect(legs).toHaveCount(3)
    await expect(panel).toContainText('A1-2 → B1-2')
    await expect(legs.nth(1)).toContainText('Δz -3 m')
    await expect(legs.nth(1)).toContainText('slope -90.00°, angle 90.00°')
    await expect(panel).toContainText('Along 15 m · direct 3 m')
    // The node is taken even where the pointer is a little beside it.
    await page.keyboard.press('Backspace')
    await expect(legs).toHaveCount(2)
    const near = await onPage(page, [6, 0, 0])
    await page.mouse.click(near.x - 7, near.y - 6)
    await expect(legs.nth(2)).toContainText('B1-1 → B1-G')
    // The address keeps it: Back takes the last node away, and a link brings the rest.
    await expect.poll(() => query(page, 'measure')).toBe('n:A1-2,n:B1-2,n:B1-1,n:B1-G')
    await page.goBack()
    await expect(legs).toHaveCount(2)
    await page.reload()
    await expect(panel).toContainText('Along 9 m')
    await program.post(`/api/construct-models/${id}/elements/delete`, { data: { nodes: ['B1-1'], cascade: true } })
    await expect(panel).toContainText('No longer in the model: B1-1')
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    expect(query(page, 'measure')).toBe('n:A1-2,n:B1-2,n:B1-1') // what is kept stays in the picture
  })

  await test.step('snaps to middles and edges, holds to an axis, measures angles, faces and radii; what is kept follows the model', async () => {
    await program.post(`/api/construct-models/${id}/revisions/1/restore`)
    await expect(page.locator('[data-line]')).toHaveText('live · revision 3')
    await turnTo(page, FRONT)
    await page.keyboard.press('m')
    const panel = page.getByRole('region', { name: 'Measure' })
    const kept = panel.locator('ol > li')
    const to = async (point: Point, by: readonly [number, number] = [0, 0]) => {
      const { x, y } = await onPage(page, point)
      await page.mouse.move(x + by[0], y + by[1])
    }
    // What would be taken is said before the press, with the leg to it.
    await to([0, 0, 2], [3, 2])
    await expect(page.getByText('Middle · Frame C-A1-1')).toBeVisible()
    await pressAt(page, [0, 0, 2])
    await to([6, 0, 2], [3, 2])
    await expect(page.getByText('Middle · Frame C-B1-1')).toBeVisible()
    await expect(page.getByText('Δx 6 m, Δy 0 m, Δz 0 m')).toBeVisible()
    await page.keyboard.down('Shift')
    await to([4, 0, 2])
    await expect(page.getByText('On the axis, along X')).toBeVisible()
    await page.keyboard.up('Shift')
    await pressAt(page, [6, 0, 2])
    await page.keyboard.press('Enter')
    await expect(kept).toHaveCount(1)
    await expect(kept).toContainText('6 m on C-A1-1 → on C-B1-1')
    await expect.poll(() => query(page, 'measure')).toBe('p:0/0/2/f:C-A1-1,p:6/0/2/f:C-B1-1')

    await panel.getByRole('button', { name: 'Angle' }).click()
    await pressAt(page, GIRDER)
    await pressAt(page, COLUMN)
    await expect(kept.nth(1)).toContainText('90.00°')
    // Without a pointer: by id, by coordinates, from what is selected.
    await panel.getByRole('button', { name: 'Face' }).click()
    await panel.getByRole('textbox', { name: 'Area' }).fill('slab')
    await page.keyboard.press('Enter')
    await expect(kept.nth(2)).toContainText('30 m²')
    await panel.getByRole('button', { name: 'Radius' }).click()
    for (const point of ['A1-G', 'B1-G', '3 3 0']) {
      await panel.getByRole('textbox', { name: 'Node, or x, y, z' }).fill(point)
      await page.keyboard.press('Enter')
      await expect(panel.getByRole('textbox')).toHaveValue('')
    }
    await expect(kept.nth(3)).toContainText('R 3 m')
    await panel.getByRole('textbox').fill('nowhere')
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('status')).toHaveText('There is no node nowhere')

    // The column is moved: its dimension goes with it, in the address too.
    const camera = query(page, 'camera')
    const moved = { nodes: ['B1-G', 'B1-1'].map((id, k) => ({ id, position: { x: 8, y: 0, z: 4 * k } })) }
    await program.post(`/api/construct-models/${id}/elements`, { data: moved })
    await expect(kept.nth(0)).toContainText('8 m')
    expect(query(page, 'camera')).toBe(camera)
    await expect.poll(() => query(page, 'measure')).toContain('p:8/0/2/f:C-B1-1')
    await panel.getByRole('button', { name: 'Remove dimension 2' }).click()
    await expect(kept).toHaveCount(3)
    await panel.getByRole('button', { name: 'Remove all' }).click()
    await expect(kept).toHaveCount(0)
    await expect.poll(() => query(page, 'measure')).toBeNull()
  })
})

test('the camera goes everywhere, and drawings stand where it looks', async ({ page, newModel }) => {
  const { id } = await newModel(HALL)
  await test.step('a drawing that is chosen before the picture stands is what it then shows', async () => {
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    // What draws is on its way while the model is here.
    await page.route('**/_next/static/chunks/*.js', async (route) => {
      const response = await route.fetch()
      const script = await response.text()
      if (script.includes('getShaderPrecisionFormat')) await opened
      await route.fulfill({ response, body: script })
    })
    await page.goto(`/models/${id}?${FRONT}`, { waitUntil: 'commit' })
    await page.getByLabel('Go to a view').selectOption({ label: 'Elevation at 2' })
    await expect(page.locator('main canvas')).toHaveCount(0)
    open()
    await expect.poll(() => towardEye(page)).toEqual([0, -1, 0])
    await drawn(page, [[3, 4.8, 4], isBeam], [[0, 4.8, 2], isColumn], [[3, 4.8, 2], isEmpty])
    await page.unrouteAll({ behavior: 'wait' }) // scripts that are fetched ahead may still be under way
  })

  await test.step('walks inside: from in front of the model to under its slab, a floor up, and back to the view before', async () => {
    await turnTo(page, FRONT)
    const bar = page.getByRole('region', { name: 'Walking' })
    const eye = async () => {
      const view = await page.locator('main canvas').first().getAttribute('data-view')
      return (new URLSearchParams(view ?? '').get('camera') ?? '').split(',').map(Number)
    }
    await moved(page, () => page.keyboard.press('v'))
    await expect(bar).toContainText('W A S D')
    // Before the front, on the ground.
    expect(cameraOf(page).eye).toEqual([expect.closeTo(3), expect.closeTo(-5.35), expect.closeTo(1.7)])
    // Step by step: a key held until one is there is let go too late on a slow machine, beyond the slab.
    const step = async () => {
      await page.keyboard.press('w', { delay: 400 })
      return (await eye())[1]
    }
    await page.keyboard.down('Shift')
    await step()
    await page.keyboard.up('Shift')
    await expect.poll(step, { intervals: [1], timeout: 60_000 }).toBeGreaterThan(1)
    await settled(page)
    expect(cameraOf(page).eye[2]).toBeCloseTo(1.7)
    await moved(page, () => page.keyboard.press('PageUp'))
    expect(cameraOf(page).eye[2]).toBeCloseTo(5.8) // the slab's top is at 4.1
    // Letters belong to walking.
    await page.keyboard.press('m')
    await expect(page.getByRole('region', { name: 'Measure' })).toBeHidden()
    await moved(page, () => page.keyboard.press('Escape'))
    await expect(bar).toBeHidden()
    expect(cameraOf(page).eye).toEqual([3, -20, 14])
    // By the menu; V stays where one is.
    await moved(page, () => page.getByLabel('Go to a view').selectOption('V · Walk inside'))
    await page.keyboard.press('v')
    await expect(bar).toBeHidden()
    expect(cameraOf(page).eye[2]).toBeCloseTo(1.7)
  })

  await test.step('looks from every side, in parallel and in perspective, by key, by menu and by the cube', async () => {
    await turnTo(page, FRONT)
    const third = Number(Math.sqrt(1 / 3).toFixed(3))
    const sides: [string, number[]][] = [
      ['1', [-third, -third, third]],
      ['2', [0, 0, 1]],
      ['3', [0, -1, 0]],
      ['4', [1, 0, 0]],
      ['5', [0, 1, 0]],
      ['6', [-1, 0, 0]],
      ['7', [0, 0, -1]],
    ]
    for (const [key, toward] of sides) {
      await page.keyboard.press(key)
      await expect.poll(() => towardEye(page)).toEqual(toward)
      expect(query(page, 'projection')).toBe('parallel')
    }
    // A plan is to scale: the same length along X and Y is the same on the page, and A lies left of B.
    await page.keyboard.press('2')
    await expect.poll(() => towardEye(page)).toEqual([0, 0, 1])
    await drawn(page, [[3, 0, 7], isBeam], [[3, 5, 7], isBeam])
    await page.getByLabel('Go to a view').selectOption('overview')
    await expect.poll(() => query(page, 'projection')).toBe(null)
    await page.keyboard.press('p')
    await expect.poll(() => query(page, 'projection')).toBe('parallel')
    await page.getByRole('button', { name: 'Look at the left' }).click()
    await expect.poll(() => towardEye(page)).toEqual([-1, 0, 0])
    // A corner of the face looks along it.
    await page.getByRole('button', { name: 'Look at the left' }).click({ position: { x: 48, y: 4 } })
    await expect.poll(() => towardEye(page)).toEqual([-third, -third, third])
    // Made with Y up: keys, menu and cube agree on what is up, and Z comes toward whoever stands in front.
    await (await openPanel(page, 'Show and filter')).getByLabel('Up in the picture').selectOption('y')
    const turned: [string, number[]][] = [
      ['2', [0, 1, 0]],
      ['3', [0, 0, 1]],
      ['4', [1, 0, 0]],
      ['1', [-third, third, third]],
    ]
    for (const [key, toward] of turned) {
      await page.keyboard.press(key)
      await expect.poll(() => towardEye(page)).toEqual(toward)
    }
    await page.getByRole('button', { name: 'Look at the front' }).click()
    await expect.poll(() => towardEye(page)).toEqual([0, 0, 1])
    await page.getByRole('button', { name: 'Look at the front' }).click({ position: { x: 48, y: 4 } })
    await expect.poll(() => towardEye(page)).toEqual([third, third, third])
  })

  await test.step('zooms to the cursor, orbits about what is under it, pans, fits, focuses; by keys too', async () => {
    await turnTo(page, FRONT)
    const apart = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y)
    const at = await onPage(page, GIRDER)
    const away = () => distance(cameraOf(page).eye, GIRDER)
    const far = away()
    await moved(page, async () => {
      await page.mouse.move(at.x, at.y)
      await page.mouse.wheel(0, -300)
    })
    expect(away()).toBeLessThan(far * 0.9)
    expect(apart(await onPage(page, GIRDER), at)).toBeLessThan(6)
    const turned = await onPage(page, GIRDER)
    const from = towardEye(page)
    await moved(page, () => drag(page, turned, { x: turned.x + 120, y: turned.y - 60 }))
    expect(towardEye(page)).not.toEqual(from)
    expect(apart(await onPage(page, GIRDER), turned)).toBeLessThan(8)
    await moved(page, () => drag(page, { x: 300, y: 300 }, { x: 340, y: 330 }, 'right'))
    expect(apart(await onPage(page, GIRDER), { x: turned.x + 40, y: turned.y + 30 })).toBeLessThan(12)
    await moved(page, () => page.keyboard.press('f'))
    for (const corner of [
      [0, 0, 0],
      [6, 5, 7],
      [0, 5, 7],
      [6, 0, 0],
    ] satisfies Point[]) {
      // biome-ignore format: short
      const { x, y } = await onPage(page, corner)
      expect(x > 0 && x < 1000 && y > 60 && y < 700).toBe(true)
    }
    // The properties that the first press opens move the picture, and lie under the second.
    const twice = await onPage(page, TOP_GIRDER)
    await moved(page, () => page.mouse.click(twice.x, twice.y))
    await expect(headingOf(page, 'Frame X-1-2')).toBeVisible()
    await moved(page, async () => {
      await page.mouse.down({ clickCount: 2 })
      await page.mouse.up({ clickCount: 2 })
    })
    await expect(headingOf(page, 'Frame X-1-2')).toBeVisible()
    await flownTo(page, TOP_GIRDER)
    const before = towardEye(page)
    await moved(page, () => page.keyboard.press('ArrowLeft'))
    expect(towardEye(page)).not.toEqual(before)
    const { eye, target } = cameraOf(page)
    await moved(page, () => page.keyboard.press('+'))
    const now = cameraOf(page)
    expect(distance(now.eye, now.target)).toBeLessThan(0.9 * distance(eye, target))
  })

  await test.step('does by key what the sheet of keys says', async () => {
    await turnTo(page, FRONT)
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keys and gestures' })
    await expect(sheet).toContainText('Isolate the selection')
    await expect(sheet.getByRole('link', { name: 'What else the viewer can do' })).toHaveAttribute('href', '/docs/viewer')
    await page.keyboard.press('n') // the sheet has the keys now
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toBeHidden()
    expect(query(page, 'layers')).toBe('-shading')
    for (const [key, name, value] of [
      ['n', 'layers', 'nodes,-shading'],
      ['g', 'layers', 'nodes,-grid,-shading'],
      ['w', 'style', 'solid'],
    ] as const) {
      // biome-ignore format: a table
      await page.keyboard.press(key)
      await expect.poll(() => query(page, name)).toBe(value)
    }
    await page.keyboard.press('w')
    await expect.poll(() => query(page, 'style')).toBe('analytical')
    await drawn(page, [[3, -0.16, 4.2], not(isBeam)]) // an axis is thin
    // What was pressed stands in the panel, too, where it can be chosen; the address keeps it, and Back takes it back.
    const bodies = (await openPanel(page, 'Show and filter')).getByRole('combobox', { name: 'Bodies' })
    await expect(bodies).toHaveValue('analytical')
    await bodies.selectOption('Solid')
    await expect.poll(() => query(page, 'style')).toBe('solid')
    await page.goBack()
    await expect(bodies).toHaveValue('analytical')
    await page.keyboard.press('Escape')
    await page.keyboard.press('w')
    await page.keyboard.press('n')
    await page.keyboard.press('g')
    await drawn(page, [GIRDER, isBeam])
    // Local axes and labels appear where their frame is.
    const pixels = async () => {
      const middle = await onPage(page, [3, 0, 7])
      const around = Array.from({ length: 441 }, (_, k) => ({
        x: middle.x - 60 + 6 * (k % 21),
        y: middle.y - 60 + 6 * Math.floor(k / 21),
      }))
      return (await coloursAt(page, around)).join(' ')
    }
    const plain = await pixels()
    await page.keyboard.press('t')
    await expect.poll(() => query(page, 'layers')).toBe('axes,-shading')
    await expect.poll(pixels).not.toBe(plain)
    await page.keyboard.press('t')
    await expect.poll(pixels).toBe(plain)
    await page.keyboard.press('k')
    await expect.poll(() => query(page, 'labels')).toBe('frames')
    await expect.poll(pixels).not.toBe(plain)
  })

  await test.step('opens the elevation at a grid line and the plan at a level, cut about it, and steps to the next', async () => {
    // A link that was written by hand: where the drawing is, and no more.
    await openViewer(page, id, 'drawing=Y,5&layers=-shading')
    const bar = page.getByRole('region', { name: 'Drawing' })
    await expect(bar).toContainText('Elevation at 2')
    await expect.poll(() => query(page, 'drawing')).toBe('Y,5,2')
    await moved(page, () => page.keyboard.press('f'))
    expect(towardEye(page)).toEqual([0, -1, 0])
    expect(query(page, 'projection')).toBe('parallel')
    const [, low, , , high] = (query(page, 'section') ?? '').split(',').map(Number)
    expect(low).toBeGreaterThan(4)
    expect(high).toBeLessThan(6)
    // On grid 2 stand its columns and girders; those of the cross grids are cut off.
    await drawn(page, [[3, 4.8, 4], isBeam], [[0, 4.8, 2], isColumn], [[3, 4.8, 2], isEmpty])
    await pressAt(page, [3, 4.8, 7])
    await expect(headingOf(page, 'Frame X-2-2')).toBeVisible()
    await page.keyboard.press('[')
    await expect(bar).toContainText('Elevation at 1')
    await pressAt(page, [3, 0, 7])
    await page.getByLabel('Go to a view').selectOption({ label: 'Plan at First' })
    await expect.poll(() => towardEye(page)).toEqual([0, 0, 1])
    await drawn(page, [[3, 0, 4.1], isBeam])
    await page.keyboard.press(']')
    await expect(bar).toContainText('Plan at Roof')
    await expect.poll(() => query(page, 'drawing')).toBe('Z,7,Roof')
    await page.goBack()
    await expect(bar).toContainText('Plan at First')
    await bar.getByRole('button', { name: 'Leave the drawing' }).click()
    await expect(bar).toBeHidden()
    await expect.poll(() => query(page, 'section')).toBe(null)
    await openViewer(page, id, 'drawing=Z,5.5&layers=-shading')
    await expect(page.getByRole('status').filter({ hasText: 'Plan at 5.5 is not in this model' })).toBeVisible()
    await expect(bar).toBeHidden()
  })
})

test('the view is kept in the address and saved as a picture', async ({ page, newModel, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await openHall(page, newModel)
  await test.step('keeps the view in the address: a link shows it to another, Back undoes each step', async () => {
    await pressAt(page, GIRDER)
    await expect.poll(() => query(page, 'selected')).toBe('f:X-1-1')
    await page.keyboard.press('h')
    await expect.poll(() => query(page, 'hidden')).toBe('f:X-1-1')
    await page.keyboard.press('p')
    await expect.poll(() => query(page, 'projection')).toBe('parallel')
    await page.getByRole('button', { name: 'Copy a link to this view' }).click()
    await expect(page.getByText('Link copied')).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    const other = await context.newPage()
    await other.setViewportSize({ width: 1000, height: 700 })
    await other.goto(link)
    await drawn(other, [GIRDER, not(isBeam)], [TOP_GIRDER, isBeam], [COLUMN, isColumn])
    expect(towardEye(other)).toEqual(towardEye(page))
    await other.close()
    await page.goBack()
    await expect.poll(() => query(page, 'projection')).toBe(null)
    expect(query(page, 'hidden')).toBe('f:X-1-1')
    await page.goBack()
    await expect(headingOf(page, 'Frame X-1-1')).toBeVisible()
    await drawn(page, [TOP_GIRDER, isBeam])
    await page.goBack()
    await expect(inspector(page)).toBeHidden()
    await drawn(page, [GIRDER, isBeam])
    await page.goForward()
    await expect(headingOf(page, 'Frame X-1-1')).toBeVisible()

    // Back before there is a model to go back in.
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    await context.route(`**/api/construct-models/${id}`, async (route) => {
      await opened
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    await expect(page.getByRole('toolbar', { name: 'View' })).toBeVisible()
    await page.goBack()
    open()
    await drawn(page, [GIRDER, isBeam])
    await expect(inspector(page)).toBeHidden()
    await page.goForward()
    await expect(headingOf(page, 'Frame X-1-1')).toBeVisible()
  })

  await test.step('saves the picture as it is on the screen, and on paper at its size and to scale', async () => {
    await turnTo(page, FRONT)
    const save = async () => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Save PNG' }).click()
      const file = await download
      const chunks: Buffer[] = []
      for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
      const png = Buffer.concat(chunks)
      // IHDR's width and height; pHYs's pixels a metre.
      return {
        name: file.suggestedFilename(),
        width: png.readUInt32BE(16),
        height: png.readUInt32BE(20),
        density: png.readUInt32BE(41),
      }
    }
    await page.getByRole('button', { name: 'Save as picture, PDF or SVG' }).click()
    const canvas = await page.locator('main canvas').first().boundingBox()
    expect(await save()).toEqual({
      name: 'A-hall-of-a-test.png',
      width: Math.round(2 * (canvas?.width ?? 0)),
      height: Math.round(2 * (canvas?.height ?? 0)),
      density: 7559,
    })
    await page.getByLabel('Go to a view').selectOption({ label: 'Elevation at 1' })
    await page.getByRole('button', { name: 'Save as picture, PDF or SVG' }).click()
    // A drawing is put on a sheet, as it is printed.
    const dialog = page.getByRole('dialog', { name: 'Save a picture' })
    await dialog.getByRole('combobox', { name: 'Paper', exact: true }).selectOption('A4 landscape')
    await dialog.getByLabel('Resolution').selectOption('150')
    await dialog.getByRole('combobox', { name: 'Scale', exact: true }).selectOption('Typed')
    await dialog.getByLabel('Typed scale').fill('1:100')
    await expect(dialog).toContainText('1754 × 1240 pixels')
    await expect(dialog.getByRole('status')).toContainText('1:100')
    expect(await save()).toEqual({ name: 'A-hall-of-a-test-Elevation-at-1.png', width: 1754, height: 1240, density: 5906 })
    // The screen is as it was.
    await expect(dialog).toBeHidden()
    await drawn(page, [[3, -0.16, 4], isBeam], [[3, 0, 2], isEmpty])
  })
})

test('findings are marked in the picture, and a revision is told and restored', async ({ page, newModel, apiKey, asProgram }) => {
  // One finding about the whole hall: it stands on one hinge.
  const { id } = await newModel({ ...HALL, supports: HALL.supports.slice(0, 1) })
  await openViewer(page, id, FRONT)
  const program = await asProgram(await apiKey())
  await test.step('has the marks of the findings and no others: while the camera turns, findings are chosen, the panel closes, the model changes', async () => {
    await drawn(page, [GIRDER, isBeam])
    await page.setViewportSize({ width: 1400, height: 700 })
    const check = await openPanel(page, 'Model check')
    const all = page.locator('[class*="marks"] button')
    const marks = () =>
      all.evaluateAll((found) =>
        (found as HTMLElement[]).map(({ title, textContent, style }) => `${textContent} ${style.transform} ${title}`),
      )
    /** The same as if they were all put up anew. */
    const areFresh = async () => {
      await settled(page)
      const before = await marks()
      await check.getByRole('button', { name: 'Close' }).click()
      await expect(all).toHaveCount(0)
      await openPanel(page, 'Model check')
      await expect.poll(marks).toEqual(before)
    }
    await expect(all.nth(4)).toBeVisible()
    for (let turn = 0; turn < 2; turn++) {
      await moved(page, async () => {
        await page.mouse.move(700, 400)
        await page.mouse.down()
        await page.mouse.move(900, 400, { steps: 10 })
        await page.mouse.up()
      })
      await areFresh()
    }
    await moved(page, () => check.getByRole('button', { name: /isolated node/ }).click())
    await areFresh()

    const supports = HALL.supports.slice(1)
    await program.post(`/api/construct-models/${id}/supports`, { data: { supports } })
    await expect(check.getByRole('button', { name: /unstable/ })).toBeHidden()
    await expect(all).toHaveCount(1)
    await areFresh()
  })

  await test.step('marks what the check finds; tells what a revision changed and restores it', async () => {
    await page.setViewportSize({ width: 1000, height: 700 })
    await turnTo(page, FRONT)
    const check = await openPanel(page, 'Model check')
    await expect(check.getByRole('button', { name: /isolated node/ })).toBeVisible()
    // What its tab counts is told in words.
    await expect(page.getByRole('button', { name: 'Model check', exact: true })).toHaveAccessibleDescription(/^\d+ warnings?/)
    await page.setViewportSize({ width: 1400, height: 700 })
    await page.locator('[class*="marks"] button[title*="lost"]').click()
    await expect(headingOf(page, 'Node lost')).toBeVisible()
    await expect(check.getByRole('button', { name: /isolated node/ })).toHaveAttribute('aria-current', 'true')
    await flownTo(page, [3, 2.5, 5.5])

    const frame = { id: 'X-1-1', startNodeId: 'A1-1', endNodeId: 'B1-1', sectionId: 'C500', label: 'Girder 1 on 1' }
    await program.post(`/api/construct-models/${id}/elements`, {
      data: { frames: [frame, { ...frame, id: 'new', endNodeId: 'B2-1' }] },
    })
    await expect(page.getByText('17 frames')).toBeVisible()
    const revisions = await openPanel(page, 'History')
    const more = revisions.getByRole('button', { name: 'More of revision 2', exact: true })
    await expect(more).toBeVisible()
    await revisions.getByRole('button', { name: 'What revision 3 changed' }).click()
    await expect(revisions.getByText('Frame X-1-1')).toContainText('sectionId B500 → C500')
    await revisions.getByRole('button', { name: /Frame new/ }).click()
    await expect(headingOf(page, 'Frame new')).toBeVisible()
    // By keys alone: they are the menu's, and neither turn the model nor close the panel.
    await expect(page).toHaveURL(/selected=f%3Anew/)
    const before = page.url()
    await more.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(more).toBeFocused()
    await more.press('Enter')
    for (const name of ['Compare with the newest', 'Compare with the one before', 'Restore']) {
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('menuitem', { name })).toBeFocused()
    }
    expect(page.url()).toBe(before)
    await page.keyboard.press('Enter')
    await expect(page.getByText('16 frames ·')).toBeVisible()
    await expect(revisions.getByText('Restored revision 2')).toBeVisible()
    // One press restores, and one takes it back, for as long as nobody has written since.
    const restored = page.getByRole('region', { name: 'Restored' })
    await expect(restored).toContainText('Revision 2 was restored, as revision 4.')
    await isAccessibleInBothThemes(page, 'section[aria-label="Restored"]')
    await restored.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('17 frames ·')).toBeVisible()
    await expect(restored).toContainText('Revision 3 was restored, as revision 5.')

    // Several of a code are one group, with their count.
    const nodes = ['stray', 'astray'].map((name, i) => ({ id: name, position: { x: 1 + i, y: 1, z: 5 } }))
    await program.post(`/api/construct-models/${id}/nodes`, { data: { nodes } })
    await expect(restored).toBeHidden()
    await openPanel(page, 'Model check')
    const group = check.getByRole('button', { name: /isolated node\s*3/ })
    await expect(group).toHaveAttribute('aria-expanded', 'true')
    await expect(check.getByRole('button', { name: /Node 'astray'/ })).toBeVisible()
    await group.click()
    await expect(check.getByRole('button', { name: /Node 'astray'/ })).toBeHidden()
    await expect(group).toHaveAttribute('aria-expanded', 'false')
  })
})

test.describe('with fingers, at phone width', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('one finger orbits, two pan and zoom, a tap selects, a long touch adds; nothing lies over another', async ({
    page,
    newModel,
    context,
  }) => {
    // With corners that darken a picture follows each rest; here none does, and the next touch must be heard all the same.
    await openHall(page, newModel)
    const fingers = await context.newCDPSession(page)
    type Finger = { x: number; y: number }
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Finger[], timestamp?: number) =>
      fingers.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: touchPoints.map((one, id) => ({ ...one, id })),
        ...(timestamp && { timestamp }),
      })
    const slide = async (from: Finger[], to: Finger[]) => {
      await touch('touchStart', from)
      for (const part of [0.25, 0.5, 0.75, 1])
        await touch('touchMove', from.map((one, k) => ({ x: one.x + ((to[k]?.x ?? one.x) - one.x) * part, y: one.y + ((to[k]?.y ?? one.y) - one.y) * part }))) // biome-ignore format: between
      await touch('touchEnd', [])
    }
    const away = () => distance(cameraOf(page).eye, GIRDER)

    const side = towardEye(page)
    await moved(page, () => slide([{ x: 190, y: 300 }], [{ x: 260, y: 330 }]))
    expect(towardEye(page)).not.toEqual(side)
    const turned = towardEye(page)
    const far = away()
    await moved(page, () => slide([{ x: 170, y: 300 }, { x: 220, y: 300 }], [{ x: 110, y: 300 }, { x: 280, y: 300 }])) // biome-ignore format: fingers
    expect(away()).toBeLessThan(far * 0.8)
    const at = await onPage(page, GIRDER)
    await moved(page, () => slide([{ x: 170, y: 300 }, { x: 220, y: 300 }], [{ x: 170, y: 360 }, { x: 220, y: 360 }])) // biome-ignore format: fingers
    await expect.poll(async () => (await onPage(page, GIRDER)).y - at.y).toBeGreaterThan(30)
    expect(towardEye(page).map((part, k) => Math.abs(part - (turned[k] as number)) < 0.02)).toEqual([true, true, true])

    // Of two fingers one is lifted, and the other goes on: what drives the browser cannot lift one alone.
    const pointer = (type: 'down' | 'move' | 'up', pointerId: number, clientX: number) =>
      page
        .locator('main canvas')
        .first()
        .dispatchEvent(`pointer${type}`, {
          ...{ pointerId, clientX, clientY: 320, pointerType: 'touch', isPrimary: pointerId === 101 },
          ...{ bubbles: true, cancelable: true, buttons: type === 'up' ? 0 : 1 },
        })
    await moved(page, async () => {
      await pointer('down', 101, 170)
      await pointer('down', 102, 220)
      await pointer('move', 102, 240)
    })
    const held = towardEye(page)
    await pointer('up', 102, 240)
    await moved(page, async () => {
      for (const x of [190, 210, 230, 250]) await pointer('move', 101, x)
    })
    expect(towardEye(page)).not.toEqual(held)
    await pointer('up', 101, 250)

    await turnTo(page, FRONT)
    await drawn(page, [GIRDER, isBeam], [COLUMN, isColumn])
    const girder = await onPage(page, GIRDER)
    await page.touchscreen.tap(girder.x, girder.y)
    await expect(headingOf(page, 'Frame X-1-1')).toBeVisible()
    // What was tapped does not lie under the sheet, nor what stands above it.
    await drawn(page, [TOP_GIRDER, isBeam])
    // Events say themselves when they happened.
    const since = Date.now() / 1000
    await touch('touchStart', [await onPage(page, TOP_GIRDER)], since)
    await touch('touchEnd', [], since + 1)
    await expect(headingOf(page, '2 elements')).toBeVisible()

    // The heading, the tools, the sheet and the status line share the screen.
    const apart = async () => {
      const parts = [
        page.locator('main header').first(),
        page.getByRole('toolbar'),
        page.locator('main footer'),
        page.locator('main aside'),
      ]
      const boxes = (await Promise.all(parts.map((part) => part.first().boundingBox()))).flatMap((box) => box ?? [])
      expect(boxes.length).toBe(4)
      for (const [k, a] of boxes.entries())
        for (const b of boxes.slice(k + 1)) expect(a.y + a.height <= b.y + 1 || b.y + b.height <= a.y + 1).toBe(true)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
    await apart()
    for (const panel of ['Outline', 'Show and filter', 'Model check', 'History'] as const) {
      await openPanel(page, panel)
      await expect(inspector(page)).toBeHidden()
      await apart()
    }
    // A tool takes the place of the panel.
    await page.getByRole('button', { name: 'Measure', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Measure' })).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'History' })).toBeHidden()
  })
})
