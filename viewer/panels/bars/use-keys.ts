import { useEffect, useRef } from 'react'
import { type Keys, viewerKeys } from '../../session/keys.ts'
import type { ViewerSession } from '../../session/session.ts'
import { picture } from '../use-focus-back.ts'

/**
 * Keys act when no field has the focus and no dialog is open. `more`: what the page around the picture does; `hasLetters`: not only
 * arrows and Escape, but single letters, digits and signs too, which people who speak to their machine press unawares.
 * Escape leaves a field for the picture; where it ends nothing else, it closes what has the focus (`data-closed-by`).
 */
export function useKeys(session: ViewerSession, hasLetters: boolean, more: Keys) {
  const latest = useRef(more)
  latest.current = more
  useEffect(() => {
    const keys = viewerKeys(session)
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event
      if (!hasLetters && [...key].length === 1) return
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
      const isIn = (parts: string) => target instanceof HTMLElement && target.closest(parts) !== null
      if (isIn('input:not([type="checkbox"], [type="range"]), textarea, select')) {
        if (key === 'Escape' && !isCleared(target)) picture()?.focus()
        return
      }
      // All keys of an open menu are its own.
      if (isIn('[role="menu"]')) return
      // Lists and sliders have arrows of their own.
      if (key.startsWith('Arrow') && isIn('[role="listbox"], [role="grid"], [role="slider"], input')) return
      // A button that has the focus is what Enter and Space press.
      if ((key === 'Enter' || key === ' ') && isIn('button, a, summary, [role="option"]')) return
      const act = latest.current[key.toLowerCase()] ?? keys[key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      if (act() === false && target instanceof HTMLElement) closeAround(target)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [session, hasLetters])
}

/** A browser empties a field of a search by itself. */
const isCleared = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''

/** By its own button, which gives the focus back too. */
function closeAround(target: HTMLElement) {
  const part = target.closest<HTMLElement>('[data-closed-by]')
  part?.querySelector<HTMLElement>(`button[aria-label="${part.dataset.closedBy}"]`)?.click()
}
