import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { signedIn } from '#lib/accounts/sign-ins.ts'
import { userOfToken } from '#lib/accounts/user-tokens.ts'
import { matchesPassword } from '#lib/accounts/users.ts'
import { activityWritten } from '#lib/activity/audit.ts'
import { connect, db } from '#lib/db/client.ts'
import { copyOf, type TestDatabase } from '#lib/fixtures/copies.ts'
import { callRest } from '#lib/fixtures/rest.ts'
import { newApiKey, signIn, signUpUser } from '#lib/fixtures/verbs.ts'
import { env } from '#lib/runtime/env.ts'
import { DAY_MS, HOUR_MS } from '#lib/values/durations.ts'
import { backupCommand } from './backup.ts'
import { confirmEmailCommand } from './confirm-email.ts'
import { createApiKeyCommand } from './create-api-key.ts'
import { createUserCommand } from './create-user.ts'
import { deleteUserCommand } from './delete-user.ts'
import { disableUserCommand, enableUserCommand } from './disable-user.ts'
import { emptyBinCommand } from './empty-bin.ts'
import { listUsersCommand } from './list-users.ts'
import { resetLinkCommand } from './reset-link.ts'
import { restoreCommand } from './restore.ts'
import { revokeKeysCommand } from './revoke-keys.ts'
import { runCommand } from './run-command.ts'
import { setPasswordCommand } from './set-password.ts'
import { transferModelsCommand } from './transfer-models.ts'

let folder = ''
const others: TestDatabase[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'structural-admin-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  for (const database of others) await database.drop()
})

