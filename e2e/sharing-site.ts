import { createServer } from 'node:http'
import type { APIRequestContext } from '@playwright/test'
import { portOf } from '#lib/start/front/port-of.ts'
import { expect } from './fixtures.ts'

/** The link's token, and its id. */
export async function newLink(owner: APIRequestContext, address: string, model: string, body: object = {}) {
  const answer = await owner.post(`${address}/api/construct-models/${model}/share-links`, {
    data: body,
    headers: { origin: address },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const { id, url } = await answer.json()
  return { id, url, token: url.split('/').at(-1) as string }
}

/** A site that embeds the address it is asked for as the dialog says, keeps what the frame says, and says `first` when it has loaded. */
export async function site(): Promise<{ port: number; close: () => void }> {
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '', 'http://site').searchParams
    const address = asked.get('embed') ?? ''
    const first = JSON.stringify(JSON.parse(asked.get('first') ?? '[]')).replaceAll('<', '\\u003c')
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>A site</title><script>
      window.told = []
      addEventListener('message', ({ data, origin }) => told.push({ ...data, origin }))
      window.say = (message) => frames[0].postMessage({ source: 'structural-model-viewer', v: 1, ...message }, ${JSON.stringify(new URL(address || 'http://x').origin)})
      const first = ${first}
    </script><iframe onload="first.forEach(say)" src="${address}" width="900" height="600" style="border:0"
      sandbox="allow-scripts allow-same-origin allow-popups" referrerpolicy="no-referrer"></iframe>`)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return { port: portOf(server), close: () => server.close() }
}
