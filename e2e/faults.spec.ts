import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OwnServer, startServer } from '#lib/fixtures/server-process.ts'
import { expect, test } from './fixtures.ts'

/** What the process does when something in it fails, and what it then writes. */

const FAILS_ON_SIGNAL = join(import.meta.dirname, '../lib/fixtures/fails-on-signal.mjs')

let folder = ''
let server: OwnServer
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'structural-faults-'))
})
test.afterEach(async () => {
  await server.stop('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** What was written between "Ready" and the end, line by line. */
const linesOf = (said: string) => {
  const [, after = ''] = said.split('Stop with Ctrl-C.\n')
  return after
    .split('\nSIGTERM')[0]
    ?.split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

for (const fault of ['exception', 'rejection']) {
  test(`${fault}: what nobody catches is one fatal line, and the end with code 1 after what runs is finished; every line of the log is JSON, whatever Next thinks of a request`, async () => {
    server = await startServer({ DATA_DIR: folder, NODE_OPTIONS: `--import ${FAILS_ON_SIGNAL}`, FAULT: fault })
    const events = await fetch(`${server.address}/healthz`)
    expect(events.status).toBe(200)
    const form = new FormData()
    form.set('$ACTION_ID_00ff', '')
    const statuses = [
      (await fetch(`${server.address}/sign-in`, { method: 'POST', headers: { 'Next-Action': '00ff' }, body: 'x' })).status,
      (await fetch(`${server.address}/sign-in`, { method: 'POST', body: form })).status,
      (await fetch(`${server.address}/sign-in`, { headers: { RSC: '1', 'Next-Router-State-Tree': '%5B' } })).status,
    ]
    expect(statuses[0]).toBe(404)
    process.kill(server.pid, 'SIGUSR2')
    expect(await server.ended).toBe(1)
    const lines = linesOf(server.said())
    expect(lines?.map(({ message }) => message).join()).not.toContain('00ff')
    for (const line of lines ?? []) expect(line).toMatchObject({ at: expect.any(String), level: expect.any(String) })
    const fatal = lines?.filter(({ level }) => level === 'fatal')
    expect(fatal).toHaveLength(1)
    expect(fatal?.[0]).toMatchObject({ message: 'nobody caught this: ending', error: { message: 'nobody catches this' } })
  })
}

test('a log that nobody reads any more stops nothing: it serves on, and ends when it is told', async () => {
  server = await startServer({ DATA_DIR: folder, ACCESS_LOG: 'on' })
  server.stopReading()
  for (let request = 0; request < 5; request++) expect((await fetch(`${server.address}/healthz`)).status).toBe(200)
  expect(await server.stop('SIGTERM')).toBe(0)
})
