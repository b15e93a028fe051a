'use client'

import type { ReactNode } from 'react'
import styles from './form.module.css'

/** Fields under each other. Sent by script, and what was typed stays when the answer is no. */
export function Form({ onSubmit, children }: { onSubmit: (data: FormData, form: HTMLFormElement) => void; children: ReactNode }) {
  return (
    <form
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
