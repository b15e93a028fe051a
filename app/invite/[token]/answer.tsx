'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { call } from '#ui/call.ts'
import styles from '#ui/message.module.css'
import { Notice } from '#ui/notice.tsx'
import { AnotherAccount } from '../../models/[model_id]/access.tsx'

type Accepted = { modelId: string; links?: number }

/** Yes, as somebody else, or no. */
export function Answer({ token, email }: { token: string; email: string }) {
  const router = useRouter()
  const [busy, setBusy] = useState<'accept' | 'decline'>()
  const [failed, setFailed] = useState<string>()
  const [owned, setOwned] = useState<Required<Accepted>>()
  const open = (modelId: string) => router.push(`/models/${encodeURIComponent(modelId)}`)

  async function answer(as: 'accept' | 'decline') {
    setBusy(as)
    setFailed(undefined)
    const done = await call<Accepted | undefined>('POST', `/api/account/invitations/${as}`, { token })
    setBusy(undefined)
    if (!done.ok) return setFailed(done.status === 404 ? 'This invitation is no longer valid.' : done.message)
    if (!done.body) return router.push('/')
    const { modelId, links = 0 } = done.body
    if (links > 0) setOwned({ modelId, links })
    else open(modelId)
  }

  if (owned) return <LinksToKeep {...owned} onDone={() => open(owned.modelId)} />
  return (
    <>
      <div className={styles.row}>
        <Button look="primary" busy={busy === 'accept'} onClick={() => answer('accept')}>
          Accept as {email}
        </Button>
        <Button busy={busy === 'decline'} onClick={() => answer('decline')}>
          Decline
        </Button>
        <AnotherAccount />
      </div>
      {failed && <Notice tone="danger">{failed}</Notice>}
    </>
  )
}

/** Links that the owner before has made go on working; whoever owns the model now may not want that. */
function LinksToKeep({ modelId, links, onDone }: Required<Accepted> & { onDone: () => void }) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()

  async function revoke() {
    setBusy(true)
    const path = `/api/construct-models/${encodeURIComponent(modelId)}/share-links`
    const listed = await call<{ items: { id: string }[] }>('GET', path)
    const revoked = listed.ok ? await Promise.all(listed.body.items.map(({ id }) => call('DELETE', `${path}/${id}`))) : [listed]
    setBusy(false)
    const refused = revoked.find((one) => !one.ok && one.status !== 404)
    if (refused && !refused.ok) setFailed(refused.message)
    else onDone()
  }

  return (
    <>
      <Notice tone="ok">The model is yours.</Notice>
      <p>
        {links === 1 ? 'One share link' : `${links} share links`} of the owner before still show it to whoever has{' '}
        {links === 1 ? 'it' : 'them'}. Keep {links === 1 ? 'this link' : 'these links'}?
      </p>
      <div className={styles.row}>
        <Button look="primary" onClick={onDone}>
          Keep
        </Button>
        <Button look="danger" busy={busy} onClick={revoke}>
          Revoke {links === 1 ? 'it' : 'all'}
        </Button>
      </div>
      {failed && <Notice tone="danger">{failed}</Notice>}
    </>
  )
}
