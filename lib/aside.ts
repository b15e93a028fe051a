/**
 * Long work on threads, so that it does not hold up everybody else's small requests. Only the server starts threads
 * (`start/threads.ts`); without them the same function runs here.
 */

/** A pure function by where it is exported, for a function does not travel. */
export type Task<Input, Output> = { file: string; name: string; run: (input: Input) => Done<Output> | Promise<Done<Output>> }

/** `moves`: the memory of the output that changes hands instead of being copied. */
export type Done<Output> = { output: Output; moves?: ArrayBuffer[] }

export type Threads = {
  run(task: { file: string; name: string }, input: unknown, moves: ArrayBuffer[]): Promise<unknown>
}

// Next may load this module more than once in one process.
const KEY = Symbol.for('structural-model-service.threads')
const kept = globalThis as { [KEY]?: Threads | undefined }

export function setThreads(threads: Threads | undefined): void {
  kept[KEY] = threads
}

export const hasThreads = (): boolean => kept[KEY] !== undefined

/** What is sent is copied, but for `moves`, which is gone here. Typed arrays of bytes come back as `Uint8Array`. */
export async function aside<Input, Output>(task: Task<Input, Output>, input: Input, moves: ArrayBuffer[] = []): Promise<Output> {
  const { file, name, run } = task
  const threads = kept[KEY]
  return threads ? (threads.run({ file, name }, input, moves) as Promise<Output>) : (await run(input)).output
}
