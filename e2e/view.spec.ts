import { createServer, type Server } from 'node:http'
import { expect, test } from '@playwright/test'
import { viewHtml } from '../view/build.mjs'

/** The tightest policy of a host that was seen. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'none'; font-src 'none'; media-src 'none'; connect-src 'none'; frame-src 'self'; worker-src 'none'; object-src 'none'; form-action 'none'; base-uri 'self'"

/** A page that shows the view as a host does: in a frame without an origin, under its policy. */
async function hostPage(): Promise<{ address: string; server: Server }> {
  const html = JSON.stringify(await viewHtml()).replaceAll('<', '\\u003c')
  const page = `<!doctype html><meta charset="utf-8"><title>host</title><style>body { margin: 0 } iframe { border: 0; width: 900px; height: 600px }</style>
<script>
  document.addEventListener('securitypolicyviolation', (event) => console.error(event.violatedDirective))
  addEventListener('DOMContentLoaded', () => {
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.title = 'view'
    frame.srcdoc = ${html}
    document.body.append(frame)
  })
</script>`
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY }).end(page),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  return { address: `http://127.0.0.1:${at && typeof at === 'object' ? at.port : ''}/`, server }
}

test('one file without network, threads or storage draws a model, orbits it and tells what is pressed', async ({
  page,
  request,
}) => {
  const model: unknown = await (await request.get('/demo/model')).json()
  const said: string[] = []
  const asked: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  page.on('request', (request) => asked.push(request.url()))
  const { address, server } = await hostPage()
  try {
    await page.setViewportSize({ width: 900, height: 600 })
    await page.goto(address)
    const view = page.frameLocator('iframe')
    await expect(view.getByRole('status')).toHaveText('Waiting for a model…')
    await page.evaluate((given) => document.querySelector('iframe')?.contentWindow?.postMessage({ model: given }, '*'), model)

    const picture = view.getByRole('img', { name: 'The model in 3D' })
    await expect(picture).toHaveAttribute('data-picture', 'complete')
    await expect(view.getByRole('status')).toHaveText('Demo building · 366 frames')
    const first = await picture.screenshot()

    await page.mouse.click(450, 300)
    await expect(view.getByRole('status')).toHaveText(/^(Frame|Area) \S/)
    await expect(picture).toHaveAttribute('data-view', /selected=[fa]%3A/)

    await page.mouse.move(450, 500)
    await page.mouse.down()
    await page.mouse.move(600, 460, { steps: 5 })
    await page.mouse.up()
    await expect(picture).toHaveAttribute('data-view', /camera=/)
    await expect(picture).toHaveAttribute('data-picture', 'complete')
    expect((await picture.screenshot()).equals(first)).toBe(false)

    expect(said).toEqual([])
    expect(asked.filter((url) => url !== address && !url.startsWith('about:'))).toEqual([])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
