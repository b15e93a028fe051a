import type { Mark, Point } from './svg.ts'

/** Half the height of a bubble on paper. */
export const RADIUS = 4.5

/**
 * How far past what is drawn skew lines go to their bubbles: plainly, beside the dimension of the whole, and beyond the dimensions of straight
 * lines.
 */
export const PAST = { drawn: 3, whole: 10, rows: 20 }
/** What a bubble takes beyond that. */
export const BUBBLE_ROOM = 2 * RADIUS + 1

/** `wide`: half its width. */
type PaperBubble = { x: number; y: number; wide: number; text: string; capital: number }

/** A circle with a name in it, or a plate where that is longer. */
export function bubbleMarks({ x, y, wide, text, capital }: PaperBubble): Mark[] {
  const words: Mark = { shape: 'text', at: [x, y + capital / 2], text, capital, anchor: 'middle' }
  if (wide <= RADIUS) return [{ shape: 'circle', at: [x, y], radius: RADIUS, line: 'block', fill: '#fff' }, words]
  const loop: Point[] = [
    [x - wide, y - RADIUS + 1],
    [x + wide, y - RADIUS + 1],
    [x + wide, y + RADIUS - 1],
    [x - wide, y + RADIUS - 1],
  ]
  return [{ shape: 'polygon', loops: [loop], fill: '#fff', line: 'block' }, words]
}
