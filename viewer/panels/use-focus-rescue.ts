import { type RefObject, useEffect } from 'react'

const FOCUSABLE = 'button, a[href], input, select, textarea, summary, [tabindex="0"]'

/**
 * What had the focus and is gone, or can be pressed no longer, leaves it to the first control of what surrounded it, in the end to the
 * picture, which comes first of all. A browser gives it to the page, where it is not seen.
 */
export function useFocusRescue(whole: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const root = whole.current
    if (!root) return
    let last: HTMLElement | null = null
    let around: HTMLElement[] = []
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement ? target : null
      around = []
      for (let part = last?.parentElement; part && root.contains(part); part = part.parentElement) around.push(part)
    }
    const isGone = () => last !== null && (!last.isConnected || last.matches(':disabled'))
    const giveOn = () => {
      // What closes may have given it back itself.
      if (!isGone() || document.activeElement !== document.body) return
      const dialog = document.querySelector<HTMLElement>('dialog[open]')
      if (dialog && !around.includes(dialog)) return
      const to = around
        .filter((part) => part.isConnected && (!dialog || dialog.contains(part)))
        .flatMap((part) => [...part.querySelectorAll<HTMLElement>(FOCUSABLE)])
        .find((one) => !one.matches(':disabled') && one.checkVisibility())
      to?.focus({ preventScroll: true })
    }
    // A browser takes it from a disabled button with its next picture.
    const watch = new MutationObserver(() => isGone() && requestAnimationFrame(() => setTimeout(giveOn)))
    root.addEventListener('focusin', remember)
    watch.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      root.removeEventListener('focusin', remember)
      watch.disconnect()
    }
  }, [whole])
}
