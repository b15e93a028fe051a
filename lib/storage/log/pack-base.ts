import { movable } from '#lib/values/movable.ts'
import type { RunnerOf } from '#lib/work/task.ts'
import { toBase } from '../read/packed-model.ts'
import type { BASE } from './compaction.ts'

/** On a thread: a base of the model, in full parts, ready to be stored. */
export const packBase: RunnerOf<typeof BASE> = async ({ model }, report) => {
  const base = await toBase(model)
  report('packed')
  return { output: base, moves: movable(base.flatMap(({ ids, data }) => [ids, data])) }
}
