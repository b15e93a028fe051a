import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { availableMemory } from '#lib/runtime/available-memory.ts'
import { log } from '#lib/runtime/log.ts'
import { built } from '#lib/runtime/program.mjs'
import { MB } from '#lib/values/bytes.ts'
import type { Pool } from './scheduler.ts'
import type { Stage } from './stage.ts'

/**
 * The threads: they begin when there is work, do one job at a time, and end after a minute without any, which gives their heap back.
 * Piscina's own queue stays empty. It hands a job to any idle thread without asking its queue, so one that must leave a thread
 * free for writes cannot live there: ours stands before it (`queue.ts`), and lets through what may begin at once.
 */

const IDLE_MS = 60_000
/**
 * A thread that runs out of memory is ended with 16 MB to spare (Node's `Worker::NearHeapLimit`). What survives of the young generation
 * moves to the old one at once, and must fit into them: else the whole process ends.
 */
const YOUNG_MB = 24

/** Of one of so many processes. */
export const shareOfThreads = (workers: number, all = Math.min(8, availableParallelism())): number =>
  Math.max(2, Math.floor(all / workers))

/** Of one thread, in MB: half of the memory over all threads of all processes. */
export const heapOf = (threads: number) => Math.round(Math.max(512, Math.min(4096, availableMemory() / 2 / threads / MB)))

/** What `thread.ts` gives: with the output, all the stages that it told. */
type TaskAnswer = { output: unknown; stages: Stage[] }

export type Threads = Pool & { close(): Promise<void> }

export function startPool(
  threads = shareOfThreads(1),
  { workers = 1, heapMb = heapOf(threads * workers), idleMs = IDLE_MS, file = built('lib/start/thread.ts') } = {},
): Threads {
  const piscina = new Piscina({
    filename: file,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
    atomics: 'disabled', // a thread that waits in Atomics.wait hears nothing, not even that its streams are drained
    recordTiming: false,
  })
  const listeners = new Map<number, (stage: Stage) => void>()
  piscina.on('message', ({ job, stage }: { job: number; stage: Stage }) => listeners.get(job)?.(stage))
  piscina.on('error', (error) => log.error('a thread failed', { error }))
  let jobs = 0

  return {
    threads,
    async run(task, input, moves, signal, onProgress) {
      const job = jobs++
      let stagesSeen = 0
      listeners.set(job, (stage) => {
        stagesSeen++
        onProgress(stage)
      })
      try {
        const { output, stages }: TaskAnswer = await piscina.run({ job, task, input }, { transferList: moves, signal })
        // The answer may overtake what was told before it.
        for (const stage of stages.slice(stagesSeen)) onProgress(stage)
        return output
      } finally {
        listeners.delete(job)
      }
    },
    close: () => piscina.destroy(),
  }
}
