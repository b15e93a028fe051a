import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '#lib/fixtures/postgres.ts'
import { startServer } from '#lib/fixtures/server-process.ts'
import { expect, newApiKey, signUpAs, test } from './fixtures.ts'
import { createModel, readModel } from './models.ts'

const ROUNDS = 20
const WRITERS = 8
const BATCH = 5

/** `data`: variables that say where the data lies. They live through every kill; the server does not. */
async function killUnderLoad(playwright: typeof import('playwright-core'), data: Record<string, string>) {
  const person = await playwright.request.newContext()
  let server = await startServer(data)
  await signUpAs(person, server.address, 'writer@example.com')
  const key = await newApiKey(person, server.address)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const program = await playwright.request.newContext({ extraHTTPHeaders: headers })
  const { id } = await createModel(program, server.address)

  const acknowledged = new Set<string>()
  const lost: string[] = []
  const torn: string[] = []
  let refused = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const { address } = server
    let up = true
    const write = async (writer: number) => {
      for (let n = 0; up; n++) {
        const batch = `r${round}w${writer}b${n}`
        const nodes = Array.from({ length: BATCH }, (_, i) => ({ id: `${batch}/${i}`, position: { x: i, y: n, z: writer } }))
        try {
          const answer = await fetch(`${address}/api/construct-models/${id}/nodes`, {
            method: 'POST',
            headers,
            body: JSON.stringify({ nodes }),
          })
          if (answer.status !== 200) refused += 1
          else {
            await answer.arrayBuffer()
            acknowledged.add(batch)
          }
        } catch {
          return // killed: nothing was promised
        }
      }
    }
    const before = acknowledged.size
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer))
    while (acknowledged.size < before + WRITERS) await wait(5)
    await wait((round * 37) % 250) // another moment each time
    await server.stop('SIGKILL')
    up = false
    await Promise.all(writers)

    server = await startServer(data)
    const model = await readModel(program, server.address, id)
    const found = new Map<string, number>()
    for (const node of model.nodes) {
      const batch = node.id.split('/', 1)[0] ?? ''
      found.set(batch, (found.get(batch) ?? 0) + 1)
    }
    lost.push(...[...acknowledged].filter((batch) => !found.has(batch)))
    torn.push(...[...found].filter(([, count]) => count !== BATCH).map(([batch]) => batch))
    expect(model.revision).toBe(1 + found.size)
  }
  await server.stop('SIGTERM')
  await program.dispose()
  await person.dispose()
  return { acknowledged: acknowledged.size, lost, torn, refused }
}

test.describe('a server that is killed in the middle of writes, 20 times, has kept every batch that it acknowledged, whole', () => {
  test.describe.configure({ mode: 'default', timeout: 600_000 })
  let folder = ''
  test.beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'structural-crash-'))
  })
  test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('on SQLite', async ({ playwright }) => {
    const { acknowledged, ...rest } = await killUnderLoad(playwright, { DATA_DIR: folder })
    expect(rest).toEqual({ lost: [], torn: [], refused: 0 })
    expect(acknowledged).toBeGreaterThan(ROUNDS * WRITERS)
  })

  test('on PostgreSQL', async ({ playwright }) => {
    const postgres = await startPostgres({ durable: true })
    try {
      const { acknowledged, ...rest } = await killUnderLoad(playwright, { DATA_DIR: folder, DATABASE_URL: postgres.url })
      expect(rest).toEqual({ lost: [], torn: [], refused: 0 })
      expect(acknowledged).toBeGreaterThan(ROUNDS * WRITERS)
    } finally {
      await postgres.stop()
    }
  })
})
