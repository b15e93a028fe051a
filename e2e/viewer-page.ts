import { expect, type Locator, type Page } from '@playwright/test'
import { readPng } from './pictures.ts'

/** What the tests of the viewer share: two structures, where their points are on the page, and what colour is there. */

/** A portal of two columns and a beam, a slab beside it, on two kinds of supports. Metres. */
export const PORTAL = {
  name: 'A portal of a test',
  units: { current: 'kN, m, C' },
  nodes: [
    { id: 'N1', position: { x: 0, y: 0, z: 0 } },
    { id: 'N2', position: { x: 0, y: 0, z: 4 } },
    { id: 'N3', position: { x: 6, y: 0, z: 4 } },
    { id: 'N4', position: { x: 6, y: 0, z: 0 } },
    { id: 'N5', position: { x: 0, y: 5, z: 4 } },
    { id: 'N6', position: { x: 6, y: 5, z: 4 } },
  ],
  materials: [{ id: 'S355', name: 'Steel S355' }],
  sections: [{ id: 'B600', type: 'rectangular', dimensions: { t3: 0.6, t2: 0.4 }, materialId: 'S355' }],
  frames: [
    { id: 'left', startNodeId: 'N1', endNodeId: 'N2', sectionId: 'B600' },
    { id: 'beam', startNodeId: 'N2', endNodeId: 'N3', sectionId: 'B600', label: 'Main beam', sectionOffset: { x: 0, y: -0.3 } },
    { id: 'right', startNodeId: 'N3', endNodeId: 'N4', sectionId: 'B600' },
  ],
  areas: [{ id: 'slab', nodeIds: ['N2', 'N3', 'N6', 'N5'], thickness: 0.2, cardinalPoint: 'TOP', kind: 'SLAB' }],
  supports: [
    { id: 'S1', nodeId: 'N1', restraints: { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true } },
    { id: 'S4', nodeId: 'N4', restraints: { u1: true, u2: true, u3: true } },
  ],
  gridLines: [
    { id: 'A', axis: 'X', coordinate: 0, label: 'A' },
    { id: 'B', axis: 'X', coordinate: 6, label: 'B' },
  ],
}

/** The portal with a load case of gravity and one of wind. */
export const LOADED = {
  ...PORTAL,
  name: 'A loaded portal',
  units: { length: 'm', force: 'kN' },
  loadCases: [
    { id: 'D', name: 'Dead', nature: 'dead' },
    { id: 'W', name: 'Wind', nature: 'wind' },
  ],
  loads: [
    { id: 'd', caseId: 'D', frameId: 'beam', force: { z: -12 } },
    { id: 'w', caseId: 'W', nodeId: 'N2', force: { x: 30 } },
  ],
}

const LEVELS = ['G', '1', '2'] as const
const HEIGHTS = { G: 0, 1: 4, 2: 7 }
const CORNERS = [
  ['A1', 0, 0],
  ['B1', 6, 0],
  ['A2', 0, 5],
  ['B2', 6, 5],
] as const

/**
 * Two storeys on a grid of A, B and 1, 2: concrete columns `C-A1-1` (named by where they end), steel beams `X-1-2` along X on grid 1
 * at level 2, `Y-A-1` likewise, a member of two columns, and a node that nothing uses.
 */
