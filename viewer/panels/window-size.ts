import { PHONE } from '../session/view/phone.ts'

/** The viewer's own size counts, as its style sheet has it: it stands in pages, frames and at any zoom. */
const LOW = 480
const WIDE = 1080

/** Panels are sheets; a window so low that panels stand beside everything; heading, tools and cube in one row. */
export type WindowSize = 'phone' | 'low' | 'narrow' | 'wide'

export function windowSizeOf({ width, height }: { width: number; height: number }): WindowSize {
  if (width < PHONE) return 'phone'
  if (height < LOW) return 'low'
  return width < WIDE ? 'narrow' : 'wide'
}

export function windowSize(): WindowSize {
  const main = document.getElementById('main')
  return windowSizeOf(main ? main.getBoundingClientRect() : { width: window.innerWidth, height: window.innerHeight })
}
