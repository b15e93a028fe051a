import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { isAccessibleInBothThemes } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { listen, openViewer, settled } from './viewer-page.ts'

// The loop: an engineer marks a beam, an AI works through the comment, the mark turns green in the open viewer.
test.use({ viewport: { width: 1400, height: 900 } })

test('an engineer comments on a beam, an AI lists it, edits, answers and resolves, and the open viewer follows', async ({
  page,
  hall: id,
  apiKey,
  address,
}) => {
  const said = listen(page)
  await openViewer(page, id, 'selected=f:X-1-1&layers=-shading')
  await settled(page)
  await page.keyboard.press('c')
  const panel = page.getByRole('complementary', { name: 'Comments' })
  const form = panel.getByRole('form', { name: 'New comment' })
  await expect(form.getByLabel('Comment', { exact: true })).toBeFocused()
  await expect(form).toContainText('On X-1-1, with the view as it is.')
  await page.keyboard.type('Make this deeper.')
  await form.getByText('Assignee and due day').click()
  await form.getByLabel('Due').fill('2020-01-31')
  await form.getByRole('button', { name: 'Comment' }).click()
  const thread = panel.getByRole('listitem').filter({ hasText: 'Make this deeper.' }).first()
  await expect(thread).toContainText('due 2020-01-31, overdue')
  await expect(thread).toHaveAttribute('data-state', 'overdue')
  await thread.getByRole('button', { expanded: false }).click()
  await expect(thread.getByRole('button', { name: 'X-1-1' })).toBeVisible()
  await isAccessibleInBothThemes(page, 'aside')

  const client = new Client({ name: 'Claude', version: '1' })
  const headers = { authorization: `Bearer ${await apiKey()}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit: { headers } }))
  const call = async (name: string, input: object) =>
    (await client.callTool({ name: `service.${name}`, arguments: { modelId: id, ...input } })).structuredContent
  expect(await call('list_comments', {})).toMatchObject({
    threads: [{ number: 1, text: 'Make this deeper.', elements: [{ kind: 'frame', id: 'X-1-1' }] }],
  })
  await call('edit_model', { ops: [{ select: { kinds: ['frames'], ids: ['X-1-1'] }, set: { sectionId: 'C500' } }] })
  await call('resolve_comment', { comment: 1, text: 'X-1-1 is C500 now (revision 2).' })
  await client.close()

  // Open comments are listed; what was resolved leaves them without anybody reading the page anew.
  await panel.getByLabel('Show').selectOption('resolved')
  const resolved = panel.getByRole('listitem').filter({ hasText: 'Make this deeper.' }).first()
  await expect(resolved).toHaveAttribute('data-state', 'resolved')
  await expect(resolved).toContainText('X-1-1 is C500 now (revision 2).')
  await expect(resolved).toContainText(/via /)
  await resolved.getByRole('button', { name: 'Reopen' }).click()
  await expect(panel.getByText('No comment is resolved yet.')).toBeVisible()
  expect(said).toEqual([])
})

test('a link to a comment opens it, its mark is pressed, a reply is changed and deleted, and a phone shows it all', async ({
  page,
  hall: id,
  apiKey,
  asProgram,
}) => {
  const program = await asProgram(await apiKey())
  const comments = `/api/construct-models/${id}/comments`
  const say = (text: string, elements: object[]) => program.post(comments, { data: { text, anchor: { elements } } })
  await say('First.', [{ kind: 'node', id: 'B1-2' }])
  await say('Second.', [{ kind: 'frame', id: 'C-A1-1' }])
  await page.setViewportSize({ width: 390, height: 844 })
  await openViewer(page, id, 'comment=1&layers=-shading')
  await settled(page)
  const panel = page.getByRole('complementary', { name: 'Comments' })
  const first = panel.locator('li[data-open]').filter({ hasText: 'First.' })
  await expect(first).toHaveAttribute('data-open', 'true')
  await first.getByLabel('Reply').fill('Why?')
  await first.getByRole('button', { name: 'Reply', exact: true }).click()
  const reply = first.getByRole('listitem').filter({ hasText: 'Why?' })
  await reply.getByRole('button', { name: 'Change' }).click()
  await reply.getByLabel('Text of the comment').fill('Why not?')
  await reply.getByRole('button', { name: 'Save' }).click()
  await expect(first).toContainText('Why not?')
  await first.getByRole('listitem').getByRole('button', { name: 'Delete' }).click()
  await expect(first).not.toContainText('Why not?')
  await isAccessibleInBothThemes(page, 'aside')
})

test('a cloud and a text are sketched over a view, kept with the comment, gone when the camera moves, and back by one press', async ({
  page,
  hall: id,
  apiKey,
  asProgram,
}) => {
  const said = listen(page)
  await openViewer(page, id, 'selected=f:X-1-1&layers=-shading')
  await settled(page)
  await page.keyboard.press('c')
  const panel = page.getByRole('complementary', { name: 'Comments' })
  const form = panel.getByRole('form', { name: 'New comment' })
  await form.getByLabel('Comment', { exact: true }).fill('Here.')
  await form.getByRole('button', { name: 'Sketch over the view' }).click()
  const bar = page.getByRole('region', { name: 'Sketch' })
  await expect(bar.getByRole('button', { name: 'Cloud' })).toBeFocused()
  await page.mouse.move(600, 400)
  await page.mouse.down()
  await page.mouse.move(700, 450)
  await page.mouse.move(800, 500)
  await page.mouse.up()
  await expect(bar).toContainText('1 drawn')
  await page.keyboard.press('e') // no key of the picture
  await bar.getByRole('button', { name: 'blue' }).click()
  await bar.getByRole('button', { name: 'Text' }).click()
  await page.keyboard.type('Too low')
  await page.keyboard.press('Enter')
  await expect(bar).toContainText('2 drawn')
  await page.keyboard.type('never mind')
  await page.keyboard.press('Enter')
  await bar.getByRole('button', { name: 'Undo' }).click()
  await isAccessibleInBothThemes(page, 'section[aria-label="Sketch"]', 'aside')
  await page.keyboard.press('Escape')
  await expect(form).toContainText('Sketched: a cloud, "Too low".')
  await form.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(form).toBeHidden()

  const program = await asProgram(await apiKey())
  const { items } = await (await program.get(`/api/construct-models/${id}/comments`)).json()
  const { sketch, viewport, view } = items[0].anchor
  expect(view).toContain('camera=')
  const [cloud, text] = sketch
  expect(cloud).toMatchObject({ type: 'cloud', colour: 'red' })
  expect(cloud.points[1].x - cloud.points[0].x).toBeCloseTo(200, 0)
  expect(text).toMatchObject({ type: 'text', text: 'Too low', colour: 'blue' })
  expect(text.points[0].x).toBeLessThan(viewport.width)

  const thread = panel.getByRole('listitem').filter({ hasText: 'Here.' }).first()
  await thread.getByRole('button', { expanded: false }).click()
  const shown = page.locator('canvas[data-shown="true"]')
  await expect(shown).toBeVisible()
  await page.keyboard.press('Escape')
  await page.locator('main canvas').first().focus()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'Back to the sketch' }).click()
  await expect(shown).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back to the sketch' })).toBeHidden()
  // A phone sees all of it, farther away.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Show the sketch' }).click()
  await expect(shown).toBeVisible()
  await expect(page.locator('[data-sheet="low"]')).toBeVisible()
  expect(said).toEqual([])
})
