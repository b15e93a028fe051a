import { expect, inject, it } from 'vitest'
import { env } from '#lib/env.ts'
import { inAnotherProcess } from '#lib/fixtures/another-process.ts'
import { onServer } from '#lib/fixtures/copies.ts'
import { newCaller, newModel } from '#lib/fixtures/verbs.ts'
import { onRevision } from './announce.ts'

const upTo = (last: number) => Array.from({ length: last - 1 }, (_, i) => i + 2)

it('hears what another process writes, each revision once and in order, before that process has ended', async () => {
  const caller = await newCaller()
  const { id } = await newModel(caller)
  const heard: number[] = []
  const stop = onRevision(id, ({ revision }) => heard.push(revision), 1)
  await inAnotherProcess<number[]>('lib/fixtures/writer.ts', caller.userId, id, 'other', '30')
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(upTo(31))
  stop()
}, 60_000)

it('goes on hearing after the database has cut its connections', async () => {
  if ('sqlite' in inject('template')) return
  const caller = await newCaller()
  const { id } = await newModel(caller)
  const heard: number[] = []
  const stop = onRevision(id, ({ revision }) => heard.push(revision), 1)
  await onServer(
    env.DATABASE_URL,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await inAnotherProcess<number[]>('lib/fixtures/writer.ts', caller.userId, id, 'other', '5')
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(upTo(6))
  stop()
}, 60_000)
