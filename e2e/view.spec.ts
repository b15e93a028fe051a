import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AxeBuilder } from '@axe-core/playwright'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Frame, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** The viewer in a conversation: a host with the tightest rules that were seen, and the connection of a real client. */

const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'none'; font-src 'none'; media-src 'none'; connect-src 'none'; frame-src 'self'; worker-src 'none'; object-src 'none'; form-action 'none'; base-uri 'self'"
const demo = JSON.parse(readFileSync(new URL('../public/examples/demo-building.json', import.meta.url), 'utf8')) as object

type Said = { method: string; params: Record<string, unknown> }

/**
 * The page of a host: it frames the view without an origin, speaks with it, and passes its calls on. `manner`: what it leaves
 * unanswered or refuses.
 */
const hostPage = (manner: { silent?: boolean; refuses?: string[]; context?: object }) => `<!doctype html>
<meta charset="utf-8"><title>A conversation</title>
<style>body { margin: 0; background: #8883 } iframe { display: block; border: 0; width: 100%; height: 480px } .before { height: 10px }</style>
<div class="before"></div>
<script>
  const manner = ${JSON.stringify(manner)}
  window.said = []
  window.violations = []
  document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective))
  let frame
  const tell = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*')
  window.tell = (method, params) => tell({ method, params })
  window.ask = (method, params) => tell({ id: 'host-1', method, params })
  addEventListener('message', async ({ source, data }) => {
    if (source !== frame?.contentWindow) return
    said.push({ method: data.method ?? 'answer', params: data.params ?? data.result })
    if (data.method === 'ui/notifications/size-changed') frame.style.height = data.params.height + 'px'
    if (data.id === undefined || data.method === undefined || manner.silent) return
    const answer = (result) => tell({ id: String(data.id), result })
    if (manner.refuses?.includes(data.method)) return tell({ id: data.id, error: { code: -32601, message: 'no' } })
    if (data.method === 'ui/initialize')
      return answer({ protocolVersion: '2026-01-26', hostInfo: { name: 'test', version: '1' }, hostCapabilities: { serverTools: {}, openLinks: {} },
        hostContext: { theme: 'light', displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen'], ...manner.context } })
    if (data.method === 'tools/call') return answer(await window.callTool(data.params.name, data.params.arguments))
    if (data.method === 'ui/request-display-mode') return answer({ mode: data.params.mode })
    answer({})
  })
  window.mount = (html) => {
    frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.title = 'view'
    frame.srcdoc = html
    document.body.append(frame)
  }
</script>`

