'use client'

import { type ComponentType, useEffect, useState } from 'react'
import { Dialog } from './dialog.tsx'

const MISSING = 'This part could not be fetched. Open it again once there is a connection.'

/** In place of a part that did not come, so that the page stands. */
function NotHere() {
  return (
    <p className="muted" role="alert">
      {MISSING}
    </p>
  )
}

/** The same for a dialog. */
export function NoDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="There is no connection" onClose={onClose}>
      <p>{MISSING}</p>
    </Dialog>
  )
}

/**
 * A part that a page does without at first: fetched when it is first shown, or ahead of that by `fetch`. Once it is here it stands
 * at once; what did not come is asked for again when it is next shown.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>, Missing: ComponentType<Props> = NotHere) {
  let Part: ComponentType<Props> | null = null
  const fetchPart = async () => {
    Part ??= await load()
  }
  function Later(props: Props) {
    const [, setHere] = useState(Part !== null)
    const [isMissing, setMissing] = useState(false)
    useEffect(() => {
      let isGone = false
      fetchPart().then(
        () => isGone || setHere(true),
        () => isGone || setMissing(true),
      )
      return () => {
        isGone = true
      }
    }, [])
    if (Part) return <Part {...props} />
    return isMissing ? <Missing {...props} /> : null
  }
  return Object.assign(Later, { fetch: fetchPart })
}
