import type { Conversation } from './conversation.ts'
import type { Page } from './page.ts'

/** How large the view is, how it looks, and whom the wheel and the finger belong to: the host's page scrolls. */

const INLINE = 480
const NARROW = 480
const INLINE_NARROW = 360
/** Of results: below the picture stands what it shows. */
const RESULTS_NARROW = 560
const ENDED = 80
/** Sizes are told at most so often. */
const REPORT_MS = 100

export function followPlace(page: Page, talk: Conversation) {
  const root = document.documentElement
  let isEnded = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let reported = ''

  const height = (): number => {
    if (isEnded) return ENDED
    const { displayMode, containerDimensions: dimensions } = talk.context.get()
    if (displayMode === 'fullscreen') return dimensions?.height ?? dimensions?.maxHeight ?? innerHeight
    const narrow = page.isOfResults() ? RESULTS_NARROW : INLINE_NARROW
    const wanted = dimensions?.height ?? (innerWidth < NARROW ? narrow : INLINE)
    return Math.min(wanted, dimensions?.maxHeight ?? wanted)
  }
  const size = () => {
    const pixels = Math.max(ENDED, Math.round(height()))
    root.style.height = `${pixels}px` // one host reads the element's height, others the message
    clearTimeout(timer)
    timer = setTimeout(() => {
      const now = `${innerWidth} ${pixels}`
      if (now === reported) return
      reported = now
      talk.sized(innerWidth, pixels)
    }, REPORT_MS)
  }

  const look = () => {
    const { theme, styles, safeAreaInsets = {}, displayMode, availableDisplayModes = [] } = talk.context.get()
    if (theme) root.dataset.theme = theme
    for (const [name, value] of Object.entries(styles?.variables ?? {})) {
      if (/^--[\w-]+$/.test(name)) root.style.setProperty(name, value)
    }
    for (const side of ['top', 'right', 'bottom', 'left'] as const) {
      root.style.setProperty(`--inset-${side}`, `${Math.max(0, safeAreaInsets[side] ?? 0)}px`)
    }
    const isFull = displayMode === 'fullscreen'
    page.full.hidden = !isFull && !availableDisplayModes.includes('fullscreen')
    page.full.textContent = isFull ? 'Back to the chat' : 'Full screen'
    root.dataset.display = isFull ? 'fullscreen' : 'inline'
    page.side.hidden = !isFull
    page.check.hidden = !talk.can('message')
    page.save.hidden = !talk.can('downloadFile')
    size()
  }
  const stop = talk.context.subscribe(look)
  addEventListener('resize', size)
  look()

  // The wheel scrolls the chat until somebody has pressed inside; with Ctrl or ⌘ it always zooms.
  let isInside = false
  page.stage.addEventListener('pointerdown', () => {
    isInside = true
  })
  page.stage.addEventListener('pointerleave', () => {
    isInside = false
  })
  page.stage.addEventListener(
    'wheel',
    (event) => {
      if (!isInside && !event.ctrlKey && !event.metaKey) event.stopImmediatePropagation()
    },
    { capture: true },
  )
  // One finger scrolls the chat until the picture was tapped.
  const finger = matchMedia('(pointer: coarse)')
  let isMoving = false
  const showTouch = () => {
    page.move.hidden = !finger.matches || isMoving
    page.done.hidden = !finger.matches || !isMoving
  }
  finger.addEventListener('change', showTouch)
  showTouch()

  return {
    touch(now: boolean) {
      isMoving = now
      showTouch()
    },
    /** The host may have refused something meanwhile. */
    look,
    ended() {
      isEnded = true
      size()
    },
    close() {
      stop()
      removeEventListener('resize', size)
      finger.removeEventListener('change', showTouch)
      clearTimeout(timer)
    },
  }
}
