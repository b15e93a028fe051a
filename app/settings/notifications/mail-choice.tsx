'use client'

import { useState } from 'react'
import { type CallResult, call } from '#ui/call.ts'
import { Notice } from '#ui/notice.tsx'
import styles from '../settings.module.css'

type MailChoices = { requests: boolean; invitations: boolean; comments: boolean }

/** Kept with each press. */
export function MailChoice({ email, wanted: first }: { email: string; wanted: MailChoices }) {
  const [wanted, setWanted] = useState(first)
  const [answer, setAnswer] = useState<CallResult<unknown>>()

  async function choose(next: MailChoices) {
    const before = wanted
    setWanted(next)
    const saved = await call('PUT', '/api/account/mails', next)
    setAnswer(saved)
    if (!saved.ok) setWanted(before)
  }

  return (
    <>
      <fieldset className={styles.choices}>
        <legend>Send an e-mail to {email} when</legend>
        <label>
          <input
            type="checkbox"
            checked={wanted.requests}
            onChange={({ target }) => choose({ ...wanted, requests: target.checked })}
          />
          <span>somebody asks for access to a model of yours, or your own request is answered</span>
        </label>
        <label>
          <input
            type="checkbox"
            checked={wanted.invitations}
            onChange={({ target }) => choose({ ...wanted, invitations: target.checked })}
          />
          <span>somebody shares a model with you</span>
        </label>
        <label>
          <input
            type="checkbox"
            checked={wanted.comments}
            onChange={({ target }) => choose({ ...wanted, comments: target.checked })}
          />
          <span>
            somebody comments on a model of yours, or assigns a comment to you, mentions you, replies to you or resolves it
          </span>
        </label>
      </fieldset>
      <p className="muted small">
        Invitations and offers by link, and changes of your password, are always sent: only the e-mail has what you need.
      </p>
      {answer && <Notice tone={answer.ok ? 'ok' : 'danger'}>{answer.ok ? 'Saved.' : answer.message}</Notice>}
    </>
  )
}
