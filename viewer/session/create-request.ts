import { HostError } from '../viewer-host.ts'
import type { LiveModel } from './live-model.ts'
import { reasonText } from './reason-text.ts'
import { createStore, type Readable } from './store.ts'

/**
 * What somebody who asks is shown: nothing yet, that it is busy, the answer, or why there is none. `tryAgain`: null where it is not
 * time for that, or of no use.
 */
export type RequestState<Answer> =
  | { face: 'nothing' }
  | { face: 'busy'; tryAgain: (() => void) | null }
  | { face: 'answer'; answer: Answer }
  | { face: 'failed'; says: string; tryAgain: (() => void) | null }

/** `goesOn`: to be called by what takes long and says so: it is not stuck. */
export type Question<Answer> = (signal: AbortSignal, goesOn: () => void) => Promise<Answer>

export type ViewerRequest<Answer> = {
  state: Readable<{ request: RequestState<Answer> }>
  /** The question that counts from now on; null: none does. `use` gets its answer. */
  ask: (question: Question<Answer> | null, use?: (answer: Answer) => void) => void
}

const NOTHING = { face: 'nothing' } as const

/** It is said that somebody is busy only when that takes longer than this. */
const BUSY_MS = 150
/** So long without an answer somebody may have stopped listening. */
export const LONG_MS = 10_000
/** Before a busy server is asked again that does not say when. */
const BUSY_SERVER_S = 10

/** These stay so whoever asks again. */
const isForGood = (error: unknown) => error instanceof HostError && ['gone', 'forbidden', 'refused'].includes(error.reason)

/**
 * One question at a time, to the worker or to the server, and how it stands: all panels ask like this. An older answer stays until the
 * newer one is here, unless that takes long; what comes after a newer question is dropped. What has failed is asked again without a
 * press when the line is live again, when the model was read anew, and when a busy server said so. `before`: an older answer, of the
 * session before.
 */
export function createRequest<Answer>(
  model: Pick<LiveModel, 'state' | 'wake'>,
  before: RequestState<Answer> = NOTHING,
): ViewerRequest<Answer> {
  const state = createStore<{ request: RequestState<Answer> }>({ request: before.face === 'answer' ? before : NOTHING })
  const put = (request: RequestState<Answer>) => state.set({ request })
  let leave = () => {}

  const ask: ViewerRequest<Answer>['ask'] = (question, use) => {
    leave()
    if (!question) return put(NOTHING)
    const leaving = new AbortController()
    const { signal } = leaving
    const stops: (() => void)[] = [() => leaving.abort()]
    leave = () => {
      for (const stop of stops.splice(0)) stop()
    }
    const after = (milliseconds: number, then: () => void) => {
      const timer = setTimeout(then, milliseconds)
      stops.push(() => clearTimeout(timer))
    }
    const again = () => ask(question, use)
    let long: ReturnType<typeof setTimeout> | undefined
    const wakeAndAgain = () => {
      model.wake()
      again()
    }
    const goesOn = () => {
      clearTimeout(long)
      if (!isDone) long = setTimeout(() => put({ face: 'busy', tryAgain: wakeAndAgain }), LONG_MS)
    }
    let isDone = false
    stops.push(() => clearTimeout(long))
    goesOn()
    after(BUSY_MS, () => state.get().request.face !== 'answer' && put({ face: 'busy', tryAgain: null }))
    const failed = (error: unknown) => {
      const isOver = () => isForGood(error) || model.state.get().ended !== null
      const show = (says: string) => put({ face: 'failed', says, tryAgain: isOver() ? null : again })
      const says = reasonText(error)
      show(says)
      if (isOver()) return
      if (error instanceof HostError && error.reason === 'busy') after(1000 * (error.after || BUSY_SERVER_S), again)
      const stop = model.state.subscribe((now, before) => {
        if (signal.aborted) return // it was heard in the same turn that a newer question was asked
        if (now.ended) show(says)
        else if ((now.line === 'live' && before.line !== 'live') || now.drawn !== before.drawn) again()
      })
      stops.push(stop)
    }
    const settle = (then: () => void) => {
      if (signal.aborted) return
      isDone = true
      for (const stop of stops.splice(1)) stop() // nobody waits any more, and nobody has left
      then()
    }
    const answer = async () => question(signal, goesOn) // which may fail before it is sent
    answer().then(
      (found) =>
        settle(() => {
          put({ face: 'answer', answer: found })
          use?.(found)
        }),
      (error: unknown) => settle(() => failed(error)),
    )
  }
  return { state, ask }
}
