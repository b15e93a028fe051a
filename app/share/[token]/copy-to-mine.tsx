'use client'

import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Button, ButtonLink } from '#ui/button.tsx'
import { call } from '#ui/call.ts'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'

/** A model of one's own that equals what the link shows; whoever has no account yet signs in and comes back. */
export function CopyToMine({ token, name, isSignedIn }: { token: string; name: string; isSignedIn: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()

  async function copy() {
    setBusy(true)
    const done = await call<{ id: string }>('POST', `/api/share/${token}/copy`, {})
    if (done.ok) return location.assign(`/models/${encodeURIComponent(done.body.id)}`)
    setBusy(false)
    setFailed(done.message)
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>Copy</Button>
      {/* Not where the button stands: what styles the text there is not for a dialog. */}
      {isOpen &&
        createPortal(
          <Dialog title="Copy to my models" onClose={() => setOpen(false)}>
            <p>
              A copy of your own of all that <bdi>{name}</bdi> has now. Changes to one do not affect the other.
            </p>
            {!isSignedIn && <p>It needs an account: sign in or sign up, and you come back here.</p>}
            {failed && <Notice tone="danger">{failed}</Notice>}
            <DialogActions>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              {isSignedIn ? (
                <Button look="primary" busy={busy} onClick={copy}>
                  Copy to my models
                </Button>
              ) : (
                <ButtonLink look="primary" href={`/sign-in?callbackUrl=${encodeURIComponent(`/share/${token}`)}`}>
                  Sign in
                </ButtonLink>
              )}
            </DialogActions>
          </Dialog>,
          document.body,
        )}
    </>
  )
}
