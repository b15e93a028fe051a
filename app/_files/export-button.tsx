'use client'

import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#ui/button.tsx'
import { later, NoDialog } from '#ui/later.tsx'
import styles from './files.module.css'

/** Comes when it is first opened. */
export const ExportDialog = later(() => import('./export-dialog.tsx').then((found) => found.ExportDialog), NoDialog)

/** `path`: the address that exports the model. */
export function ExportButton({ path, name }: { path: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-label={`Export: ${name}`}>
        Export
      </Button>
      {isOpen && createPortal(<ExportDialog path={path} name={name} onClose={() => setOpen(false)} />, document.body)}
    </>
  )
}

/** Buttons beside the name of a model. */
export function ViewerActions({ children }: { children: ReactNode }) {
  return <span className={styles.actions}>{children}</span>
}
