import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { APIRequestContext, Page } from '@playwright/test'
import { isAccessibleInBothThemes } from './accessible.ts'
import { expect, signUpAs, test } from './fixtures.ts'
import { newLink, site } from './sharing-site.ts'
import { listen, onPage, openViewer, settled } from './viewer-page.ts'

// The loop: an engineer marks a beam, an AI works through the comment, the mark turns green in the open viewer.
test.use({ viewport: { width: 1400, height: 900 } })

/** The viewer with a beam selected, and the form for a comment on it. */
async function commentOnBeam(page: Page, id: string) {
  const said = listen(page)
  await openViewer(page, id, 'selected=f:X-1-1&layers=-shading')
  await settled(page)
  await page.keyboard.press('c')
  const panel = page.getByRole('complementary', { name: 'Comments' })
  return { said, panel, form: panel.getByRole('form', { name: 'New comment' }) }
}

test('an engineer comments on a beam, an AI lists it, edits, answers and resolves, and the open viewer follows', async ({
  page,
  hall: id,
  apiKey,
  address,
}) => {
  const { said, panel, form } = await commentOnBeam(page, id)
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

  // Open comments are listed; who looks sees what became of one, without reading the page anew.
  await expect(thread).toHaveAttribute('data-state', 'resolved')
  await expect(thread).toContainText('X-1-1 is C500 now (revision 2).')
  await expect(thread).toContainText(/via /)
  // Undone, it is open again, and leads to where it was undone; redone, it is resolved.
  expect(await call('restore_revision', { undo: 1 })).toMatchObject({ reopened: [1] })
  await expect(thread).toHaveAttribute('data-state', 'overdue')
  await expect(thread).toContainText(/Open again: was resolved by .* via .*, undone in revision 3/)
  await thread.getByRole('button', { name: 'revision 2' }).click()
  await expect(page.getByRole('region', { name: 'Old revision' })).toContainText('Revision 2 of 3')
  await page.getByRole('region', { name: 'Old revision' }).getByRole('button', { name: 'Newest' }).click()
  await call('restore_revision', { revision: 2 })
  await expect(thread).toHaveAttribute('data-state', 'resolved')
  await client.close()
  await thread.getByRole('button', { name: 'Reopen' }).click()
  await expect(thread).toHaveAttribute('data-state', 'overdue')
  await panel.getByLabel('Show').selectOption('resolved')
  await expect(panel.getByText('No comment is resolved yet.')).toBeVisible()

  const saving = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Save as BCF' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/\.bcf$/)
  await panel.getByLabel('BCF file').setInputFiles(await saved.path())
  await expect(panel.getByText('0 threads added, 0 changed, 1 as here already.')).toBeVisible()
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
  const say = (text: string, elements: object[], view = {}) =>
    program.post(comments, { data: { text, anchor: { elements, ...view } } })
  await say('First.', [{ kind: 'node', id: 'B1-2' }], {
    view: 'camera=6,-20,7,6,0,7&selected=n:B1-2',
    viewport: { width: 1400, height: 900 },
  })
  await say('Second.', [{ kind: 'frame', id: 'C-A1-1' }])
  await page.setViewportSize({ width: 390, height: 844 })
  await openViewer(page, id, 'comment=1&layers=-shading')
  await settled(page)
  const panel = page.getByRole('complementary', { name: 'Comments' })
  // What it is about is seen above it, though it was in the middle of the view, where the panel is now.
  await expect
    .poll(async () => {
      await settled(page)
      const [sheet, node] = [await panel.boundingBox(), await onPage(page, [6, 0, 7])]
      return sheet !== null && node.y > 160 && node.y < sheet.y
    })
    .toBe(true)
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

/** An account, which holds that address, gets a role. */
async function join(person: APIRequestContext, owner: APIRequestContext, model: string, data: { email: string; role: string }) {
  const { inviteUrl } = await (await owner.put(`${model}/collaborators`, { data })).json()
  const token = inviteUrl.split('/').at(-1)
  expect((await person.post('/api/account/invitations/accept', { data: { token } })).ok()).toBe(true)
}

/** Presses at the first place and lets go at the last. */
async function drag(page: Page, from: readonly [number, number], ...to: (readonly [number, number])[]) {
  await page.mouse.move(...from)
  await page.mouse.down()
  for (const [x, y] of to) await page.mouse.move(x, y)
  await page.mouse.up()
}

test('a drawing has the marks of what it shows, and the list has all', async ({ page, hall: id, apiKey, asProgram }) => {
  const program = await asProgram(await apiKey())
  const anchor = { elements: [{ kind: 'node', id: 'A2-2' }] }
  await program.post(`/api/construct-models/${id}/comments`, { data: { text: 'At row 2.', anchor } })
  const inked = () =>
    page.locator('[class*="pins"] canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas
      return (
        width > 0 &&
        (canvas
          .getContext('2d')
          ?.getImageData(0, 0, width, height)
          .data.some((value) => value > 0) ??
          false)
      )
    })
  await openViewer(page, id, 'drawing=Y,5&layers=-shading')
  await page.getByRole('button', { name: 'Comments' }).click()
  const drawing = page.getByRole('region', { name: 'Drawing' })
  for (const [row, isMarked] of [
    [2, true],
    [1, false],
  ] as const) {
    await expect(drawing).toContainText(`Elevation at ${row}`)
    await expect(page.getByRole('complementary', { name: 'Comments' })).toContainText('At row 2.')
    await settled(page)
    await expect.poll(inked).toBe(isMarked)
    await page.keyboard.press('[')
  }
})

test('a cloud and a text are sketched over a view, kept with the comment, gone when the camera moves, and back by one press', async ({
  page,
  hall: id,
  apiKey,
  asProgram,
}) => {
  const { said, panel, form } = await commentOnBeam(page, id)
  await form.getByLabel('Comment', { exact: true }).fill('Here.')
  await form.getByRole('button', { name: 'Sketch over the view' }).click()
  const bar = page.getByRole('region', { name: 'Sketch' })
  await expect(bar.getByRole('button', { name: 'Cloud' })).toBeFocused()
  await drag(page, [600, 400], [700, 450], [800, 500])
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
  await page.locator('main [role="img"]').first().press('ArrowLeft')
  await page.getByRole('button', { name: 'Back to the sketch' }).click()
  await expect(shown).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back to the sketch' })).toBeHidden()
  // A phone sees all of it, farther away.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Show the sketch' }).click()
  await expect(shown).toBeVisible()
  await expect(page.locator('[data-sheet="low"]')).toBeVisible()
  // Whoever opens it there looks at the sketch first, and not at what lies over half of it.
  await page.getByRole('separator', { name: 'Height of the sheet' }).press('ArrowUp')
  await thread.locator('[data-head]').click()
  await thread.locator('[data-head]').click()
  await expect(page.locator('[data-sheet="low"]')).toBeVisible()

  // One draws on all of a phone's picture, and goes on with the comment in half of it.
  await page.getByRole('separator', { name: 'Height of the sheet' }).press('ArrowUp')
  await panel.getByRole('button', { name: 'Comment on the selection or the view' }).click()
  await form.getByRole('button', { name: 'Sketch over the view' }).click()
  await expect(panel).toBeHidden()
  await drag(page, [60, 500], [200, 600], [330, 780])
  await expect(bar).toContainText('1 drawn')
  await bar.getByRole('button', { name: 'Done' }).click()
  await expect(page.locator('[data-sheet="half"]')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Change the sketch' })).toBeFocused()
  await expect(form).toContainText('Sketched: a cloud.')
  expect(said).toEqual([])
})

test('behind an @ stand those who can be mentioned, with addresses for who may see them, by keyboard and by finger', async ({
  page,
  hall: id,
  apiKey,
  asProgram,
  browser,
  address,
}, { testId }) => {
  const said = listen(page)
  const model = `/api/construct-models/${id}`
  const owner = await asProgram(await apiKey())
  const email = `mentioned-${testId}@example.com`
  const phone = await browser.newContext({
    ...{ baseURL: address, extraHTTPHeaders: { origin: address }, viewport: { width: 390, height: 844 }, hasTouch: true },
  })
  await signUpAs(phone.request, address, email, 'Bo Meier')
  await join(phone.request, owner, model, { email, role: 'commenter' })
  const thread = async () => (await (await owner.get(`${model}/comments/1`)).json()) as Thread

  await openViewer(page, id, 'layers=-shading')
  await settled(page)
  await page.keyboard.press('c')
  const form = page.getByRole('form', { name: 'New comment' })
  const field = form.getByLabel('Comment', { exact: true })
  const people = form.getByRole('listbox', { name: 'People to mention' })
  await expect(field).toBeFocused()
  await page.keyboard.type('Look, @')
  await expect(people.getByRole('option')).toHaveText([/^Erika Mustermann.*@example\.com$/, `Bo Meier${email}`])
  await isAccessibleInBothThemes(page, 'aside')
  await page.keyboard.press('ArrowDown')
  await expect(people.getByRole('option', { name: 'Bo Meier' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(people).toBeHidden()
  await expect(field).toHaveValue('Look, @')
  await page.keyboard.type('nobody')
  await expect(people).toBeHidden()
  for (let k = 0; k < 6; k++) await page.keyboard.press('Backspace')
  await page.keyboard.type(' @mei')
  await expect(people.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(`Look, @ @${email} `)
  await expect(field).toBeFocused()
  await page.keyboard.type('please.')
  await form.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(form).toBeHidden()
  expect((await thread()).mentions).toMatchObject([{ name: 'Bo Meier' }])

  const other = await phone.newPage()
  const toOther = listen(other)
  await openViewer(other, id, 'comment=1&layers=-shading')
  const first = other.locator('li[data-open="true"]')
  await first.getByLabel('Reply').tap()
  await other.keyboard.type('No, @')
  await expect(first.getByRole('option')).toHaveText(['Erika Mustermann', 'Bo Meier'])
  await expect(first.getByRole('option').last()).toBeInViewport({ ratio: 1 })
  await isAccessibleInBothThemes(other, 'aside')
  const option = first.getByRole('option', { name: 'Erika Mustermann' })
  expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(40)
  await option.tap()
  await expect(first.getByLabel('Reply')).toHaveValue('No, @Erika Mustermann ')
  await expect(first.getByLabel('Reply')).toBeFocused()
  await first.getByRole('button', { name: 'Reply', exact: true }).tap()
  const reply = first.getByRole('listitem').filter({ hasText: 'No, @Erika Mustermann' })
  await expect(reply).toBeVisible()
  const mentioned = [{ mentions: [{ name: 'Erika Mustermann' }] }]
  expect((await thread()).replies).toMatchObject(mentioned)
  // Who is mentioned stays so when the text is changed by who sees no addresses.
  await reply.getByRole('button', { name: 'Change' }).tap()
  await reply.getByLabel('Text of the comment').fill('Yes, @Erika Mustermann!')
  await reply.getByRole('button', { name: 'Save' }).tap()
  await expect(first).toContainText('Yes, @Erika Mustermann!')
  expect((await thread()).replies).toMatchObject(mentioned)
  await phone.close()
  expect([...said, ...toOther]).toEqual([])
})

type Thread = { mentions: { name: string }[]; replies: { mentions: { name: string }[] }[] }

test('what changed between two revisions is commented on, listed with them, and worked through by keyboard alone', async ({
  page,
  hall: id,
  apiKey,
  asProgram,
}) => {
  const said = listen(page)
  const program = await asProgram(await apiKey())
  const model = `/api/construct-models/${id}`
  await program.post(`${model}/comments`, { data: { text: 'Deeper.', anchor: { elements: [{ kind: 'frame', id: 'X-1-1' }] } } })
  const op = { select: { kinds: ['frames'], ids: ['X-1-1'] }, set: { sectionId: 'C500' } }
  expect((await program.post(`${model}/edit`, { data: { ops: [op] } })).ok()).toBe(true)
  await openViewer(page, id, 'compare=1..&layers=-shading')
  await settled(page)
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await expect(comparison).toContainText('1 changed')
  await page.keyboard.press('c')
  const panel = page.getByRole('complementary', { name: 'Comments' })
  await expect(panel.getByRole('form', { name: 'New comment' })).toContainText('On what changed from revision 1 to 2.')
  await page.keyboard.type('As agreed?')
  for (let k = 0; k < 3; k++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const heads = panel.locator('[data-head]')
  await expect(heads).toHaveCount(2)
  await expect(panel.getByRole('status').filter({ hasText: 'Your comment is there.' })).toBeVisible()

  // It stands with what changed, and opens beside it.
  await comparison.getByRole('button', { name: 'List' }).click()
  const listed = page.getByRole('region', { name: 'Comments of these revisions' })
  await expect(listed.getByRole('listitem')).toHaveText([/As agreed\?.*revision 2/s, /Deeper\..*revision 1/s])
  await isAccessibleInBothThemes(page, 'aside')
  await listed.getByRole('button', { name: /Deeper/ }).click()
  await expect(panel.locator('[data-open="true"]')).toContainText('Deeper.')
  await expect(comparison).toBeVisible()
  await comparison.getByRole('button', { name: 'Close' }).click()

  await heads.nth(1).focus()
  await page.keyboard.press('Escape')
  await expect(panel.locator('[data-open="true"]')).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await expect(heads.nth(0)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('End')
  await expect(heads.nth(1)).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  const thread = panel.locator('[data-open="true"]')
  await expect(thread).toContainText('On what changed from revision 1 to 2')
  await expect(comparison).toContainText('1 changed')

  // Who looks after it, and until when, is changed where it is read.
  await page.keyboard.press('Tab')
  await expect(thread.getByRole('button', { name: 'Show the comparison' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  const about = thread.getByRole('form', { name: 'Assignee and due day' })
  await about.getByLabel('Assignee').selectOption({ index: 1 })
  await about.getByLabel('Due').fill('2031-05-04')
  await isAccessibleInBothThemes(page, 'aside')
  await about.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(thread).toContainText('due 2031-05-04')
  await expect(thread).toContainText('for Erika Mustermann')
  await thread.getByLabel('Reply').focus()
  await page.keyboard.press('Escape')
  await expect(heads.nth(0)).toBeFocused()
  await expect(thread).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(thread).toHaveCount(0)
  expect(said).toEqual([])
})

test('a frame of another site shows the comments that its link shows, and lets nobody write', async ({
  page,
  hall: id,
  apiKey,
  asProgram,
  address,
}) => {
  const said = listen(page)
  const program = await asProgram(await apiKey())
  const model = `/api/construct-models/${id}`
  await program.post(`${model}/comments`, { data: { text: 'Deeper.', anchor: { elements: [{ kind: 'frame', id: 'X-1-1' }] } } })
  const around = await site()
  const open = async (body: object, query: string) => {
    const { token } = await newLink(program, address, id, { origins: [`http://127.0.0.1:${around.port}`], ...body })
    await page.goto(`http://127.0.0.1:${around.port}/?embed=${encodeURIComponent(`${address}/embed/${token}${query}`)}`)
    const frame = page.frameLocator('iframe')
    await expect(frame.locator('canvas[data-picture="complete"]')).toBeVisible({ timeout: 20_000 })
    return { frame, token }
  }
  try {
    const { frame, token } = await open({ comments: true }, '?comments=1&layers=-shading')
    await frame.locator('canvas').first().focus()
    await frame.getByRole('button', { name: 'Comments' }).click()
    const panel = frame.getByRole('complementary', { name: 'Comments' })
    const head = panel.locator('[data-head]')
    await expect(head).toContainText('Deeper.')
    await head.click()
    await expect(panel.getByRole('button', { name: 'X-1-1' })).toBeVisible()
    for (const name of [/^Reply/, 'Resolve', 'Change', 'Delete', /^Comment on/, 'Save as BCF', 'Bring in BCF'])
      await expect(panel.getByRole('button', { name })).toHaveCount(0)
    await expect(panel.getByText('Assignee and due day')).toHaveCount(0)
    const write = await page.request.post(`${address}/api/share/${token}/comments`, { data: { text: 'Mine.' } })
    expect(write.status()).toBe(405)
    const closed = await open({}, '?comments=1&layers=-shading')
    await expect(closed.frame.getByRole('button', { name: 'Comments' })).toHaveCount(0)
    expect((await page.request.get(`${address}/api/share/${closed.token}/comments`)).status()).toBe(404)
  } finally {
    around.close()
  }
  expect(said).toEqual([])
})

test('who opens a model again is told what others did since, a person and a visitor of a link, and puts it aside', async ({
  page,
  hall: id,
  apiKey,
  asProgram,
  browser,
  playwright,
  address,
}, { testId }) => {
  const said = listen(page)
  const model = `/api/construct-models/${id}`
  const headers = { origin: address }
  const owner = await asProgram(await apiKey())
  const email = `other-${testId}@example.com`
  const bo = await playwright.request.newContext({ baseURL: address, extraHTTPHeaders: headers })
  await signUpAs(bo, address, email)
  await join(bo, owner, model, { email, role: 'editor' })
  const { url } = await (await owner.post(`${model}/share-links`, { data: { name: 'Client', comments: true } })).json()
  const visitor = await (await browser.newContext({ baseURL: address, viewport: { width: 390, height: 844 } })).newPage()
  const strip = page.getByRole('region', { name: 'Since your last visit' })
  const linkStrip = visitor.getByRole('region', { name: 'Since your last visit' })
  const node = (name: string) => ({ data: { nodes: [{ id: name, position: { x: 3, y: 2, z: 8 } }] } })
  const path = `${new URL(url).pathname}?layers=-shading`

  await openViewer(page, id, 'layers=-shading')
  const seen = async () => (await (await owner.get(`${model}/visit`)).json()).revision
  await expect.poll(seen).toBe(1)
  await visitor.goto(path)
  await expect
    .poll(() => visitor.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('viewer:visit-'))))
    .toBe(true)
  // By hand: what goes through a client in one's own name is told.
  await page.request.post(`${model}/nodes`, { ...node('own'), headers })
  await expect.poll(async () => (await (await owner.get(`${model}/visit`)).json()).revisions.count).toBe(0)
  await page.goto('about:blank')
  await visitor.goto('about:blank')
  await bo.post(`${model}/nodes`, node('new'))
  await bo.post(`${model}/comments`, { data: { text: 'Why this node?', anchor: { elements: [{ kind: 'node', id: 'new' }] } } })

  await openViewer(page, id, 'layers=-shading')
  await expect(strip).toContainText('1 revision by Erika Mustermann: 1 added · 1 new comment by Erika Mustermann')
  await isAccessibleInBothThemes(page, 'section[aria-label="Since your last visit"]')
  await strip.getByRole('button', { name: 'What changed' }).click()
  await expect(page.getByRole('region', { name: 'Comparison' })).toContainText('added')
  await expect(strip).not.toContainText('1 added')
  await strip.getByRole('button', { name: 'What was said' }).click()
  await expect(page.getByRole('complementary', { name: 'Comments' })).toContainText('Why this node?')
  await expect(strip).toBeHidden()
  await expect.poll(async () => (await (await owner.get(`${model}/visit`)).json()).revisions.count).toBe(0)

  await page.goto('/notifications')
  await expect(page.getByText('Erika Mustermann made comment 1 on A hall of a test.')).toBeVisible()
  await expect(page.getByText('Why this node?')).toHaveCount(1)

  await visitor.goto(path)
  await expect(linkStrip).toContainText('2 nodes more · 1 new comment by Erika Mustermann')
  await expect(linkStrip.getByRole('button', { name: 'What changed' })).toBeHidden()
  await linkStrip.getByRole('button', { name: 'Put it aside' }).click()
  await expect(linkStrip).toBeHidden()
  await bo.dispose()
  await visitor.context().close()
  expect(said).toEqual([])
})
