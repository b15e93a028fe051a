'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { call } from './call.ts'
import { Dialog, DialogActions, focusContent } from './dialog.tsx'
import { Notice } from './notice.tsx'

type ActProps = {
  title: string
  /** What will happen, in the question. */
  children: ReactNode
  /** The deed, on the button that does it. */
  action: string
  method: 'DELETE' | 'POST' | 'PUT'
  path: string
  /** Where to go afterwards; else the page is read anew. */
  then?: string | undefined
}

type ActButtonProps = ActProps & {
  look?: 'secondary' | 'danger'
  /** On the button that opens the question; `name` says for screen readers which of many it is about. */
  label: string
  name?: string
}

/** A deed that cannot be undone: asked once more, then done by one REST call. */
export function ActButton({ look = 'secondary', label, name, ...act }: ActButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look={look} onClick={() => setOpen(true)} aria-label={name && `${label}: ${name}`}>
        {label}
      </Button>
      {open && <ActDialog {...act} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The question by itself, for who opens it in another way. */
export function ActDialog({ title, children, action, method, path, then, onClose }: ActProps & { onClose: () => void }) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const isDone = useRef(false)
  // What opened it goes with what it was about, and the focus must not go with it.
  useEffect(() => () => void (isDone.current && setTimeout(focusContent)), [])

  async function act() {
    setBusy(true)
    setFailed(undefined)
    const done = await call(method, path)
    setBusy(false)
    if (!done.ok && done.status !== 404) return setFailed(done.message) // gone already: what was asked for is so
    isDone.current = true
    onClose()
    if (then) window.location.assign(then)
    else router.refresh()
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <div>{children}</div>
      {failed && <Notice tone="danger">{failed}</Notice>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" busy={busy} onClick={act}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
