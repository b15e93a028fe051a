import type { ReactNode } from 'react'
import { grouped } from '#lib/values/count-text.ts'
import styles from '../panel.module.css'

type Props = {
  name: string
  count: number
  isOpen: boolean
  onTurn: () => void
  onSelect?: () => void
  children: ReactNode
}

/** Its name and count, and below them its rows while it is open. */
export function OutlineGroup({ name, count, isOpen, onTurn, onSelect, children }: Props) {
  return (
    <section className={isOpen ? `${styles.kind} ${styles.open}` : styles.kind}>
      <h3 className={styles.kindHead}>
        <button type="button" className={styles.kindName} aria-expanded={isOpen} onClick={onTurn}>
          {name}
          <span className="muted">{grouped(count)}</span>
        </button>
        {onSelect && (
          <button type="button" className={styles.all} aria-label={`Select all of ${name}`} onClick={onSelect}>
            all
          </button>
        )}
      </h3>
      {isOpen && children}
    </section>
  )
}
