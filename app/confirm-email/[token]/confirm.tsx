'use client'

import { useState } from 'react'
import { Button, ButtonLink } from '../../_ui/button.tsx'
import { type Called, call } from '../../_ui/call.ts'
import { Notice } from '../../_ui/notice.tsx'

export function Confirm({ token }: { token: string }) {
  const [answer, setAnswer] = useState<Called<unknown>>()
  const [busy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    setAnswer(await call('POST', '/api/account/confirm-email', { token }))
    setBusy(false)
  }

  if (answer?.ok) {
    return (
      <>
        <Notice tone="ok">Your address is confirmed.</Notice>
        <ButtonLink look="primary" href="/">
          To your models
        </ButtonLink>
      </>
    )
  }
  return (
    <>
      {answer && <Notice tone="danger">{answer.message}</Notice>}
      <Button look="primary" busy={busy} onClick={confirm}>
        Confirm
      </Button>
    </>
  )
}
