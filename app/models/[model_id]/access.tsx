'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { call } from '#ui/call.ts'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import styles from '#ui/message.module.css'
import { Notice } from '#ui/notice.tsx'

/** For somebody whom this account does not let in: another account, or a word to the owner. The same for any id. */
export function NoAccess({ modelId }: { modelId: string }) {
  const [isOpen, setOpen] = useState(false)
  const [isSent, setSent] = useState(false)
  const [failed, setFailed] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function ask(data: FormData) {
    setBusy(true)
    setFailed(undefined)
    const message = String(data.get('message')).trim()
    const done = await call('POST', `/api/construct-models/${encodeURIComponent(modelId)}/access-requests`, {
      ...(message && { message }),
    })
    setBusy(false)
    if (done.ok) setSent(true)
    else setFailed(done.message)
  }

  return (
    <>
      <div className={styles.row}>
        <AnotherAccount />
        {!isOpen && !isSent && <Button onClick={() => setOpen(true)}>Ask for access</Button>}
      </div>
      {isOpen && !isSent && (
        <Form onSubmit={ask}>
          <Field label="Message to the owner (optional)" name="message" maxLength={500} autoComplete="off" autoFocus />
          <Button type="submit" look="primary" busy={busy}>
            Ask for access
          </Button>
        </Form>
      )}
      {isSent && (
        <Notice tone="ok">
          If there is such a model, its owner has your request. Come back to this page when you have an answer.
        </Notice>
      )}
      {failed && <Notice tone="danger">{failed}</Notice>}
    </>
  )
}

/** Signs out, and comes back here. */
export function AnotherAccount() {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  return (
    <Button
      busy={busy}
      onClick={async () => {
        setBusy(true)
        await call('POST', '/api/account/sign-out')
        router.push(`/sign-in?callbackUrl=${encodeURIComponent(location.pathname + location.search)}`)
        router.refresh()
      }}
    >
      Use another account
    </Button>
  )
}
