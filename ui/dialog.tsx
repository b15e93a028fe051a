'use client'

import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './dialog.module.css'

type DialogProps = {
  title: string
  isWide?: boolean
  /** It shows what is not shown again: neither Escape nor a press beside it closes it, only its own button. */
  closesByButtonOnly?: boolean
  onClose: () => void
  children: ReactNode
}

/** Modal while it is rendered. Escape and a press beside it close it; the browser keeps the focus inside and gives it back. */
export function Dialog({ title, isWide = false, closesByButtonOnly = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // A press that begins inside and ends outside marks text; it is none beside the dialog.
  const pressed = useRef<EventTarget>(null)
  const heading = useId()

  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    // The browser has gone to the first control, which may be the last thing in it.
    if (element) element.scrollTop = 0
    return () => {
      element?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      else focusContent() // what opened it is gone
    }
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way to the same end is Escape, which the browser sends as cancel
    <dialog
      ref={dialog}
      className={isWide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        if (!closesByButtonOnly) onClose()
      }}
      onClose={() => {
        // A browser lets nobody hold back a second Escape.
        if (dialog.current?.open !== false) return
        if (closesByButtonOnly) dialog.current.showModal()
        else onClose()
      }}
      onPointerDown={(event) => {
        pressed.current = event.target
      }}
      onClick={(event) => {
        const isBeside = event.target === dialog.current && pressed.current === dialog.current
        if (isBeside && !closesByButtonOnly) onClose()
      }}
    >
      <div className={styles.body}>
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}

/** For the keyboard and screen readers, when what had the focus has left the page. */
export function focusContent(): void {
  const content = document.getElementById('main')
  if (!content) return
  content.tabIndex = -1
  content.focus({ preventScroll: true })
}

/** The row of buttons that ends a dialog: the way out first, the deed last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
