import type { ReactNode } from 'react'
import { shownName } from '#lib/values/display-name.ts'
import styles from './model-view.module.css'

type Props = { name: string; says: string; actions?: ReactNode; children?: ReactNode }

/** What the model is called and holds, with what may be done with it; `children`: the tabs of the panels. */
export function Heading({ name, says, actions, children }: Props) {
  return (
    <header className={styles.heading}>
      <div className={styles.top}>
        <div className={styles.titles}>
          <h1 title={shownName(name)}>
            <bdi>{shownName(name)}</bdi>
          </h1>
          <p className="muted">{says}</p>
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </header>
  )
}
