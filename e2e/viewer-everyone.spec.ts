import type { Locator, Page } from '@playwright/test'
import { isExhaustive, variants } from '#lib/fixtures/exhaustive.ts'
import { toModel } from '#lib/model/display-axes.ts'
import { isAccessibleInBothThemes } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { HALL, hasRoomForHint, listen, moved, onPage, openPanel, openViewer, PORTAL, settled, turnTo } from './viewer-page.ts'

/** The viewer for everyone: small and low windows, keys, screen readers, other ways up, without a network. */

/** What lies over the picture, each once: heading, tools, cube, panel, properties, legend, bars. */
const covers = (page: Page) =>
  page.evaluate(() => {
    const whole = document.querySelector('main [data-panel]') as HTMLElement
    const found: { what: string; x0: number; y0: number; x1: number; y1: number }[] = []
    const visit = (element: Element) => {
      if (element.matches('[data-see-through]')) return [...element.children].forEach(visit)
      if (element.querySelector('canvas') || element.matches('dialog, [role="status"]')) return
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
      if (width < 2 || height < 2) return
      const what = element.getAttribute('aria-label') || element.tagName + element.className
      found.push({ what, x0: left, y0: top, x1: right, y1: bottom })
    }
    for (const child of whole.children) visit(child)
    return found
  })

async function expectApart(page: Page, where: string) {
  const all = await covers(page)
  const met = all.flatMap((a, k) =>
    all
      .slice(k + 1)
      .filter((b) => Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0) > 1 && Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0) > 1)
      .map((b) => `${where}: ${a.what} meets ${b.what}`),
  )
  expect(met).toEqual([])
}

/** Buttons whose middle is under something else; faces of the cube that look away are meant to be. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const whole = document.querySelector('main [data-panel]') as HTMLElement
    return [...whole.querySelectorAll('button, select, input')].flatMap((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      if (width === 0 || button.matches('[aria-label^="Look at"]') || button.closest('[role="listbox"]')) return []
      let scrolled = button.parentElement
      while (scrolled && !/auto|scroll/.test(getComputedStyle(scrolled).overflowY)) scrolled = scrolled.parentElement
      const box = scrolled?.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      if (box && (y < box.top || y > box.bottom)) return []
      const hit = document.elementFromPoint(x, y)
      return hit && (button.contains(hit) || hit.closest('label')?.contains(button))
        ? []
        : [button.getAttribute('aria-label') ?? button.textContent]
    })
  })

/** Counts the pictures that the canvas says are drawn on a camera's way; each is said once. */
async function countMoving(page: Page): Promise<() => Promise<number>> {
  const canvas = page.locator('main canvas').first()
  await canvas.evaluate((one: HTMLElement) => {
    const pictures = { moving: 0 }
    new MutationObserver(() => {
      if (one.dataset.picture === 'moving') pictures.moving++
    }).observe(one, { attributeFilter: ['data-picture'] })
    Object.assign(one, { pictures })
  })
  return () => canvas.evaluate((one) => (one as unknown as { pictures: { moving: number } }).pictures.moving)
}

/** Of what can be pressed in sight, what a fingertip would miss: it reaches less than 40 pixels. Faces of the cube are as they are turned. */
const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const whole = document.querySelector('dialog[open]') ?? document.querySelector('main [data-panel]')!
    return [...whole.querySelectorAll('button, select, input, summary')].flatMap((one) => {
      const pressed = one.closest('label') ?? one
      const { x, y, width, height } = pressed.getBoundingClientRect()
      const isHit = (right: number, down: number) => {
        const hit = document.elementFromPoint(x + width / 2 + right, y + height / 2 + down)
        const isUnderPanel = (right !== 0 || down !== 0) && !pressed.closest('aside') && hit?.closest('aside')
        return pressed.contains(hit) || Boolean(isUnderPanel)
      }
      if (!isHit(0, 0) || one.matches('[aria-label^="Look at"]')) return []
      const isLarge = height >= 40 && (width >= 40 || !one.matches('button'))
      // A mark in the picture is pressed around it, too.
      if (isLarge || (isHit(-19, 0) && isHit(19, 0) && isHit(0, -19) && isHit(0, 19))) return []
      return [`${one.getAttribute('aria-label') ?? one.textContent}: ${Math.round(width)} × ${Math.round(height)}`]
    })
  })

