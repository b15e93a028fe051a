'use client'

import type { ReactNode } from 'react'
import styles from './form.module.css'

/**
 * Fields under each other. Sent by script, and what was typed stays when the answer is no. `method` is for a form sent before the
 * script runs: by GET, what was typed would stand in the address.
 */
export function Form({ onSubmit, children }: { onSubmit: (data: FormData, form: HTMLFormElement) => void; children: ReactNode }) {
  return (
    <form
      method="post"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(new FormData(event.currentTarget), event.currentTarget)
      }}
    >
      {children}
    </form>
  )
}
