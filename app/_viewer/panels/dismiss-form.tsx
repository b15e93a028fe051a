'use client'

import { useState } from 'react'
import { REASON_CHARACTERS } from '../session/dismissals.ts'
import { onEnter } from './fields.tsx'
import styles from './panel.module.css'

type Props = { what: string; onDismiss: (reason: string) => void; onCancel: () => void }

/** Asks why: whoever comes back in a year wants to know. */
export function DismissForm({ what, onDismiss, onCancel }: Props) {
  const [reason, setReason] = useState('')
  const dismiss = () => reason.trim() && onDismiss(reason.trim())
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape in any of its parts
    <div
      className={styles.dismissing}
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
        onKeyDown={onEnter(dismiss)}
      />
      <button type="button" className={styles.small} disabled={!reason.trim()} onClick={dismiss}>
        Dismiss
      </button>
      <button type="button" className={styles.small} onClick={onCancel}>
        Cancel
      </button>
    </div>
  )
}
