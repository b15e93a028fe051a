'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '../../_ui/button.tsx'
import { call } from '../../_ui/call.ts'
import styles from '../../_ui/message.module.css'
import { Notice } from '../../_ui/notice.tsx'
import { AnotherAccount } from '../../models/[model_id]/access.tsx'

/** Yes, as somebody else, or no. */
export function Answer({ token, email }: { token: string; email: string }) {
  const router = useRouter()
  const [busy, setBusy] = useState<'accept' | 'decline'>()
  const [failed, setFailed] = useState<string>()

  async function answer(as: 'accept' | 'decline') {
    setBusy(as)
    setFailed(undefined)
    const done = await call<{ modelId: string } | undefined>('POST', `/api/account/invitations/${as}`, { token })
    setBusy(undefined)
    if (!done.ok) setFailed(done.status === 404 ? 'This invitation leads nowhere any more.' : done.message)
    else router.push(done.body ? `/models/${encodeURIComponent(done.body.modelId)}` : '/')
  }

  return (
    <>
      <div className={styles.row}>
        <Button look="primary" busy={busy === 'accept'} onClick={() => answer('accept')}>
          Accept as {email}
        </Button>
        <AnotherAccount />
        <Button busy={busy === 'decline'} onClick={() => answer('decline')}>
          Decline
        </Button>
      </div>
      {failed && <Notice tone="danger">{failed}</Notice>}
    </>
  )
}
