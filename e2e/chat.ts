import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { FrameLocator, Page } from '@playwright/test'
import { z } from 'zod'
import { appHost, type Manner, serveAppHost } from '#lib/fixtures/app-host.ts'
import { test as base, expect } from './fixtures.ts'
import { isReadBack } from './viewer-page.ts'

/** What the SDK leaves open of a tool and of a resource. */
const Meta = z.object({ ui: z.object({ resourceUri: z.string() }) })
const Html = z.object({ text: z.string(), mimeType: z.string() })

/** A client of the service, and pages of a host that pass on what it answers. */
async function openChat(page: Page, { address, key }: { address: string; key: string }) {
  const client = new Client(
    { name: 'a chat', version: '1' },
    { capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } } },
  )
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${key}` } },
    }),
  )
  const { tools } = await client.listTools()
  let manner: Manner = {}
  const host = await serveAppHost(() => manner)
  const heard: string[] = []
  page.on('console', (message) => !isReadBack(message.text()) && heard.push(message.text()))
  page.on('pageerror', (error) => heard.push(error.message))
  await page.exposeFunction('callTool', (name: string, args: Record<string, unknown>) =>
    client.callTool({ name, arguments: args }),
  )

  const call = (tool: string, input: Record<string, unknown>) =>
    client.callTool({ name: `service.${tool}`, arguments: input }, undefined, { timeout: 300_000 })
  const said = async () => (await appHost(page)).evaluate((host) => host.said)
  const view: FrameLocator = page.frameLocator('iframe[title=view]').first()
  return {
    ...{ client, call, said, heard, view },
    /** A page of its own, on which the view of a tool stands. `result`: told as soon as it listens. */
    async mount(tool: string, like: Manner = {}, { result, times = 1 }: { result?: unknown; times?: number } = {}) {
      manner = like
      const { ui } = Meta.parse(tools.find(({ name }) => name === `service.${tool}`)?._meta)
      const { contents } = await client.readResource({ uri: ui.resourceUri })
      const { text: html, mimeType } = Html.parse(contents[0])
      expect(mimeType).toBe('text/html;profile=mcp-app')
      await page.goto(host.address)
      const it = await appHost(page)
      for (let k = 0; k < times; k++) await it.evaluate((host, { html, result }) => host.mount(html, result), { html, result })
    },
    tell: async (method: string, params: object) =>
      (await appHost(page)).evaluate((host, { method, params }) => host.tell(method, params), { method, params }),
    ask: async (method: string) => (await appHost(page)).evaluate((host, asked) => host.ask(asked, {}), method),
    strangerSays: async (message: object) => (await appHost(page)).evaluate((host, what) => host.strangerSays(what), message),
    saidLast: async (method: string) => (await said()).filter((one) => one.method === method).at(-1)?.params,
    violations: async () => (await appHost(page)).evaluate((host) => host.violations),
    async end() {
      await client.close()
      host.close()
    },
  }
}

/** `chat`: one of somebody who has just signed up. */
export const test = base.extend<{ chat: Awaited<ReturnType<typeof openChat>> }>({
  chat: async ({ page, address, signUp, apiKey }, use) => {
    await signUp()
    const chat = await openChat(page, { address, key: await apiKey() })
    await use(chat)
    await chat.end()
  },
})
