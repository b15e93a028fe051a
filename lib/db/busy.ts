import { setTimeout as wait } from 'node:timers/promises'
import { patience } from './patience.ts'

/** SQLite has one writer: while another process writes, tries again without blocking this one. */
export async function retryBusy<T>(work: () => Promise<T>, patienceMs = patience.writeMs): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (let pause = 2; ; pause = Math.min(pause * 2, 50)) {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (!code.startsWith('SQLITE_BUSY') || performance.now() > deadline) throw error
      await wait(pause)
    }
  }
}
