import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { variants } from '#lib/fixtures/exhaustive.ts'
import { isAccessible, isAccessibleInBothThemes } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { listen } from './viewer-page.ts'

const node = (id: string, x: number, z: number) => ({ id, position: { x, y: 0, z } })
const HALL = {
  nodes: [node('1', 0, 0), node('2', 0, 4), node('3', 12.5, 4), node('4', 12.5, 0)],
  frames: [
    { id: 'C1', startNodeId: '1', endNodeId: '2' },
    { id: 'B1', startNodeId: '2', endNodeId: '3' },
    { id: 'C2', startNodeId: '4', endNodeId: '3' },
  ],
}
const file = (name: string, content: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
})

/** All that can be done with a model is in its menu. */
async function choose(page: Page, model: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${model}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('the first model: from a template, empty in units, from files that are dropped, and the demo building', async ({
  page,
  signUp,
}) => {
  await signUp()
  await page.goto('/')
  const modelHere = async () => (await page.request.get(`/api/construct-models/${page.url().split('/').at(-1)}`)).json()
  await expect(page.getByRole('heading', { name: 'Start from a template' })).toBeVisible()
  await page.getByRole('button', { name: 'Hall', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New model' })
  await expect(dialog.getByRole('radio', { name: 'Hall' })).toBeChecked()
  await dialog.getByLabel('Bays', { exact: true }).fill('0')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByLabel('Bays', { exact: true })).toHaveAccessibleDescription('Enter a whole number from 1 to 30.')
  await isAccessible(page)
  await dialog.getByLabel('Bays', { exact: true }).fill('2')
  await dialog.getByLabel('Name').fill('Hall 3')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/\/models\/m_/)
  expect(await modelHere()).toMatchObject({ name: 'Hall 3', units: { length: 'm' }, metadata: { template: 'hall', bays: 2 } })
  await expect(page.getByRole('img', { name: /^The model in 3D/ })).toBeVisible()

  await page.goto('/')
  await page.getByRole('button', { name: 'New model' }).click()
  await dialog.getByLabel('Name').fill('Pipe rack 7')
  await dialog.getByLabel('Units').selectOption('ft, kip, °F')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/\/models\/m_/)
  expect(await modelHere()).toMatchObject({
    name: 'Pipe rack 7',
    units: { length: 'ft', force: 'kip', temperature: 'F' },
    nodes: [],
  })

  await page.goto('/')
  const picture = page.getByRole('listitem').filter({ hasText: 'Hall 3' }).locator('img')
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(512)

  // Two files held over the page, one of them broken.
  const files = await page.evaluateHandle(
    (texts) => {
      const held = new DataTransfer()
      for (const [name, text] of texts) held.items.add(new File([text], name, { type: 'application/json' }))
      return held
    },
    [
      ['Hall B.json', JSON.stringify({ ...HALL, units: { length: 'm' } })],
      ['broken.json', JSON.stringify({ frames: [{ id: 'B1', startNodeId: '1', endNodeId: '9' }] })],
    ] as const,
  )
  await page.dispatchEvent('main', 'dragenter', { dataTransfer: files })
  await expect(page.getByText('Drop the files')).toBeVisible()
  await page.dispatchEvent('main', 'drop', { dataTransfer: files })
  const imports = page.getByRole('dialog', { name: '1 of 2 files imported' })
  await expect(imports.getByRole('listitem').filter({ hasText: 'frames[0].endNodeId' }).first()).toContainText("no node '9'")
  await imports.getByRole('button', { name: 'Close' }).click()
  const hall = page.getByRole('listitem').filter({ hasText: 'Hall B' })
  await expect(hall).toContainText('3 frames · 4 nodes')
  await expect(hall).toContainText('12.5 × 0 × 4 m')
  await expect(hall).toContainText('by you in the browser')

  await page.getByRole('button', { name: 'Open the demo building' }).click()
  await page.waitForURL(/\/models\/m_/, { timeout: 30_000 })
  expect(await modelHere()).toMatchObject({ name: 'Demo building' })
})

