import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { variants } from '#lib/fixtures/exhaustive.ts'
import { startPostgres } from '#lib/fixtures/postgres.ts'
import { type OwnServer, startServer } from '#lib/fixtures/server-process.ts'
import { writeTogether } from '#lib/fixtures/write-together.ts'
import { expect, test } from './fixtures.ts'

test.describe('sixteen writers on one model lose no update', () => {
  let folder = ''
  let servers: OwnServer[] = []
  test.beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'structural-writers-'))
    servers = []
  })
  const stop = () => Promise.all(servers.splice(0).map((server) => server.stop('SIGTERM')))
  test.afterEach(async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Batches of each writer; `npm run guarantees` has it write 200. */
  const BATCHES = 4
  const together = async () => {
    const addresses = servers.map(({ address }) => address)
    expect(await writeTogether(addresses, 16, BATCHES)).toEqual({ revision: 1 + 16 * BATCHES + 16 * 3, wrong: [] })
  }

  for (const database of variants(['PostgreSQL', 'SQLite']))
    test(`through two processes on ${database}`, async () => {
      const postgres = database === 'PostgreSQL' ? await startPostgres() : undefined
      try {
        for (let n = 0; n < 2; n++) servers.push(await startServer({ DATA_DIR: folder, DATABASE_URL: postgres?.url ?? '' }))
        await together()
      } finally {
        await stop()
        await postgres?.stop()
      }
    })
})
