import { limits } from '#lib/runtime/limits.ts'
import { mostRemembered } from '#lib/storage/index/memory.ts'
import { MB } from '#lib/values/bytes.ts'
import { heapOf, shareOfThreads } from '#lib/work/pool.ts'

/** Of node itself, Next, the results kept, streams, and what is on its way. */
const REST = 364 * MB

/** Most bytes of memory that one process of so many is meant to hold: load, section 4. docs/guarantees.md says it in words. */
export function memoryCeiling(workers: number, workThreads?: number): number {
  const threads = shareOfThreads(workers, workThreads)
  return mostRemembered() + 4 * limits.bodiesBytes + threads * heapOf(threads * workers) * MB + REST
}
