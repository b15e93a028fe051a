'use client'

import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useCall } from '#ui/use-call.ts'

export function Confirm({ token }: { token: string }) {
  const { send, busy, answer } = useCall()

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
      <Button look="primary" busy={busy} onClick={() => send('POST', '/api/account/confirm-email', { token })}>
        Confirm
      </Button>
    </>
  )
}
