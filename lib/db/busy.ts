import { setTimeout as wait } from 'node:timers/promises'

const PATIENCE_MS = 30_000

/** SQLite has one writer: while another process writes, tries again without blocking this one. */
export async function retryBusy<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS
  for (let pause = 2; ; pause = Math.min(pause * 2, 50)) {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (!code.startsWith('SQLITE_BUSY') || Date.now() > deadline) throw error
      await wait(pause)
    }
  }
}
