import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { isAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

test('the reference has the fields of what is sent, and sends requests', async ({ page, signUp }) => {
  await page.goto('/docs')
  const create = page.locator('#create_model')
  await create.getByText('Try it').click()
  await create.getByRole('button', { name: 'Send POST' }).click()
  await expect(create.getByRole('status')).toContainText('401')
  await expect(create.getByRole('link', { name: 'Sign in' })).toBeVisible()

  await signUp()
  await create.getByLabel('Body, JSON').fill('{"name":"From the reference"}')
  await create.getByRole('button', { name: 'Send POST' }).click()
  await expect(create.getByRole('status')).toContainText('201')
  await expect(create.getByRole('status')).toContainText('"name": "From the reference"')

  const list = page.locator('#list_models')
  await list.getByText('Try it').click()
  await list.getByLabel('q').fill('no such & model')
  await list.getByRole('button', { name: 'Send GET' }).click()
  await expect(list.getByRole('status')).toContainText('"items": []')

  const read = page.locator('#read_model')
  await read.getByText('Try it').click()
  await read.getByLabel('model_id').fill('a/b')
  await read.getByRole('button', { name: 'Send GET' }).click()
  await expect(read.getByRole('status')).toContainText('Model not found')
  // An answer that never ends is not for a page of answers.
  await expect(page.locator('#hear_revisions').getByText('Try it')).toHaveCount(0)

  await page.locator('#add_frames').getByText('Request', { exact: true }).click()
  await page.locator('#add_frames').getByRole('link', { name: 'FrameInput' }).click()
  const frame = page.locator('#FrameInput')
  await expect(frame).toBeInViewport()
  await expect(frame.getByRole('row', { name: /^rotation/ })).toContainText('Degrees about local axis 1')
  await expect(frame.getByRole('row', { name: /^startNodeId/ })).toContainText('required')

  await isAccessible(page, '#create_model', '#FrameInput')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  // Nor does a table scroll within the page: nobody reaches that by keyboard.
  const around = page.getByRole('main').locator('div:has(> table)')
  expect(await around.count()).toBeGreaterThan(10)
  expect(await around.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0)
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
  await page.getByRole('link', { name: 'your first model' }).click()
  await expect(page.getByRole('heading', { name: 'Python' })).toBeVisible()
  await isAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
