'use client'

import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Button, ButtonLink } from '#ui/button.tsx'
import type { CallResult } from '#ui/call.ts'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'

type Props = { name: string; isSignedIn: boolean; page: string; copy: () => Promise<CallResult<{ id: string }>> }

/** A model of one's own that equals what `page` shows; whoever has no account yet signs in and comes back there. */
export function CopyToMine({ name, isSignedIn, page, copy }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()

  async function begin() {
    setBusy(true)
    const done = await copy()
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
                <Button look="primary" busy={busy} onClick={begin}>
                  Copy to my models
                </Button>
              ) : (
                <ButtonLink look="primary" href={`/sign-in?callbackUrl=${encodeURIComponent(page)}`}>
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
