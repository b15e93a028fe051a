import type { Rect } from '#lib/drawing/free-rectangles.ts'
import { bubbleRow } from '#lib/drawing/sheet/bubble-row.ts'
import type { PlanGrid } from '#lib/geometry/grid-bubble.ts'
import { upAxis } from '#lib/model/display-axes.ts'
import { length, subtract } from '#lib/model/shape/vector.ts'
import type { CameraRig } from '../camera/camera-rig.ts'
import { type Bubble, meetsAny, PLAN_AXES, takeRow, writeBubble, writeGaps } from './bubbles.ts'
import { halfOf, RADIUS } from './grid-bubbles.ts'
import type { Ink } from './ink.ts'
import { supportPlaces } from './support-places.ts'
import { css, line, type Page } from './writing.ts'

/** The end at which each row of bubbles was in the picture before. */
export type Ends = Map<PlanGrid['axis'], 'from' | 'to'>

/** The other end of a line must be nearer by this part of the line to take its bubble over. */
const NEARER = 0.1

/** How far from the end of its line a bubble may stand. */
const OUTWARD = [0, RADIUS, 2 * RADIUS, 3 * RADIUS]

/** Where a line ends in the picture, and which way it runs there. */
type LineEnd = { grid: PlanGrid; half: number; at: { x: number; y: number }; away: number }

/** A row as far out as it takes to stand on the fewest supports; where a mark is in the way, one of it a little farther. */
export function besideSupports(ends: readonly LineEnd[], supports: readonly Rect[], page: Page): Bubble[] {
  const placed = ({ at, away }: LineEnd, by: number) => ({ x: at.x + by * Math.cos(away), y: at.y + by * Math.sin(away) })
  const meeting = OUTWARD.map(
    (by) =>
      ends.filter((one) => {
        const { x, y } = placed(one, by)
        return meetsAny(supports, x, y, one.half, RADIUS)
      }).length,
  )
  const least = meeting.indexOf(Math.min(...meeting))
  return ends.map((one): Bubble => {
    const isFree = ({ x, y }: { x: number; y: number }) => page.isFree(x - one.half, y - RADIUS, x + one.half, y + RADIUS)
    const place = [...OUTWARD.slice(least), ...OUTWARD.slice(0, least).reverse()].map((by) => placed(one, by)).find(isFree)
    return { ...one, ...(place ?? { ...placed(one, 0), isBlocked: true }) }
  })
}

/** At the ends that are nearer to the eye, so that no bubble stands behind the model; all of a row on one side. */
export function bubblesInSpace(ink: Ink, before: Ends) {
  const { context, rig, stage, page } = ink
  const supports = supportPlaces(stage, rig)
  for (const letter of PLAN_AXES[upAxis(stage.drawn.up)]) {
    const lines = stage.drawn.scene.grid.plan.filter(({ axis }) => axis === letter)
    const end = nearerEnd(rig, lines, before.get(letter))
    before.set(letter, end)
    const ends = lines.flatMap((grid): LineEnd[] => {
      const [point, other] = [rig.project(grid[end]), rig.project(grid[end === 'to' ? 'from' : 'to'])]
      if (!point || point.x < 0 || point.y < 0 || point.x > page.width || point.y > page.height) return []
      return [
        {
          grid,
          half: halfOf(context, grid, page.width),
          at: point,
          away: other ? Math.atan2(point.y - other.y, point.x - other.x) : 0,
        },
      ]
    })
    const bubbles = besideSupports(ends, supports, page)
    const { written, gaps } = bubbleRow(bubbles)
    const counts = takeRow(page, written, gaps, supports)
    for (const bubble of written) {
      leadTo(ink, bubble)
      writeBubble(ink, bubble)
    }
    writeGaps(ink, counts)
  }
}

function nearerEnd(rig: CameraRig, lines: readonly PlanGrid[], now: 'from' | 'to' | undefined): 'from' | 'to' {
  let [farther, long, seen] = [0, 0, 0]
  for (const line of lines) {
    const [from, to] = [rig.project(line.from), rig.project(line.to)]
    if (!from || !to) {
      // What lies behind the eye is nearest to it, and not seen.
      seen += from ? 1 : to ? -1 : 0
      continue
    }
    farther += from.depth - to.depth
    long += length(subtract(line.to, line.from))
  }
  if (long === 0) return now ?? (seen >= 0 ? 'from' : 'to')
  // Of the lines, not of the distance: from afar neither end is a tenth nearer than the other.
  const isClear = Math.abs(farther) > NEARER * long
  return now === undefined || isClear ? (farther > 0 ? 'to' : 'from') : now
}

/** The line goes on to its bubble. */
function leadTo({ context, theme }: Ink, { x, y, at }: Bubble) {
  if (!at || (at.x === x && at.y === y)) return
  context.strokeStyle = css(theme.ink)
  context.lineWidth = 1.1
  line(context, [at.x, at.y], [x, y])
}