test('imports what the API returned, with the sections as they were submitted', async ({ page, signUp, newModel }) => {
  await signUp()
  const sections = [{ id: 'HEA', type: 'i_wide_flange', dimensions: { t3: 0.19, t2: 0.2, tf: 0.01, tw: 0.0065 } }]
  const first = await newModel({ name: 'Original', sections, ...HALL })
  const returned = await (await page.request.get(`/api/construct-models/${first.id}`)).json()
  await page.goto('/')
  await page.getByLabel('Files to import').setInputFiles(file('copy.json', returned))
  await page.waitForURL(/\/models\/m_/)
  const copy = await (await page.request.get(`/api/construct-models/${page.url().split('/').at(-1)}`)).json()
  for (const field of ['name', 'nodes', 'frames', 'sections', 'sectionDefinitions', 'bounds'] as const) {
    expect(copy[field], field).toEqual(returned[field])
  }
})

test('imports each model of other programs that is given beside the project, and draws it', async ({ page, signUp }) => {
  const folder = join(import.meta.dirname, '../../shared/examples/json')
  test.skip(!existsSync(folder), 'no models of other programs beside the project')
  const files = readdirSync(folder).filter((file) => file.endsWith('.json') && !file.endsWith('.summary.json'))
  expect(files.length).toBeGreaterThan(0)
  await signUp()
  for (const file of variants(files, 2)) {
    const given = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    await page.goto('/')
    await page.getByLabel('Files to import').setInputFiles(join(folder, file))
    await page.waitForURL(/\/models\/m_/)
    await expect(page.locator('main canvas[data-picture="complete"]')).toBeVisible({ timeout: 90_000 })
    const counts = ['frames', 'areas', 'nodes'].map((kind) => given[kind]?.length ?? 0)
    const { counts: imported } = (await (await page.request.get('/api/construct-models?limit=1')).json()).items[0]
    expect([imported.frames, imported.areas, imported.nodes], file).toEqual(counts)
  }
})

