import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { db } from '#lib/db/client.ts'
import { authorizeClient } from '#lib/fixtures/oauth.ts'
import { throughRest } from '#lib/fixtures/rest.ts'
import { newApiKey, signIn, signUpUser } from '#lib/fixtures/verbs.ts'
import { toolNamed, tools } from '#lib/mcp/tools/tools.ts'
import { scopeOf } from '#lib/rest/operation.ts'
import { operations } from '#lib/rest/operations.ts'
import { env } from '#lib/runtime/env.ts'
import { createModel } from '#lib/storage/models.ts'
import type { Caller } from './caller.ts'
import { MATRIX, type MatrixRow } from './matrix.ts'
import { ASSIGNABLE_ROLES, may, type Role, roleFor } from './roles.ts'
import { SCOPES, type Scope } from './scopes.ts'

/** Every role × every door and scope × every operation and tool: what `matrix.ts` says is what is answered. */

const ASKING = [...ASSIGNABLE_ROLES, 'owner', null] as const
const WAYS = ['S', 'K read', 'K both', 'O read', 'O both'] as const
type Way = (typeof WAYS)[number]

const scopesOf = (way: Way): readonly Scope[] => (way.endsWith('read') ? ['mcp:models:read'] : SCOPES)
const people = new Map<Role | null, { id: string; headers: Record<Way, Record<string, string>> }>()

beforeAll(async () => {
  for (const role of ASKING) {
    const user = await signUpUser()
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    const token = async (scopes: readonly Scope[]) => (await authorizeClient({ user, scopes })).tokens.access_token
    people.set(role, {
      id: user.id,
      headers: {
        S: { cookie: await signIn(user.id), 'sec-fetch-site': 'same-origin' },
        'K read': bearer(await newApiKey(user.id, ['mcp:models:read'])),
        'K both': bearer(await newApiKey(user.id)),
        'O read': bearer(await token(['mcp:models:read'])),
        'O both': bearer(await token(SCOPES)),
      },
    })
  }
})

const callerOf = (role: Role | null, way: Way): Caller => {
  const { id: userId } = people.get(role)!
  const via = way === 'S' ? 'session' : way.startsWith('K') ? 'api_key' : 'oauth'
  return { userId, via, scopes: new Set(scopesOf(way)), principal: `${way}:${userId}` }
}

/** The owner's, with everybody but the stranger on it. */
async function sharedModel(): Promise<string> {
  const { modelId } = await createModel({ caller: callerOf('owner', 'S'), via: 'web' }, { name: 'A model' })
  const given = { modelId, addedBy: people.get('owner')!.id, createdAt: new Date() }
  await db().collaborator.createMany({ data: ASSIGNABLE_ROLES.map((role) => ({ ...given, userId: people.get(role)!.id, role })) })
  return modelId
}

const rowOf = (field: 'operations' | 'tools' | 'pages', name: string): MatrixRow | undefined =>
  MATRIX.find((row) => row[field]?.includes(name))

/** What the table says that somebody is told, before anything in the request is looked at. */
function expected({ scope, doors, needs }: MatrixRow, role: Role | null, way: Way): string {
  if (needs !== null && role === null) return '404'
  if (needs !== null && !may(role, needs)) return `403 ${role} needs ${roleFor(needs)}`
  if (!doors.includes(way[0]!)) return '403 for people'
  if (!scopesOf(way).includes(`mcp:models:${scope}`)) return '403 scope'
  return 'allowed'
}

it('names every operation, tool and page, and each says of itself what the table says', () => {
  for (const operation of operations) {
    const row = rowOf('operations', operation.id)
    expect(row, operation.id).toBeDefined()
    if (row?.doors === 'L') continue
    expect(scopeOf(operation), operation.id).toBe(row?.scope)
    if (row?.needs !== null) expect(operation.needs, operation.id).toBe(row?.needs)
    const who = { true: 'SK', 'signed in': 'S', undefined: 'SKO' }[String(operation.forPeople)]
    expect(who, operation.id).toBe(row?.doors.replace('L', '')) // a link stands in the address
  }
  for (const { name, scope, needs } of tools) {
    const row = rowOf('tools', name.slice('service.'.length))
    expect(row, name).toBeDefined()
    expect(scope, name).toBe(`mcp:models:${row?.scope}`)
    if (row?.needs) expect(needs, name).toBe(row.needs)
  }
  const told = MATRIX.flatMap(({ tools: named = [] }) => named.map((name) => `service.${name}`))
  expect(told.filter((name) => !toolNamed(name))).toEqual([])
  const pages = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => basename(file) === 'page.tsx')
    .map((file) => `/${file.split('/').slice(0, -1).join('/')}`)
    .filter((page) => !ABOUT_THE_VISITOR.test(page))
  for (const page of pages) expect(rowOf('pages', page), page).toBeDefined()
})

