import type { Page } from '@playwright/test'
import { variants } from '#lib/fixtures/exhaustive.ts'
import { withoutValue } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { newLink } from './sharing-site.ts'
import { drawn, isBeam, listen, onPage, openViewer, PORTAL, type Point } from './viewer-page.ts'

/** What is asked for as a model is opened, in which form it comes, and to whom. */

const VIEW = 'camera=3,-18,3,3,0,2&layers=-shading'
const BEAM: Point = [3, -0.2, 3.55]

// Narrow enough that no panel lies over the picture.
test.use({ viewport: { width: 1000, height: 700 } })

test('the model is asked for by the page itself, once, before a script is there; from the list by the viewer, and another revision alone', async ({
  page,
  signUp,
  newModel,
}) => {
  const said = listen(page)
  await signUp()
  const { id } = await newModel(PORTAL)
  const asked: string[] = []
  let tell = () => {}
  const isAsked = new Promise<void>((resolve) => {
    tell = resolve
  })
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!/^\/api\/construct-models\/[^/]+(\/revisions\/\d+)?$/.test(pathname)) return
    asked.push(pathname)
    tell()
  })
  const scripts = '**/_next/static/**/*.js'
  await page.route(scripts, async (route) => {
    await isAsked
    await route.continue()
  })
  await openViewer(page, id, VIEW)
  await drawn(page, [BEAM, isBeam])
  expect(asked).toEqual([`/api/construct-models/${id}`])

  await page.unroute(scripts)
  await page.goto('/')
  await page.getByRole('link', { name: PORTAL.name }).click()
  await expect(page.locator('main canvas[data-picture="complete"]')).toBeVisible()
  expect(asked.slice(1)).toEqual([`/api/construct-models/${id}`])

  await openViewer(page, id, 'revision=1&layers=-shading')
  expect(asked.slice(2)).toEqual([`/api/construct-models/${id}/revisions/1`])
  expect(said).toEqual([])
})

/** Words that can be seen, or could be if they did not lie beyond the left or right side of the window. */
const wordsOutside = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const outside: string[] = []
    while (texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      const { left, right, width } = range.getBoundingClientRect()
      const isShown = texts.currentNode.parentElement?.checkVisibility() && width > 0
      if (isShown && (left < 0 || right > innerWidth)) outside.push(`${texts.currentNode.textContent} at ${left}`)
    }
    return outside
  })

for (const width of variants([390, 1280])) {
  test(`${width} px wide: before a script is there the words stand in the window, that it opens in its middle; then it opens`, async ({
    page,
    hall,
    context,
    address,
  }) => {
    const said = listen(page)
    await page.setViewportSize({ width, height: 844 })
    const link = await newLink(context.request, address, hall, { origins: [address] })
    for (const path of [`/models/${hall}`, `/share/${link.token}`, `/embed/${link.token}`, '/demo']) {
      let release = () => {}
      const isReleased = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/_next/static/**/*.js', async (route) => {
        await isReleased
        await route.continue()
      })
      await page.goto(`${path}?layers=-shading`, { waitUntil: 'commit' })
      await expect(page).toHaveTitle(/./)
      if (!path.startsWith('/embed/')) {
        const opening = page.getByText('Opening the viewer…')
        await expect(opening).toBeVisible()
        const box = await opening.boundingBox()
        expect.soft((box?.x ?? 0) + (box?.width ?? 0) / 2, path).toBeCloseTo(width / 2, 0)
      }
      expect.soft(await wordsOutside(page), path).toEqual([])
      expect.soft(await withoutValue(page), path).toEqual([])
      release()
      await expect(page.locator('main canvas[data-picture="complete"]')).toBeVisible()
      expect.soft(await withoutValue(page), path).toEqual([])
      await page.unrouteAll()
    }
    expect(said).toEqual([])
  })
}

test('asks to sign in and comes straight back; what is unknown and what is not yours look the same', async ({
  page,
  browser,
  signUp,
  newModel,
  baseURL,
}) => {
  const account = await signUp()
  const { id } = await newModel(PORTAL)
  await page.context().clearCookies()
  await page.goto(`/models/${id}?selected=f:beam&layers=-shading`)
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/)
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Frame beam' })).toBeVisible()

  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  const stranger = await other.newPage()
  await stranger.request.post('/api/account/sign-up', {
    data: { email: `stranger-${id.toLowerCase()}@example.com`, password: account.password, name: 'A stranger' },
    headers: { origin: baseURL ?? '' },
  })
  const seen = async (path: string) => {
    const answer = await stranger.goto(path)
    return { status: answer?.status(), title: await stranger.title(), text: await stranger.getByRole('main').innerText() }
  }
  const notMine = await seen(`/models/${id}`)
  expect(notMine.status).toBe(404)
  expect(await seen('/models/m_nobody')).toEqual(notMine)
  await other.close()
})

test('a model of 50,000 elements comes as columns, and is pressed, searched and followed like any other', async ({
  page,
  context,
  signUp,
  newModel,
}) => {
  const said = listen(page)
  await signUp()
  const ground = Array.from({ length: 50_000 }, (_, k) => ({
    id: `ground ${k}`,
    position: { x: 0.01 * (k % 500), y: 20 + 0.01 * Math.floor(k / 500), z: 0 },
  }))
  const { id } = await newModel({ ...PORTAL, nodes: [...PORTAL.nodes, ...ground] })
  const forms: (string | undefined)[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === `/api/construct-models/${id}`) forms.push(response.headers()['content-type'])
  })
  await openViewer(page, id, VIEW)
  await drawn(page, [BEAM, isBeam])
  expect(forms).toEqual(['application/vnd.structural-scene'])
  const beam = await onPage(page, BEAM)
  await page.mouse.click(beam.x, beam.y)
  const fields = page.getByRole('complementary', { name: 'Properties' })
  await expect(fields.getByRole('heading', { name: 'Frame beam' })).toBeVisible()
  await expect(fields).toContainText('Main beam')
  const frame = PORTAL.frames.find((one) => one.id === 'beam')
  const changed = await context.request.post(`/api/construct-models/${id}/elements`, {
    data: { frames: [{ ...frame, label: 'Beam of another name' }] },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(changed.status()).toBe(200)
  await expect(fields).toContainText('Beam of another name')
  await page.keyboard.press('/')
  await page.keyboard.type('ground 49999')
  await expect(page.getByRole('complementary', { name: 'Outline' }).getByRole('option')).toHaveCount(1)
  expect(said).toEqual([])
})
