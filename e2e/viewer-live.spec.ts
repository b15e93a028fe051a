import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { listen, openPanel, openViewer, settled } from './viewer-page.ts'

/** What the viewer says of the line to its model is true within seconds, and nothing that arrives takes a selection away. */

test('says whether it is live, offline, behind or at an end, and keeps what was selected while a revision was read', async ({
  page,
  context,
  apiKey,
  asProgram,
  hall: id,
}) => {
  const said = listen(page)
  const program = await asProgram(await apiKey())
  const address = `/api/construct-models/${id}`
  const write = (frame: string) =>
    program.post(`${address}/elements`, {
      data: { frames: [{ id: frame, startNodeId: 'A1-G', endNodeId: 'B2-2', sectionId: 'B500' }] },
    })
  const line = page.locator('[data-line]')
  await openViewer(page, id, 'layers=-shading')
  await expect(line).toHaveText('live · revision 1')
  await expect(page.locator('[data-parts="here"]')).toBeVisible()
  const outline = await openPanel(page, 'Outline')
  const search = outline.getByRole('searchbox')

  // Offline: told at once, nothing is asked for in vain, and what is here can be read.
  await context.setOffline(true)
  await expect(line).toHaveText(/^offline · revision 1, \d+ s old$/)
  await search.fill('C-A1-1')
  await outline.getByRole('option', { name: /C-A1-1/ }).click()
  const selection = page.getByRole('complementary', { name: 'Properties' })
  await expect(selection).toContainText('C-A1-1')
  await write('while offline')
  await expect(line).toHaveText(/^offline · revision 1/)
  await context.setOffline(false)
  await expect(line).toHaveText('live · revision 2')
  expect(said).toEqual([])

  // Another is selected while a revision is being read: both arrive, at their new places.
  let answer: 'held' | 503 | 'serve' = 'held'
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(`**${address}`, async (route) => {
    if (answer === 503 && !(await wasPressed())) return route.fulfill({ status: 503, body: '' })
    if (answer === 'held') await held
    await route.fallback()
  })
  const wasPressed = () => page.evaluate(() => document.documentElement.dataset.pressed === 'yes')
  const reading = page.waitForRequest(`**${address}`)
  await program.post(`${address}/elements/delete`, { data: { frames: ['X-2-2'] } })
  await write('while reading')
  await reading
  await search.fill('X-1-1')
  await outline.getByRole('option', { name: /X-1-1/ }).click()
  answer = 'serve'
  letGo()
  await expect(line).toHaveText('live · revision 4')
  await expect(selection).toContainText('X-1-1')
  await settled(page)
  expect(new URL(page.url()).searchParams.get('selected')).toBe('f:X-1-1')

  // What is selected and removed is said.
  await program.post(`${address}/elements/delete`, { data: { frames: ['X-1-1'] } })
  await expect(page.getByText('Frame X-1-1 is not in revision 5')).toBeVisible()
  await expect(selection).toBeHidden()

  // A newer revision that cannot be read is named, until it can.
  answer = 503
  await write('while away')
  await expect(line).toContainText('revision 6 exists · showing 5')
  // What is tried again by itself finds nothing: only the press does.
  await page.evaluate(() => {
    const press = (event: Event) => {
      if (event.target instanceof HTMLButtonElement) document.documentElement.dataset.pressed = 'yes'
    }
    addEventListener('click', press, { capture: true, once: true })
  })
  await line.getByRole('button', { name: 'Try now' }).click()
  await expect(line).toHaveText('live · revision 6')
  await page.unroute(`**${address}`)

  // An event that was swallowed: the beat names the revision.
  await page.route(`**${address}/events`, (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: 'event: beat\ndata: {"revision":7}\n\n',
    }),
  )
  await page.reload()
  await expect(line).toContainText('revision 7 exists · showing 6')
  await write('unheard')
  await expect(page.getByText('18 frames')).toBeVisible()
  await page.unroute(`**${address}/events`)
  await expect(line).toHaveText('live · revision 7')

  // Deleted: told at once, greyed, read-only, and never live again.
  await program.delete(address)
  const gone = page.getByRole('alert').filter({ hasText: 'This model is no longer available' })
  await expect(gone).toContainText(/It was deleted. Until .*20\d\d its owner can restore it from the bin/)
  await expect(gone.getByRole('link', { name: 'the bin' })).toHaveAttribute('href', '/bin')
  // What can be done stands in a row below what is said.
  const middle = async (one: Locator) => (await one.boundingBox().then((box) => box!.y + box!.height / 2)) as number
  const button = await middle(gone.getByRole('button', { name: 'Look at what is here' }))
  expect(Math.abs((await middle(gone.getByRole('link', { name: 'Your models' }))) - button)).toBeLessThan(2)
  expect(button - (await middle(gone.getByRole('link', { name: 'the bin' })))).toBeGreaterThan(20)
  await expect(line).toHaveText('deleted')
  await page.getByRole('button', { name: 'Look at what is here' }).click()
  await search.fill('Y-A-1')
  await outline.getByRole('option', { name: /Y-A-1/ }).click()
  await expect(selection).toContainText('Y-A-1')
})

test('says that the session ended elsewhere, and asks to sign in for the same view', async ({ page, context, hall: id }) => {
  await openViewer(page, id, 'selected=f:X-1-1&layers=-shading')
  await context.request.post('/api/account/sign-out', { headers: { origin: new URL(page.url()).origin } })
  const alert = page.getByRole('alert').filter({ hasText: 'You are signed out' })
  await expect(alert).toBeVisible({ timeout: 30_000 }) // at the next beat
  await expect(page.locator('[data-line]')).toHaveText('signed out')
  await alert.getByRole('link', { name: 'Sign in again' }).click()
  await expect(page).toHaveURL(/sign-in\?callbackUrl=.*selected/)
})
