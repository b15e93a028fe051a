import { type RefObject, useEffect } from 'react'

/** What has the focus where nothing else is to have it. */
export const picture = () => document.querySelector<HTMLElement>('main [role="img"]')

/** What goes away gives the focus back to what had it before, if it still has it; that one may be gone too. */
export function useFocusBack(part: RefObject<HTMLElement | null>, orElse?: () => HTMLElement | null | undefined) {
  useEffect(() => {
    const before = document.activeElement
    const whole = part.current
    return () => {
      const now = document.activeElement
      if (!whole?.contains(now) && now !== document.body) return
      const back = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : orElse?.()
      back?.focus({ preventScroll: true })
    }
  }, [part, orElse])
}
