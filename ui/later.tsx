'use client'

import { type ComponentType, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

const MISSING = 'This part could not be fetched. If it still does not come, load the page again.'

type Again = { onAgain: () => void }

/** In place of a part that did not come, so that the page stands. */
function NotHere({ onAgain }: Again) {
  return (
    <div className="muted" role="alert">
      {MISSING} <Button onClick={onAgain}>Try again</Button>
    </div>
  )
}

/** The same for a dialog. */
export function NoDialog({ onClose, onAgain }: Again & { onClose: () => void }) {
  return (
    <Dialog title="Not here yet" onClose={onClose}>
      <p role="alert">{MISSING}</p>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button look="primary" onClick={onAgain}>
          Try again
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/**
 * A part that a page does without at first: fetched when it is first shown, or ahead of that by `fetch`. Once it is here it stands
 * at once; what did not come is asked for again by a press, by the browser's being online again, and when it is next shown.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props & Again> = NotHere,
) {
  let Part: ComponentType<Props> | null = null
  const fetchPart = async () => {
    Part ??= await load()
  }
  function Later(props: Props) {
    const [, setHere] = useState(Part !== null)
    const [isMissing, setMissing] = useState(false)
    const [tries, setTries] = useState(0)
    const again = () => setTries((now) => now + 1)
    useEffect(() => {
      void tries // each fetches anew
      let isGone = false
      fetchPart().then(
        () => isGone || setHere(true),
        () => isGone || setMissing(true),
      )
      return () => {
        isGone = true
      }
    }, [tries])
    useEffect(() => {
      if (!isMissing) return
      const back = () => setTries((now) => now + 1)
      window.addEventListener('online', back)
      return () => window.removeEventListener('online', back)
    }, [isMissing])
    if (Part) return <Part {...props} />
    return isMissing ? <Missing {...props} onAgain={again} /> : null
  }
  return Object.assign(Later, { fetch: fetchPart })
}
