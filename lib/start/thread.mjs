// A thread of `threads.ts`: does what it is told, by the name of a function and the file that exports it.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
const root = join(import.meta.dirname, '../..')

parentPort?.on('message', async ({ file, name, input }) => {
  try {
    const { [name]: run } = await import(pathToFileURL(join(root, file)).href)
    const { output, moves } = await run(input)
    parentPort?.postMessage({ output }, moves)
  } catch (error) {
    parentPort?.postMessage({ error })
  }
})
