'use client'

import type { KeyboardEvent } from 'react'
import type { ColumnHead } from '../../worker/tables/table-types.ts'
import styles from './tables-dock.module.css'

type Props = { columns: readonly ColumnHead[]; hidden: readonly string[]; onHide: (keys: string[]) => void }

/** Which columns are shown; the id always is. */
export function ColumnMenu({ columns, hidden, onHide }: Props) {
  return (
    <details className={styles.menu} onKeyDown={close}>
      <summary className={styles.button}>Columns{hidden.length > 0 && ` (${columns.length - hidden.length})`}</summary>
      <div className={styles.choices}>
        {columns.slice(1).map(({ key, label }) => (
          <label key={key} className={styles.check}>
            <input
              type="checkbox"
              checked={!hidden.includes(key)}
              onChange={({ target }) => onHide(target.checked ? hidden.filter((one) => one !== key) : [...hidden, key])}
            />{' '}
            {label}
          </label>
        ))}
      </div>
    </details>
  )
}

function close(event: KeyboardEvent<HTMLDetailsElement>) {
  if (event.key !== 'Escape' || !event.currentTarget.open) return
  event.stopPropagation()
  event.currentTarget.open = false
  event.currentTarget.querySelector('summary')?.focus()
}
