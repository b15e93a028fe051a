import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { variants } from '#lib/fixtures/exhaustive.ts'
import { anchorOf } from '#lib/http/problem-anchor.ts'
import { PROBLEM_KINDS } from '#lib/http/problem-kinds.ts'
import { ERROR_TYPES } from '#lib/rest/error-types.ts'
import { GROUPS, groupHref, REFERENCE_PAGES } from '#lib/rest/reference-pages.ts'
import { isAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

/** Pages of operations are made alike. */
const ALIKE = Object.keys(GROUPS).map(groupHref)
const READ_BY_AXE = new Set([...variants(ALIKE), ...REFERENCE_PAGES.filter((path) => !ALIKE.includes(path))])

test('the reference is a page a group of operations: accessible, narrow enough, quiet, none above 170 kB', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  const tooLong: string[] = []
  for (const path of REFERENCE_PAGES) {
    const html = await (await page.request.get(path)).body()
    if (html.length > 170 * 1024) tooLong.push(`${path} ${html.length}`)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (READ_BY_AXE.has(path)) await isAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
    // Nor does a table scroll within the page: nobody reaches that by keyboard.
    const around = page.getByRole('main').locator('div:has(> table)')
    expect(await around.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length), path).toBe(0)
  }
  expect(tooLong).toEqual([])
  expect(complaints).toEqual([])
  expect((await page.request.get('/docs/nothing')).status()).toBe(404)
})

test('what one does with the viewer is said section by section, as in docs/viewer.md', async ({ page }) => {
  const sections = readFileSync(join(import.meta.dirname, '../docs/viewer.md'), 'utf8').matchAll(/^## \d+\. (.*)$/gm)
  await page.goto('/docs/viewer')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(Array.from(sections, ([, title = '']) => title))
  await expect(main.getByRole('row').filter({ hasText: 'saved views' })).toContainText('made by commenters')
  expect((await main.innerText()).match(/\*\*|`|^\||\]\(/gm)).toBe(null) // no mark is left over
})

test('an operation has its line for a shell and the fields of what is sent, and sends requests', async ({ page, signUp }) => {
  await page.goto('/docs/models')
  const create = page.locator('#create_model')
  await expect(create.getByLabel('curl')).toContainText('Authorization: Bearer smk_…')
  await create.getByText('Try it').click()
  await create.getByRole('button', { name: 'Send POST' }).click()
  await expect(create.getByRole('status').filter({ hasText: '401' })).toBeVisible()
  await expect(create.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in?callbackUrl=%2Fdocs%2Fmodels')

  await signUp()
  await create.getByLabel('Body, JSON').fill('{"name":"From the reference"}')
  await create.getByRole('button', { name: 'Send POST' }).click()
  await expect(create.getByRole('status').filter({ hasText: '201' })).toContainText('"name": "From the reference"')

  const list = page.locator('#list_models')
  await list.getByText('Try it').click()
  await list.getByLabel('q').fill('no such & model')
  await list.getByRole('button', { name: 'Send GET' }).click()
  await expect(list.getByRole('status').filter({ hasText: '200' })).toContainText('"items": []')

  const read = page.locator('#read_model')
  await read.getByText('Try it').click()
  await read.getByLabel('model_id').fill('a/b')
  await read.getByRole('button', { name: 'Send GET' }).click()
  await expect(read.getByRole('status').filter({ hasText: '404' })).toContainText('Model not found')

  await page.goto('/docs/revisions')
  // An answer that never ends is not for a page of answers.
  await expect(page.locator('#hear_revisions').getByText('Try it')).toHaveCount(0)

  await page.goto('/docs/elements')
  await page.locator('#add_frames').getByText('Request', { exact: true }).click()
  await page.locator('#add_frames').getByRole('link', { name: 'FrameInput' }).click()
  const frame = page.locator('#FrameInput')
  await expect(frame).toBeInViewport()
  await expect(frame.getByRole('row', { name: /^rotation/ })).toContainText('Degrees about local axis 1')
  await expect(frame.getByRole('row', { name: /^startNodeId/ })).toContainText('required')
})

test('the search is over all of it, by the keyboard', async ({ page }) => {
  await page.goto('/docs')
  const search = page.getByRole('combobox', { name: 'Search the reference' })
  // A key that comes before the script of the page is nobody's.
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(search).toBeFocused({ timeout: 1000 })
  }).toPass()
  await page.keyboard.type('comp revis')
  await expect(page.getByRole('option', { name: /^Compare two revisions/ })).toHaveAttribute('aria-selected', 'true')
  await isAccessible(page)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/revisions#compare_revisions')

  await search.fill('not_found')
  const options = page.getByRole('option')
  await expect(options.first()).toHaveText('not_found 404')
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveText('reference_not_found 422')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/errors#reference-not-found')
  await expect(page.locator('#reference-not-found')).toBeInViewport()

  await search.fill('no such words')
  await expect(page.getByText('Nothing has these words.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
})

test('each problem leads to its place on the page of errors, each type of 422 has its own', async ({ page, request }) => {
  const problem = await (await request.get('/api/construct-models')).json()
  expect(problem).toMatchObject({ status: 401, code: 'not_authenticated' })
  await page.goto(problem.type)
  await expect(page.locator(new URL(problem.type).hash)).toBeInViewport()
  for (const code of [...Object.keys(PROBLEM_KINDS), ...Object.keys(ERROR_TYPES)])
    await expect(page.locator(`[id="${anchorOf(code)}"]`)).toHaveCount(1)
  for (const { status } of Object.values(PROBLEM_KINDS)) await expect(page.locator(`#status-${status}`)).toHaveCount(1)
})

test('what stands under Authenticate works as pasted, with a key in its place', async ({ page, signUp, apiKey, newModel }) => {
  await signUp()
  const { id } = await newModel({ name: 'Portal frame' })
  const key = await apiKey()
  await page.goto('/docs')
  const pasted = async (label: string) =>
    (await page.locator('#authenticate').getByLabel(label, { exact: true }).innerText()).trim().replaceAll('smk_…', key)
  const curl = await run('sh', ['-c', `${await pasted('curl')} -s -w '\n%{http_code}'`], {})
  expect(curl?.out).toMatch(new RegExp(`${id}[^]*\n200$`))
  const script = await run(process.execPath, ['--input-type=module', '-e', await pasted('TypeScript')], {})
  expect(script?.out.trim()).toBe(`${id} Portal frame`)
  const python = await run('python3', ['-c', await pasted('Python')], {})
  if (python) expect(python.out.trim()).toBe(`${id} Portal frame`)
})

/** As somebody runs it who has read the guide. Null where there is no such program on this machine. */
function run(command: string, args: string[], env: Record<string, string>): Promise<{ code: number | null; out: string } | null> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env: { ...process.env, ...env }, cwd: join(import.meta.dirname, '..') })
    let out = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (out += bytes))
    child.once('error', () => resolve(null))
    child.once('close', (code) => resolve({ code, out }))
  })
}

