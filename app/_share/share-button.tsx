'use client'

import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#ui/button.tsx'
import { later, NoDialog } from '#ui/later.tsx'
import type { ShareProps } from './share-dialog.tsx'

/** Comes when it is first opened. */
export const ShareDialog = later(() => import('./share-dialog.tsx').then((found) => found.ShareDialog), NoDialog)

/** Opens the dialog of who has access. */
export function ShareButton(props: ShareProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-label={`Share: ${props.model.name}`}>
        Share
      </Button>
      {/* Not where the button stands: what styles the text there is not for a dialog. */}
      {open && createPortal(<ShareDialog {...props} onClose={() => setOpen(false)} />, document.body)}
    </>
  )
}
