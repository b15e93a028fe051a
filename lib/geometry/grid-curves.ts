import { isStraight, pointAt } from '#lib/model/grid-shapes.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { ViewerGridLine } from '#lib/schema/schema.ts'
import { nameOfLine } from './grid-bubble.ts'

/**
 * A skew grid line or an arc as it is drawn, from end to end at the lowest node's elevation. `index`: its place among the grid lines of the
 * model. `bubble`: at the end of a line and the beginning of an arc; null where that is not shown.
 */
export type GridCurve = {
  id: string
  index: number
  label: string
  path: readonly Vec[]
  bubble: Vec | null
  /** Null of a line. */
  arc: { center: Vec; radius: number } | null
}

/** Whether its bubble is where its path begins, as that of an arc is. */
export const hasBubbleFirst = ({ path: [first], bubble }: Pick<GridCurve, 'path' | 'bubble'>): boolean =>
  bubble !== null && first !== undefined && bubble.every((part, k) => part === first[k])

/** Arcs are drawn as chords of at most so many degrees. */
const MOST_DEGREES = 5

/** Of the model, about `origin`; `z`: where they lie, about it too. */
export function gridCurves(gridLines: readonly ViewerGridLine[], origin: Vec, z: number): GridCurve[] {
  return gridLines.flatMap((line, index): GridCurve[] => {
    if (isStraight(line)) return []
    const path = planPath(line).map(([x, y]): Vec => [x - origin[0], y - origin[1], z])
    const [first, last] = [path[0], path.at(-1)]
    if (!first || !last || !path.every((point) => point.every((part) => Number.isFinite(Math.fround(part))))) return []
    const { arc } = line
    const center: Vec | undefined = arc ? [arc.center.x - origin[0], arc.center.y - origin[1], z] : undefined
    return [
      {
        ...{ id: line.id, index, label: nameOfLine(line), path, bubble: arc ? first : last },
        arc: arc && center ? { center, radius: arc.radius } : null,
      },
    ]
  })
}

export function planPath({ line, arc }: Pick<ViewerGridLine, 'line' | 'arc'>): (readonly [number, number])[] {
  if (line) return [line.from, line.to].map(({ x, y }) => [x, y] as const)
  if (!arc) return []
  const count = Math.max(1, Math.ceil((arc.to - arc.from) / MOST_DEGREES - 1e-9))
  return Array.from({ length: count + 1 }, (_, k) => pointAt(arc, arc.from + ((arc.to - arc.from) * k) / count))
}

type Flat = readonly [x: number, y: number, ...rest: number[]]

/** What of a path lies in a box of the plan, piece by piece. */
export function clippedPath<P extends Flat>(
  path: readonly P[],
  low: Flat,
  high: Flat,
  between: (a: P, b: P, share: number) => P,
): P[][] {
  const pieces: P[][] = []
  let last: P[] | undefined
  for (const [k, b] of path.entries()) {
    const a = path[k - 1]
    if (!a) continue
    const [from, to] = inside(a, b, low, high)
    if (!(from < to)) {
      last = undefined
      continue
    }
    const [start, end] = [from > 0 ? between(a, b, from) : a, to < 1 ? between(a, b, to) : b]
    if (last && from === 0) last.push(end)
    else {
      last = [start, end]
      pieces.push(last)
    }
    if (to < 1) last = undefined
  }
  return pieces
}

/** Shares of the way from a to b between which it lies in the box. */
function inside(a: Flat, b: Flat, low: Flat, high: Flat): [number, number] {
  let [from, to] = [0, 1]
  for (const k of [0, 1] as const) {
    const way = b[k] - a[k]
    const [near, far] = way >= 0 ? [low[k], high[k]] : [high[k], low[k]]
    if (way === 0) {
      if (a[k] < low[k] || a[k] > high[k]) return [1, 0]
      continue
    }
    from = Math.max(from, (near - a[k]) / way)
    to = Math.min(to, (far - a[k]) / way)
  }
  return [from, to]
}
