import type { Rect } from '#lib/drawing/free-rectangles.ts'

/** It stands over the whole page for a moment; what it hides stays as it was. */
const OVER_ALL = 'dialog, [role="dialog"]'

/** What lies over the picture (the heading, tools, panels), in the picture's own pixels: nothing is written under it. */
export function overlaysOn(
  picture: HTMLElement,
  counts: (element: Element) => boolean = (element) => !element.matches(OVER_ALL),
): Rect[] {
  const whole = picture.closest('[data-panel]')
  if (!whole) return []
  const { left, top, right, bottom } = picture.getBoundingClientRect()
  const found: Rect[] = []
  const visit = (element: Element) => {
    if (element.contains(picture) || !counts(element)) return
    // A wrapper that lets the pointer through is no cover; what it holds is.
    if (element.matches('[data-see-through]')) return [...element.children].forEach(visit)
    const rect = element.getBoundingClientRect()
    if (rect.right <= left || rect.left >= right || rect.bottom <= top || rect.top >= bottom || rect.width < 2) return
    found.push({ x0: rect.left - left, y0: rect.top - top, x1: rect.right - left, y1: rect.bottom - top })
  }
  for (const child of whole.children) visit(child)
  return found
}

/** What says something for a moment, or asks: no fit makes way for it. */
const PASSING = `[role="status"], [role="alert"], ${OVER_ALL}`

/** What a fit keeps clear of. */
export const coversOn = (picture: HTMLElement): Rect[] => overlaysOn(picture, (element) => !element.matches(PASSING))

/** A cover that moves less is where it was. */
const MOVED = 8

/**
 * Says when something over the picture has come, gone or moved; `isFar`: so that a fit would be another. `settling` ends when that is
 * known. Returns the way to stop.
 */
export function watchOverlays(picture: HTMLElement, changed: (isFar: boolean) => void, settling: () => () => void): () => void {
  const whole = picture.closest('[data-panel]')
  if (!whole) return () => {}
  let [before, fitted] = [overlaysOn(picture), coversOn(picture)]
  let frame = 0
  let endWait = () => {}
  const look = () => {
    const [now, covers] = [overlaysOn(picture), coversOn(picture)]
    const isFar = !areEqual(fitted, covers, MOVED)
    if (!areEqual(before, now, 0)) changed(isFar)
    before = now
    if (isFar) fitted = covers
    endWait()
  }
  const observer = new MutationObserver(() => {
    cancelAnimationFrame(frame)
    endWait()
    endWait = settling()
    frame = requestAnimationFrame(look)
  })
  observer.observe(whole, {
    childList: true,
    subtree: true,
    attributeFilter: ['data-panel', 'data-open', 'data-tool', 'data-sheet', 'data-dock', 'data-tables'],
  })
  return () => {
    cancelAnimationFrame(frame)
    endWait()
    observer.disconnect()
  }
}

function areEqual(some: readonly Rect[], others: readonly Rect[], by: number): boolean {
  const isNear = (a: Rect, b: Rect) => (['x0', 'y0', 'x1', 'y1'] as const).every((side) => Math.abs(a[side] - b[side]) <= by)
  return some.length === others.length && some.every((one) => others.some((other) => isNear(one, other)))
}
