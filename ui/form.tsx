'use client'

import { createContext, type ReactNode, useSyncExternalStore } from 'react'
import styles from './form.module.css'

const never = () => () => {}

/** Whether the script that sends the form runs; what submits it waits for that. */
export const IsLive = createContext(true)

type FormProps = { onSubmit: (data: FormData, form: HTMLFormElement) => void; action?: string; children: ReactNode }

/**
 * Fields under each other. Sent by script, and what was typed stays when the answer is no. On a slow line somebody may be done
 * before the script is there: the form waits for it, for what a browser sends by itself is lost. `method` is for that, too: by GET,
 * what was typed would stand in the address. `action` takes what a browser sends by itself: such a form waits for nothing.
 */
export function Form({ onSubmit, action, children }: FormProps) {
  const isLive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return (
    <form
      method="post"
      action={action}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(new FormData(event.currentTarget), event.currentTarget)
      }}
    >
      <IsLive value={isLive || action !== undefined}>{children}</IsLive>
    </form>
  )
}
