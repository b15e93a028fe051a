// A thread of `threads.ts`: does what it is told, by the name of a function and the file that exports it.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
const root = join(import.meta.dirname, '../..')
await import(pathToFileURL(join(root, 'lib/env.ts')).href) // sets the limits, which pure code reads

parentPort?.on('message', async ({ file, name, input }) => {
  try {
    const { [name]: run } = await import(pathToFileURL(join(root, file)).href)
    const { output, moves } = await run(input)
    parentPort?.postMessage({ output }, moves)
  } catch (error) {
    // Some classes of errors lose their message on the way.
    const told = new Error(error instanceof Error ? error.message : String(error))
    if (error instanceof Error && error.stack) told.stack = error.stack
    parentPort?.postMessage({ error: told })
  }
})
