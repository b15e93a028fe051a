import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#lib/fixtures/postgres.ts'
import { type OwnServer, startServer } from '#lib/fixtures/server-process.ts'
import { expect, newApiKey, signUpAs, test } from './fixtures.ts'
import { createModel, readModel } from './models.ts'

const WRITERS = 16
const BATCHES = 12
const STEPS = 3

/** Sixteen programs write to one model, through as many doors as there are servers. */
async function writeTogether(playwright: typeof import('playwright-core'), servers: OwnServer[]) {
  const doors = servers.map(({ address }) => address)
  const door = (n: number) => doors[n % doors.length] ?? ''
  const person = await playwright.request.newContext()
  await signUpAs(person, door(0), 'writers@example.com')
  const headers = { authorization: `Bearer ${await newApiKey(person, door(0))}` }
  const program = await playwright.request.newContext({ extraHTTPHeaders: headers })
  const { id } = await createModel(program, door(0))
  const path = `/api/construct-models/${id}`
  const everyone = (work: (writer: number) => Promise<void>) =>
    Promise.all(Array.from({ length: WRITERS }, (_, writer) => work(writer)))

  await everyone(async (writer) => {
    for (let n = 0; n < BATCHES; n++) {
      const nodes = [{ id: `${writer}-${n}`, position: { x: writer, y: n, z: 0 } }]
      const answer = await program.post(`${door(writer + n)}${path}/nodes`, { data: { nodes } })
      expect(answer.status(), await answer.text()).toBe(200)
    }
  })
  // Read, add one, write back if nobody was faster: an update lost is a count too low.
  await everyone(async (writer) => {
    for (let done = 0; done < STEPS; ) {
      const seen = await program.get(`${door(writer)}${path}`)
      const { metadata } = await seen.json()
      const answer = await program.patch(`${door(writer + done)}${path}`, {
        data: { metadata: { count: (metadata?.count ?? 0) + 1 } },
        headers: { 'if-match': seen.headers().etag ?? '' },
      })
      expect([200, 412]).toContain(answer.status())
      if (answer.status() === 200) done += 1
    }
  })

  for (const address of doors) {
    const model = await readModel(program, address, id)
    expect(new Set(model.nodes.map((node) => node.id)).size).toBe(WRITERS * BATCHES)
    expect(model.nodes).toHaveLength(WRITERS * BATCHES)
    expect(model.metadata).toEqual({ count: WRITERS * STEPS })
    expect(model.revision).toBe(1 + WRITERS * BATCHES + WRITERS * STEPS)
  }
  await program.dispose()
  await person.dispose()
}

test.describe('sixteen writers on one model lose no update', () => {
  test.describe.configure({ timeout: 180_000 })
  let folder = ''
  let servers: OwnServer[] = []
  test.beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'structural-writers-'))
    servers = []
  })
  test.afterEach(async () => {
    await Promise.all(servers.map((server) => server.stop('SIGTERM')))
    rmSync(folder, { recursive: true, force: true })
  })

  for (const processes of [1, 2]) {
    test(`through ${processes} process(es) on SQLite`, async ({ playwright }) => {
      for (let n = 0; n < processes; n++) servers.push(await startServer({ DATA_DIR: folder }))
      await writeTogether(playwright, servers)
    })
  }

  test('through two processes on PostgreSQL', async ({ playwright }) => {
    const postgres = await startPostgres()
    try {
      for (let n = 0; n < 2; n++) servers.push(await startServer({ DATA_DIR: folder, DATABASE_URL: postgres.url }))
      await writeTogether(playwright, servers)
    } finally {
      await Promise.all(servers.splice(0).map((server) => server.stop('SIGTERM')))
      await postgres.stop()
    }
  })
})
