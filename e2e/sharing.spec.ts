import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { BrowserContext } from '@playwright/test'
import { isAccessible, isAccessibleInBothThemes } from './accessible.ts'
import { expect, newApiKey, signUpAs, test } from './fixtures.ts'

/** Owner, editor, commenter and viewer side by side on one model, each in a browser of their own, while an AI client writes. */

const NODES = [
  { id: 'N1', position: { x: 0, y: 0, z: 0 } },
  { id: 'N2', position: { x: 0, y: 0, z: 4 } },
  { id: 'N3', position: { x: 6, y: 0, z: 4 } },
]
const FRAMES = [
  { id: 'C1', startNodeId: 'N1', endNodeId: 'N2' },
  { id: 'B1', startNodeId: 'N2', endNodeId: 'N3' },
]

test('owner, editor, commenter and viewer share a model while an AI client writes, and a role that is taken away ends the open page', async ({
  browser,
  address,
}, { testId, retry }) => {
  const contexts: BrowserContext[] = []
  const person = async (name: string) => {
    const context = await browser.newContext({ baseURL: address })
    contexts.push(context)
    const email = `${name}-${testId}-${retry}@example.com`
    await signUpAs(context.request, address, email)
    return { context, email, page: await context.newPage() }
  }
  const [ada, bo, cy, di] = [await person('ada'), await person('bo'), await person('cy'), await person('di')]
  const made = await ada.context.request.post('/api/construct-models', {
    data: { name: 'Shared frame', units: { length: 'm' }, nodes: NODES, frames: FRAMES },
    headers: { origin: address },
  })
  const { id } = await made.json()

  // A stranger sees which account this is, and asks the owner for access.
  await cy.page.goto(`/models/${id}`)
  await expect(cy.page.getByRole('heading', { name: 'Model not found' })).toBeVisible()
  await expect(cy.page.getByRole('main').getByText(cy.email)).toBeVisible()
  await isAccessible(cy.page)
  await cy.page.getByRole('button', { name: 'Ask for access' }).click()
  await cy.page.getByLabel('Message to the owner').fill('I check the foundations.')
  await cy.page.getByRole('button', { name: 'Ask for access' }).click()
  await expect(cy.page.getByText('its owner has your request')).toBeVisible()

  // The owner invites one and lets the other in.
  await ada.page.goto(`/models/${id}?layers=-shading`)
  await ada.page.getByRole('button', { name: 'Share: Shared frame' }).click()
  const dialog = ada.page.getByRole('dialog', { name: 'Share “Shared frame”' })
  await expect(dialog.getByText('I check the foundations.')).toBeVisible()
  await isAccessible(ada.page)
  await dialog.getByRole('button', { name: `Give access to ${cy.email}` }).click()
  await expect(dialog.getByLabel(`Role of ${cy.email}`)).toHaveValue('viewer')
  await dialog.getByLabel('E-mail address', { exact: true }).fill(bo.email)
  await dialog.getByLabel('Role', { exact: true }).selectOption('editor')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const inviteUrl = await dialog.getByLabel('Invitation link').inputValue()
  await dialog.getByLabel('E-mail address', { exact: true }).fill(di.email)
  await dialog.getByLabel('Role', { exact: true }).selectOption('commenter')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(dialog.getByText(di.email).first()).toBeVisible()
  await expect(dialog.getByLabel('Invitation link')).not.toHaveValue(inviteUrl)
  const commenterUrl = await dialog.getByLabel('Invitation link').inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()

  await bo.page.goto(inviteUrl)
  await expect(bo.page.getByRole('heading', { name: 'Shared frame' })).toBeVisible()
  await isAccessible(bo.page)
  await bo.page.getByRole('button', { name: `Accept as ${bo.email}` }).click()
  await expect(bo.page).toHaveURL(`/models/${id}`)
  await di.page.goto(commenterUrl)
  await di.page.getByRole('button', { name: `Accept as ${di.email}` }).click()
  await expect(di.page).toHaveURL(`/models/${id}`)
  await cy.page.goto(`/models/${id}?layers=-shading`)
  const says = (text: RegExp) =>
    Promise.all([ada, bo, cy, di].map(({ page }) => expect(page.getByRole('main')).toContainText(text)))
  await says(/2 frames/)

  // The editor's client writes, and everybody sees it come.
  const key = await newApiKey(bo.context.request, address)
  const client = new Client({ name: 'a test', version: '1' })
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', address), { requestInit: { headers } }))
  const nodes = [{ id: 'N4', position: { x: 6, y: 0, z: 0 } }]
  const frames = [{ id: 'C2', startNodeId: 'N4', endNodeId: 'N3' }]
  await client.callTool({ name: 'service.add_model_elements', arguments: { modelId: id, nodes, frames } })
  await says(/3 frames/)

  // What the viewer's page may do follows the role, without a reload.
  const restores = async ({ page }: typeof cy) => {
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('button', { name: 'More of revision 1', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Open' })).toBeVisible()
    return page.getByRole('menuitem', { name: 'Restore' })
  }
  await expect(await restores(bo)).toBeVisible()
  for (const one of [cy, di]) await expect(await restores(one)).toHaveCount(0)
  const path = `/api/construct-models/${id}/collaborators`
  const asOwner = { headers: { origin: address } }
  const give = (role: string) => ada.context.request.put(path, { ...asOwner, data: { email: bo.email, role } })
  expect((await give('viewer')).ok()).toBe(true)
  await expect(bo.page.getByRole('menuitem', { name: 'Restore' })).toHaveCount(0)
  await expect(bo.page.getByRole('menuitem', { name: 'Open' })).toBeVisible()
  const refused = await client.callTool({
    name: 'service.edit_model',
    arguments: { modelId: id, ops: [{ rename: { name: 'x' } }] },
  })
  expect(JSON.stringify(refused)).toContain('Your role in this model is viewer; writing needs editor')
  await client.close()

  // Taken away: the open page says so, and the next request finds nothing.
  const taken = await ada.context.request.delete(`${path}?email=${encodeURIComponent(cy.email)}`, asOwner)
  expect(taken.status()).toBe(204)
  await expect(cy.page.getByText('Your access to this model has ended')).toBeVisible()
  await expect(cy.page.getByRole('button', { name: 'Ask for access' })).toBeVisible()
  expect((await cy.context.request.get(`/api/construct-models/${id}`)).status()).toBe(404)
  expect((await bo.context.request.get(`/api/construct-models/${id}`)).status()).toBe(200)

  // All of it stands in the model's log, what was said one after another in one line.
  const comments = `/api/construct-models/${id}/comments`
  for (const data of [{ text: 'Deeper?' }, { text: 'As in revision 1.', replyTo: '1' }])
    expect((await ada.context.request.post(comments, { data, ...asOwner })).status()).toBe(201)
  await ada.page.goto(`/models/${id}/activity`)
  for (const text of [
    'Created the model',
    'Asked for access',
    'Invited',
    'Accepted an invitation',
    'Added elements',
    'Removed access',
  ]) {
    await expect(ada.page.getByText(text, { exact: true }).first()).toBeVisible()
  }
  await ada.page.getByText('Comment 1: new, 1 reply').click()
  await expect(ada.page.getByText('Deeper?')).toBeVisible()
  await isAccessible(ada.page)
  await ada.page.getByRole('link', { name: 'revision 1', exact: true }).first().click()
  await ada.page.waitForURL(/revision=1$/)
  for (const context of contexts) await context.close()
})

test('whom a model is shared with hears of it once, leaves it, and blocks who shared it, by keyboard and on a phone', async ({
  browser,
  address,
}, { testId, retry }) => {
  const contexts: BrowserContext[] = []
  const person = async (name: string) => {
    const context = await browser.newContext({ baseURL: address, viewport: { width: 390, height: 844 } })
    contexts.push(context)
    const email = `${name}-${testId}-${retry}@example.com`
    await signUpAs(context.request, address, email)
    return { request: context.request, email, page: await context.newPage() }
  }
  const [ada, bo] = [await person('ada'), await person('bo')]
  const headers = { origin: address }
  const { id } = await (await ada.request.post('/api/construct-models', { data: { name: 'Unwanted' }, headers })).json()
  const give = async (role: string) =>
    (await ada.request.put(`/api/construct-models/${id}/collaborators`, { data: { email: bo.email, role }, headers })).json()
  const token = String((await give('viewer')).inviteUrl)
    .split('/')
    .at(-1)
  await bo.request.post('/api/account/invitations/accept', { data: { token }, headers })
  for (const role of ['editor', 'viewer', 'commenter', 'editor']) await give(role)

  const { page } = bo
  await page.goto('/notifications')
  const told = page.getByRole('main').getByRole('listitem')
  await expect(told).toHaveCount(1)
  await expect(told).toContainText('shares Unwanted with you: you are an editor.')
  await isAccessibleInBothThemes(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)

  await page.getByRole('button', { name: 'Leave: Unwanted' }).focus()
  await page.keyboard.press('Enter')
  const leaving = page.getByRole('dialog', { name: 'Leave this model?' })
  await isAccessible(page)
  await leaving.getByRole('button', { name: 'Leave' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Leave: Unwanted' })).toHaveCount(0)
  expect((await bo.request.get(`/api/construct-models/${id}`)).status()).toBe(404)

  await page.getByRole('button', { name: 'Block: Erika Mustermann' }).press('Enter')
  const blocking = page.getByRole('dialog', { name: 'Block Erika Mustermann?' })
  await isAccessible(page)
  await blocking.getByRole('button', { name: 'Block' }).press('Enter')
  await expect(told).toContainText('Blocked')
  await page.goto('/settings/blocks')
  await expect(page.getByRole('main').getByRole('listitem')).toContainText('Erika Mustermann')
  await isAccessibleInBothThemes(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Unblock: Erika Mustermann' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).press('Enter')
  await expect(page.getByText('You have blocked nobody.')).toBeVisible()
  for (const context of contexts) await context.close()
})
