// A thread of `pool.ts`: does a task by its name in `tasks.ts`.
import '#lib/runtime/program.mjs'
import { parentPort } from 'node:worker_threads'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { Stage } from '#lib/work/stage.ts'
import { runHere, setTasks } from '#lib/work/task.ts'

await import('#lib/runtime/env.ts') // sets the limits, which pure code reads
const { tasks } = await import('./tasks.ts')
setTasks(tasks)

export type Work = { job: number; task: string; input: unknown }

export default async function run({ job, task, input }: Work) {
  try {
    const stages: Stage[] = []
    const { output, moves = [] } = await runHere(task, input, (stage) => {
      stages.push(stage)
      parentPort?.postMessage({ job, stage })
    })
    return move({ [transferableSymbol]: moves, [valueSymbol]: { output, stages } })
  } catch (error) {
    // Some classes of errors lose their message on the way.
    const plainError = new Error(error instanceof Error ? error.message : String(error))
    if (error instanceof Error && error.stack) plainError.stack = error.stack
    throw plainError
  }
}
