import { dot, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { SMALL } from './dimensions.ts'
import { type Layout, placeOn } from './drawing-layout.ts'
import type { Area } from './paper.ts'
import type { Mark, Point } from './svg.ts'
import { shortened } from './text-width.ts'

/** Comments on a sheet: their numbers where they are pinned, and their first lines beside the title block. */

export type SheetComment = {
  number: number
  /** In model axes. */
  at: Vec
  text: string
  state: 'open' | 'overdue' | 'resolved' | 'orphaned'
}

/** Millimetres. */
const RADIUS = 2.4
/** From what it is about. */
const OFFSET = 6
const APART = 2 * RADIUS + 0.6

/** Read also in black and white: what is done is struck through. */
const FILLS = { open: '#1f62ce', overdue: '#d02d2d', resolved: '#fff', orphaned: '#fff' } as const

/** Those within the depth that is drawn, in the order of their numbers; each stands beside the others. */
export function commentMarks(layout: Layout, comments: readonly SheetComment[]): { marks: Mark[]; listed: SheetComment[] } {
  const { scene, sight } = layout.drawing
  const place = placeOn(layout)
  const taken: Point[] = []
  const listed: SheetComment[] = []
  const marks = comments
    .toSorted((a, b) => a.number - b.number)
    .flatMap((comment): Mark[] => {
      const point = subtract(comment.at, scene.origin)
      const depth = dot(point, sight.toward)
      if (depth > sight.near || depth < sight.far) return []
      const at = place(dot(point, sight.right), dot(point, sight.up))
      let balloon: Point = [at[0] + OFFSET, at[1] - OFFSET]
      while (taken.some(([x, y]) => Math.hypot(balloon[0] - x, balloon[1] - y) < APART))
        balloon = [balloon[0] + APART, balloon[1]]
      taken.push(balloon)
      listed.push(comment)
      return balloonMarks(comment, at, balloon)
    })
  return { marks, listed }
}

function balloonMarks({ number, state }: SheetComment, at: Point, balloon: Point): Mark[] {
  const length = Math.hypot(balloon[0] - at[0], balloon[1] - at[1])
  const share = (length - RADIUS) / length
  const edge: Point = [at[0] + (balloon[0] - at[0]) * share, at[1] + (balloon[1] - at[1]) * share]
  return [{ shape: 'lines', line: 'dimension', runs: [[at, edge]] }, ...sign({ number, state }, balloon)]
}

/** The number in its circle. */
function sign({ number, state }: Pick<SheetComment, 'number' | 'state'>, at: Point): Mark[] {
  const text = String(number)
  const capital = text.length > 2 ? 1.4 : SMALL
  const strike: Mark[] =
    state === 'resolved'
      ? [{ shape: 'lines', line: 'dimension', runs: [[[at[0] - RADIUS, at[1]], [at[0] + RADIUS, at[1]]]] }] // biome-ignore format: one line
      : []
  const isFilled = FILLS[state] !== '#fff'
  return [
    ...(isFilled ? [{ shape: 'circle', at, radius: RADIUS, fill: FILLS[state] } as const] : []),
    { shape: 'circle', at, radius: isFilled ? RADIUS - 0.45 : RADIUS, line: 'dimension', fill: '#fff' },
    { shape: 'text', at: [at[0], at[1] + capital / 2], text, capital, anchor: 'middle', isBold: true },
    ...strike,
  ]
}

const ROW = 5.4

/** Narrower, a line would say nothing. */
export const LEAST_LIST = 30
/** Wider, it is read no better. */
export const MOST_LIST = 90

/** The first line of each, as many as there is room for. */
export function commentList({ x, y, width, height }: Area, comments: readonly SheetComment[]): Mark[] {
  const rows = Math.floor((height - 6.5) / ROW)
  const named = comments.length > rows ? comments.slice(0, rows - 1) : comments
  const marks: Mark[] = [{ shape: 'text', at: [x + 3, y + 4.8], text: 'Comments', capital: 2.1, isBold: true }]
  for (const [k, comment] of named.entries()) {
    const middle = y + 9 + k * ROW
    const [line = ''] = comment.text.split('\n', 1)
    marks.push(...sign(comment, [x + 3 + RADIUS, middle]), {
      shape: 'text',
      at: [x + 9.5, middle + SMALL / 2],
      text: shortened(line, SMALL, width - 12),
      capital: SMALL,
      ...(comment.state === 'resolved' && { isFaint: true }),
    })
  }
  const rest = comments.length - named.length
  if (rest > 0)
    marks.push({
      shape: 'text',
      at: [x + 9.5, y + 9 + named.length * ROW + SMALL / 2],
      text: `and ${rest} more`,
      capital: SMALL,
      isFaint: true,
    })
  return marks
}
