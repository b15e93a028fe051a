import type { Class } from './queue.ts'
import type { Stage, StageOutput } from './stage.ts'

/** Does the work of a task. On a thread, or at once where that is done before a thread would have started. */
export type Runner<Input, Output> = (input: Input, report: (stage: Stage) => void) => Promise<StageOutput<Output>>

/**
 * Long work: a value beside who wants it done, which knows what it takes and gives, and nothing of how it is done. That is in the table that
 * `start/tasks.ts` hands over, so that whoever waits for work loads none of it.
 */
export type Task<Input, Output> = {
  readonly name: string
  readonly class: Class
  /** Seconds after which its thread is ended. */
  readonly seconds: number
  /** The subject of `… took longer than 60 s`. */
  readonly label: string
  /** Larger results are not cached; in bytes. */
  readonly mostCached?: number
  /** Types alone: no task has one. */
  readonly runner?: Runner<Input, Output>
}
export type AnyTask = Omit<Task<never, unknown>, 'runner'>

export function task<Input, Output>(
  name: string,
  about: Pick<AnyTask, 'class' | 'seconds' | 'label' | 'mostCached'>,
): Task<Input, Output> {
  return { name, ...about }
}

export type RunnerOf<T> = T extends Task<infer Input, infer Output> ? Runner<Input, Output> : never

let runners: Readonly<Record<string, Runner<never, unknown>>> = {}

/** The table of what tasks do, by their names: once, at the start of a process or thread. */
export function setTasks(table: typeof runners): void {
  runners = table
}

/** Does a task here and now. Throws for one that nobody knows how to do. */
export async function runHere(name: string, input: unknown, report: (stage: Stage) => void): Promise<StageOutput<unknown>> {
  const runner = runners[name]
  if (!runner) throw new Error(`no task is called ${name}: has setTasks been called?`)
  return runner(input as never, report) // a task's name stands for the types of both
}
