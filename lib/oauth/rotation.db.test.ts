import { beforeAll, expect, it } from 'vitest'
import { db, disconnect, isPostgresUrl } from '#lib/db/client.ts'
import { authorizeClient, refresh, type Tokens } from '#lib/fixtures/oauth.ts'
import { signUpUser } from '#lib/fixtures/verbs.ts'
import { callerOfAccessToken } from './bearer.ts'
import { hashOf } from './store.ts'

/** Rotation where the database's own isolation is repeatable read: the loser of a race is told so instead of being made to wait. */

beforeAll(async () => {
  const url = process.env.DATABASE_URL!
  if (!isPostgresUrl(url)) return // SQLite has one writer at a time anyway
  await db().$executeRawUnsafe(
    `ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET default_transaction_isolation = 'repeatable read'`,
  )
  await disconnect() // connections that are open keep what they had
  const [row] = await db().$queryRawUnsafe<{ isolation: string }[]>(
    `SELECT current_setting('transaction_isolation') AS isolation`,
  )
  expect(row?.isolation).toBe('repeatable read')
})

it('eight refreshes at once are eight good pairs under repeatable read too', async () => {
  const user = await signUpUser()
  for (let round = 0; round < 3; round++) {
    const { tokens, clientId } = await authorizeClient({ user })
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(clientId, tokens.refresh_token)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const pairs: Tokens[] = await Promise.all(answers.map((answer) => answer.json()))
    for (const { access_token } of pairs) expect(await callerOfAccessToken(access_token)).not.toBeNull()
    const { again } = await db().oAuthToken.findUniqueOrThrow({ where: { hash: hashOf(tokens.refresh_token) } })
    expect(again).toBe(7)
  }
})
