import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The service as a program with a key sees it, and the cookies with which a browser is that person. */
export type Service = { address: string; key: string; cookies: { name: string; value: string }[] }

const PASSWORD = 'nine brown columns, 2 braces'

export async function signUp(address: string): Promise<Service> {
  const json = { 'content-type': 'application/json', origin: address }
  const person = await fetch(`${address}/api/account/sign-up`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: 'bench@example.com', password: PASSWORD }),
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

export async function newModel(service: Service, body: object = {}): Promise<string> {
  const bytes = await send(service, '/api/construct-models', JSON.stringify({ name: 'Bench', ...body }))
  return JSON.parse(new TextDecoder().decode(bytes)).id
}

export const portalFrame = (): Record<string, unknown[]> =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../public/examples/portal-frame.json'), 'utf8'))
