import { nearIn } from '#lib/model/shape/box-tree.ts'
import { along, isThinCut, type Line, lineOf, linesOf } from './body-lines.ts'
import type { Body, SightPoint } from './drawing-bodies.ts'
import { type Interval, without } from './intervals.ts'
import { joinedRuns, type Piece, type Run } from './joined-runs.ts'
import { boxOf, coverOf, hiddenBy, holds, insideLoops, nearCovers } from './line-covers.ts'
import type { Point } from './svg.ts'

/**
 * Which lines of bodies are seen, and which lie behind others. Bodies in millimetres on paper, depths too. What lies inside
 * another body is no hidden line: a beam ends at the face of its column, though its node lies in the middle.
 */

export type DrawnLines = Record<'cut' | 'visible' | 'axis' | 'hidden' | 'seam', Point[][]>

/** `isAlike`: two bodies that are cut side by side are one piece on paper. */
export function hiddenLines(bodies: readonly Body[], isOnePiece: (a: Body, b: Body) => boolean = () => true): DrawnLines {
  const covers = bodies.flatMap((owner) => owner.faces.flatMap((face) => coverOf(face, owner) ?? []))
  const near = nearCovers(covers)
  const caps = bodies.filter(({ cut }) => cut.loops.length > 0)
  const nearCaps = nearIn(Float64Array.from(caps.flatMap(({ cut }) => boxOf(cut.loops.flat()))))
  const pieces: Piece[] = []
  for (const line of bodies.flatMap(linesOf)) {
    const dropped: Interval[] = []
    const hidden: Interval[] = []
    const hide = (owner: Body, interval: Interval) => {
      if (line.isAxis && owner === line.owner) return
      const isInside = owner === line.owner || holds(owner, line, (interval[0] + interval[1]) / 2)
      ;(isInside ? dropped : hidden).push(interval)
    }
    near(line, (cover) => {
      for (const interval of hiddenBy(cover, line)) hide(cover.owner, interval)
    })
    nearCaps(boxOf([line.a, line.b]), (k) => {
      const cap = caps[k]!
      for (const interval of insideLoops(line, cap.cut.loops)) hide(cap, interval)
    })
    const { isAxis, owner } = line
    for (const [from, to] of without([[0, 1]], [...dropped, ...hidden]))
      pieces.push({ run: part(line, from, to), kind: isAxis ? 'axis' : 'visible', isFlat: owner.kind === 'area' && owner.isFlat })
    for (const [from, to] of without(hidden, dropped)) pieces.push({ run: part(line, from, to), kind: 'hidden', isFlat: false })
  }
  const cut: Run[] = []
  for (const body of bodies) {
    const runs = [...body.cut.loops.map((loop) => [...loop, ...loop.slice(0, 1)]), ...body.cut.runs].flatMap((points) =>
      points.slice(1).flatMap((b, k) => {
        const line = lineOf([points[k]!, b], body)
        const inOthers: Interval[] = []
        nearCaps(boxOf([line.a, line.b]), (other) => {
          if (caps[other] !== body && isOnePiece(body, caps[other]!)) inOthers.push(...insideLoops(line, caps[other]!.cut.loops))
        })
        return without([[0, 1]], inOthers).map(([from, to]) => part(line, from, to))
      }),
    )
    // Filled with ink it needs no thick line: a flange would be as wide as its web is long.
    if (isThinCut(body)) pieces.push(...runs.map((run) => ({ run, kind: 'visible', isFlat: false }) as const))
    else cut.push(...runs)
  }
  return joinedRuns(cut, pieces)
}

const flat = ([x, y]: SightPoint): Point => [x, y]
const part = ({ a, b }: Line, from: number, to: number): Run => [flat(along(a, b, from)), flat(along(a, b, to))]
