import { serialize } from 'node:v8'
import { LRUCache } from 'lru-cache'
import { MB } from '#lib/values/bytes.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { here, type Job, type JobInput, scheduler, type WorkRequest } from './scheduler.ts'
import type { AnyTask, Task } from './task.ts'

/**
 * What was found out about a revision is kept: a revision never changes, so no result ages. Who may ask is asked before, at every
 * request. Equal questions at one time are one job.
 */

const MOST_BYTES = 256 * MB
/** The scene of the largest model there may be has about so many. */
const MOST_OF_ONE = 32 * MB

/** A model as of one revision. */
export type Subject = { id: string; revision: number }
/** `revision`: the one that the result is about; newer than the one asked for where the model moved on in between. */
export type Result<Output = unknown> = { revision: number; output: Output }

type CachedResult = Result & { bytes: number }
type Underway<Output = unknown> = { job: Job<Output>; revision: number }

function empty() {
  return {
    results: new LRUCache<string, CachedResult>({
      maxSize: MOST_BYTES,
      maxEntrySize: MOST_OF_ONE,
      sizeCalculation: ({ bytes }) => bytes,
    }),
    underway: new Map<string, Underway>(),
  }
}

let cache: ReturnType<typeof empty> | undefined

/** `options` with sorted keys, and without what is not said; defaults are the caller's to fill in. */
export function keyOf({ name }: Pick<AnyTask, 'name'>, { id, revision }: Subject, options: unknown): string {
  return `${name} ${id} ${revision} ${JSON.stringify(options, sorted)}`
}

const sorted = (_: string, value: unknown) =>
  isDictionary(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value

/** What is known already. */
export function knownResult<Input, Output>(task: Task<Input, Output>, subject: Subject, options: unknown): Output | undefined {
  return cache?.results.get(keyOf(task, subject, options))?.output as Output | undefined // the key begins with the name
}

export type ModelInput<Input> = JobInput<Input> & { revision: number }

/**
 * The result of a task about a model: kept, under way for somebody else, or made now. `given` makes the task's input of the model
 * as it is when the turn has come. `early`: the input at once, where the work is done before a thread would have begun.
 */
export async function cachedResult<Input, Output>(
  task: Task<Input, Output>,
  subject: Subject,
  options: unknown,
  request: WorkRequest,
  loadInput: () => Promise<ModelInput<Input>>,
  early?: () => Promise<ModelInput<Input> | undefined>,
): Promise<Result<Output>> {
  cache ??= empty()
  const { results, underway } = cache
  const key = keyOf(task, subject, options)
  const known = results.get(key)
  if (known) return known as Result<Output> // the key begins with the task's name

  const store = (revision: number, output: Output): Result<Output> => {
    const result = { revision, output, bytes: serialize(output).length }
    if (result.bytes <= (task.mostCached ?? MOST_OF_ONE)) results.set(keyOf(task, { id: subject.id, revision }, options), result)
    return result
  }

  const threads = scheduler()
  const now = threads ? await early?.() : await loadInput()
  if (!threads || now) {
    const { input, revision } = now ?? (await loadInput())
    return store(revision, await here(task, input, request.onProgress))
  }
  let way = underway.get(key) as Underway<Output> | undefined
  // One that is being ended has no answer for who asks now.
  if (!way || way.job.ending.signal.aborted) {
    const about = { model: subject.id, revision: subject.revision }
    const own: Underway<Output> = { job: threads.begin(task, request.user, work, about), revision: subject.revision }
    async function work() {
      const made = await loadInput()
      own.revision = made.revision
      return made
    }
    way = own
    underway.set(key, way)
    const over = () => {
      if (underway.get(key) === own) underway.delete(key)
    }
    way.job.result.then((output) => store(own.revision, output)).then(over, over)
  }
  return { output: await threads.ask(way.job, request), revision: way.revision }
}

/** For tests: as a process that has just started. */
export function forgetResults(): void {
  cache = empty()
}
