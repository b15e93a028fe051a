'use client'

import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useCall } from '#ui/use-call.ts'

/** For an address that nobody has proved yet. */
export function AskConfirmation({ email }: { email: string }) {
  const { send, busy, answer } = useCall()

  if (answer?.ok) {
    return (
      <Notice tone="ok">
        An e-mail with a link is on its way to <bdi>{email}</bdi>.
      </Notice>
    )
  }
  return (
    <>
      {answer && <Notice tone="danger">{answer.message}</Notice>}
      <div>
        <Button busy={busy} onClick={() => send('PUT', '/api/account/confirm-email')}>
          Send the e-mail again
        </Button>
      </div>
    </>
  )
}
