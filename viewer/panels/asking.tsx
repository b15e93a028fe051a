import type { ReactNode } from 'react'
import type { RequestState } from '../session/create-request.ts'
import styles from './panel.module.css'

type Props<Answer> = { asked: RequestState<Answer>; busy: string; children?: (answer: Answer) => ReactNode }

/** The four faces of whoever waits for an answer. `busy`: what it says meanwhile. Without `children` the answer shows elsewhere. */
export function Asking<Answer>({ asked, busy, children }: Props<Answer>) {
  if (asked.face === 'answer') return children ? children(asked.answer) : null
  if (asked.face === 'busy' && !asked.tryAgain)
    return (
      <p className={styles.empty} role="status">
        {busy}
      </p>
    )
  return <NoAnswer asked={asked} what={asked.face === 'busy' ? busy : ''} />
}

/** That an answer does not come, where what was here before stays and says all else. `what`: is missing, or is waited for. */
export function NoAnswer({ asked, what }: { asked: RequestState<unknown>; what: string }) {
  const { tryAgain, says } = troubleOf(asked)
  if (!says) return null
  return (
    <div className={styles.empty} role={asked.face === 'busy' ? 'status' : 'alert'}>
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
export function troubleOf(asked: RequestState<unknown>): { says: string; tryAgain: (() => void) | null } {
  if (asked.face === 'failed') return asked
  const isLong = asked.face === 'busy' && asked.tryAgain !== null
  return isLong ? { says: 'There is no answer yet.', tryAgain: asked.tryAgain } : { says: '', tryAgain: null }
}
