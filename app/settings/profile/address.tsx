'use client'

import { useState } from 'react'
import { Button } from '../../_ui/button.tsx'
import { type Called, call } from '../../_ui/call.ts'
import { Notice } from '../../_ui/notice.tsx'

/** For an address that nobody has proved yet. */
export function AskConfirmation({ email }: { email: string }) {
  const [answer, setAnswer] = useState<Called<unknown>>()
  const [busy, setBusy] = useState(false)

  async function ask() {
    setBusy(true)
    setAnswer(await call('PUT', '/api/account/confirm-email'))
    setBusy(false)
  }

  if (answer?.ok) {
    return (
      <Notice tone="ok">
        A mail with a link is on its way to <bdi>{email}</bdi>.
      </Notice>
    )
  }
  return (
    <>
      {answer && <Notice tone="danger">{answer.message}</Notice>}
      <div>
        <Button busy={busy} onClick={ask}>
          Send the mail again
        </Button>
      </div>
    </>
  )
}
