import { setTimeout as wait } from 'node:timers/promises'
import { causes } from './database-away.ts'

/** PostgreSQL's serialization failure and deadlock, CockroachDB's restart, and what Prisma makes of them. */
const LOST = /^(40001|40P01|CR000|P2034)$/

/** Nothing happened, because somebody else was first: to be done again. */
export const isLostRace = (error: unknown): boolean =>
  causes(error).some(({ code, originalCode }) => LOST.test(String(code)) || LOST.test(String(originalCode)))

/** Prisma's code for a broken unique constraint: of two at once, one came second. */
export const isDuplicate = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'P2002'

const MOST_ATTEMPTS = 5

/** Does the work again, from its beginning, while it loses races. */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isLostRace(error)) throw error
      await wait(5 + Math.random() * 45)
    }
  }
}