export const HALL = {
  name: 'A hall of a test',
  units: { current: 'kN, m, C' },
  nodes: [
    ...LEVELS.flatMap((level) =>
      CORNERS.map(([corner, x, y]) => ({ id: `${corner}-${level}`, position: { x, y, z: HEIGHTS[level] } })),
    ),
    { id: 'lost', position: { x: 3, y: 2.5, z: 5.5 } },
  ],
  materials: [
    { id: 'S355', name: 'Steel S355' },
    { id: 'C30', name: 'Concrete C30/37' },
  ],
  sections: [
    { id: 'C500', name: 'Column 500', type: 'rectangular', dimensions: { t3: 0.5, t2: 0.5 }, materialId: 'C30' },
    { id: 'B500', name: 'Beam 500', type: 'rectangular', dimensions: { t3: 0.5, t2: 0.3 }, materialId: 'S355' },
  ],
  frames: [
    ...CORNERS.flatMap(([corner]) =>
      (['G', '1'] as const).map((from) => {
        const to = from === 'G' ? '1' : '2'
        return { id: `C-${corner}-${to}`, startNodeId: `${corner}-${from}`, endNodeId: `${corner}-${to}`, sectionId: 'C500' }
      }),
    ),
    ...['1', '2'].flatMap((level) => [
      ...['1', '2'].map((row) => ({
        id: `X-${row}-${level}`,
        startNodeId: `A${row}-${level}`,
        endNodeId: `B${row}-${level}`,
        sectionId: 'B500',
        label: `Girder ${row} on ${level}`,
      })),
      ...['A', 'B'].map((line) => ({
        id: `Y-${line}-${level}`,
        startNodeId: `${line}1-${level}`,
        endNodeId: `${line}2-${level}`,
        sectionId: 'B500',
      })),
    ]),
  ],
  members: [{ id: 'Stack A1', frameIds: ['C-A1-1', 'C-A1-2'] }],
  areas: [{ id: 'slab', nodeIds: ['A1-1', 'B1-1', 'B2-1', 'A2-1'], thickness: 0.2, materialId: 'C30', kind: 'SLAB' }],
  supports: CORNERS.map(([corner]) => ({
    id: `S-${corner}`,
    nodeId: `${corner}-G`,
    restraints: { u1: true, u2: true, u3: true },
  })),
  gridLines: [
    { id: 'gA', axis: 'X', coordinate: 0, label: 'A' },
    { id: 'gB', axis: 'X', coordinate: 6, label: 'B' },
    { id: 'g1', axis: 'Y', coordinate: 0, label: '1' },
    { id: 'g2', axis: 'Y', coordinate: 5, label: '2' },
    { id: 'zG', axis: 'Z', coordinate: 0, label: 'Ground' },
    { id: 'z1', axis: 'Z', coordinate: 4, label: 'First' },
    { id: 'z2', axis: 'Z', coordinate: 7, label: 'Roof' },
  ],
}

export type Point = readonly [number, number, number]
export type Colour = readonly [number, number, number]
type Camera = { eye: Point; target: Point; zoom: number | null }

const FOV = 35
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Point, b: Point): Point => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
const unit = (a: Point): Point => [a[0] / Math.hypot(...a), a[1] / Math.hypot(...a), a[2] / Math.hypot(...a)]

/** The camera that the address keeps; throws while nobody has moved it. */
export function cameraOf(page: Page): Camera {
  const query = new URL(page.url()).searchParams
  const numbers = query.get('camera')?.split(',').map(Number) ?? []
  if (numbers.length < 6) throw new Error(`no camera in ${page.url()}`)
  const [a, b, c, d, e, f, zoom] = numbers as [number, number, number, number, number, number, number | undefined]
  return { eye: [a, b, c], target: [d, e, f], zoom: query.get('projection') === 'parallel' ? (zoom ?? null) : null }
}

/** From the target to the eye. */
export const towardEye = (page: Page) => {
  const { eye, target } = cameraOf(page)
  return unit(minus(eye, target)).map((part) => Number(part.toFixed(3)) + 0)
}

/** Where a point of the model is on the page, by the camera of the address: a second opinion, not the viewer's own. */
export async function onPage(page: Page, point: Point): Promise<{ x: number; y: number }> {
  const canvas = await page.locator('main canvas').first().boundingBox()
  if (!canvas) throw new Error('no canvas')
  return placeOn(canvas, cameraOf(page), point)
}

type Canvas = { x: number; y: number; width: number; height: number }

export function placeOn(canvas: Canvas, { eye, target, zoom }: Camera, point: Point): { x: number; y: number } {
  const ahead = unit(minus(target, eye))
  const isSteep = Math.abs(ahead[2]) > 0.9999
  const right = unit(isSteep ? [1, 0, 0] : cross(ahead, [0, 0, 1]))
  const up = cross(right, ahead)
  const to = minus(point, eye)
  const scale = zoom ?? canvas.height / (2 * Math.tan((FOV * Math.PI) / 360)) / dot(to, ahead)
  return { x: canvas.x + canvas.width / 2 + dot(to, right) * scale, y: canvas.y + canvas.height / 2 - dot(to, up) * scale }
}

/**
 * The colour of the page at some places, from one screenshot: of what lies between them, for to make a PNG of a whole page costs more than all
 * else that a test does meanwhile. Black outside of the window.
 */
export async function coloursAt(page: Page, places: readonly { x: number; y: number }[]): Promise<Colour[]> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const pixels = places.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }))
  const seen = pixels.filter(({ x, y }) => x >= 0 && y >= 0 && x < width && y < height)
  if (seen.length === 0) return pixels.map(() => [0, 0, 0])
  const [left, top] = [Math.min(...seen.map(({ x }) => x)), Math.min(...seen.map(({ y }) => y))]
  const [right, bottom] = [Math.max(...seen.map(({ x }) => x)), Math.max(...seen.map(({ y }) => y))]
  const clip = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
  const picture = readPng(await page.screenshot({ animations: 'disabled', scale: 'css', clip }))
  return pixels.map((one) => (seen.includes(one) ? picture.at((one.y - top) * picture.width + one.x - left) : [0, 0, 0]))
}

