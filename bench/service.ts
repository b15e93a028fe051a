import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { building } from './building.ts'

/** The service as a program with a key sees it, and the cookies with which a browser is that person. */
export type Service = { address: string; key: string; cookies: { name: string; value: string }[] }

const PASSWORD = 'nine brown columns, 2 braces'

export async function signUp(address: string, email = 'bench@example.com'): Promise<Service> {
  const json = { 'content-type': 'application/json', origin: address }
  const person = await fetch(`${address}/api/account/sign-up`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const cookies = person.headers.getSetCookie().map((one) => {
    const [name = '', ...value] = one.split(';', 1)[0]?.split('=') ?? []
    return { name, value: value.join('=') }
  })
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const made = await fetch(`${address}/api/account/api-keys`, {
    method: 'POST',
    headers: { ...json, cookie },
    body: JSON.stringify({ name: 'bench', scopes: ['mcp:models:read', 'mcp:models:write'], expiresInDays: 1 }),
  })
  if (made.status !== 201) throw new Error(`no key: ${made.status} ${await made.text()}`)
  return { address, key: (await made.json()).key, cookies }
}

/** Sends JSON text; gives the answer's bytes. Throws unless it is 200 or 201. */
export async function send({ address, key }: Service, path: string, body: string | Uint8Array): Promise<Uint8Array> {
  const answer = await fetch(address + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body as BodyInit, // the type wants a view of an ArrayBuffer that is not shared
  })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (answer.status !== 200 && answer.status !== 201)
    throw new Error(`${path}: ${answer.status} ${new TextDecoder().decode(bytes)}`)
  return bytes
}

/** The answer's bytes; throws unless it is 200. */
export async function read({ address, key }: Service, path: string): Promise<Uint8Array> {
  const answer = await fetch(address + path, { headers: { authorization: `Bearer ${key}` } })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${new TextDecoder().decode(bytes)}`)
  return bytes
}

/** A call of a tool, by a message that is ready as bytes. */
export async function callTool({ address, key }: Service, message: string | Uint8Array): Promise<string> {
  const answer = await fetch(`${address}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: message as BodyInit, // as above
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`/mcp: ${answer.status} ${text}`)
  return text
}

export async function rename({ address, key }: Service, id: string, name: string): Promise<void> {
  const answer = await fetch(`${address}/api/construct-models/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`rename: ${answer.status}`)
}

/** So many models of one large building each. */
export async function largeModels(service: Service, count: number, elements: number): Promise<string[]> {
  const body = new TextEncoder().encode(JSON.stringify(building(elements)))
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const id = await newModel(service)
    await send(service, `/api/construct-models/${id}/elements`, body)
    ids.push(id)
  }
  return ids
}

export async function newModel(service: Service, body: object = {}): Promise<string> {
  const bytes = await send(service, '/api/construct-models', JSON.stringify({ name: 'Bench', ...body }))
  return JSON.parse(new TextDecoder().decode(bytes)).id
}

export const portalFrame = (): Record<string, unknown[]> =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../public/examples/portal-frame.json'), 'utf8'))
