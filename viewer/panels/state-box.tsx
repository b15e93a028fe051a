import type { ReactNode } from 'react'
import styles from './model-view.module.css'

type Props = { title: string; isAlert?: boolean; children?: ReactNode; actions?: ReactNode; below?: ReactNode }

/** What there is to say in place of the picture, in its middle. */
export function StateBox({ title, isAlert = false, children, actions, below }: Props) {
  return (
    <div className={styles.state} role={isAlert ? 'alert' : 'status'}>
      <p className={styles.stateTitle}>{title}</p>
      {children && <p className="muted">{children}</p>}
      {actions && <p className={styles.choices}>{actions}</p>}
      {below && <div className={styles.stateActions}>{below}</div>}
    </div>
  )
}
