/** The viewer's own size counts, as its style sheet has it: it stands in pages, frames and at any zoom. */
const PHONE = 640
const LOW = 480
const WIDE = 1080

/** Panels are sheets; a window so low that panels stand beside everything; heading, tools and cube in one row. */
export type Room = 'phone' | 'low' | 'narrow' | 'wide'

export function roomOf({ width, height }: { width: number; height: number }): Room {
  if (width < PHONE) return 'phone'
  if (height < LOW) return 'low'
  return width < WIDE ? 'narrow' : 'wide'
}

export function roomNow(): Room {
  const main = document.getElementById('main')
  return roomOf(main ? main.getBoundingClientRect() : { width: window.innerWidth, height: window.innerHeight })
}