for (const [name, command, args] of [
  ['curl', 'sh', ['public/guides/first-model.sh']],
  // Without its types, for Node.js before 22.18.
  ['TypeScript', 'sh', ['-c', 'node_modules/.bin/esbuild public/guides/first-model.mts | node --input-type=module -']],
  ['Python', 'python3', ['public/guides/first-model.py']],
] as const) {
  test(`the guide to a first model runs: ${name}`, async ({ signUp, apiKey, asProgram, address }, info) => {
    await signUp()
    const key = await apiKey()
    const ran = await run(command, [...args], {
      MODELS_URL: address,
      MODELS_KEY: key,
      PICTURE: info.outputPath('portal-frame.png'),
    })
    test.skip(ran === null, `there is no ${command} here`)
    expect(ran?.code, ran?.out).toBe(0)
    const lines = ran?.out.trim().split('\n') ?? []
    expect(lines.join(' ')).toContain("no node 'B1a' in the model or this batch; did you mean 'B1'?")
    expect(lines.at(-2)).toMatch(/^\{"findings":\s*\[\]\}$/)
    const id = lines.at(-1)?.split('/models/')[1]
    const model = await (await (await asProgram(key)).get(`/api/construct-models/${id}`)).json()
    expect([model.revision, model.frames.length, model.sections[0].shape]).toEqual([2, 3, 'i_wide_flange'])
  })
}

test('the guides are a page, too', async ({ page }) => {
  await page.goto('/docs')
  await page.getByRole('main').getByRole('link', { name: 'your first model' }).click()
  await expect(page.getByRole('heading', { name: 'Python' })).toBeVisible()
})
