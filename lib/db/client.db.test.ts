import { expect, inject, it } from 'vitest'
import { db, transaction } from './client.ts'

const user = (id: string) => ({ id, email: `${id}@example.com` })

it('keeps a transaction or drops it whole', async () => {
  await transaction((tx) => tx.user.create({ data: user('kept') }))
  await expect(
    transaction(async (tx) => {
      await tx.user.create({ data: user('dropped') })
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await db().user.findMany({ where: { id: { in: ['kept', 'dropped'] } }, select: { id: true } })).toEqual([{ id: 'kept' }])
})

it('runs transactions that read before they write side by side, and loses none', async () => {
  await db().user.create({ data: { ...user('counter'), sessionVersion: 0 } })
  await Promise.all(
    Array.from({ length: 20 }, () =>
      transaction(async (tx) => {
        await tx.user.updateMany({ where: { id: 'counter' }, data: { sessionVersion: { increment: 1 } } })
      }),
    ),
  )
  expect((await db().user.findUniqueOrThrow({ where: { id: 'counter' } })).sessionVersion).toBe(20)
})

it('has the durable settings and foreign keys on its connection, inside transactions too', async () => {
  if (!('sqlite' in inject('template'))) return
  const settings = async (on: Pick<ReturnType<typeof db>, '$queryRawUnsafe'>) =>
    Promise.all(
      ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'].map(async (name) => {
        const [row] = await on.$queryRawUnsafe<Record<string, unknown>[]>(`PRAGMA ${name}`)
        return String(Object.values(row ?? {})[0])
      }),
    )
  const wanted = ['wal', '2', '1', '50']
  expect(await settings(db())).toEqual(wanted)
  expect(await transaction(settings)).toEqual(wanted)
  expect(await settings(db())).toEqual(wanted)
})
