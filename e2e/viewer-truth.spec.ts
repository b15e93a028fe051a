import type { Page } from '@playwright/test'
import { conventions } from '#lib/examples/conventions.ts'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { isExhaustive, variants } from '#lib/fixtures/exhaustive.ts'
import { taperedPortal } from '#lib/fixtures/tapered-portal.ts'
import { expect, test } from './fixtures.ts'
import { coloursOf, type Picture, pictureOf, pixelsApart } from './pictures.ts'
import {
  type Colour,
  cameraOf,
  drawn,
  isColumn,
  isEmpty,
  listen,
  not,
  onPage,
  openViewer,
  type Point,
  placeOn,
  turnTo,
} from './viewer-page.ts'

/** What the viewer shows of models that are hard to show, in states that are hard to reach, and what it leaves behind. */

test.use({ viewport: { width: 1000, height: 700 } })

test.beforeEach(({ page }) => page.addInitScript(countDraws))

const isDrawn = (page: Page) => expect(page.getByText('live', { exact: true })).toBeVisible()

/** Without darker corners, which a machine under load may do without. */
const PLAIN = '-shading'

/** The picture without the panels over it, once nothing of it will change by itself. */
async function restingPicture(page: Page): Promise<Picture> {
  await expect(page.locator('main canvas').first()).toHaveAttribute('data-picture', 'complete')
  return pictureOf(page)
}

const node = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })
type Move = (x: number, y: number, z: number) => [number, number, number]

/** The portal with its nodes moved and its sizes multiplied. */
function portal(move: Move, size = 1) {
  const { nodes = [], sections = [], frames = [], ...rest } = portalFrame()
  return {
    ...rest,
    nodes: nodes.map(({ id, position: { x, y, z } }) => node(id, ...move(x, y, z))),
    sections: sections.map((section) => ({
      ...section,
      dimensions: Object.fromEntries(Object.entries(section.dimensions ?? {}).map(([key, value]) => [key, value * size])),
    })),
    frames: frames.map((frame) => ({
      ...frame,
      ...(frame.sectionOffset && { sectionOffset: { x: frame.sectionOffset.x * size, y: frame.sectionOffset.y * size } }),
    })),
  }
}

test('draws a model alike wherever it lies, in whatever unit, and with a node out of reach', async ({
  page,
  signUp,
  newModel,
}) => {
  const said = listen(page)
  await signUp()
  const show = async (body: Record<string, unknown>) => {
    const { id } = await newModel({ ...body, name: 'A portal' })
    await page.goto(`/models/${id}?layers=${PLAIN}`)
    await isDrawn(page)
    return restingPicture(page)
  }
  const plain = await show(portal((x, y, z) => [x, y, z]))
  expect(coloursOf(plain, ([r, g, b]) => b > r + 40 && b > g + 15).count).toBeGreaterThan(1000) // columns
  const alike: Record<string, Record<string, unknown>> = {
    'far away': portal((x, y, z) => [x + 500_000, y + 4_000_000, z]),
    millimetres: portal((x, y, z) => [1000 * x, 1000 * y, 1000 * z], 1000),
    'a thousandth': portal((x, y, z) => [x / 1000, y / 1000, z / 1000], 1 / 1000),
    'a thousand million': portal((x, y, z) => [1e9 * x, 1e9 * y, 1e9 * z], 1e9),
  }
  // Single precision rounds other sizes otherwise, by one step of a colour.
  for (const [how, body] of variants(Object.entries(alike), 2))
    expect(pixelsApart(plain, await show(body), how === 'far away' ? 0 : 2), how).toBe(0)

  const { nodes = [], frames = [], ...rest } = portal((x, y, z) => [x, y, z])
  const astray = await show({
    ...rest,
    nodes: [...nodes, node('astray', 1e300, -1e300, 5)],
    frames: [...frames, { id: 'astray', startNodeId: 'N1', endNodeId: 'astray' }],
    gridLines: [{ id: 'astray', axis: 'X', coordinate: 1e300 }],
  })
  expect(pixelsApart(plain, astray)).toBe(0)
  await expect(page.getByRole('button', { name: '2 cannot be drawn' })).toBeVisible()
  expect(said).toEqual([])
})

