'use client'

import { useState } from 'react'
import { REASON_CHARACTERS } from '../session/dismissals.ts'
import styles from './panel.module.css'

type Props = { what: string; onDismiss: (reason: string) => void; onCancel: () => void }

/** Asks why: whoever comes back in a year wants to know. */
export function DismissForm({ what, onDismiss, onCancel }: Props) {
  const [reason, setReason] = useState('')
  return (
    <form
      className={styles.dismissing}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason.trim()) onDismiss(reason.trim())
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onCancel()
      }}
    >
      <input
        ref={(field) => field?.focus()}
        value={reason}
        maxLength={REASON_CHARACTERS}
        placeholder={`Why ${what} may stay`}
        aria-label={`Why ${what} may stay`}
        onChange={(event) => setReason(event.target.value)}
      />
      <button type="submit" className={styles.small} disabled={!reason.trim()}>
        Dismiss
      </button>
      <button type="button" className={styles.small} onClick={onCancel}>
        Cancel
      </button>
    </form>
  )
}