/** As a person types it, in a process of its own. */
function admin(args: string[], input = '') {
  return new Promise<{ code: number | null; result: Record<string, unknown> | undefined; words: string }>((resolve) => {
    const child = spawn(process.execPath, ['lib/start/command.mjs', 'lib/admin/admin.ts', ...args], {
      env: { ...process.env, DATA_DIR: folder },
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
const password = 'nine brown columns, 2 braces\n'
const stdin = (text: string) => Readable.from([Buffer.from(text)])

it('makes a user without a browser: JSON on stdout; what is wrong in words on stderr alone', async () => {
  expect(await admin(['create-user', '--email', ' Erika@Example.com', '--password-stdin'], password)).toMatchObject({
    code: 0,
    result: { email },
  })
  const wrong = await admin(['create-user', '--email', 'x@example.com', '--password', 'p'])
  expect(wrong).toMatchObject({ code: 1, result: undefined })
  expect(wrong.words).toContain('npm run admin -- create-user --email E')
  expect(wrong.words).not.toContain('    at ')
})

it('makes a key, and moves all to an empty database in one file', async () => {
  const user = { email: 'bo@example.com' }
  await createUserCommand.run(['--email', user.email, '--password-stdin'], stdin(password))
  const wanted = ['--email', user.email, '--scopes', 'mcp:models:read', '--name', 'reader', '--tool-names', 'underscore']
  const made = { name: 'reader', scopes: ['mcp:models:read'], toolNameStyle: 'underscore', key: expect.stringMatching(/^smk_/) }
  expect(await createApiKeyCommand.run(wanted)).toMatchObject(made)
  await activityWritten()

  const file = join(folder, 'service.backup')
  const { rows } = (await backupCommand.run([file])) as { rows: number }
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const empty = await copyOf(inject('template'))
  others.push(empty)
  const own = env.DATABASE_URL_DIRECT
  env.DATABASE_URL_DIRECT = empty.url
  expect(await restoreCommand.run([file])).toEqual({ rows })
  await expect(restoreCommand.run([file])).rejects.toThrow('the database is not empty')
  expect(await restoreCommand.run([file, '--replace'])).toEqual({ rows })
  env.DATABASE_URL_DIRECT = own
  const there = connect(empty.url)
  expect(await there.user.count({ where: { email: user.email } })).toBe(1)
  await there.$disconnect()
})

it('makes no account with one of the most common passwords, and none twice', async () => {
  const make = (address: string, text: string) => createUserCommand.run(['--email', address, '--password-stdin'], stdin(text))
  await expect(make('common@example.com', 'Password123\n')).rejects.toThrow(
    'this password is on the list of the most common ones',
  )
  await make('twice@example.com', password)
  await expect(make('twice@example.com', password)).rejects.toThrow('already')
})

it.each([[[]], [['constructor']], [['create-user', '--email', 'x@example.com', '--password', 'p']]])(
  'names its commands, and what is wrong with options: %j',
  async (args) => {
    await expect(runCommand(args, stdin(''))).rejects.toThrow('npm run admin -- create-user --email E')
  },
)

it.each([
  [createUserCommand, ['--email', 'nobody', '--password-stdin'], 'needs an e-mail address'],
  [createUserCommand, ['--email', 'x@example.com'], '--password-stdin'],
  [createApiKeyCommand, ['--email', 'x@example.com', '--scopes', 'mcp:models:read'], 'no account with the address x@example.com'],
  [restoreCommand, ['no-such-file'], 'nothing was changed'],
  [backupCommand, [], 'Name the file'],
])('refuses what lacks something: $usage %j', async (command, args, words) => {
  await expect(command.run(args)).rejects.toThrow(words)
})

describe('accounts', () => {
  const account = async () => {
    const { id } = await signUpUser()
    const { email } = await db().user.findUniqueOrThrow({ where: { id } })
    const key = await newApiKey(id)
    const cookie = await signIn(id)
    const asKey = { key }
    const opens = async () => (await callRest('GET', '/api/construct-models', asKey)).status
    const hasSession = async () => (await signedIn(new Headers({ cookie }))) !== null
    const made = (await callRest('POST', '/api/construct-models', { key, body: { name: 'A hall' } })).json.id as string
    return { id, email, key, opens, hasSession, model: made }
  }
  const lastAction = async (userId: string) => {
    await activityWritten()
    const entries = await db().auditEntry.findMany({ where: { userId, via: 'admin' }, orderBy: { at: 'asc' } })
    return entries.at(-1)?.action
  }

  it('lists them with what they have', async () => {
    const { id, email } = await account()
    const found = await listUsersCommand.run(['--q', email])
    expect(found).toMatchObject([{ id, email, confirmed: false, disabledAt: null, models: 1, keys: 1, apps: 0 }])
    expect(await listUsersCommand.run(['--q', email, '--disabled'])).toEqual([])
    await confirmEmailCommand.run(['--email', email])
    expect(await listUsersCommand.run(['--q', email])).toMatchObject([{ confirmed: true }])
    expect(await lastAction(id)).toBe('account.confirm_email')
  })

  it('closes one at its next request, keeps its models, and opens it again', async () => {
    const { id, email, opens, hasSession, model } = await account()
    expect([await opens(), await hasSession()]).toEqual([200, true])
    expect(await disableUserCommand.run(['--email', email])).toMatchObject({ id, disabledAt: expect.any(Date) })
    expect([await opens(), await hasSession()]).toEqual([401, false])
    expect(await db().constructModel.count({ where: { id: model } })).toBe(1)
    await enableUserCommand.run(['--email', email])
    expect([await opens(), await hasSession()]).toEqual([200, false])
    expect(await lastAction(id)).toBe('account.enable')
  })

  it('sets a password by stdin, which ends sessions, and keys unless they are kept', async () => {
    const { id, email, opens, hasSession } = await account()
    const set = (...more: string[]) => setPasswordCommand.run(['--email', email, '--password-stdin', ...more], stdin(password))
    expect(await set('--keep-keys')).toMatchObject({ id, email, revokedApiKeys: 0 })
    expect([await opens(), await hasSession()]).toEqual([200, false])
    const user = await db().user.findUniqueOrThrow({ where: { id } })
    expect(await matchesPassword(user, password.trim())).toBe(true)
    expect(await set()).toMatchObject({ revokedApiKeys: 1 })
    expect(await opens()).toBe(401)
  })

  it('revokes the keys of one', async () => {
    const { email, opens, hasSession } = await account()
    expect(await revokeKeysCommand.run(['--email', email])).toMatchObject({ revokedApiKeys: 1 })
    expect([await opens(), await hasSession()]).toEqual([401, true])
  })

  it('gives the models of one to another, one of them or all', async () => {
    const [from, to] = [await account(), await account()]
    const reads = async (key: string) => (await callRest('GET', `/api/construct-models/${from.model}`, { key })).status
    expect([await reads(from.key), await reads(to.key)]).toEqual([200, 404])
    const between = ['--from', from.email, '--to', to.email]
    await expect(transferModelsCommand.run([...between, '--model', 'm_none'])).rejects.toThrow('has no model m_none')
    expect(await transferModelsCommand.run(between)).toMatchObject({ models: 1 })
    expect([await reads(from.key), await reads(to.key)]).toEqual([404, 200])
    expect([await lastAction(from.id), await lastAction(to.id)]).toEqual(['account.models_given', 'account.models_received'])
  })

  it('empties the bins of all, of what was deleted long enough ago', async () => {
    await emptyBinCommand.run([])
    const [one, other] = [await account(), await account()]
    for (const { key, model } of [one, other]) await callRest('DELETE', `/api/construct-models/${model}`, { key })
    const kept = (await callRest('POST', '/api/construct-models', { key: one.key, body: { name: 'Kept' } })).json.id
    const longAgo = new Date(Date.now() - 8 * DAY_MS)
    await db().constructModel.update({ where: { id: one.model }, data: { deletedAt: longAgo } })
    expect(await emptyBinCommand.run(['--older-than', '7'])).toEqual({ models: 1 })
    const there = async (id: string) => (await db().constructModel.count({ where: { id } })) === 1
    expect([await there(one.model), await there(other.model)]).toEqual([false, true])
    expect(await lastAction(one.id)).toBe('account.bin_emptied')
    expect(await emptyBinCommand.run([])).toEqual({ models: 1 })
    expect([await there(other.model), await there(kept)]).toEqual([false, true])
    await expect(emptyBinCommand.run(['--older-than', 'week'])).rejects.toThrow('--older-than takes a number of days')
  })

  it('deletes one only when it is said what becomes of its models', async () => {
    const [gone, heir] = [await account(), await account()]
    const one = ['--email', gone.email]
    await expect(deleteUserCommand.run([...one, '--yes'])).rejects.toThrow(gone.model)
    await expect(deleteUserCommand.run([...one, '--transfer-to', heir.email])).rejects.toThrow('say --yes')
    const done = await deleteUserCommand.run([...one, '--transfer-to', heir.email, '--yes'])
    expect(done).toMatchObject({ email: gone.email, transferred: 1, deletedModels: 0 })
    expect(await gone.opens()).toBe(401)
    const second = await deleteUserCommand.run(['--email', heir.email, '--delete-models', '--yes'])
    expect(second).toMatchObject({ transferred: 0, deletedModels: 2 })
    expect(await db().constructModel.count({ where: { id: { in: [gone.model, heir.model] } } })).toBe(0)
    for (const { id } of [gone, heir]) {
      expect(await db().auditEntry.count({ where: { userId: id } })).toBe(0)
      expect(await db().idempotencyKey.count({ where: { principal: { endsWith: id } } })).toBe(0)
    }
  })

  it.each([disableUserCommand, enableUserCommand, setPasswordCommand, confirmEmailCommand, revokeKeysCommand, deleteUserCommand])(
    'knows no stranger: $usage',
    async ({ run }) => {
      await expect(run(['--email', 'stranger@example.com'])).rejects.toThrow(
        'There is no account with the address stranger@example.com',
      )
    },
  )
})

it('makes an account for reviewers with the models of their cases, and makes it anew, but no other account', async () => {
  const words = ['--email', 'reviewer@example.com', '--password-stdin']
  const send = (more: string[] = []) => runCommand(['create-reviewer', ...words, ...more], stdin('nine grey girders'))
  const made = z.object({ id: z.string(), models: z.array(z.object({ id: z.string(), name: z.string() })) })
  const first = made.parse(await send())
  expect(first.models.map(({ name }) => name)).toEqual(['Demo building', 'Hall with mistakes'])
  await expect(send()).rejects.toThrow('--reset deletes it with its models')
  const again = made.parse(await send(['--reset']))
  expect(again.id).not.toBe(first.id)
  expect(await db().constructModel.count({ where: { ownerId: again.id } })).toBe(2)
  expect(await db().constructModel.count({ where: { id: { in: first.models.map(({ id }) => id) } } })).toBe(0)
  const person = await signUpUser()
  const others = ['create-reviewer', '--email', person.email, '--password-stdin', '--reset']
  await expect(runCommand(others, stdin('nine grey girders'))).rejects.toThrow("is no reviewer's account")
})

it('says so when a backup cannot be written, and leaves nothing behind', async () => {
  await expect(backupCommand.run([join(folder, 'no folder', 'a.backup')])).rejects.toThrow('no such file or directory')
  const there = mkdtempSync(join(folder, 'there-'))
  await expect(backupCommand.run([there])).rejects.toThrow('Name a file that can be written')
  expect(readdirSync(folder).filter((name) => name.startsWith('.there-'))).toEqual([])
})

it('says so when a backup is none', async () => {
  const file = join(folder, 'none')
  writeFileSync(file, 'no backup')
  await expect(restoreCommand.run([file])).rejects.toThrow('nothing was changed')
})

it('makes a link for a new password, for one use within a day, and says so in the account’s log', async () => {
  const user = await signUpUser()
  const { url, expiresAt } = (await resetLinkCommand.run(['--email', user.email])) as { url: string; expiresAt: Date }
  const token = url.split('/reset-password/')[1] ?? ''
  expect(await userOfToken(token, 'reset')).toMatchObject({ id: user.id })
  expect(await userOfToken(token, 'reopen')).toBeNull()
  expect(Math.round((expiresAt.getTime() - Date.now()) / HOUR_MS)).toBe(24)
  const stored = await db().userToken.findMany({ where: { userId: user.id } })
  expect(JSON.stringify(stored)).not.toContain(token.split('.')[1])
  await activityWritten()
  expect(await db().auditEntry.count({ where: { userId: user.id, action: 'account.reset_link', via: 'admin' } })).toBe(1)
  await expect(resetLinkCommand.run(['--email', 'nobody@example.com'])).rejects.toThrow('There is no account with the address')
})
