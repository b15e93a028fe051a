'use client'

import { useState } from 'react'
import { Button } from './button.tsx'
import { ShareDialog, type ShareProps } from './share-dialog.tsx'

/** Opens the dialog of who has access. */
export function ShareButton(props: ShareProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-label={`Share: ${props.model.name}`}>
        Share
      </Button>
      {open && <ShareDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