test('lists every problem of a file with its path, or where it is no JSON, and saves nothing', async ({ page, signUp }) => {
  await signUp()
  await page.goto('/')
  const frames = [...HALL.frames, { id: 'B2', startNodeId: '2', endNodeId: '3a' }, { id: 'B3', startNodeId: '9' }]
  await page.getByLabel('Files to import').setInputFiles(file('broken.json', { ...HALL, frames }))
  const problems = page.getByRole('list', { name: 'Problems' })
  const at = (path: string) => problems.getByRole('listitem').filter({ hasText: path })
  await expect(at('frames[3].endNodeId')).toContainText("no node '3a'")
  await expect(at('frames[4].endNodeId')).toContainText('Field required')
  await isAccessible(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Files to import').setInputFiles(file('cut.json', '{"nodes": [{"id": "1"'))
  await expect(page.getByRole('alert').filter({ hasText: 'cut.json' })).toBeVisible()
  await expect(problems).toContainText('JSON decode error')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Start from a template' })).toBeVisible()
})

test('takes a file of another program, says what is left out, and gives the model away again', async ({ page, signUp }) => {
  await signUp()
  await page.goto('/')
  const text = readFileSync(join(import.meta.dirname, '../lib/files/golden/portal-frame.e2k'), 'utf8')
  const broken = text.replace('$ LINE ASSIGNS', '$ LINE ASSIGNS\n  LINEASSIGN  "B9"  "Level_1"  SECTION "IPE 300"')
  await page
    .getByLabel('Files to import')
    .setInputFiles({ name: 'Hall.e2k', mimeType: 'text/plain', buffer: Buffer.from(broken) })
  const asking = page.getByRole('dialog', { name: 'Import Hall.e2k as it is?' })
  await expect(asking).toContainText('1 row names what is not in the file')
  await isAccessibleInBothThemes(page)
  await asking.getByRole('button', { name: 'Import as it is' }).click()
  const done = page.getByRole('dialog', { name: 'Imported Hall.e2k' })
  await expect(done).toContainText('Portal frame · 4 nodes, 3 frames')
  await done.getByRole('button', { name: 'Report' }).click()
  await expect(done).toContainText('ETABS 22.6.0')
  await done.getByText('tables of the file').click()
  await expect(done.getByRole('row', { name: /^LINEASSIGN 4 3 0 1/ })).toBeVisible()
  await isAccessibleInBothThemes(page)
  await done.getByRole('link', { name: 'Open' }).click()
  await page.waitForURL(/\/models\/m_/)

  await page.getByRole('button', { name: 'Export: Portal frame' }).click()
  const dialog = page.getByRole('dialog')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'SAP2000' }).click()
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('Portal frame.s2k')
})

/** As the signed-in person, from one of our pages. */
async function remove(page: Page, id: string): Promise<void> {
  await page.goto('/')
  const { origin } = new URL(page.url())
  const answer = await page.request.delete(`/api/construct-models/${id}`, { headers: { origin } })
  expect(answer.status()).toBe(204)
}

test('a model’s menu, by mouse and keyboard: rename, export, delete into the bin with a way back', async ({
  page,
  signUp,
  newModel,
}) => {
  await signUp()
  const [older, newer] = [await newModel({ name: 'Draft' }), await newModel({ name: 'Newer' })]
  const statusOf = async (id: string) => (await page.request.get(`/api/construct-models/${id}`)).status()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Bin' })).toHaveCount(0)
  const menu = page.getByRole('button', { name: 'Actions for Draft' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Older')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('link', { name: 'Older' })).toBeVisible()

  const download = page.waitForEvent('download')
  await choose(page, 'Older', 'Export…')
  await page.getByRole('dialog').getByRole('button', { name: 'JSON' }).click()
  expect((await download).suggestedFilename()).toBe('Older.json')

  await choose(page, 'Newer', 'Delete')
  await expect(page.getByRole('status')).toContainText('“Newer” was moved to the bin and will be deleted permanently in 30 days.')
  await expect(page.getByRole('link', { name: 'Older' })).toBeFocused()
  expect(await statusOf(newer.id)).toBe(404)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status')).toContainText('“Newer” was restored.')
  await expect(page.getByRole('link', { name: 'Newer' })).toBeFocused()
  expect(await statusOf(newer.id)).toBe(200)

  await choose(page, 'Newer', 'Delete')
  await expect(page.getByRole('link', { name: 'Newer' })).toHaveCount(0)
  await choose(page, 'Older', 'Delete')
  await expect(page.getByRole('heading', { name: 'Start from a template' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Older' })).toBeFocused()
  expect([await statusOf(newer.id), await statusOf(older.id)]).toEqual([404, 200])
})

test('brings a model back from the bin, or lets it go for good once its name is typed', async ({ page, signUp, newModel }) => {
  await signUp()
  const [kept, gone] = [await newModel({ name: 'Kept hall', ...HALL }), await newModel({ name: 'Old hall' })]
  for (const { id } of [kept, gone]) await remove(page, id)
  expect((await page.goto(`/models/${kept.id}`))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Model not found' })).toBeVisible()
  await page.goto('/')
  await page.getByRole('link', { name: 'Bin' }).click()
  await page.waitForURL('/bin')
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('row', { name: /Kept hall/ })).toContainText('3 frames · 4 nodes')

  await page.getByRole('button', { name: 'Delete permanently: Old hall' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete permanently?' })
  await dialog.getByLabel('Type the name of the model').fill('Kept hall')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(dialog.getByText('The model has another name.')).toBeVisible()
  await isAccessible(page)
  await dialog.getByLabel('Type the name of the model').fill('Old hall')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByRole('status')).toContainText('“Old hall” was deleted permanently.')
  await expect(page.getByRole('button', { name: 'Restore: Kept hall' })).toBeFocused()
  const back = await page.request.post(`/api/construct-models/${gone.id}/undelete`, {
    headers: { origin: new URL(page.url()).origin },
  })
  expect(back.status()).toBe(404)

  await page.getByRole('button', { name: 'Restore: Kept hall' }).click()
  await expect(page.getByText('Nothing is in the bin.')).toBeVisible()
  await page.getByRole('link', { name: 'Open it' }).click()
  await page.waitForURL(`/models/${kept.id}`)
})

test('searches while one types, sorts, pages through many, and shows them as a list', async ({ page, signUp, newModel }) => {
  await signUp()
  for (let i = 1; i <= 26; i++) await newModel({ name: i === 1 ? 'Übergang Süd' : `Bay ${i}`, ...(i === 9 && HALL) })
  await page.goto('/')
  const cards = page.getByRole('list', { name: 'Models' }).getByRole('listitem')
  await expect(cards).toHaveCount(24)
  await page.getByRole('link', { name: 'More models' }).click()
  await expect(cards).toHaveCount(2)
  await page.getByRole('link', { name: 'First page' }).click()
  await expect(cards).toHaveCount(24)

  await page.getByLabel('Sort by').selectOption('Name')
  await expect(page).toHaveURL('/?sort=name')
  await expect(cards.first()).toContainText('Bay 2')
  await page.getByRole('link', { name: 'More models' }).click()
  await expect(cards).toHaveText([/Bay 26/, /Übergang Süd/])
  await page.getByLabel('Sort by').selectOption('Number of elements')
  await expect(cards.first()).toContainText('Bay 9')

  await page.getByRole('searchbox').pressSequentially('übergang')
  await expect(page).toHaveURL('/?q=%C3%BCbergang&sort=size')
  await expect(cards).toHaveCount(1)
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.getByRole('searchbox').fill('nothing like it')
  await expect(page.getByText('No model’s name contains “nothing like it”.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await page.getByRole('button', { name: 'List' }).click()
  await expect(page.getByRole('row')).toHaveCount(25)
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(25)
  await page.goto('/?cursor=made-up')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test("another user's model is not listed, and its page is not there", async ({ page, signUp, newModel, context, address }) => {
  await signUp()
  const { id } = await newModel({ name: 'Secret tower' })
  await context.clearCookies()
  await signUp()
  await page.goto('/')
  await expect(page.getByText('Secret tower')).toHaveCount(0)
  const theirs = await page.goto(`${address}/models/${id}`)
  expect(theirs?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Model not found' })).toBeVisible()
  // Nor is anything fetched that lies unused: browsers warn of it.
  for (const path of [`/models/${id}`, '/share/none', '/embed/none']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    const unused = await page.evaluate(() => {
      const used = [...document.styleSheets].map(({ href }) => href)
      return performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.endsWith('.css') && !used.includes(name))
    })
    expect(unused, path).toEqual([])
  }
})

test('the list and the bin are accessible in either theme, and fit a phone', async ({ page, signUp, newModel }) => {
  await signUp()
  await newModel({
    name: 'A name that goes on and on, without-any-thought-of-the-width-of-a-phone_at_all_at_all_at_all',
    ...HALL,
  })
  await page.setViewportSize({ width: 360, height: 740 })
  const deleted = await newModel({
    name: 'Another name that goes on, without-any-thought-of-the-width-of-a-phone_at_all_at_all',
    ...HALL,
  })
  await remove(page, deleted.id)
  await newModel({ name: ' \u200f ' })
  await newModel({ name: 'جسر المشاة 7 \u202egnp' })
  const { origin } = new URL(page.url())
  for (const [path, look] of [
    ['/', 'cards'],
    ['/', 'list'],
    ['/bin', 'list'],
  ] as const) {
    await page.context().addCookies([{ name: 'models', value: look, url: origin }])
    await page.goto(path)
    await expect(look === 'cards' ? page.getByRole('list', { name: 'Models' }) : page.getByRole('table')).toBeVisible()
    if (path === '/') await expect(page.getByRole('link', { name: 'Untitled' })).toBeVisible()
    await isAccessibleInBothThemes(page)
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await beyond(), path).toBeLessThanOrEqual(0)
    // On a screen of 1440 pixels at 200 %, and with letters alone twice as large.
    await page.setViewportSize({ width: 720, height: 450 })
    expect(await beyond(), path).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await beyond(), path).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 360, height: 740 })
  }
})

test('who leaves the list while a picture is being read is told of no error', async ({ page, signUp, newModel }) => {
  const said = listen(page)
  await page.addInitScript(() => {
    // What is read is broken off when the page is left, as `fetch` does it.
    Response.prototype.blob = () =>
      new Promise((_, reject) => {
        document.documentElement.dataset.reads = 'a picture'
        addEventListener('left', () => reject(new DOMException('The page was left', 'AbortError')))
      })
  })
  await signUp()
  const { id } = await newModel({ name: 'Left early', ...HALL })
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-reads', 'a picture')
  await page.getByRole('link', { name: 'Left early' }).click()
  await page.waitForURL(`**/models/${id}*`)
  await page.evaluate(() => void dispatchEvent(new Event('left')))
  await expect(page.locator('[data-parts="here"]')).toBeVisible()
  expect(said).toEqual([])
})