/** The picture comes when it comes: ask until each point has its colour. */
export async function drawn(page: Page, ...expected: (readonly [Point, (colour: Colour) => boolean])[]) {
  await expect
    .poll(
      async () => {
        const places = await Promise.all(expected.map(([point]) => onPage(page, point)))
        const colours = await coloursAt(page, places)
        return expected.flatMap(([point, is], k) => (is(colours[k] as Colour) ? [] : [`${point}: ${colours[k]}`]))
      },
      { timeout: 30_000 },
    )
    .toEqual([])
}

export const isBeam = ([r, g, b]: Colour) => r > g + 16 && g > b + 8
export const isColumn = ([r, , b]: Colour) => b > r + 30
/** Of the calm backdrop, light or dark. */
export const isEmpty = (colour: Colour) => Math.max(...colour) - Math.min(...colour) < 30
export const not = (is: (colour: Colour) => boolean) => (colour: Colour) => !is(colour)

/** Said by Chromium of itself: where the processor puts the page together, each picture of WebGL is read back for it. */
export const isReadBack = (text: string) => text.includes('GPU stall due to ReadPixels')

/** Errors and warnings of the page, as they come, and errors that nobody caught. */
export function listen(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isReadBack(message.text())) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))
  return said
}

/**
 * Waits until nothing of the picture will change by itself any more, and the address with it; answers the address that
 * belongs to it. `before`: not the picture that had that one.
 */
export async function settled(page: Page, before?: string): Promise<string> {
  const canvas = page.locator('main canvas').first()
  const said = () => canvas.evaluate(({ dataset }: HTMLElement) => ({ picture: dataset.picture, view: dataset.view }))
  await expect.poll(async () => (await said()).picture).toBe('complete')
  if (before !== undefined)
    await expect.poll(said).toEqual({ picture: 'complete', view: expect.not.stringMatching(exactly(before)) })
  const { view = '' } = await said()
  // Playwright hears of a new address a little later.
  await expect.poll(() => new URL(page.url()).searchParams.toString()).toBe(new URLSearchParams(view).toString())
  return view
}

const exactly = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)

/** Moves the camera and waits until it rests. */
export async function moved(page: Page, act: () => Promise<unknown>) {
  const before = await settled(page)
  await act()
  await settled(page, before)
}

/** Opens the viewer of a model and waits until it is drawn and hears of changes. */
export async function openViewer(page: Page, id: string, query: string) {
  await page.goto(`/models/${id}?${query}`)
  await expect(page.getByText('live', { exact: true })).toBeVisible()
  await expect(page.locator('main canvas').first()).toBeVisible()
}

/**
 * Another view of the model that is open, as Back comes to one: without loading the page, which is half of what a story costs. No panel is
 * open then, nothing is pointed at, and nothing has the focus.
 */
export async function turnTo(page: Page, query: string) {
  const close = page.getByRole('button', { name: 'Close the panel' })
  if (await close.isVisible()) await close.click()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await page.mouse.move(width / 2, height - 10)
  await page.evaluate((query) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    history.pushState(null, '', `${location.pathname}?${query}`)
    dispatchEvent(new PopStateEvent('popstate'))
  }, query)
  const canvas = page.locator('main canvas').first()
  const sorted = (view = '') => [...new URLSearchParams(view)].map(String).sort()
  await expect
    .poll(async () => {
      const { picture, view } = await canvas.evaluate(({ dataset }: HTMLElement) => ({ ...dataset }))
      return [picture, sorted(view)]
    })
    .toEqual(['complete', sorted(query)])
}

/** Opens one of the panels, unless it is open. */
export async function openPanel(
  page: Page,
  name: 'Outline' | 'Show and filter' | 'Views' | 'Model check' | 'History',
): Promise<Locator> {
  const tab = page.getByRole('button', { name, exact: true })
  if ((await tab.getAttribute('aria-pressed')) === 'false') await tab.click()
  return page.getByRole('complementary', { name, exact: true })
}

/** An empty field says all of what belongs in it. */
export const hasRoomForHint = (field: Locator) =>
  field.evaluate((input: HTMLInputElement) => {
    const ink = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    const { fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(input)
    ink.font = `${fontSize} ${fontFamily}`
    const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    return ink.measureText(input.placeholder).width <= room
  })
