import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { variants } from '#lib/fixtures/exhaustive.ts'
import { startPostgres } from '#lib/fixtures/postgres.ts'
import { startServer } from '#lib/fixtures/server-process.ts'
import { callTool, newModel, portalFrame, readModel, send, signUp } from '#lib/fixtures/service.ts'
import { expect, test } from './fixtures.ts'

/** Outside of the project, whose packages a server would find by walking up. Nobody may write to it, not even who runs it. */
let folder = ''
let packed = ''
/** Root may write whatever a file's rights say. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

type Found = { path: string; bytes: number }
/** Folders and files. */
const found = (): Found[] =>
  readdirSync(packed, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return { path, bytes: 512 * lstatSync(path).blocks }
  })

test.describe.configure({ mode: 'serial' })

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'structural-pack-'))
  chmodSync(folder, 0o755)
  packed = join(folder, 'pack')
  const { status, stderr } = spawnSync(process.execPath, ['lib/start/pack.mjs', packed], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  for (const { path } of found()) chmodSync(path, lstatSync(path).isDirectory() ? 0o555 : 0o444)
  chmodSync(packed, 0o555)
})
test.afterAll(() => {
  chmodSync(packed, 0o755)
  for (const { path } of found()) if (lstatSync(path).isDirectory()) chmodSync(path, 0o755)
  rmSync(folder, { recursive: true, force: true })
})

const dataFolder = (name: string): string => {
  const data = join(folder, name)
  mkdirSync(data)
  if (nobody.uid) chownSync(data, nobody.uid, nobody.gid ?? 0)
  return data
}

/** By itself in an empty environment. */
const start = (variables: Record<string, string>) =>
  startServer(variables, [join(packed, 'start.mjs')], { cwd: '/', env: {}, ...nobody })

function administer(variables: Record<string, string>, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(packed, 'start.mjs'), 'admin', ...args], {
    cwd: '/',
    encoding: 'utf8',
    env: variables as NodeJS.ProcessEnv,
    ...nobody,
  })
  expect(status, stderr).toBe(0)
  return JSON.parse(stdout)
}

test('a packed folder takes at most 100 MB and has no compiler, browser or other C library in it', () => {
  const files = found()
  expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(100e6)
  const names = files.map(({ path }) => path.slice(packed.length))
  const strange =
    /\/node_modules\/(typescript|prisma|esbuild|@esbuild|@next\/swc|sharp|@img|playwright|@prisma\/studio)|\.test\.|\/fixtures\/|\/program\/(bench|e2e|viewer)\//
  expect(names.filter((name) => strange.test(name))).toEqual([])
  const libcs = new Set(names.flatMap((name) => name.match(/linux-\w+-(gnu|musl)/)?.[1] ?? []))
  expect(libcs.size).toBeLessThan(2)
})

// What comes from PostgreSQL is restored on SQLite: both are tried.
for (const database of variants(['postgres', 'sqlite'])) {
  test(`a packed folder serves the first hour on ${database}, from files that nobody may write and an empty environment`, async () => {
    const postgres = database === 'postgres' ? await startPostgres() : undefined
    try {
      const data = dataFolder(database)
      const variables = { DATA_DIR: data, DATABASE_URL: postgres?.url ?? '' }
      const server = await start(variables)
      const service = await signUp(server.address)
      const id = await newModel(service)
      await send(service, `/api/construct-models/${id}/elements`, JSON.stringify(portalFrame()))
      const call = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'service.render_model', arguments: { modelId: id } },
      }
      expect(await callTool(service, JSON.stringify(call))).toContain('"mimeType":"image/png"')
      const list = { jsonrpc: '2.0', id: 1, method: 'resources/list', params: {} }
      const [, uri] = (await callTool(service, JSON.stringify(list))).match(/"(ui:[^"]+)"/) ?? []
      const view = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } }
      expect((await callTool(service, JSON.stringify(view))).length).toBeGreaterThan(100_000)

      const cookie = service.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      const page = async (path: string) => {
        const answer = await fetch(server.address + path, { headers: { cookie } })
        return { status: answer.status, text: await answer.text() }
      }
      for (const path of ['/', '/demo', '/docs', '/docs/first-model', '/connect', '/settings', '/openapi.json', '/readyz']) {
        expect([path, (await page(path)).status]).toEqual([path, 200])
      }
      const viewer = await page(`/models/${id}`)
      expect(viewer.status).toBe(200)
      const scripts = new Set(viewer.text.match(/\/_next\/static\/[\w./~-]+\.(js|css)/g))
      expect(scripts.size).toBeGreaterThan(3)
      for (const script of scripts) expect([script, (await page(script)).status]).toEqual([script, 200])

      const file = join(data, 'models.backup')
      administer(variables, 'backup', file)
      expect(await server.stop('SIGTERM')).toBe(0)
      expect(server.said()).toContain('Stopped.')

      const restored = { DATA_DIR: dataFolder(`${database}-restored`) }
      administer(restored, 'restore', file)
      const again = await start(restored)
      expect((await readModel({ ...service, address: again.address }, id)).nodes.length).toBeGreaterThan(3)
      expect(await again.stop('SIGTERM')).toBe(0)
    } finally {
      await postgres?.stop()
    }
  })
}
