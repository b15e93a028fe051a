import { describe, expect, inject, it } from 'vitest'
import { changePassword } from '#lib/accounts/users.ts'
import { inAnotherProcess } from '#lib/fixtures/another-process.ts'
import { behindProxy } from '#lib/fixtures/behind-proxy.ts'
import { onServer } from '#lib/fixtures/copies.ts'
import { approve, exchange, registerClient } from '#lib/fixtures/oauth.ts'
import type { Rest } from '#lib/fixtures/rest.ts'
import { PASSWORD, signIn, signUpUser } from '#lib/fixtures/verbs.ts'
import { env } from '#lib/runtime/env.ts'
import { POST as signUp } from '../../app/api/account/sign-up/route.ts'
import { transaction } from './client.ts'

const node = (id: string) => ({ nodes: [{ id, position: { x: 0, y: 0, z: 0 } }] })

describe.skipIf('sqlite' in inject('template'))('a lost race is run again', () => {
  const behind = behindProxy()
  const rest: Rest = (...asked) => behind.rest(...asked)

  const newModel = async () => (await rest('POST', '/api/construct-models', { body: { name: 'Raced' } })).json.id

  /** Does it once for each statement that it sends, which fails, until it sends no more of them. */
  async function whicheverFails(sqlstate: string, work: (n: number) => Promise<void>): Promise<number> {
    for (let n = 1; ; n++) {
      let seen = 0
      behind.fate = (sql) => (!sql.startsWith('BEGIN') && ++seen === n ? { sqlstate } : undefined)
      await work(n)
      behind.fate = () => undefined
      if (seen < n) return n - 1
    }
  }

  it.each(['40001', '40P01', 'CR000'])('%s at any statement of a write, COMMIT too, is not heard of', async (sqlstate) => {
    const id = await newModel()
    const statements = await whicheverFails(sqlstate, async (n) => {
      const answer = await rest('POST', `/api/construct-models/${id}/nodes`, { body: node(`N${n}`) })
      expect([answer.status, n]).toEqual([200, n])
    })
    expect(statements).toBeGreaterThanOrEqual(3)
    const { json } = await rest('GET', `/api/construct-models/${id}`)
    expect(json.revision).toBe(statements + 2) // each once, and the one that met no failure
    expect(json.nodes).toHaveLength(statements + 1)
  })

  it('nor when a model is made, with a key', async () => {
    await whicheverFails('40001', async (n) => {
      const asked = { body: { name: `Model ${n}`, ...node('A') }, headers: { 'idempotency-key': `"made-${n}"` } }
      const [made, replayed] = [
        await rest('POST', '/api/construct-models', asked),
        await rest('POST', '/api/construct-models', asked),
      ]
      expect([made.status, made.json.revision, replayed.json.id]).toEqual([201, 1, made.json.id])
    })
  })

  it('nor at a sign-up, a new password and a token exchange', async () => {
    const context = { params: Promise.resolve({}) }
    await whicheverFails('40001', async (n) => {
      const request = new Request(`${env.APP_URL}/api/account/sign-up`, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${n}` },
        body: JSON.stringify({ email: `raced-${n}@example.com`, password: PASSWORD, name: null }),
      })
      expect((await signUp(request, context)).status).toBe(201)
    })
    const { id } = await signUpUser()
    let changes = 0
    await whicheverFails('40001', async () => {
      const changed = await changePassword({ id, sessionVersion: changes }, PASSWORD)
      expect(changed?.sessionVersion).toBe(++changes)
    })
    const { client_id: clientId } = await registerClient()
    const cookie = await signIn(await signUpUser().then((user) => user.id))
    await whicheverFails('40001', async (n) => {
      const answer = await exchange(clientId, await approve({ client_id: clientId }, cookie))
      expect([answer.status, n]).toEqual([200, n])
    })
  })

  it('a transaction that always loses gives up, and leaves its connection to the next', async () => {
    behind.fate = (sql) => (sql === 'COMMIT' ? { sqlstate: '40001' } : undefined)
    for (let i = 0; i < 12; i++) {
      let attempts = 0
      const lost = transaction(async (tx) => {
        attempts++
        await tx.user.count()
      })
      await expect(lost).rejects.toThrow()
      expect(attempts).toBe(5)
    }
    behind.fate = () => undefined
    expect(await transaction((tx) => tx.user.count({ where: { id: 'nobody' } }))).toBe(0)
  })

  it.each(['cut', 'cut after'] as const)(
    'a connection %s COMMIT is 503, and the key decides whether it came about',
    async (end) => {
      const id = await newModel()
      const asked = { body: node('A'), headers: { 'idempotency-key': `"${end.replace(' ', '-')}"` } }
      behind.fate = (sql) => (sql.includes('COMMIT') ? end : undefined)
      expect((await rest('POST', `/api/construct-models/${id}/nodes`, asked)).status).toBe(503)
      behind.fate = () => undefined
      const second = await rest('POST', `/api/construct-models/${id}/nodes`, asked)
      expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([200, end === 'cut after' ? 'true' : null])
      expect((await rest('GET', `/api/construct-models/${id}`)).json.revision).toBe(2)
    },
  )

  it('two processes at repeatable read, 16 writers of one model: 160 writes, 160 revisions', async () => {
    const id = await newModel()
    const name = new URL(behind.url).pathname.slice(1)
    await onServer(behind.url, `ALTER DATABASE "${name}" SET default_transaction_isolation = 'repeatable read'`)
    const before = process.env.DATABASE_URL
    process.env.DATABASE_URL = behind.url
    try {
      const heard = await Promise.all(
        ['one', 'two'].map((process) => inAnotherProcess<number[]>('rest-writers', behind.key, id, process, '8', '10')),
      )
      expect(heard.flat()).toEqual(Array.from({ length: 160 }, () => 200))
      expect((await rest('GET', `/api/construct-models/${id}`)).json.revision).toBe(161)
    } finally {
      process.env.DATABASE_URL = before
      await onServer(behind.url, `ALTER DATABASE "${name}" RESET default_transaction_isolation`)
    }
  }, 300_000)
})
