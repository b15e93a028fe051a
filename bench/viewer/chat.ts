import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Browser, Frame, Page } from 'playwright'
import { z } from 'zod'
import { appHost, serveAppHost } from '#lib/fixtures/app-host.ts'
import type { Service } from '#lib/fixtures/service.ts'

export type Chat = Awaited<ReturnType<typeof openChat>>

/** The chat is the strict host of the tests, `width` by `height` px for a view, and a real client passes its calls on. `atStart`: run in every document. */
export async function openChat(
  browser: Browser,
  { address, key }: Service,
  size: { width: number; height: number },
  atStart = '',
) {
  const client = new Client({ name: 'a chat', version: '1' })
  const requestInit = { headers: { Authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit }))
  const { resources } = await client.listResources()
  const uri = resources.find((resource) => resource.uri.startsWith('ui:'))?.uri ?? ''
  const { contents } = await client.readResource({ uri })
  const { text: html } = z.object({ text: z.string() }).parse(contents[0])
  const host = await serveAppHost(() => ({ context: { containerDimensions: { height: size.height } } }))
  return {
    /** Shows a model. `began`: in ms since 1970, when its frame was put into the page. */
    async open(id: string): Promise<{ where: Frame; page: Page; began: number }> {
      const result = await client.callTool({ name: 'service.show_model', arguments: { modelId: id } })
      const page = await browser.newPage({ viewport: { width: size.width, height: size.height + 20 } })
      await page.addInitScript(atStart)
      await page.exposeFunction('callTool', (name: string, args: Record<string, unknown>) =>
        client.callTool({ name, arguments: args }),
      )
      await page.goto(host.address)
      const began = await (await appHost(page)).evaluate(
        (host, { html, result }) => {
          const now = performance.timeOrigin + performance.now()
          host.mount(html, result)
          return now
        },
        { html, result },
      )
      const where = (await (await page.locator('iframe').elementHandle())?.contentFrame())!
      return { where, page, began }
    },
    async end() {
      await client.close()
      host.close()
    },
  }
}
