import { useState } from 'react'

/** As the style sheet of what a finger presses has it. */
const FINGER = 40

/** Of a row of a long list, in pixels: `least` where a mouse points at it. */
export function useRowHeight(least: number): number {
  const [height] = useState(() => (matchMedia('(pointer: coarse)').matches ? FINGER : least))
  return height
}
