import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { variants } from '#lib/fixtures/exhaustive.ts'
import { killUnderLoad } from '#lib/fixtures/kill-under-load.ts'
import { startPostgres } from '#lib/fixtures/postgres.ts'
import { expect, test } from './fixtures.ts'

/** Once: each costs the start of a server, which is most of the work; `npm run guarantees` does it 200 times. */
const ROUNDS = 1

test.describe('a server that is killed in the middle of writes has kept every batch that it acknowledged, whole', () => {
  test.describe.configure({ mode: 'default', timeout: 600_000 })
  let folder = ''
  test.beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'structural-crash-'))
  })
  test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const killed = async (data: Record<string, string>) => {
    const { acknowledged, ...rest } = await killUnderLoad({ DATA_DIR: folder, ...data }, ROUNDS)
    expect(rest).toEqual({ lost: [], torn: [], miscounted: [], refused: 0 })
    expect(acknowledged).toBeGreaterThanOrEqual(ROUNDS * 8)
  }

  for (const database of variants(['SQLite', 'PostgreSQL']))
    test(`on ${database}`, async () => {
      const postgres = database === 'PostgreSQL' ? await startPostgres({ durable: true }) : undefined
      await killed(postgres ? { DATABASE_URL: postgres.url } : {}).finally(() => postgres?.stop())
    })
})
