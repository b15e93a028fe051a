import { afterEach } from 'vitest'

/** For `mutation.ts`, before each test file of a room with a database: once a test has noticed the fault, no other is run. */
const shared = globalThis as { faultNoticed?: boolean }

if (shared.faultNoticed) throw new Error('a test before this one has noticed the fault')

afterEach(({ task }) => {
  shared.faultNoticed ||= task.result?.state === 'fail'
})
