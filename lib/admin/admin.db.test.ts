import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { emptyLike, type TestDatabase } from '#lib/fixtures/copies.ts'
import { backupCommand } from './backup.ts'
import { createApiKeyCommand } from './create-api-key.ts'
import { createUserCommand } from './create-user.ts'
import { restoreCommand } from './restore.ts'

let folder = ''
const others: TestDatabase[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'structural-admin-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  for (const database of others) await database.drop()
})

/** As a person types it, on the file's own database unless told otherwise. */
function admin(args: string[], { input = '', databaseUrl = process.env.DATABASE_URL } = {}) {
  return new Promise<{ code: number | null; result: Record<string, unknown> | undefined; words: string }>((resolve) => {
    const child = spawn(process.execPath, ['lib/start/command.mjs', 'lib/admin/admin.ts', ...args], {
      env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: folder },
    })
    let [out, words] = ['', '']
    child.stdout.on('data', (bytes) => {
      out += bytes
    })
    child.stderr.on('data', (bytes) => {
      words += bytes
    })
    child.stdin.end(input)
    child.once('close', (code) => resolve({ code, result: out === '' ? undefined : JSON.parse(out), words }))
  })
}

const email = 'erika@example.com'
const input = 'nine brown columns, 2 braces\n'

it('makes a user and a key without a browser, and moves both to an empty database in one file', async () => {
  const user = await admin(['create-user', '--email', ' Erika@Example.com', '--password-stdin'], { input })
  expect(user).toMatchObject({ code: 0, result: { email } })
  const wanted = ['--email', email, '--scopes', 'mcp:models:read', '--name', 'reader', '--tool-names', 'underscore']
  const key = await admin(['create-api-key', ...wanted])
  expect(key).toMatchObject({
    code: 0,
    result: { name: 'reader', scopes: ['mcp:models:read'], toolNameStyle: 'underscore', key: expect.stringMatching(/^smk_/) },
  })

  const file = join(folder, 'service.backup')
  expect(await admin(['backup', file])).toMatchObject({ code: 0, result: { file, rows: 4 } })
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const empty = await emptyLike(inject('template'))
  others.push(empty)
  const there = { databaseUrl: empty.url }
  expect(await admin(['restore', file], there)).toMatchObject({ code: 0, result: { rows: 4 } })
  const again = await admin(['restore', file], there)
  expect(again.code).toBe(1)
  expect(again.words).toContain('the database is not empty')
  expect(await admin(['restore', file, '--replace'], there)).toMatchObject({ code: 0, result: { rows: 4 } })
  expect((await admin(['create-user', '--email', email, '--password-stdin'], { ...there, input })).words).toContain('already')
})

it('makes no account with one of the most common passwords', async () => {
  const answer = await admin(['create-user', '--email', 'common@example.com', '--password-stdin'], { input: 'Password123\n' })
  expect(answer).toMatchObject({ code: 1, result: undefined })
  expect(answer.words).toContain('this password is on the list of the most common ones')
})

it('names its commands, and what is wrong with options, in words on stderr alone', async () => {
  for (const args of [[], ['constructor'], ['create-user', '--email', 'x@example.com', '--password', 'p']]) {
    const answer = await admin(args)
    expect(answer).toMatchObject({ code: 1, result: undefined })
    expect(answer.words).toContain('npm run admin -- create-user --email E')
    expect(answer.words).not.toContain('    at ')
  }
})

it.each([
  [createUserCommand, ['--email', 'nobody', '--password-stdin'], 'needs an e-mail address'],
  [createUserCommand, ['--email', 'x@example.com'], '--password-stdin'],
  [createApiKeyCommand, ['--email', 'x@example.com', '--scopes', 'mcp:models:read'], 'no account with the address x@example.com'],
  [restoreCommand, ['no-such-file'], 'nothing was changed'],
  [backupCommand, [], 'Name the file'],
])('refuses what lacks something: $usage %j', async (command, args, words) => {
  await expect(command.run(args)).rejects.toThrow(words)
})

it('says so when a backup is none', async () => {
  const file = join(folder, 'none')
  writeFileSync(file, 'no backup')
  await expect(restoreCommand.run([file])).rejects.toThrow('nothing was changed')
})
