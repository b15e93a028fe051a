import type { ReactNode } from 'react'
import styles from './panel.module.css'
import type { Asked } from './use-asked.ts'

type Props<Answer> = { asked: Asked<Answer>; busy: string; children: (answer: Answer) => ReactNode }

/** The four faces of a panel that waits for its host. `busy`: what it says meanwhile. */
export function Asking<Answer>({ asked, busy, children }: Props<Answer>) {
  if (asked.face === 'answer') return children(asked.answer)
  if (asked.face === 'nothing') return null
  if (asked.face === 'busy')
    return (
      <p className={styles.empty} role="status">
        {busy}
      </p>
    )
  return (
    <div className={styles.empty} role="alert">
      {asked.says}{' '}
      <button type="button" className={styles.small} onClick={asked.tryAgain}>
        Try again
      </button>
    </div>
  )
}