test('shows what little there is: nothing, nodes, nodes in one place, only areas, only grid lines', async ({
  page,
  signUp,
  newModel,
}) => {
  const said = listen(page)
  await signUp()
  const show = async (body: Record<string, unknown>) => {
    const { id } = await newModel(body)
    await page.goto(`/models/${id}?layers=-ground,${PLAIN}`)
    await isDrawn(page)
    return restingPicture(page)
  }
  const empty = await show({})
  const beginning = page.getByRole('region', { name: 'An empty model' })
  await expect(beginning).toBeVisible()
  // In the middle of the picture, with a panel beside it and without.
  for (const _ of ['as it opens', 'the other way', 'as before']) {
    await expect(async () => {
      const [box, picture] = [await beginning.boundingBox(), await page.locator('main canvas').first().boundingBox()]
      expect(box!.x + box!.width / 2).toBeCloseTo(picture!.x + picture!.width / 2, 0)
      expect(box!.y + box!.height / 2).toBeCloseTo(picture!.y + picture!.height / 2, 0)
    }).toPass()
    await page.getByRole('button', { name: 'Outline', exact: true }).click()
  }
  await page.getByRole('button', { name: 'Outline', exact: true }).click()
  // And in a low window not over the tools.
  const view = page.viewportSize()!
  await page.setViewportSize({ width: 720, height: 450 })
  for (const _ of ['without a panel', 'beside one']) {
    await expect(async () => {
      const tools = (await page.getByRole('toolbar', { name: 'View' }).boundingBox())!
      expect((await beginning.boundingBox())!.y).toBeGreaterThanOrEqual(tools.y + tools.height)
    }).toPass()
    await page.getByRole('button', { name: 'Outline', exact: true }).click()
  }
  await page.setViewportSize(view)
  /** In the middle of the picture, not in a corner, and not a speck. */
  const ink = async (body: Record<string, unknown>) => {
    const picture = await show(body)
    const box = coloursOf(picture, (colour, at) => colour.some((part, k) => Math.abs(part - empty.at(at)[k]!) > 24))
    expect(box.x0).toBeGreaterThan(0)
    expect(box.x1).toBeLessThan(picture.width)
    expect(box.y0).toBeGreaterThan(60) // the tools lie above
    expect(box.y1).toBeLessThan(picture.height - 20)
    return box
  }
  const dots = await ink({ nodes: [node('a', 0, 0, 0), node('b', 3, 0, 0), node('c', 0, 2, 1)] })
  expect(dots.x1 - dots.x0).toBeGreaterThan(250)
  // Half a metre thick and 12 km long: a line, and not nothing.
  const pipe = await ink({
    nodes: [node('a', 0, 0, 0), node('b', 12_000, 0, 0)],
    sections: [{ id: 'S', type: 'pipe', dimensions: { t3: 0.5, tw: 0.01 } }],
    frames: [{ id: 'pipe', startNodeId: 'a', endNodeId: 'b', sectionId: 'S' }],
  })
  expect(pipe.x1 - pipe.x0).toBeGreaterThan(400)
  expect(pipe.count).toBeGreaterThan(300)
  const dot = await ink({ nodes: [node('a', 5, 5, 5)] })
  expect(dot.count).toBeGreaterThan(10)
  expect(dot.x1 - dot.x0).toBeLessThan(20)
  const heap = [node('a', 5, 5, 5), node('b', 5, 5, 5), node('c', 5, 5, 5)]
  const pile = await ink({
    nodes: heap,
    frames: [{ id: 'f', startNodeId: 'a', endNodeId: 'b' }],
    areas: [{ id: 'q', nodeIds: ['a', 'b', 'c'] }],
    supports: [{ id: 's', nodeId: 'a', restraints: { u1: true, r2: true } }],
  })
  expect(pile.count).toBeGreaterThan(50)
  const corners = [node('a', 0, 0, 0), node('b', 4, 0, 0), node('c', 4, 3, 0), node('d', 0, 3, 0)]
  const slab = await ink({ nodes: corners, areas: [{ id: '1', nodeIds: ['a', 'b', 'c', 'd'], thickness: 0.2 }] })
  expect(slab.x1 - slab.x0).toBeGreaterThan(400)
  const beam = await ink({ nodes: corners.slice(0, 2), frames: [{ id: '1', startNodeId: 'a', endNodeId: 'b' }] })
  expect(beam.x1 - beam.x0).toBeGreaterThan(400)
  const grid = await ink({
    gridLines: [
      { id: '1', axis: 'X', coordinate: 0, label: 'A' },
      { id: '2', axis: 'X', coordinate: 6, label: 'B' },
      { id: '3', axis: 'Y', coordinate: 0 },
      { id: '4', axis: 'Z', coordinate: 3.5, label: 'Level' },
    ],
  })
  expect(grid.x1 - grid.x0).toBeGreaterThan(250)
  expect(said).toEqual([])
})

