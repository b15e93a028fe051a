import { afterEach, beforeAll } from 'vitest'

/**
 * For `mutation.ts`, before each test file of a room with a database: the files that are run on one fault share a process and its modules, and
 * each has a database of its own all the same.
 */
const shared = globalThis as { faultNoticed?: boolean }

if (shared.faultNoticed) throw new Error('a test before this one has noticed the fault')

beforeAll(async () => {
  const { env } = await import('#lib/env.ts')
  Object.defineProperty(env, 'DATABASE_URL', {
    get: () => process.env.DATABASE_URL,
    set: (url) => Object.assign(process.env, { DATABASE_URL: url }),
    configurable: true,
  })
})

afterEach(({ task }) => {
  shared.faultNoticed ||= task.result?.state === 'fail'
})
