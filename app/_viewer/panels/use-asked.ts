import { useCallback, useEffect, useState } from 'react'
import { capital } from '#lib/values/capital.ts'
import type { ViewerSession } from '../session/session.ts'
import { HostError } from '../viewer-host.ts'

/** What a panel that waits for its host shows: nothing yet, that it is busy, the answer, or why there is none. */
export type Asked<Answer> =
  | { face: 'nothing' }
  | { face: 'busy' }
  | { face: 'answer'; answer: Answer }
  | { face: 'failed'; says: string; tryAgain: () => void }

/** A panel says that it is busy only when it is so for longer than this. */
const BUSY_MS = 150

/**
 * Asks when it is first shown and whenever `question` is another function; keep it with `useCallback`. An older answer stays
 * until the new one is here. What has failed is asked again, without a press, when the line is live again.
 */
export function useAsked<Answer>(
  { model }: Pick<ViewerSession, 'model'>,
  question: (signal: AbortSignal) => Promise<Answer>,
): Asked<Answer> {
  const [asked, setAsked] = useState<Asked<Answer>>({ face: 'nothing' })
  const [attempt, setAttempt] = useState(0)
  const tryAgain = useCallback(() => setAttempt((count) => count + 1), [])
  useEffect(() => {
    void attempt
    const leaving = new AbortController()
    const isOver = () => leaving.signal.aborted
    const busy = setTimeout(() => setAsked((now) => (now.face === 'answer' ? now : { face: 'busy' })), BUSY_MS)
    question(leaving.signal)
      .then(
        (answer) => !isOver() && setAsked({ face: 'answer', answer }),
        (error: unknown) => !isOver() && setAsked({ face: 'failed', says: reasonText(error), tryAgain }),
      )
      .finally(() => clearTimeout(busy))
    return () => {
      leaving.abort()
      clearTimeout(busy)
    }
  }, [question, attempt, tryAgain])
  const hasFailed = asked.face === 'failed'
  useEffect(() => {
    if (!hasFailed) return
    return model.state.subscribe(({ line }, before) => line === 'live' && before.line !== 'live' && tryAgain())
  }, [hasFailed, model, tryAgain])
  return asked
}

const REASONS: Record<HostError['reason'], string> = {
  offline: 'There is no connection.',
  busy: 'The server is busy.',
  signed_out: 'You are signed out.',
  gone: 'It is not there any more.',
  forbidden: 'You may not do this.',
  refused: 'The server does not take this.',
  failed: 'The server could not answer.',
}

/** Why the host has no answer, in words. What is no host's failure is a mistake of ours, and told as one. */
export function reasonText(error: unknown): string {
  if (error instanceof HostError) return error.says ? `${capital(error.says)}.` : REASONS[error.reason]
  console.error(error)
  return REASONS.failed
}