test('draws frames that taper from end to end, and selects them where they are', async ({ page, signUp, newModel }) => {
  const said = listen(page)
  await signUp()
  const { id } = await newModel(taperedPortal())
  await openViewer(page, id, `camera=10,-30,3,10,0,3,40&projection=parallel&layers=${PLAIN}`)
  const isBare = (colour: Colour) => !isColumn(colour) && isEmpty(colour)
  // Columns 0.3 deep at their feet and 0.8 at the eaves; haunches 0.9 deep at the eaves and 0.4 at their other end.
  const [deep, beside, low] = [
    [-0.35, 0, 4.8],
    [-0.35, 0, 0.8],
    [0.1, 0, 0.8],
  ] as const
  const [haunch, below] = [
    [1, 0, 4.6],
    [2.4, 0, 4.6],
  ] as const
  await drawn(page, [deep, isColumn], [beside, isBare], [low, isColumn], [haunch, not(isEmpty)], [below, isBare])
  const press = async (point: Point) => {
    const { x, y } = await onPage(page, point)
    await page.mouse.click(x, y)
  }
  const heading = (name: string) => expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await press(deep)
  await heading('Frame column1-1')
  await expect(page.getByText('End section')).toBeVisible()
  await expect(page.getByText('prism')).toHaveCount(0)
  await press(haunch)
  await heading('Frame rafter1-1')
  await press(beside)
  await expect(page.getByRole('heading', { name: /^Frame/ })).toHaveCount(0)
  expect(said).toEqual([])
})

test('draws every convention of the picture without a word, draws nothing while it rests, and comes back after a lost context', async ({
  page,
  signUp,
  newModel,
}) => {
  const said = listen(page)
  await signUp()
  const { id } = await newModel(conventions())
  await page.goto(`/models/${id}?labels=frames&layers=axes,nodes,${PLAIN}`)
  await isDrawn(page)
  const before = await restingPicture(page)
  // Orange beams, green supports, blue columns, purple braces: all of it is there.
  expect(coloursOf(before, ([r, g, b]) => r > g + 40 && g > b + 20).count).toBeGreaterThan(100)
  expect(coloursOf(before, ([r, g, b]) => g > r + 60 && g > b + 25).count).toBeGreaterThan(300)

  const drawnSoFar = await page.evaluate(() => window.counted.draws)
  // Counted in the screen's own pictures.
  const drawnLater = await page.evaluate(async () => {
    for (let k = 0; k < 90; k++) await new Promise(requestAnimationFrame)
    return window.counted.draws
  })
  expect(drawnLater).toBe(drawnSoFar)
  expect(drawnSoFar).toBeGreaterThan(0)

  await page.evaluate(() => window.counted.lose())
  await expect(page.getByText('The connection to the graphics card was lost')).toBeVisible()
  await page.evaluate(() => window.counted.restore())
  await expect(page.getByText('The connection to the graphics card was lost')).toBeHidden()
  expect(pixelsApart(before, await restingPicture(page))).toBe(0)
  expect(said.filter((text) => !/context lost/i.test(text))).toEqual([])
})

test('says what is wrong, tries again by itself, and keeps the picture when the server goes away', async ({
  page,
  signUp,
  newModel,
  apiKey,
  asProgram,
}) => {
  await signUp()
  const { id } = await newModel(portal((x, y, z) => [x, y, z]))
  const model = `**/api/construct-models/${id}`
  let answer: 'abort' | 500 | 'held' | 'serve' = 'abort'
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(model, async (route) => {
    if (answer === 'abort') await route.abort('connectionrefused')
    else if (answer === 500) await route.fulfill({ status: 500, body: 'away' })
    else {
      if (answer === 'held') await held
      await route.fallback()
    }
  })
  await page.goto(`/models/${id}?layers=${PLAIN}`)
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('There is no connection to the server')
  answer = 500
  await alert.getByRole('button', { name: 'Try now' }).click()
  await expect(alert).toContainText('could not answer (500)')
  answer = 'serve'
  await expect(alert).toBeHidden() // by itself
  await expect(page.getByText('3 frames')).toBeVisible()

  // A server that restarts behind a proxy answers the events with an error, at which a browser gives up.
  await page.route(`${model}/events`, (route) => route.fulfill({ status: 502, body: '' }))
  answer = 'held'
  await page.goto(`/models/${id}?layers=${PLAIN}`)
  await expect(page.getByText('Loading the model…')).toBeVisible()
  letGo()
  await expect(page.getByText('reconnecting…')).toBeVisible()
  await expect(page.getByText('Loading the model…')).toBeHidden()
  answer = 'serve'
  const program = await asProgram(await apiKey())
  await program.post(`/api/construct-models/${id}/elements`, {
    data: { frames: [{ id: 'brace', startNodeId: 'N1', endNodeId: 'N3' }] },
  })
  await page.unroute(`${model}/events`)
  await isDrawn(page)
  await expect(page.getByText('4 frames')).toBeVisible()

  await program.delete(`/api/construct-models/${id}`)
  await expect(alert).toContainText('This model is no longer available')
})

