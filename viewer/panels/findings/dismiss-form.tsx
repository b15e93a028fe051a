'use client'

import { useId, useState } from 'react'
import { REASON_CHARACTERS } from '../../session/findings/dismiss.ts'
import { onEnter } from '../fields.tsx'
import styles from '../panel.module.css'

type Props = { what: string; onDismiss: (reason: string) => void; onCancel: () => void }

/** Asks why, and says who will read it: somebody who hands the model over must not count on it. */
export function DismissForm({ what, onDismiss, onCancel }: Props) {
  const [reason, setReason] = useState('')
  const note = useId()
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
        aria-describedby={note}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={onEnter(dismiss)}
      />
      <p id={note} className={styles.note}>
        For you in this browser; others still see it.
      </p>
      <button type="button" className={styles.small} disabled={!reason.trim()} onClick={dismiss}>
        Dismiss
      </button>
      <button type="button" className={styles.small} onClick={onCancel}>
        Cancel
      </button>
    </div>
  )
}
