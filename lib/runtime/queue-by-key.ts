/** Tasks under way by what they are about. */
export type Queues = Map<string, Promise<unknown>>

/** Runs the tasks about one key one after another, whether the one before succeeds or fails; other keys do not wait. */
export async function inTurn<T>(queues: Queues, key: string, task: () => Promise<T>): Promise<T> {
  const before = queues.get(key) ?? Promise.resolve()
  const mine = before.then(task, task)
  const done = mine.catch(() => {})
  queues.set(key, done)
  try {
    return await mine
  } finally {
    if (queues.get(key) === done) queues.delete(key)
  }
}
