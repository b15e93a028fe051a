'use client'

import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { call } from '#ui/call.ts'
import { Notice } from '#ui/notice.tsx'

export function Reopen({ token }: { token: string }) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()

  async function bringBack() {
    setBusy(true)
    const done = await call('POST', '/api/account/reopen', { token })
    if (done.ok) return window.location.assign('/') // a fresh document, made for who has just signed in
    setFailed(done.message)
    setBusy(false)
  }

  return (
    <>
      <Button look="primary" busy={busy} onClick={bringBack}>
        Reopen the account
      </Button>
      {failed && <Notice tone="danger">{failed}</Notice>}
    </>
  )
}
