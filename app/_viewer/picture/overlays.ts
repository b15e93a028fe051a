import type { Insets } from '#lib/geometry/camera-fit.ts'

export type Rect = { x0: number; y0: number; x1: number; y1: number }

/** What lies over the picture (the heading, tools, panels), in the picture's own pixels: nothing is written under it. */
export function overlaysOn(picture: HTMLElement): Rect[] {
  const whole = picture.closest('[data-panel]')
  if (!whole) return []
  const { left, top, right, bottom } = picture.getBoundingClientRect()
  const found: Rect[] = []
  const visit = (element: Element) => {
    if (element.contains(picture)) return
    // A wrapper that lets the pointer through is no cover; what it holds is.
    if (element.matches('[data-see-through]')) return [...element.children].forEach(visit)
    const rect = element.getBoundingClientRect()
    if (rect.right <= left || rect.left >= right || rect.bottom <= top || rect.top >= bottom || rect.width < 2) return
    found.push({ x0: rect.left - left, y0: rect.top - top, x1: rect.right - left, y1: rect.bottom - top })
  }
  for (const child of whole.children) visit(child)
  return found
}

/** How far in a fit must stay from each side: what runs along a good part of a side takes it, a card in a corner does not. */
export function insetsOf(overlays: readonly Rect[], width: number, height: number): Insets {
  let [top, right, bottom, left] = [0, 0, 0, 0]
  for (const { x0, y0, x1, y1 } of overlays) {
    const [wide, high] = [(x1 - x0) / width, (y1 - y0) / height]
    // The properties are there before they are filled: a card of their width stands for the column that it will be.
    if ((high > 0.3 || (x1 - x0 > 200 && y0 > 60)) && wide < 0.5 && x0 > width / 2) right = Math.max(right, width - x0)
    else if (wide > 0.2 && high < 0.3 && y0 < 0.15 * height) top = Math.max(top, y1)
    else if (wide > 0.5 && y1 > 0.7 * height) bottom = Math.max(bottom, height - y0)
    else if (wide < 0.25 && high > 0.1 && x0 < 0.1 * width) left = Math.max(left, x1)
  }
  return {
    top: Math.min(top + 10, 0.3 * height) / height,
    right: Math.min(right, 0.5 * width) / width,
    bottom: Math.min(bottom + 16, 0.5 * height) / height,
    left: left / width,
  }
}

/** Says when something over the picture has come, gone or moved. Returns the way to stop. */
export function watchOverlays(picture: HTMLElement, changed: () => void): () => void {
  const whole = picture.closest('[data-panel]')
  if (!whole) return () => {}
  const places = () => JSON.stringify(overlaysOn(picture))
  let before = places()
  let asked = 0
  const observer = new MutationObserver(() => {
    cancelAnimationFrame(asked)
    asked = requestAnimationFrame(() => {
      const now = places()
      if (now !== before) changed()
      before = now
    })
  })
  observer.observe(whole, { childList: true, subtree: true, attributeFilter: ['data-panel'] })
  return () => {
    cancelAnimationFrame(asked)
    observer.disconnect()
  }
}
