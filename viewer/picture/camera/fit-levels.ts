import { cameraAxes } from '#lib/drawing/camera-axes.ts'
import { type Corner, joinedLevels, levelRuler, type Place, staffCorners, standsUpright } from '#lib/drawing/level-ruler.ts'
import { evenPads, type Padded, type Picture } from '#lib/drawing/solve-fit.ts'
import type { Box } from '#lib/geometry/pick/extent.ts'
import { boxToDisplay, toDisplay, toModel } from '#lib/model/display-axes.ts'
import { dot, length, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { getOrThrow } from '#lib/values/get-or-throw.ts'
import type { Stage } from '../elements/stage.ts'
import { STUB } from '../marks/grid-bubbles.ts'
import { isTouched, levelsOf, widthsOf } from '../marks/level-words.ts'
import type { Look } from './fitted.ts'

/** Beside a staff there is more than the words of its marks; without them, counts and heights. */
const BESIDE_MARK = 30
const BESIDE_STAFF = 54

/** `elevation`: of what a level's mark says, beyond its staff. */
export type Mark = Padded & { elevation?: number }

type Levels = { marks: Mark[]; across: Padded[]; drawnAt: (pointAt: (point: Vec) => Place | null) => Set<Mark> }
const NO_LEVELS: Levels = { marks: [], across: [], drawnAt: () => new Set() }

/** The staff of the levels, on the right; one that stands far above or below what is drawn makes nothing smaller. */
export function levelsToFit(
  stage: Stage,
  box: Box,
  isOnPaper: boolean,
  { toward, up }: Look,
  { width }: Picture,
  ink: CanvasRenderingContext2D,
): Levels {
  const { right, up: upward } = cameraAxes(toward, up)
  // Seen from steeply above, or lying down, there is none.
  const { up: axis, scene } = stage.drawn
  if (toDisplay(axis, upward)[2] < (isOnPaper ? 0.9 : 0.3)) return NO_LEVELS
  const shown = boxToDisplay(axis, box)
  const [tall, origin] = [shown.high[2] - shown.low[2], toDisplay(axis, scene.origin)[2]]
  const far = length(subtract(box.high, box.low)) / 2
  const levels = levelsOf(stage, isOnPaper ? box : null).filter(
    ({ elevation }) => elevation - origin >= shown.low[2] - far && elevation - origin <= shown.high[2] + far,
  )
  if (levels.length === 0) return NO_LEVELS
  const toRight = ({ x, y }: Corner) => dot(toModel(axis, [x, y, 0]), right)
  const { x, y } = staffCorners(shown).reduce((one, other) => (toRight(other) > toRight(one) ? other : one))
  const place = (elevation: number) => toModel(axis, [x, y, elevation - origin])
  const named = joinedLevels(levels, tall)
  const widths = widthsOf(stage, named, ink, width)
  const pads = { left: 4, right: BESIDE_STAFF, above: 14, below: 4 }
  const line: Mark = { points: levels.flatMap(({ elevation }) => place(elevation)), pads }
  const words = named.map(({ elevation }, k): Mark => {
    const right = getOrThrow(widths, k) + BESIDE_MARK
    return { elevation, points: place(elevation), pads: { ...pads, right } }
  })
  const across = {
    points: levels.flatMap(({ elevation }) => toModel(axis, [shown.low[0], shown.low[1], elevation - origin])),
    pads: { ...evenPads(0), left: STUB },
  }
  return {
    marks: [line, ...words],
    across: isOnPaper ? [across] : [],
    drawnAt(placed) {
      const on = (elevation: number) => placed(place(elevation))
      const [foot, head] = [on(getOrThrow(named, 0).elevation), on(getOrThrow(named, named.length - 1).elevation)]
      if (!foot || !head || (levels.length > 1 && !standsUpright(foot, head))) return new Set()
      const ruler = levelRuler(levels, { at: on, free: [-Infinity, Infinity], height: tall, isTouched: isTouched() })
      const written = new Set(ruler.written.map(({ elevation }) => elevation))
      return new Set([line, ...words.filter(({ elevation = 0 }) => written.has(elevation))])
    },
  }
}