test('the first picture is the model alone, no other is drawn until it stands, and what surrounds the model comes behind it', async ({
  page,
  signUp,
  newModel,
}) => {
  await page.addInitScript(() => {
    /** Of each picture how many draws it took, and whether the first one stood by then. */
    const pictures: { draws: number; hasStood: boolean }[] = []
    Object.assign(window, { pictures })
    const gl = WebGL2RenderingContext.prototype as unknown as Record<string, (...all: unknown[]) => unknown>
    const around = (name: string, then: () => void) => {
      const call = gl[name]
      gl[name] = function (this: unknown, ...all: unknown[]) {
        then()
        return call?.apply(this, all)
      }
    }
    const hasStood = () => performance.getEntriesByName('first picture').length > 0
    around('clear', () => pictures.push({ draws: 0, hasStood: hasStood() }))
    for (const name of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced'])
      around(name, () => {
        const picture = pictures.at(-1)
        if (picture) picture.draws += 1
      })
  })
  await signUp()
  const { id } = await newModel({ ...portalFrame(), gridLines: [{ id: 'A', axis: 'X', coordinate: 0, label: 'A' }] })
  await page.goto(`/models/${id}?layers=${PLAIN}`)
  await restingPicture(page)
  const pictures = await page.evaluate(() => (window as unknown as { pictures: { draws: number; hasStood: boolean }[] }).pictures)
  const drawn = pictures.filter(({ draws }) => draws > 0)
  expect(drawn.map(({ hasStood }) => hasStood).slice(0, 2)).toEqual([false, true])
  // The ground and the grid line.
  expect((drawn.at(-1)?.draws ?? 0) - (drawn[0]?.draws ?? 0)).toBe(2)
})

test('a press between the first picture and the answer where all lies is answered when that comes', async ({
  page,
  signUp,
  newModel,
}) => {
  await page.addInitScript(() => {
    const held: (() => void)[] = []
    Object.assign(window, { held, release: () => held.splice(0).map((send) => send()) })
    const { postMessage } = Worker.prototype
    Worker.prototype.postMessage = function (this: Worker, ...all: unknown[]) {
      const send = () => postMessage.apply(this, all as Parameters<typeof postMessage>)
      const [message] = all as [{ question?: string }]
      if (message.question === 'lookup') held.push(send)
      else send()
    }
  })
  await signUp()
  const { id } = await newModel(portalFrame())
  await page.goto(`/models/${id}?camera=3,-20,4,3,0,4&layers=${PLAIN}`)
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first picture').length)).toBe(1)
  await expect.poll(() => page.evaluate(() => (window as unknown as { held: unknown[] }).held.length)).toBe(1)
  const { x, y } = await onPage(page, [3, 0, 3.85])
  await page.mouse.click(x, y)
  await expect(page.locator('[data-parts="here"]')).toBeVisible()
  expect(new URL(page.url()).searchParams.has('selected')).toBe(false)
  await page.evaluate(() => (window as unknown as { release: () => void }).release())
  await expect(page).toHaveURL(/selected=f/)
  await restingPicture(page)
})

test('without WebGL lists the model in words', async ({ page, signUp, newModel }) => {
  await page.addInitScript(() => {
    const real = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...more: unknown[]) {
      return kind.startsWith('webgl') ? null : real.call(this, kind as '2d', ...(more as []))
    } as typeof real
  })
  await signUp()
  const { id } = await newModel(portal((x, y, z) => [x, y, z]))
  await page.goto(`/models/${id}`)
  await expect(page.getByText('This browser cannot draw in 3D')).toBeVisible()
  await page.getByRole('button', { name: 'Outline' }).click()
  await expect(page.getByRole('option', { name: /^B1/ })).toBeVisible()
})

