'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { call } from './call.ts'
import { Dialog, DialogActions, focusContent } from './dialog.tsx'
import { Notice } from './notice.tsx'

type ActButtonProps = {
  look?: 'secondary' | 'danger'
  /** On the button that opens the question; `name` says for screen readers which of many it is about. */
  label: string
  name?: string
  title: string
  /** What will happen, in the question. */
  children: ReactNode
  /** The deed, on the button that does it. */
  deed: string
  method: 'DELETE' | 'POST'
  path: string
  /** Where to go afterwards; else the page is read anew. */
  then?: string
}

/** A deed that cannot be undone: asked once more, then done by one REST call. */
export function ActButton({ look, label, name, title, children, deed, method, path, then }: ActButtonProps) {
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const isDone = useRef(false)
  // The button goes with what it was about, and the focus must not go with it.
  useEffect(() => () => void (isDone.current && focusContent()), [])

  async function act() {
    setBusy(true)
    setFailed(undefined)
    const done = await call(method, path)
    setBusy(false)
    if (!done.ok && done.status !== 404) return setFailed(done.message) // gone already: what was asked for is so
    isDone.current = true
    setOpen(false)
    if (then) window.location.assign(then)
    else router.refresh()
  }

  return (
    <>
      <Button look={look} onClick={() => setOpen(true)} aria-label={name && `${label}: ${name}`}>
        {label}
      </Button>
      {open && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <div>{children}</div>
          {failed && <Notice tone="danger">{failed}</Notice>}
          <DialogActions>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button look="danger" busy={busy} onClick={act}>
              {deed}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
