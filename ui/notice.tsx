import type { ReactNode } from 'react'
import styles from './notice.module.css'

/** One message. What went wrong is announced at once, what went well when the reader pauses. */
export function Notice({ tone, children }: { tone: 'danger' | 'warning' | 'ok' | 'info'; children: ReactNode }) {
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={tone === 'danger' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
