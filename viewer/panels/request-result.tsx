import type { ReactNode } from 'react'
import type { RequestState } from '../session/create-request.ts'
import styles from './panel.module.css'

type Props<Answer> = { request: RequestState<Answer>; busy: string; children?: (answer: Answer) => ReactNode }

/** The four faces of whoever waits for an answer. `busy`: what it says meanwhile. Without `children` the answer shows elsewhere. */
export function RequestResult<Answer>({ request, busy, children }: Props<Answer>) {
  if (request.face === 'answer') return children ? children(request.answer) : null
  if (request.face === 'busy' && !request.tryAgain)
    return (
      <p className={styles.empty} role="status">
        {busy}
      </p>
    )
  return <NoAnswer request={request} what={request.face === 'busy' ? busy : ''} />
}

/** That an answer does not come, where what was here before stays and says all else. `what`: is missing, or is waited for. */
export function NoAnswer({ request, what }: { request: RequestState<unknown>; what: string }) {
  const { tryAgain, says } = troubleOf(request)
  if (!says) return null
  return (
    <div className={styles.empty} role={request.face === 'busy' ? 'status' : 'alert'}>
      {`${what} ${says}`}{' '}
      {tryAgain && (
        <button type="button" className={styles.small} onClick={tryAgain}>
          Try again
        </button>
      )}
    </div>
  )
}

/** Why there is no answer, and the way to another try; no words while there is nothing to say about that. */
export function troubleOf(request: RequestState<unknown>): { says: string; tryAgain: (() => void) | null } {
  if (request.face === 'failed') return request
  const isLong = request.face === 'busy' && request.tryAgain !== null
  return isLong ? { says: 'There is no answer yet.', tryAgain: request.tryAgain } : { says: '', tryAgain: null }
}
