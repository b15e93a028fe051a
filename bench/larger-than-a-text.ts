import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '#lib/fixtures/server-process.ts'
import { newModel, type Service, send, signUp } from '#lib/fixtures/service.ts'
import { step } from '#lib/start/progress.mjs'
import { MB } from '#lib/values/bytes.ts'

/**
 * A model whose JSON is longer than the longest string of V8 (536,870,888 characters), from before there was a limit, and a server with
 * today's limits: what may be done with every other model may be done with it. Load, F5.
 */

const LONGEST_LABEL = 4096
/** With what stands around the label. */
const NODES_OF_A_BATCH = Math.floor((56 * MB) / (LONGEST_LABEL + 80))

export type Larger = { bytes: number; done: string[]; wrong: string[] }

export async function largerThanAText(megabytes: number): Promise<Larger> {
  const folder = mkdtempSync(join(tmpdir(), 'structural-larger-'))
  const data = { DATA_DIR: folder }
  let server = await startServer({ ...data, MAX_MODEL_MB: String(megabytes + 100) })
  try {
    let service = await signUp(server.address)
    const id = await newModel(service)
    const path = `/api/construct-models/${id}`
    const label = 'x'.repeat(LONGEST_LABEL)
    let bytes = 0
    let count = 0
    let revisions = 1
    await step(`A model of ${megabytes} MB`, async () => {
      for (; bytes < megabytes * MB; count += NODES_OF_A_BATCH) {
        const nodes = Array.from({ length: NODES_OF_A_BATCH }, (_, i) => {
          const n = count + i
          return { id: `N${n}`, label, position: { x: n % 300, y: Math.floor(n / 300) % 300, z: Math.floor(n / 90_000) } }
        })
        const body = JSON.stringify({ nodes })
        await send(service, `${path}/nodes`, body)
        bytes += body.length
        revisions += 1
      }
      await send(service, `${path}/frames`, JSON.stringify({ frames: [{ id: 'F', startNodeId: 'N0', endNodeId: 'N1' }] }))
      revisions += 1
    })
    await server.stop('SIGTERM')
    server = await startServer(data)
    service = { ...service, address: server.address }

    const done: string[] = []
    const wrong: string[] = []
    const attempt = (what: string, asked: () => Promise<Answer>, wanted: Partial<Answer>) =>
      step(what, async () => {
        done.push(what)
        const { status = 200, bytes: least = 0, text: says = '' } = wanted
        const found = await asked()
        if (found.status !== status || found.bytes < least || !found.text.includes(says))
          wrong.push(`${what}: ${found.status}, ${found.bytes} bytes, ${found.text.slice(0, 300)}`)
      })
    const lost = { supports: [{ id: 'S', nodeId: 'nowhere' }] }
    const refusal = "no node 'nowhere'"
    await attempt('read', () => ask(service, 'GET', path), { bytes })
    await attempt('check', () => ask(service, 'GET', `${path}/check`), { text: 'findings' })
    await attempt('picture', () => tool(service, 'render_model', { modelId: id, view: 'plan' }), { text: 'image/png' })
    await attempt('a wrong id by REST', () => ask(service, 'POST', `${path}/supports`, lost), { status: 422, text: refusal })
    await attempt('a wrong id by MCP', () => tool(service, 'add_model_elements', { modelId: id, ...lost }), { text: refusal })
    await attempt('remove', () => ask(service, 'POST', `${path}/elements/delete`, { frames: ['F'] }), {})
    await attempt('restore', () => ask(service, 'POST', `${path}/revisions/${revisions}/restore`), { bytes })
    await attempt('read again', () => ask(service, 'GET', path), { bytes })
    return { bytes, done, wrong }
  } finally {
    await server.stop('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

type Answer = { status: number; bytes: number; text: string }

/** The answer's beginning as text, for the whole may be longer than a string. */
async function ask({ address, key }: Service, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(address + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'accept-encoding': 'identity',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  let bytes = 0
  let text = ''
  for await (const chunk of answer.body ?? []) {
    if (bytes < MB) text += Buffer.from(chunk).toString('latin1')
    bytes += chunk.length
  }
  return { status: answer.status, bytes, text }
}

function tool(service: Service, name: string, args: object): Promise<Answer> {
  const params = { name: `service.${name}`, arguments: args }
  return ask(service, 'POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
}