/** A client that has called the tool, and a conversation that shows what it answered. */
async function conversation(
  page: Page,
  {
    address,
    key,
    tool,
    input,
    manner = {},
  }: { address: string; key: string; tool: string; input: Record<string, unknown>; manner?: Parameters<typeof hostPage>[0] },
) {
  const client = new Client({ name: 'a chat', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${key}` } },
    }),
  )
  const { tools } = await client.listTools()
  const opens = tools.find(({ name }) => name === `service.${tool}`)?._meta?.ui as { resourceUri: string }
  const { contents } = await client.readResource({ uri: opens.resourceUri })
  const { text: html, mimeType } = contents[0] as { text: string; mimeType: string }
  expect(mimeType).toBe('text/html;profile=mcp-app')

  const server = createServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY })
      .end(hostPage(manner)),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const heard: string[] = []
  page.on('console', (message) => heard.push(message.text()))
  page.on('pageerror', (error) => heard.push(error.message))
  await page.exposeFunction('callTool', (name: string, args: Record<string, unknown>) =>
    client.callTool({ name, arguments: args }),
  )
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.evaluate((document) => (window as unknown as { mount(html: string): void }).mount(document), html)
  const result = await client.callTool({ name: `service.${tool}`, arguments: input })
  const tell = (method: string, params: object) =>
    page.evaluate(([m, p]) => (window as unknown as { tell(method: string, params: unknown): void }).tell(m as string, p), [
      method,
      params,
    ] as const)
  const said = () => page.evaluate(() => (window as unknown as { said: Said[] }).said)
  return {
    ...{ client, result, tell, said, heard },
    view: page.frameLocator('iframe'),
    frame: async () => (await (await page.locator('iframe').elementHandle())?.contentFrame()) as Frame,
    saidLast: async (method: string) => (await said()).filter((one) => one.method === method).at(-1)?.params,
    violations: () => page.evaluate(() => (window as unknown as { violations: string[] }).violations),
    async end() {
      await client.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a conversation shows the model, lets it be turned and pressed, tells the AI what is meant, and follows what the AI writes', async ({
  page,
  address,
  signUp,
  apiKey,
}) => {
  await signUp()
  const key = await apiKey()
  await page.setViewportSize({ width: 760, height: 620 })
  const talk = await conversation(page, { address, key, tool: 'create_model', input: demo as Record<string, unknown> })
  const { view, tell, saidLast, client } = talk
  try {
    await expect(view.getByText('Opening the model…')).toBeVisible()
    await expect.poll(async () => (await talk.said()).map(({ method }) => method)).toContain('ui/notifications/initialized')
    await tell('ui/notifications/tool-input', { arguments: { name: 'Demo building' } })
    await expect(view.getByText('Creating “Demo building”…')).toBeVisible()
    await tell('ui/notifications/tool-result', talk.result)
    const picture = view.getByRole('img', { name: '3D view of Demo building' })
    await expect(picture).toHaveAttribute('data-picture', 'complete')
    await expect(view.getByRole('status')).toHaveText('revision 1')
    await expect.poll(() => saidLast('ui/notifications/size-changed')).toEqual({ width: 760, height: 480 })
    const first = await picture.screenshot()

    const box = (await picture.boundingBox())!
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect
      .poll(async () => JSON.stringify(await saidLast('ui/update-model-context')))
      .toMatch(/selected: 1.*The user selected in the 3D view: (frame|area) /)
    await view.getByRole('button', { name: 'Ask about this' }).click()
    await expect
      .poll(async () => JSON.stringify(await saidLast('ui/message')))
      .toMatch(/"role":"user".*What is (frame|area) .* for/)
    await view.getByRole('button', { name: 'Front' }).click()
    await expect(picture).toHaveAttribute('data-view', /projection=parallel/)
    await expect(picture).toHaveAttribute('data-picture', 'complete')
    expect((await picture.screenshot()).equals(first)).toBe(false)
    await view.getByRole('button', { name: 'Open' }).click()
    await expect.poll(async () => JSON.stringify(await saidLast('ui/open-link'))).toMatch(/\/models\/m_[^?]+\?.*selected=/)

    const { modelId } = talk.result.structuredContent as { modelId: string }
    await client.callTool({
      name: 'service.edit_model',
      arguments: { modelId, ops: [{ select: { kinds: ['frames'], section: ['IPE 450'] }, set: { label: 'deeper' } }] },
    })
    await expect(view.getByRole('status')).toHaveText('revision 2 · 69 changed')

    await view.getByRole('button', { name: 'Full screen' }).click()
    await expect(view.getByRole('button', { name: 'Back to the chat' })).toBeVisible()
    await tell('ui/notifications/host-context-changed', { theme: 'dark', displayMode: 'inline' })
    await expect(view.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(picture).toHaveAttribute('data-picture', 'complete')
    for (const theme of ['dark', 'light']) {
      await tell('ui/notifications/host-context-changed', { theme })
      const { violations } = await new AxeBuilder({ page }).include('iframe').analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    }
    await page.evaluate(() =>
      (window as unknown as { ask(method: string, params: object): void }).ask('ui/resource-teardown', {}),
    )
    await expect.poll(async () => (await talk.said()).at(-1)).toEqual({ method: 'answer', params: {} })
    expect([talk.heard, await talk.violations()]).toEqual([[], []])
  } finally {
    await talk.end()
  }
})

test('where a host is silent, refuses, or cannot show the model, the view says so and never stays blank', async ({
  page,
  address,
  signUp,
  apiKey,
  newModel,
}) => {
  await signUp()
  const key = await apiKey()
  const { id } = await newModel({ name: 'Empty' })
  await page.setViewportSize({ width: 360, height: 620 })
  const manner = {
    refuses: ['ui/message', 'ui/update-model-context', 'ui/open-link'],
    context: { theme: 'dark', availableDisplayModes: ['inline'] },
  }
  const talk = await conversation(page, { address, key, tool: 'show_model', input: { modelId: id }, manner })
  const { view, tell } = talk
  try {
    await expect.poll(async () => (await talk.said()).map(({ method }) => method)).toContain('ui/notifications/initialized')
    // Some hosts pass the text alone on, and say things twice.
    await tell('ui/notifications/tool-result', { content: talk.result.content })
    await tell('ui/notifications/tool-result', { content: talk.result.content })
    await expect(view.getByText('No elements yet. They appear here as they are added.')).toBeVisible()
    await expect(view.getByRole('button', { name: 'Full screen' })).toBeHidden()
    await view.getByRole('button', { name: 'Check' }).click()
    await expect.poll(() => talk.saidLast('ui/notifications/size-changed')).toEqual({ width: 360, height: 360 })
    await talk.client.callTool({ name: 'service.delete_model', arguments: { modelId: id, name: 'Empty' } })
    await expect(view.getByText('This model is not here any more, or you may not open it.')).toBeVisible()
    await expect.poll(() => talk.saidLast('ui/notifications/size-changed')).toEqual({ width: 360, height: 80 })
    expect([talk.heard, await talk.violations()]).toEqual([[], []])
  } finally {
    await talk.end()
  }
})
