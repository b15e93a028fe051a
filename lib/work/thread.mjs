// A thread of `pool.ts`: does a task by its name in `tasks.ts`.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { register } from 'tsx/esm/api'

register()
const load = (/** @type {string} */ file) => import(pathToFileURL(join(import.meta.dirname, file)).href)
await load('../env.ts') // sets the limits, which pure code reads
const { tasks } = await load('tasks.ts')

/** @param {{ job: number, task: string, input: unknown }} message */
export default async function run({ job, task, input }) {
  try {
    /** @type {string[]} */
    const stages = []
    const { output, moves = [] } = await tasks[task].run(input, (/** @type {string} */ stage) => {
      stages.push(stage)
      parentPort?.postMessage({ job, stage })
    })
    return move({ [transferableSymbol]: moves, [valueSymbol]: { output, stages } })
  } catch (error) {
    // Some classes of errors lose their message on the way.
    const told = new Error(error instanceof Error ? error.message : String(error))
    if (error instanceof Error && error.stack) told.stack = error.stack
    throw told
  }
}
