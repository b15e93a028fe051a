import type { Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { readPng } from './pictures.ts'
import { newLink, site } from './sharing-site.ts'
import { listen, PORTAL } from './viewer-page.ts'

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { name, exact: true })).toBeVisible()

test('a link shows the model live to somebody without an account, until it is taken back', async ({
  context,
  browser,
  address,
  signUp,
  newModel,
}) => {
  await signUp()
  const { id } = await newModel(PORTAL)
  const owner = await context.newPage()
  await owner.goto(`/models/${id}?layers=-shading`)
  await owner.getByRole('button', { name: /^Share/ }).click()
  const links = owner.getByRole('dialog').getByRole('region', { name: 'Links' })
  await links.getByRole('button', { name: 'New link' }).click()
  await links.getByLabel('Name', { exact: true }).fill('For the client')
  await links.getByLabel(/^Show comments/).check()
  await isAccessible(owner)
  await links.getByRole('button', { name: 'Create link' }).click()
  const url = await links.getByLabel('Address of the link').inputValue()
  await expect(links.getByRole('list', { name: 'Links to this model' })).toContainText(/with comments.*not opened yet/)
  await isAccessible(owner)
  const [wide, phone] = [
    await browser.newContext({ viewport: { width: 1440, height: 900 } }),
    await browser.newContext({ viewport: { width: 390, height: 844 } }),
  ]
  const [page, small] = [await wide.newPage(), await phone.newPage()]
  const said = [listen(page), listen(small)]
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))

  const response = await page.goto(url)
  await small.goto(`${url}?layers=-shading`)
  for (const one of [page, small]) await heading(one, PORTAL.name)
  const headers = response?.headers() ?? {}
  expect(headers).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  })
  expect(headers['cache-control']).toMatch(/private.*no-store|no-store.*private/)
  await expect(page).toHaveTitle(new RegExp(PORTAL.name))
  expect(await page.locator('meta[property="og:title"]').getAttribute('content')).toBe(PORTAL.name)
  expect(await page.locator('meta[property="og:image"]').first().getAttribute('content')).toBe(`${url}/preview.png`)
  expect(await page.locator('link[type="application/json+oembed"]').getAttribute('href')).toBe(
    `${address}/oembed?url=${encodeURIComponent(url)}`,
  )
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toContain('noindex')
  await expect(page.getByRole('button', { name: 'Outline' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'History' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Comments' })).toBeVisible()
  await page.getByRole('button', { name: 'Model check' }).click()
  for (const one of [page, small]) await isAccessible(one)

  await context.request.patch(`${address}/api/construct-models/${id}`, {
    data: { name: 'The portal, wider' },
    headers: { origin: address },
  })
  for (const one of [page, small]) await heading(one, 'The portal, wider')
  expect(asked.filter((url) => url.includes('/api/construct-models'))).toEqual([])

  await links.getByRole('button', { name: 'Change For the client' }).click()
  await links.getByLabel(/^Show comments/).uncheck()
  await links.getByRole('button', { name: 'Save' }).click()
  await expect(links.getByRole('list', { name: 'Links to this model' })).not.toContainText('with comments')
  await links.getByRole('button', { name: 'Revoke For the client' }).click()
  await links.getByRole('button', { name: 'Revoke For the client permanently' }).click()
  await expect(links.getByRole('list', { name: 'Links to this model' })).toHaveCount(0)
  for (const one of [page, small]) await expect(one.getByText('This link no longer works')).toBeVisible()
  // What was asked after the end is told by the console, and only that.
  for (const lines of said) expect(lines.filter((line) => !line.includes('404'))).toEqual([])
  const gone = await page.goto(url)
  expect(gone?.status()).toBe(404)
  await heading(page, 'This link no longer works')
  await isAccessible(page)
  for (const one of [wide, phone]) await one.close()
})

test('a password opens it, without script too, and says nothing of the model before', async ({
  context,
  browser,
  address,
  signUp,
  newModel,
}) => {
  await signUp()
  const { id } = await newModel(PORTAL)
  const { url } = await newLink(context.request, address, id, { password: 'a bridge in the fog' })
  const stranger = await browser.newContext({ javaScriptEnabled: false })
  const page = await stranger.newPage()
  await page.goto(url)
  await expect(page).toHaveTitle(/A structural model/)
  expect(await page.content()).not.toContain(PORTAL.name)
  await page.getByLabel('Password').fill('a bridge in the sun')
  await page.getByRole('button', { name: 'Open the model' }).click()
  await expect(page.getByText('This password is not right.')).toBeVisible()
  await page.getByLabel('Password').fill('a bridge in the fog')
  await page.getByRole('button', { name: 'Open the model' }).click()
  await heading(page, PORTAL.name)
  expect(new URL(page.url()).search).toBe('')
  await stranger.close()
})

type Told = { type: string; origin: string } & Record<string, unknown>

test('stands in frames of the sites that the link names, and speaks with them', async ({
  context,
  browser,
  address,
  signUp,
  newModel,
}) => {
  await signUp()
  const { id } = await newModel(PORTAL)
  const { port, close } = await site()
  const allowed = `http://127.0.0.1:${port}`
  const link = await newLink(context.request, address, id, { origins: [allowed] })
  const embed = `${address}/embed/${link.token}`
  const stranger = await browser.newContext({ viewport: { width: 1000, height: 700 } })
  const page = await stranger.newPage()
  const said = listen(page)
  const outside = () => page.evaluateHandle(() => window as unknown as { told: Told[]; say(message: object): void })
  const told = async (type: string) =>
    (await outside()).evaluate(({ told }, wanted) => told.filter((one) => one.type === wanted), type)
  const say = async (message: object) => (await outside()).evaluate((page, one) => page.say(one), message)

  const head = await stranger.request.get(embed)
  expect(head.headers()['content-security-policy']).toContain(`frame-ancestors ${allowed}`)
  expect(head.headers()['x-frame-options']).toBeUndefined()
  expect(head.headers()['cross-origin-resource-policy']).toBe('cross-origin')
  const plain = await newLink(context.request, address, id)
  const refused = await stranger.request.get(`${address}/embed/${plain.token}`)
  expect([refused.status(), refused.headers()['x-frame-options']]).toEqual([404, 'DENY'])

  await page.goto(`${allowed}/?embed=${encodeURIComponent(`${embed}?controls=0&theme=dark&scroll=maybe&background=transparent`)}`)
  const frame = page.frameLocator('iframe')
  await expect(frame.locator('main canvas').first()).toBeVisible()
  await expect(frame.getByRole('toolbar')).toHaveCount(0)
  await expect(frame.getByRole('button', { name: 'Outline' })).toHaveCount(0)
  await expect(frame.getByRole('link', { name: 'Sign in' })).toHaveCount(0)
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await told('ready')).toEqual([]) // the page speaks first

  await say({ type: 'hello' })
  await expect.poll(() => told('ready')).toMatchObject([{ revision: 1, counts: { frame: 3, node: 6 }, origin: address }])
  expect(await told('error')).toMatchObject([{ code: 'bad_message', message: 'not understood in the address: scroll' }])
  await say({
    type: 'set',
    select: [{ kind: 'frame', id: 'beam' }],
    colour: 'section',
    theme: 'light',
    view: 'camera=20,-15,12,3,0,2',
  })
  await expect.poll(() => told('select')).toMatchObject([{ elements: [{ kind: 'frame', id: 'beam' }] }])
  await expect.poll(async () => (await told('camera')).at(-1)?.view).toMatch(/camera=20%2C-15%2C12/)
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light')
  // Nothing lies behind the model: the page around shows through, in the corner above all.
  await page.evaluate(() => {
    document.documentElement.style.background = 'rgb(255, 0, 128)'
  })
  const around = await page.locator('iframe').boundingBox()
  const corner = { x: (around?.x ?? 0) + 3, y: (around?.y ?? 0) + 3, width: 1, height: 1 }
  await expect.poll(async () => readPng(await page.screenshot({ clip: corner })).at(0)).toEqual([255, 0, 128])
  await say({ type: 'picture', width: 300, height: 200 })
  await expect.poll(async () => String((await told('picture'))[0]?.dataUrl)).toMatch(/^data:image\/png;base64,/)
  await say({ type: 'set', colour: 'red' })
  await say({ type: 'dance' })
  await expect
    .poll(async () => (await told('error')).slice(1).map(({ code }) => code))
    .toEqual(['bad_message', 'unknown_message'])

  await context.request.patch(`${address}/api/construct-models/${id}`, {
    data: { name: 'Renamed' },
    headers: { origin: address },
  })
  await expect.poll(() => told('revision')).toMatchObject([{ revision: 2 }])
  await context.request.delete(`${address}/api/construct-models/${id}/share-links/${link.id}`, { headers: { origin: address } })
  await expect.poll(async () => (await told('error')).at(-1)?.code).toBe('gone')
  expect(await stranger.cookies()).toEqual([])
  expect(said.filter((line) => !line.includes('404'))).toEqual([])

  // The same server by another name is another site.
  const other = await newLink(context.request, address, id, { origins: [allowed] })
  await page.goto(`http://localhost:${port}/?embed=${encodeURIComponent(`${address}/embed/${other.token}?start=click`)}`)
  await expect.poll(() => said.some((line) => line.includes('frame-ancestors'))).toBe(true)
  await expect(frame.getByRole('button')).toHaveCount(0)
  // What is said as soon as the frame has loaded, before anybody could do it, is done when it can be.
  const first = [{ type: 'hello' }, { type: 'set', select: [{ kind: 'frame', id: 'beam' }] }, { type: 'fit' }]
  await page.goto(
    `${allowed}/?${new URLSearchParams({ embed: `${address}/embed/${other.token}?start=click`, first: JSON.stringify(first) })}`,
  )
  await frame.getByRole('button', { name: /Open .* in 3D/ }).click()
  await expect(frame.getByRole('heading', { name: 'Renamed', exact: true })).toBeVisible()
  await expect.poll(async () => (await told('select')).at(-1)).toMatchObject({ elements: [{ kind: 'frame', id: 'beam' }] })
  await expect(frame.getByRole('complementary', { name: 'Properties' })).toContainText('Main beam')
  await stranger.close()
  close()
})