/** On both sides of where something changes place, which is last at 1080. */
const EDGES = [320, 359, 360, 479, 480, 600, 601, 639, 640, 759, 760, 859, 860, 1079, 1080, 1280, 1920]
const EVERY_WIDTH = [
  ...Array.from({ length: 41 }, (_, k) => 320 + 20 * k),
  ...Array.from({ length: 5 }, (_, k) => 1280 + 160 * k),
]

const properties = (page: Page) => page.getByRole('complementary', { name: 'Properties' })
const picture = (page: Page): Locator => page.locator('main [role="img"]').first()

test('keeps what lies over the picture apart at any width, and in a low window beside it', async ({
  page,
  address,
  signUp,
  newModel,
}) => {
  await signUp()
  const named = HALL.gridLines.map((line) => (line.id === 'z2' ? { ...line, label: 'Roof of the older part, upper edge' } : line))
  const twice = { ...HALL.supports[0]!, id: 'one more at its node' }
  const { id } = await newModel({ ...HALL, gridLines: named, supports: [...HALL.supports, twice] })
  await openViewer(page, id, 'layers=-shading')
  const colours = page.getByRole('region', { name: 'Colours' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(colours).toHaveAttribute('data-open', 'true')
  // Beside a panel of such a window they would take a third of the picture.
  await page.setViewportSize({ width: 1000, height: 700 })
  await expect(colours).toHaveAttribute('data-open', 'false')
  for (const width of isExhaustive ? EVERY_WIDTH : EDGES) {
    await page.setViewportSize({ width, height: 800 })
    await expectApart(page, `${width} px`)
  }
  await turnTo(page, 'selected=f:X-1-1&hidden=f:Y-A-1&layers=-shading')
  await expect(properties(page)).toBeVisible()
  for (const panel of variants(['Outline', 'Model check'] as const)) {
    await openPanel(page, panel)
    for (const width of [320, 390, 620, 640, 700, 860, 900, 1060, 1080, 1100, 1280, 1600]) {
      await page.setViewportSize({ width, height: 800 })
      await expectApart(page, `${width} px with ${panel} and properties`)
    }
  }
  // Where heading and tools are two rows the tabs have room for their words; on a tablet they have not.
  const word = page.getByRole('navigation', { name: 'Panels' }).getByText('Outline', { exact: true })
  for (const width of [860, 1000, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(word).toBeVisible()
  }
  await page.setViewportSize({ width: 700, height: 800 })
  await expect(word).toBeHidden()
  // What panels on both sides leave is too little for the colours, which unfold again where there is room.
  await page.setViewportSize({ width: 1120, height: 800 })
  await expect(colours).toHaveAttribute('data-open', 'false')
  await page.setViewportSize({ width: 1440, height: 800 })
  await expect(colours).toHaveAttribute('data-open', 'true')
  // As many supports as the outline has, though one glyph stands for both of a node.
  await expect(colours.getByRole('list', { name: 'Supports' })).toHaveText('Pinned 5')
  // Somebody measures, then walks: beside both, and where the viewer is a part of its window.
  const main = page.locator('#main')
  for (const [key, name] of [
    ['m', 'Measure'],
    ['v', 'Walking'],
  ] as const) {
    await page.keyboard.press(key)
    const tool = page.getByRole('region', { name })
    for (const width of variants([870, 1060, 1100, 960, 1280], 3)) {
      await page.setViewportSize({ width, height: 800 })
      await expect(tool).toBeVisible()
      await expectApart(page, `${width} px, ${name}`)
      expect((await tool.boundingBox())?.width, `${width} px, ${name}`).toBeGreaterThan(200)
    }
    await main.evaluate((one) => one.style.setProperty('width', '500px'))
    await expectApart(page, `500 px of 1280, ${name}`)
    await main.evaluate((one) => one.style.removeProperty('width'))
    await page.keyboard.press('Escape')
    await expect(tool).toHaveCount(0)
  }
  // As at 200 %: the panel has the height, and every control can be pressed.
  await page.setViewportSize({ width: 720, height: 450 })
  const outline = await openPanel(page, 'Outline')
  const listed = outline.getByRole('listbox', { name: 'Elements' }).getByRole('option')
  await expect(listed.first()).toBeVisible()
  await expectApart(page, '720 × 450')
  await page.getByRole('button', { name: 'Close the panel' }).click()
  // However long a level is called, the tools are one row.
  expect((await page.getByRole('toolbar', { name: 'View' }).boundingBox())?.height).toBeLessThan(60)
  await openPanel(page, 'Outline')
  // Beside the panel heading and tools keep away from the edge of the picture, as they do from the window's.
  const edge = (await picture(page).boundingBox())!.x
  for (const over of [page.locator('main header').first(), page.getByRole('toolbar', { name: 'View' })])
    expect((await over.boundingBox())!.x - edge).toBeGreaterThanOrEqual(10)
  const wholeRows = () =>
    listed.evaluateAll((all) => {
      const list = all[0]?.closest('[role="listbox"]')?.getBoundingClientRect()
      return all.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return list && top >= list.top - 1 && bottom <= list.bottom + 1
      }).length
    })
  await expect.poll(wholeRows).toBeGreaterThanOrEqual(5)
  expect(await covered(page)).toEqual([])
  const field = outline.getByRole('searchbox')
  expect(await hasRoomForHint(field)).toBe(true)
  await page.setViewportSize({ width: 640, height: 450 })
  expect(await hasRoomForHint(field)).toBe(true)
  await page.setViewportSize({ width: 720, height: 450 })
  // Tables have all of a low window: below a picture not one row had room.
  await page.getByRole('button', { name: 'Close the panel' }).click()
  await page.keyboard.press('e')
  const tables = page.getByRole('region', { name: 'Tables' })
  await expect(tables.getByRole('row', { name: /C-B1-2/ })).toBeInViewport()
  expect((await tables.boundingBox())!.height).toBe((await main.boundingBox())!.height)
  await tables.getByRole('button', { name: 'Close the tables' }).click()
  // What is compared says so beside the status line, where it takes nothing from the picture.
  const node = { id: 'later', position: { x: 3, y: 2, z: 9 } }
  const data = { nodes: [node] }
  await page.request.post(`/api/construct-models/${id}/nodes`, { data, headers: { origin: address } })
  await expect(page.locator('[data-line]')).toHaveText('live · revision 2')
  await turnTo(page, 'compare=1..&layers=-shading')
  const bar = page.getByRole('region', { name: 'Comparison' })
  await expect(bar.getByRole('button', { name: 'List' })).toBeVisible()
  const freeHeight = async () => {
    const tools = (await page.getByRole('toolbar', { name: 'View' }).boundingBox())!
    return (await bar.boundingBox())!.y - tools.y - tools.height
  }
  expect(await freeHeight()).toBeGreaterThan(240)
  await expectApart(page, '720 × 450, compared')
  expect(await covered(page)).toEqual([])
  await bar.getByRole('button', { name: 'List' }).click()
  await expect(page.getByRole('complementary', { name: 'Differences' })).toBeVisible()
  expect(await freeHeight()).toBeGreaterThan(160)
  const [all, last] = [await bar.boundingBox(), await bar.getByRole('button', { name: 'Close' }).boundingBox()]
  expect(last!.x + last!.width).toBeLessThanOrEqual(all!.x + all!.width)
  await expectApart(page, '720 × 450, compared, with the list')
  expect(await covered(page)).toEqual([])
  // The bar of a drawing, beside a panel and on the smallest phones.
  await turnTo(page, 'layers=-shading')
  await page.getByRole('combobox', { name: 'Go to a view' }).selectOption({ label: 'Elevation at 1' })
  const title = page.getByRole('region', { name: 'Drawing' })
  await openPanel(page, 'Outline')
  for (const width of [320, 340, 360, 640, 660, 900, 1080]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(title).toBeVisible()
    await expectApart(page, `${width} px with a drawing`)
  }
  // A phone that lies on its side.
  await title.getByRole('button', { name: 'Leave the drawing' }).click()
  for (const width of [400, 500, 620, 640]) {
    await page.setViewportSize({ width, height: 400 })
    await expectApart(page, `${width} × 400 px`)
  }
})

test('says in words what the picture shows, takes keys as they are typed or not at all, and gives the focus back', async ({
  page,
  signUp,
  newModel,
}) => {
  await page.setViewportSize({ width: 1300, height: 800 })
  await signUp()
  const { id } = await newModel({ ...HALL, name: '\u202eHall' })
  await openViewer(page, id, 'layers=-shading')
  await settled(page)
  const label = () => picture(page).getAttribute('aria-label')
  await expect.poll(label).toMatch(/Hall from the front left, above\. 16 frames, 1 area, 4 supports\.$/)
  // Who wants no motion sees each move of the camera in one picture.
  const flights = await countMoving(page)
  for (const key of ['1', '0', '5', 'f', 'ArrowLeft', '+']) {
    const soFar = await flights()
    await moved(page, () => page.keyboard.press(key))
    expect((await flights()) - soFar, `pictures of a moving camera after ${key}`).toBeLessThanOrEqual(1)
  }
  await page.keyboard.press('3')
  await expect.poll(label).toContain('Hall from the front. 16')
  await page.getByRole('combobox', { name: 'Go to a view' }).selectOption({ label: 'Elevation at 1' })
  await page.keyboard.press('Escape')
  await expect.poll(label).toContain('Elevation at 1.')
  await turnTo(page, 'selected=f:X-1-1&layers=-shading')
  await openPanel(page, 'Outline')
  await expect.poll(label).toMatch(/Selected: Frame Girder 1 on 1\.$/)
  expect(
    await picture(page).evaluate((one) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent),
  ).toContain('Arrow keys')

  // Where a system allows no colours of ours, swatches keep theirs and what is pressed is underlined.
  await page.emulateMedia({ forcedColors: 'active' })
  const styleOf = (one: Locator) =>
    one.evaluate((element) => {
      const { forcedColorAdjust, borderBottomStyle } = getComputedStyle(element)
      return { forcedColorAdjust, borderBottomStyle }
    })
  const patch = page.getByRole('region', { name: 'Colours' }).getByRole('listitem').first().locator('span').first()
  expect((await styleOf(patch)).forcedColorAdjust).toBe('none')
  expect((await styleOf(page.getByRole('button', { name: 'Outline', exact: true }))).borderBottomStyle).toBe('solid')
  await page.emulateMedia({ forcedColors: 'none' })

  // What is typed at once goes into the field, none of it anywhere else.
  await page.getByRole('button', { name: 'Close the panel' }).click()
  await picture(page).focus()
  await page.keyboard.type('/stair')
  await expect(page.getByRole('searchbox', { name: 'Search the model' })).toHaveValue('stair')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(new URL(page.url()).searchParams.get('hidden')).toBeNull()

  // A panel that closes gives the focus to its tab, the properties to the picture, the sheet of keys to its button.
  await page.getByRole('button', { name: 'Close the panel' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Outline', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Clear the selection' }).press('Enter')
  await expect(properties(page)).toBeHidden()
  await expect(picture(page)).toBeFocused()
  await page.keyboard.press('Shift+?')
  const sheet = page.getByRole('dialog', { name: 'Keys and gestures' })
  await expect(sheet.getByRole('checkbox', { name: /Single keys/ })).toBeInViewport()
  await sheet.getByRole('checkbox', { name: /Single keys/ }).uncheck()
  await page.keyboard.press('Escape')
  await expect(picture(page)).toBeFocused()
  // Without single keys none of them acts; arrows do.
  await page.goto(`/models/${id}?selected=f:X-1-1&layers=-shading`)
  await settled(page)
  for (const key of ['h', 'i', 'a', 'e', '?', '/']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(properties(page)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Tables' })).toHaveCount(0)
  await moved(page, () => page.keyboard.press('ArrowLeft'))
})

test('is worked with by keyboard alone: each Escape takes one thing back, and the focus is always seen', async ({
  page,
  signUp,
  newModel,
}) => {
  await page.setViewportSize({ width: 1300, height: 800 })
  await signUp()
  const long = { id: 'far away '.repeat(22).trim(), position: { x: 3, y: 2, z: 4 } }
  const { id } = await newModel({ ...HALL, nodes: [...HALL.nodes, long] })
  await openViewer(page, id, 'selected=f:X-1-1&layers=-shading')
  await expect(page.locator('[data-parts="here"]')).toBeVisible()
  const outline = await openPanel(page, 'Outline')
  const search = outline.getByRole('searchbox')
  // Of an id that is as long as ids may be, the beginning, which says that it is one.
  await search.fill('far away')
  const words = outline
    .getByRole('option', { name: /far away/ })
    .locator('span')
    .first()
  expect(
    await words.evaluate((span) => {
      const [its, row] = [span.getBoundingClientRect(), span.parentElement!.getBoundingClientRect()]
      return {
        end: getComputedStyle(span).textOverflow,
        isWithin: its.right <= row.right,
        isCut: span.scrollWidth > span.clientWidth,
      }
    }),
  ).toEqual({ end: 'ellipsis', isWithin: true, isCut: true })
  // What is typed, then the field; what was found stays selected, and keys act on it.
  await search.focus()
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(picture(page)).toBeFocused()
  await expect(properties(page)).toBeVisible()

  // A button that nothing is left for, and one that goes, leave the focus to what is beside them.
  await page.getByRole('toolbar').getByRole('button', { name: 'Hide the selection' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Fit everything' })).toBeFocused()
  await page.getByRole('button', { name: /^1 hidden/ }).press('Enter')
  await expect(picture(page)).toBeFocused()

  // The selection, then the panel that has the focus.
  await outline.getByRole('listbox', { name: 'Elements' }).getByRole('option').first().press('Enter')
  await expect(properties(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(properties(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(outline).toBeHidden()
  await expect(page.getByRole('button', { name: 'Outline', exact: true })).toBeFocused()

  // Without a mouse one measures in the panel, which says so.
  await picture(page).focus()
  await page.keyboard.press('m')
  const measure = page.getByRole('region', { name: 'Measure' })
  await expect(measure).toBeFocused()
  await expect(measure).toHaveAccessibleDescription(/^Click a point to measure from Without a mouse: type points into the field/)
  const point = measure.getByLabel(/^Node, or x, y, z/)
  for (const node of ['A1-G', 'B1-G']) {
    await point.fill(node)
    await point.press('Enter')
    await expect(point).toHaveValue('')
  }
  await expect(measure.getByRole('list', { name: 'Dimensions' })).toContainText('6 m')
  await page.keyboard.press('Escape') // the field
  await page.keyboard.press('Escape') // the chain
  await page.keyboard.press('Escape')
  await expect(measure).toBeHidden()
  await expect(picture(page)).toBeFocused()

  // What a key opens has the focus, and gives it back.
  const tables = page.getByRole('region', { name: 'Tables' })
  await page.keyboard.press('e')
  await expect(tables.getByRole('tab', { selected: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(tables).toBeHidden()
  await expect(picture(page)).toBeFocused()
  await page.keyboard.press('x')
  const section = page.getByRole('region', { name: 'Section box' })
  await expect(section.getByRole('button', { name: 'End the section' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(section).toBeHidden()
  await expect(picture(page)).toBeFocused()

  // A face of the cube that is turned away is named.
  await page.getByRole('button', { name: 'Look at the left' }).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Look at the back' })).toBeFocused()
  const faceName = () => page.locator('[data-face]').evaluate((place) => getComputedStyle(place, '::after').content)
  expect(await faceName()).toBe('"Back"')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('sheets lie over the picture, lead back to where one was, and all that can be pressed is large enough', async ({
    page,
    signUp,
    newModel,
  }) => {
    await signUp()
    const { id } = await newModel({ ...HALL, name: 'Hall of the older part, east of the yard' })
    await openViewer(page, id, 'layers=-shading')
    await test.step('has all that can be pressed large enough for a finger, and each figure of the quantities in sight', async () => {
      await settled(page)
      expect(await tooSmall(page), 'at first').toEqual([])
      for (const name of ['Outline', 'Show and filter', 'Model check', 'Views', 'History'] as const) {
        const panel = await openPanel(page, name)
        await expect(panel.getByRole('button').nth(1)).toBeVisible()
        expect(await tooSmall(page), name).toEqual([])
      }
      await page.getByRole('button', { name: 'Close the panel' }).tap()
      for (const [key, name] of [
        ['m', 'Measure'],
        ['x', 'Section box'],
      ] as const) {
        await page.keyboard.press(key)
        await expect(page.getByRole('region', { name })).toBeVisible()
        expect(await tooSmall(page), name).toEqual([])
        await page.keyboard.press(key)
      }
      for (const key of ['s', 'd', '?']) {
        await page.keyboard.press(key)
        await expect(page.getByRole('dialog')).toBeVisible()
        expect(await tooSmall(page), `dialog of ${key}`).toEqual([])
        await page.keyboard.press('Escape')
      }

      await page.getByRole('button', { name: 'Tables and quantities' }).tap()
      const tables = page.getByRole('region', { name: 'Tables' })
      await expect(tables.getByRole('row').nth(2)).toBeVisible()
      expect(await tooSmall(page), 'tables').toEqual([])
      // Drawn sideways, a row still says what it is of.
      const row = tables.getByRole('row').filter({ hasText: 'C-A1-1' })
      await tables.getByRole('grid').evaluate((grid) => grid.scrollTo({ left: 500 }))
      await expect(row.getByRole('gridcell').first()).toBeInViewport({ ratio: 1 })
      await tables.getByRole('tab', { name: 'Quantities' }).tap()
      const beam = tables.getByRole('row').filter({ hasText: 'Beam 500' })
      for (const [name, figure] of [
        ['Count', '8'],
        ['Length', '44.000 m'],
        ['Volume', '6.600 m³'],
      ] as const) {
        const cell = beam.getByRole('cell').and(tables.locator(`[data-name="${name}"]`))
        await expect(cell).toHaveText(figure)
        await cell.scrollIntoViewIfNeeded()
        await expect(cell).toBeInViewport({ ratio: 1 })
      }
      expect(await tooSmall(page), 'quantities').toEqual([])
      const wider = await tables.evaluate((all) =>
        [...all.querySelectorAll('table, td, th')]
          .filter((one) => one.scrollWidth > one.clientWidth + 1)
          .map((one) => one.textContent),
      )
      expect(wider).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await isAccessibleInBothThemes(page, '[aria-label="Tables"]')
    })

    await test.step('shows in place of the outline what is tapped there, and leads back to where one was', async () => {
      await page.keyboard.press('e')
      await expect(page.getByRole('region', { name: 'Tables' })).toHaveCount(0)
      const outline = await openPanel(page, 'Outline')
      const row = outline.getByRole('option', { name: /^Y-B-2/ })
      await outline.getByRole('listbox').evaluate((list) => list.scrollTo(0, list.scrollHeight))
      await row.scrollIntoViewIfNeeded() // as a tap does
      const before = await row.boundingBox()
      await row.tap()
      await expect(properties(page)).toContainText('Y-B-2')
      await expect(outline).toBeHidden() // one sheet at a time
      const [sheet, main] = [await properties(page).boundingBox(), await page.locator('main').boundingBox()]
      expect([sheet!.width, Math.round(sheet!.height)]).toEqual([390, Math.round(0.45 * main!.height)])
      await isAccessibleInBothThemes(page)
      const back = properties(page).getByRole('button', { name: 'Back to the outline' })
      await back.tap()
      await expect(properties(page)).toBeHidden()
      expect(await row.boundingBox()).toEqual(before)
      await expect(row).toBeFocused()
      // By keys the focus follows; the same row again shows the same again.
      await page.keyboard.press('Enter')
      await expect(back).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(row).toBeFocused()
      // Without a selection there is nothing in front of the list.
      await row.tap()
      await properties(page).getByRole('button', { name: 'Clear the selection' }).tap()
      await expect(outline).toBeVisible()
    })

    await test.step('has sheets of three heights over the picture: a tap opens the lowest', async () => {
      await turnTo(page, 'layers=-shading')
      await moved(page, () => page.keyboard.press('f'))
      const column = await onPage(page, [0, 0, 2])
      await page.touchscreen.tap(column.x, column.y)
      const high = async () => Math.round((await properties(page).boundingBox())?.height ?? 0)
      await expect.poll(high).toBe(96)
      const handle = properties(page).getByRole('separator', { name: 'Height of the sheet' })
      expect((await handle.boundingBox())?.height).toBe(44)
      await handle.focus()
      const whole = (await page.locator('main').boundingBox())!.height
      await page.keyboard.press('ArrowUp')
      await expect.poll(high).toBe(Math.round(0.45 * whole))
      await page.keyboard.press('ArrowUp')
      await expect
        .poll(async () => (await properties(page).boundingBox())!.y - (await page.locator('main').boundingBox())!.y)
        .toBe(56)
      const box = (await handle.boundingBox())!
      await page.mouse.move(box.x + 100, box.y + 20)
      await page.mouse.down()
      await page.mouse.move(box.x + 100, box.y + 700, { steps: 5 })
      await page.mouse.up()
      await expect.poll(high).toBe(96)
      await expectApart(page, 'a low sheet')
      await page.keyboard.press('Escape')
      await page.getByRole('combobox', { name: 'Go to a view' }).selectOption({ label: 'Elevation at 1' })
      await expect(page.getByRole('region', { name: 'Drawing' })).toBeVisible()
      await expectApart(page, 'a drawing')
      // As wide as the page, however little it says.
      await turnTo(page, 'selected=s:S-A1&layers=-shading')
      await expect.poll(async () => (await properties(page).boundingBox())?.width).toBe(390)
      // A tool takes its place and has its own width, with another tool above it.
      for (const [key, name] of [
        ['m', 'Measure'],
        ['x', 'Section box'],
      ] as const) {
        await page.keyboard.press(key)
        await expect.poll(async () => (await page.getByRole('region', { name }).boundingBox())?.width).toBe(280)
        await expectApart(page, name)
      }
    })
  })
})

test('turns a model that was made with another way up, after asking, with its grid, levels and plans', async ({
  page,
  signUp,
  newModel,
}) => {
  await page.setViewportSize({ width: 1300, height: 800 })
  await signUp()
  const lying = {
    ...HALL,
    nodes: HALL.nodes.map(({ id, position: { x, y, z } }) => {
      const [a, b, c] = toModel('y', [x, y, z])
      return { id, position: { x: a, y: b, z: c } }
    }),
    gridLines: HALL.gridLines.map((line) => ({
      ...line,
      ...(line.axis === 'Z' && { axis: 'Y' }),
      ...(line.axis === 'Y' && { axis: 'Z', coordinate: -line.coordinate }),
    })),
  }
  const { id } = await newModel(lying)
  await openViewer(page, id, 'layers=-shading')
  const bar = page.getByRole('region', { name: 'Which way is up' })
  await expect(bar).toContainText('All 4 supports are at the lowest Y: it may be made with Y up.')
  await moved(page, () => bar.getByRole('button', { name: 'Turn it' }).click())
  await expect(bar).toHaveCount(0)
  expect(new URL(page.url()).searchParams.get('up')).toBe('y')
  await expect(page.getByRole('region', { name: 'Colours' })).toContainText(/Column\s*8/)
  const views = page.getByRole('combobox', { name: 'Go to a view' })
  await expect(views.locator('optgroup')).toHaveCount(4)
  await expect(views.locator('optgroup').nth(1).locator('option')).toHaveText(['Plan at Roof', 'Plan at First', 'Plan at Ground'])
  await moved(page, () => views.selectOption({ label: 'Elevation at 1' }).then(() => undefined))
  await page.keyboard.press('Escape')
  // Upright again: the roof above the ground.
  const query = new URL(page.url()).searchParams.get('camera')!.split(',').map(Number)
  expect(query[2]! - query[5]!).toBeGreaterThan(1)
  // Escape found nothing to do and is no step: Back leaves the elevation, then the turn.
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Drawing' })).toHaveCount(0)
  expect(new URL(page.url()).searchParams.get('up')).toBe('y')
  await page.goBack()
  await expect(bar).toBeVisible()
  await settled(page)
  expect(new URL(page.url()).searchParams.get('up')).toBeNull()
  // Whoever opens it anew is asked again, unless it is to be kept.
  await page.goto(`/models/${id}?layers=-shading`)
  await expect(bar).toBeVisible()
  await bar.getByRole('button', { name: 'Keep' }).click()
  await page.goto(`/models/${id}?layers=-shading`)
  await settled(page)
  await expect(bar).toHaveCount(0)
})

test('reads on without a network, in every panel, without a line in the console', async ({ page, context, hall: id }) => {
  const said = listen(page)
  await page.setViewportSize({ width: 1300, height: 800 })
  // The last that is asked by itself: under way when the line breaks, the browser would write a line about it.
  const noted = page.waitForResponse((answer) => answer.url().endsWith('/visit') && answer.request().method() === 'PUT')
  await openViewer(page, id, 'layers=-shading')
  await expect(page.locator('[data-parts="here"]')).toBeVisible()
  await noted
  await context.setOffline(true)
  await expect(page.locator('[data-line]')).toHaveText(/^offline/)
  const outline = await openPanel(page, 'Outline')
  await outline.getByRole('searchbox').fill('X-1-1')
  await outline.getByRole('option', { name: /X-1-1/ }).click()
  await expect(properties(page)).toContainText('Girder 1 on 1')
  await expect(properties(page)).toContainText('6 m')
  const revisions = await openPanel(page, 'History')
  await expect(revisions).toContainText('There is no connection.')
  await page.keyboard.press('e')
  await expect(page.getByRole('region', { name: 'Tables' }).getByRole('row').nth(2)).toBeVisible()
  // No panel, tool or dialog waits for a script.
  const show = await openPanel(page, 'Show and filter')
  await expect(show.getByLabel('Colour by')).toBeVisible()
  await page.keyboard.press('x')
  await expect(page.getByRole('region', { name: 'Section box' })).toBeVisible()
  await page.keyboard.press('x')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Orbit')
  await page.keyboard.press('Escape')
  await openPanel(page, 'History')
  await revisions.getByRole('button', { name: 'Try again' }).click()
  await expect(revisions).toContainText('There is no connection.')
  // What could not be read comes by itself with the connection.
  await context.setOffline(false)
  await expect(revisions).toContainText('Created')
  expect(said).toEqual([])
})

for (const width of variants([1280, 390]))
  test(`axe finds nothing in either theme, ${width} wide`, async ({ page, signUp, newModel }) => {
    await page.setViewportSize({ width, height: 844 })
    await signUp()
    const { id } = await newModel(PORTAL)
    await page.goto(`/models/${id}?selected=f:beam&layers=-shading`)
    await expect(page.getByRole('heading', { name: 'Frame beam' })).toBeVisible()
    await expect(page.getByText('live', { exact: true })).toBeVisible()
    for (const name of width > 860
      ? (['Show and filter', 'Model check', 'Outline', 'History'] as const)
      : (['Outline'] as const)) {
      const panel = await openPanel(page, name)
      await expect(panel).toBeVisible()
      if (name === 'History') {
        await panel.getByRole('button', { name: 'What revision 1 changed' }).click()
        await expect(panel.getByRole('button', { name: /Frame beam/ })).toBeVisible()
      }
      // What is around the panels is the same with each.
      await isAccessibleInBothThemes(page, ...(isExhaustive || name === 'Show and filter' ? [] : ['aside']))
    }
    // Tools, a drawing and both dialogs.
    await page.getByLabel('Go to a view').selectOption({ label: 'Elevation at A' })
    await expect(page.getByRole('region', { name: 'Drawing' })).toBeVisible()
    await isAccessibleInBothThemes(page, '[aria-label="Drawing"]')
    await page.getByRole('button', { name: 'Change where it is cut' }).click()
    await page.keyboard.press('m')
    for (const name of ['Section box', 'Measure']) {
      await expect(page.getByRole('region', { name })).toBeVisible()
      await isAccessibleInBothThemes(page, `[aria-label="${name}"]`)
    }
    for (const [key, name] of [
      ['s', 'Save a picture'],
      ['?', 'Keys and gestures'],
    ] as const) {
      // biome-ignore format: a table
      await page.keyboard.press(key)
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await isAccessibleInBothThemes(page, 'dialog')
      await page.keyboard.press('Escape')
    }
  })