const [VISITS, REVISIONS] = isExhaustive ? [6, 10] : [4, 4]

test(`${VISITS} visits leave nothing behind: no worker, no context, no object; ${REVISIONS} revisions leave no buffer`, async ({
  page,
  signUp,
  newModel,
  apiKey,
  asProgram,
}) => {
  test.setTimeout(600_000)
  await signUp()
  const { id } = await newModel({ ...conventions(), name: 'Visited often' })
  const cdp = await page.context().newCDPSession(page)
  // Not the bytes of the heap: of these the machine code grows that V8 makes of what runs often.
  const held = async () => {
    const found = async (kind: string, what: string) => {
      const { result } = await cdp.send('Runtime.evaluate', { expression: `${kind}.prototype` })
      const { objects } = await cdp.send('Runtime.queryObjects', {
        prototypeObjectId: result.objectId ?? '',
        objectGroup: 'counted',
      })
      const counted = await cdp.send('Runtime.callFunctionOn', {
        objectId: objects.objectId ?? '',
        functionDeclaration: `function () { return ${what} }`,
      })
      await cdp.send('Runtime.releaseObjectGroup', { objectGroup: 'counted' })
      return counted.result.value as number
    }
    return {
      objects: await found('Object', 'this.length'),
      bytes: await found('ArrayBuffer', 'this.reduce((sum, { byteLength }) => sum + byteLength, 0)'),
    }
  }
  await page.goto('/')
  const counts: Awaited<ReturnType<typeof held>>[] = []
  for (let visit = 0; visit < VISITS; visit++) {
    await page.getByRole('link', { name: 'Visited often' }).click()
    await isDrawn(page)
    await expect.poll(() => page.workers().length).toBe(1)
    await page.getByRole('link', { name: 'Models', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Visited often' })).toBeVisible()
    await expect.poll(() => page.workers().length).toBe(0)
    counts.push(await held())
  }
  // react-three-fiber gives a context back half a second after the canvas has left.
  await expect.poll(() => page.evaluate(() => window.counted.contexts())).toBe(0)
  expect(await page.evaluate(() => window.counted.made())).toBe(counts.length) // one each, also for the question whether there is any
  // What a page has just left may go a moment later: in the end no more is held than after the first visits.
  const least = (what: 'objects' | 'bytes') => Math.min(...counts.slice(0, 3).map((count) => count[what]))
  await expect.poll(async () => (await held()).objects).toBeLessThan(1.05 * least('objects'))
  await expect.poll(async () => (await held()).bytes).toBeLessThanOrEqual(least('bytes'))

  await page.goto(`/models/${id}?layers=${PLAIN}`)
  await restingPicture(page) // a revision that comes before it is no change, and lights nothing up
  const program = await asProgram(await apiKey())
  const afterRevision = async (revision: number) => {
    await program.post(`/api/construct-models/${id}/elements`, { data: { nodes: [node(`new ${revision}`, revision, 0, 0)] } })
    await expect(page.getByText(`${686 + revision} nodes`)).toBeVisible()
  }
  const standing = async () => {
    await restingPicture(page)
    return page.evaluate(() => ({ ...window.counted.live }))
  }
  await afterRevision(1)
  const afterOne = await standing()
  for (let revision = 2; revision <= REVISIONS; revision++) await afterRevision(revision)
  expect(await standing()).toEqual(afterOne)
})

declare global {
  interface Window {
    counted: {
      draws: number
      /** Of all contexts that stand: made and not deleted. */
      live: Record<string, number>
      contexts: () => number
      made: () => number
      lose: () => void
      restore: () => void
    }
  }
}

/** Runs in the page, before it: counts what WebGL is asked for. */
function countDraws() {
  const contexts: WeakRef<WebGL2RenderingContext>[] = []
  const standing = () => contexts.flatMap((ref) => ref.deref() ?? []).filter((gl) => !gl.isContextLost())
  let lost: WEBGL_lose_context | null = null
  window.counted = {
    draws: 0,
    live: {},
    contexts: () => standing().length,
    made: () => contexts.length,
    lose() {
      lost = standing()[0]?.getExtension('WEBGL_lose_context') ?? null
      lost?.loseContext()
    },
    restore: () => lost?.restoreContext(),
  }
  const real = HTMLCanvasElement.prototype.getContext
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...all: unknown[]) {
    const context = real.apply(this, all as Parameters<typeof real>)
    if (context instanceof WebGL2RenderingContext && !contexts.some((ref) => ref.deref() === context))
      contexts.push(new WeakRef(context))
    return context
  } as typeof real
  const gl = WebGL2RenderingContext.prototype as unknown as Record<string, (...all: unknown[]) => unknown>
  const around = (name: string, then: () => void) => {
    const call = gl[name] as (...all: unknown[]) => unknown
    gl[name] = function (this: unknown, ...all: unknown[]) {
      then()
      return call.apply(this, all)
    }
  }
  for (const name of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced'])
    around(name, () => {
      window.counted.draws += 1
    })
  for (const kind of ['Texture', 'Buffer', 'Program', 'VertexArray', 'Framebuffer']) {
    const { live } = window.counted
    const count = (by: number) => () => {
      live[kind] = (live[kind] ?? 0) + by
    }
    around(`create${kind}`, count(1))
    around(`delete${kind}`, count(-1))
  }
}

/** In light, of 255 each. */
function luminance([r, g, b]: readonly [number, number, number]): number {
  const [x, y, z] = [r, g, b].map((part) => (part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
  return 0.2126 * (x ?? 0) + 0.7152 * (y ?? 0) + 0.0722 * (z ?? 0)
}

// Fine screens have more pixels for the same size: canvases are drawn with two at most, browsers stretch them for three.
for (const [deviceScaleFactor, width] of variants([
  [3, 390],
  [1, 1280],
] as const))
  test.describe(`where ${deviceScaleFactor} pixels of the screen are one of the page, ${width} wide`, () => {
    test.use({ deviceScaleFactor, viewport: { width, height: 720 } })

    test('nodes, supports near and far and frames without length are as large as elsewhere', async ({
      page,
      signUp,
      newModel,
    }) => {
      await signUp()
      const [far, up] = [node('far', 400, 0, 0), node('up', 0, 0, 0.5)]
      const restraints = { u1: true, u2: true, u3: true }
      const supports = [{ id: 's', nodeId: 'a', restraints }]
      const held = (top: object) => ({
        nodes: [node('a', 0, 0, 0), top, far],
        frames: [{ id: 'f', startNodeId: 'a', endNodeId: 'up' }],
        supports,
      })
      const dots = {
        node: { nodes: [node('a', 0, 0, 0), far] },
        support: held(up),
        glyph: held(node('up', 0, 0, 200)),
        fixed: { ...held(node('up', 0, 0, 200)), supports: [{ ...supports[0], restraints: { ...restraints, ...HELD } }] },
        mark: { nodes: [node('a', 0, 0, 0), node('b', 0, 0, 0), far], frames: [{ id: 'f', startNodeId: 'a', endNodeId: 'b' }] },
      }
      const size: Record<string, number> = {}
      for (const [what, body] of Object.entries(dots)) {
        const { id } = await newModel(body)
        await page.goto(`/models/${id}?camera=200,-1900,0,200,0,0&layers=${PLAIN},-grid,-ground`)
        await isDrawn(page)
        const seen = await restingPicture(page)
        // Left of the middle, where the node lies that everything of it stands at; a frame is no wider than what holds it.
        const left = (at: number) => at % seen.width < seen.width / 2
        const ink = (colour: readonly [number, number, number], at: number) =>
          left(at) && colour.some((part, k) => Math.abs(part - seen.at(at - (at % seen.width))[k]!) > 40)
        const { x0, x1, y1 } = coloursOf(seen, ink)
        size[what] = (x1 - x0 + 1) / deviceScaleFactor
        size[`${what} below its node`] = (y1 + 1 - seen.height / 2) / deviceScaleFactor
      }
      // What is round or pointed loses a half of a pixel at either side.
      // docs/conventions.md, section 9, has the glyphs.
      const below = { 'glyph below its node': 22, 'fixed below its node': 15 }
      const docs = { node: 7, support: 6, mark: 13, glyph: 26, fixed: 27, ...below }
      for (const [what, large] of Object.entries(docs)) {
        expect(size[what], what).toBeGreaterThanOrEqual(large - 1)
        expect(size[what], what).toBeLessThanOrEqual(large + 1)
      }
    })
  })

/** The turns that a fixed support holds, too. */
const HELD = { r1: true, r2: true, r3: true }

test('what a plan cuts is its darkest ink, however small it is on the screen and however many there are', async ({
  page,
  signUp,
  newModel,
}) => {
  await signUp()
  // Columns of 40 cm, two storeys; in all too many to be drawn in full.
  const SIDE = 48
  const at = Array.from({ length: SIDE * SIDE }, (_, k) => [6 * (k % SIDE), 6 * Math.floor(k / SIDE)] as const)
  const many = {
    gridLines: [0, 4, 8].map((coordinate, k) => ({ id: `L${k}`, axis: 'Z', coordinate })),
    sections: [{ id: 'C', type: 'i_wide_flange', dimensions: { t3: 0.4, t2: 0.4, tf: 0.04, tw: 0.03 } }],
    nodes: at.flatMap(([x, y], k) => [0, 4, 8].map((z, level) => node(`${k}/${level}`, x, y, z))),
    frames: at.flatMap((_, k) =>
      [0, 1].map((level) => ({
        ...{ id: `${k}/${level}`, startNodeId: `${k}/${level}`, endNodeId: `${k}/${level + 1}`, sectionId: 'C' },
      })),
    ),
  }
  const few = { ...many, nodes: many.nodes.slice(0, 12), frames: many.frames.slice(0, 8) }
  const [one, other] = [await newModel(few), await newModel(many)]
  const ways = [
    [one, 'light', 30], // pixels a metre
    [other, 'dark', 1],
    [one, 'dark', 3.2],
    [other, 'light', 3.2],
  ] as const
  for (const [model, colorScheme, zoom] of variants(ways, 2)) {
    await page.emulateMedia({ colorScheme })
    const view = `drawing=Z,4&projection=parallel&camera=9,6,200,9,6,0,${zoom}`
    await page.goto(`/models/${model.id}?${view}&layers=${PLAIN},-grid,-ground`)
    await isDrawn(page)
    const seen = await restingPicture(page)
    const box = (await page.locator('main canvas').first().boundingBox())!
    const lightAt = (x: number, y: number) => luminance(seen.at(Math.round(y) * seen.width + Math.round(x)))
    const { x, y } = placeOn({ ...box, x: 0, y: 0 }, cameraOf(page), [6, 0, 4])
    const paper = lightAt(x + 14, y + 14)
    const near = [-2, -1, 0, 1, 2].flatMap((across) => [lightAt(x + across, y), lightAt(x, y + across)])
    const most = Math.max(...near.map((light) => (Math.max(light, paper) + 0.05) / (Math.min(light, paper) + 0.05)))
    expect(most, `${model === one ? 'few' : 'many'} at ${zoom} pixels a metre, ${colorScheme}`).toBeGreaterThanOrEqual(6)
  }
})

test('frames as thin as a line stand out from what is behind them, in both themes', async ({ page, signUp, newModel }) => {
  await signUp()
  const { id } = await newModel({
    nodes: [
      ...[node('a', 0, 0, 0), node('b', 0, 0, 4), node('c', 4, 0, 4), node('d', 4, 0, 0.5)],
      ...[node('e', 2, 3, 0), node('f', 2, 3, 4)],
    ],
    frames: [['a', 'b'], ['b', 'c'], ['a', 'd'], ['a', 'c'], ['e', 'f']].map(([startNodeId, endNodeId]) => ({
      ...{ id: `${startNodeId}${endNodeId}`, startNodeId, endNodeId },
    })), // biome-ignore format: pairs
  })
  const contrasts = async (camera: string, places: Record<string, readonly [number, number, number]>) => {
    await turnTo(page, `camera=${camera}&layers=-grid,-ground,${PLAIN}`)
    const seen = await restingPicture(page)
    const box = (await page.locator('main canvas').first().boundingBox())!
    const lightAt = (x: number, y: number) => luminance(seen.at(Math.round(y) * seen.width + Math.round(x)))
    return Object.entries(places).map(([what, place]) => {
      const { x, y } = placeOn({ ...box, x: 0, y: 0 }, cameraOf(page), place)
      const behind = lightAt(x + 12, y - 12 + (what === 'brace' ? 24 : 0))
      const near = [-2, -1, 0, 1, 2].flatMap((across) => [lightAt(x + across, y), lightAt(x, y + across)])
      return Math.max(...near.map((one) => (Math.max(one, behind) + 0.05) / (Math.min(one, behind) + 0.05)))
    })
  }
  await openViewer(page, id, `layers=${PLAIN}`)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const seen = await contrasts('2,-12,2,2,0,2', { column: [0, 0, 2], beam: [2, 0, 4], brace: [3, 0, 3] })
    const endOn = await contrasts('2,3,14,2,3,0', { column: [2, 3, 0] })
    expect(
      Math.min(...seen, ...endOn),
      `column, beam, brace, a column end on, ${colorScheme}: ${[...seen, ...endOn]}`,
    ).toBeGreaterThanOrEqual(3)
  }
})

test('a mesh from afar is as light as its fill, and walls are darker than floors, in both themes', async ({
  page,
  signUp,
  newModel,
}) => {
  await signUp()
  const N = 60
  const mesh = Array.from({ length: N }, (_, x) => Array.from({ length: N }, (_, y) => [x, y] as const)).flat()
  const corners = (x: number, y: number, z: number, size: number, height: number) =>
    height > 0
      ? ([[x, y, z], [x + size, y, z], [x + size, y, z + height], [x, y, z + height]] as const)
      : ([[x, y, z], [x + size, y, z], [x + size, y + size, z], [x, y + size, z]] as const) // biome-ignore format: rectangles
  const areas = [
    ...mesh.map(([x, y]) => ({ id: `m${x}-${y}`, at: corners(x, y, 0, 1, 0), kind: 'SLAB' })),
    { id: 'deck', at: corners(N + 20, 0, 0, N, 0), kind: 'SLAB' },
    { id: 'wall', at: corners(2 * N + 40, N, 0, N, 40), kind: 'WALL' },
  ]
  const idOf = ([x, y, z]: readonly [number, number, number]) => `${x}/${y}/${z}`
  const nodes = new Map(areas.flatMap(({ at }) => at.map((place) => [idOf(place), node(idOf(place), ...place)])))
  const { id } = await newModel({
    nodes: [...nodes.values()],
    areas: areas.map(({ at, ...area }) => ({ ...area, nodeIds: at.map(idOf), thickness: 0.2 })),
  })
  /** The mean of many places on a rectangle, 8 % away from its edges. */
  const meanOf = (seen: Picture, places: readonly { x: number; y: number }[]) =>
    places.reduce((sum, { x, y }) => sum + luminance(seen.at(Math.round(y) * seen.width + Math.round(x))), 0) / places.length
  const grid = Array.from(
    { length: 50 * 50 },
    (_, k) => [0.08 + 0.84 * ((k % 50) / 49), 0.08 + 0.84 * (Math.floor(k / 50) / 49)] as const,
  )
  const ways = [
    ['light', 900, 'kind'],
    ['dark', 450, 'section'],
    ['light', 450, 'section'],
    ['dark', 900, 'kind'],
  ] as const
  await openViewer(page, id, `layers=${PLAIN}`)
  for (const [colorScheme, far, colour] of variants(ways, 2)) {
    await page.emulateMedia({ colorScheme })
    const camera = `110,${-0.8 * far},${0.6 * far},110,30,0`
    await turnTo(page, `camera=${camera}${colour === 'kind' ? '' : `&colour=${colour}`}&layers=-grid,-ground,${PLAIN}`)
    const seen = await restingPicture(page)
    const box = await page.locator('main canvas').first().boundingBox()
    if (!box) throw new Error('no canvas')
    const canvas = { ...box, x: 0, y: 0 }
    const on = (place: (u: number, v: number) => readonly [number, number, number]) =>
      grid.map(([u, v]) => placeOn(canvas, cameraOf(page), place(u, v)))
    const meshed = meanOf(
      seen,
      on((u, v) => [u * N, v * N, 0.1]),
    )
    const filled = meanOf(
      seen,
      on((u, v) => [N + 20 + u * N, v * N, 0.1]),
    )
    const wall = meanOf(
      seen,
      on((u, v) => [2 * N + 40 + u * N, N - 0.1, v * 40]),
    )
    const which = `${colorScheme}, ${colour}, from ${far} m: ${meshed} ${filled} ${wall}`
    expect(Math.abs(meshed / filled - 1), which).toBeLessThanOrEqual(0.04)
    expect(wall, which).toBeLessThanOrEqual(0.88 * filled)
    expect((filled + 0.05) / (wall + 0.05), which).toBeGreaterThanOrEqual(1.25)
  }
})