/** Pages that show no model of anybody's. */
const ABOUT_THE_VISITOR =
  /^\/(?:sign-in|sign-up|forgot-password|reset-password|confirm-email|settings|connect|docs|privacy|bench|oauth|demo|reopen|notifications)(?:\/|$)/

const DELETES = new Set(['delete_model', 'undelete_model'])
/** By a link: what becomes of a token is tested beside the links. */
const byCredentials = operations.filter(({ path }) => !path.includes('{token}'))

describe.each(byCredentials.map((operation) => [operation.id, operation] as const))('operation %s', (id, operation) => {
  it('answers each role through each door as the table says', async () => {
    const row = rowOf('operations', id)!
    const shared = await sharedModel()
    const cells: [string, string][] = []
    const wanted: [string, string][] = []
    for (const role of ASKING) {
      for (const way of WAYS) {
        const modelId = DELETES.has(id) ? await sharedModel() : shared
        const path = operation.path
          .replace('{model_id}', modelId)
          .replace('{revision}', '1')
          .replace(/\{\w+\}/g, 'unknown')
        const request = new Request(env.APP_URL + path, {
          method: operation.method,
          headers: { 'content-type': 'application/json', ...people.get(role)!.headers[way] },
          ...(operation.body && { body: '{}' }),
        })
        const answer = await throughRest(request)
        cells.push([`${role} ${way}`, await told(answer)])
        wanted.push([`${role} ${way}`, expected(row, role, way)])
      }
    }
    expect(cells).toEqual(wanted)
  })
})

async function told(answer: Response): Promise<string> {
  if (answer.status !== 403 && answer.status !== 404) {
    await answer.body?.cancel() // one of them is a stream without end
    return answer.status < 500 && answer.status !== 401 ? 'allowed' : String(answer.status)
  }
  const { detail, role, needs } = await answer.json()
  if (answer.status === 404) return detail === 'Model not found' ? '404' : 'allowed'
  if (role) return `403 ${role} needs ${needs}`
  return detail.startsWith('This is for people') ? '403 for people' : '403 scope'
}

describe.each(tools.map((tool) => [tool.name, tool] as const))('tool %s', (name, tool) => {
  // Without a row the test above fails that asks for one of every tool.
  const row = rowOf('tools', name.slice('service.'.length))!
  it.skipIf(row?.needs == null)('answers each role as the table says', async () => {
    for (const role of ASKING) {
      const [modelId, caller] = [await sharedModel(), callerOf(role, 'O both')]
      const context = { caller, style: 'dotted' as const, request: { user: caller.userId } }
      const sent = { modelId, ...SENT[name] }
      const answer = await tool.call(sent, context, { name, arguments: sent })
      const [first] = answer.content
      const text = first?.type === 'text' ? first.text : ''
      const { error, message = '' } = answer.isError ? JSON.parse(text) : { error: 'none' }
      const says = expected({ ...row, doors: 'SKO' }, role, 'O both')
      if (says === '404') expect(error, `${role}`).toBe('not_found')
      else if (says === 'allowed') expect(['none', 'invalid_input'], `${role} ${text}`).toContain(error)
      else {
        expect(error, `${role}`).toBe('forbidden')
        expect(message).toContain(`Your role in this model is ${role};`)
        expect(message).toContain(`needs ${roleFor(row.needs ?? 'own')}. The owner gives roles under Share.`)
      }
    }
  })
})

/** What a tool must be told beside the model. */
const SENT: Record<string, object> = {
  'service.add_model_elements': { nodes: [{ id: 'N1', position: { x: 0, y: 0, z: 0 } }] },
  'service.delete_model': { name: 'A model' },
  'service.restore_revision': { revision: 1 },
}
