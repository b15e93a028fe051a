import { cameraAxes, corners } from '#lib/drawing/camera-axes.ts'
import { type Fit, fitBetween, fitDrawn, placedBy } from '#lib/drawing/fit.ts'
import type { Rect } from '#lib/drawing/free-rectangles.ts'
import { evenPads, type Padded, type Picture } from '#lib/drawing/solve-fit.ts'
import type { Box, Extent } from '#lib/geometry/pick/extent.ts'
import { upAxis } from '#lib/model/display-axes.ts'
import { AXES, AXIS, length, perAxis, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { atLeast } from '../../session/view/scene-points.ts'
import type { Stage } from '../elements/stage.ts'
import { BUBBLES_AT, gridOfDrawing, halfOf, isLargeEnough, RADIUS, STUB } from '../marks/grid-bubbles.ts'
import type { extentsNow } from './extent-now.ts'
import { levelsToFit, type Mark } from './fit-levels.ts'
import type { Fitted, Look } from './fitted.ts'

const GLYPH = { left: 14, right: 14, above: 14, below: 26 }
const NODE = 5
/** An element alone is not shown larger than this part of the model would be. */
const SMALLEST = 1 / 24

/** What is drawn at any scale, and marks that are drawn where there is room for them. */
type Content = { always: Padded[]; marks: Mark[]; drawnAt: (fit: Fit) => ReadonlySet<Mark> }

type Around = { ink: CanvasRenderingContext2D; covers: readonly Rect[]; more: readonly Padded[] }

/** Where the camera stands to show it. `more`: is to be seen besides, when all is. */
export function fitOf(
  stage: Stage,
  extents: ReturnType<typeof extentsNow>,
  fitted: Fitted,
  look: Look,
  picture: Picture,
  { ink, covers, more }: Around,
): Fit {
  const { toward, up } = look
  if (fitted.what === 'elements')
    return fitBetween(elementsContent(stage, extents, fitted), toward, up, picture, covers, AROUND_ELEMENTS)
  const { always, ...marks } = allContent(stage, extents, look, picture, ink)
  return fitDrawn([...always, ...more], marks, toward, up, picture, covers)
}

/** About an element that somebody flies to. */
const AROUND_ELEMENTS = { least: 12, part: 0.2 }

function elementsContent(
  stage: Stage,
  extents: ReturnType<typeof extentsNow>,
  { elements }: Extract<Fitted, { what: 'elements' }>,
): Padded[] {
  const { scene } = stage.drawn
  const { bodies, nodes, supports, box } = extents.of(stage, elements)
  const places = [bodies, nodes, supports].map((points) => ({ points, pads: evenPads(1) }))
  const least = SMALLEST * length(subtract(scene.high, scene.low))
  const around = box ?? boxOfPoint(nodes) ?? boxOfPoint(supports)
  return around ? [...places, { points: corners(atLeast(around, least)).flat(), pads: evenPads(1) }] : []
}

/** Of what is drawn: bodies, points of nodes, glyphs of supports. */
export const placesOf = ({ bodies, nodes, supports }: Extent): Padded[] => [
  { points: bodies, pads: evenPads(1) },
  { points: nodes, pads: evenPads(NODE) },
  { points: supports, pads: GLYPH },
]

function allContent(
  stage: Stage,
  extents: ReturnType<typeof extentsNow>,
  look: Look,
  picture: Picture,
  ink: CanvasRenderingContext2D,
): Content {
  const { scene } = stage.drawn
  const extent = extents.all(stage)
  const drawn = placesOf(extent)
  const { bodies, nodes } = extent
  const isEmpty = bodies.length + nodes.length === 0
  const nothing = isEmpty && scene.nodes.length > 0 ? [{ points: [...scene.low, ...scene.high], pads: evenPads(1) }] : []
  const always = [...drawn, ...nothing]
  if (!stage.session.view.get().layers.grid) return { always, marks: [], drawnAt: () => new Set() }
  const box = extents.box(stage)
  const axis = look.isParallel ? AXES.find((k) => Math.abs(look.toward[k]) > 0.99999) : undefined
  const isOnPaper = axis !== undefined
  const paper = isOnPaper ? gridOfDrawing(stage.drawn, box, axis) : null
  const bubbles = paper ? [] : gridInSpace(stage, ink, picture.width)
  const levels = levelsToFit(stage, paper?.around ?? box, isOnPaper, look, picture, ink)
  return {
    // Lines are as long as they are, with bubbles or without.
    always: [
      ...always,
      ...(paper
        ? [
            ...gridOnPaper(stage, paper, axis === AXIS[upAxis(stage.drawn.up)], look, ink, picture.width),
            ...(axis === AXIS[upAxis(stage.drawn.up)] ? curvesToFit(stage.drawn, ink, picture.width) : []),
          ]
        : bubbles.map(({ points }) => ({ points, pads: evenPads(1) }))),
      ...levels.across,
    ],
    marks: [...bubbles, ...levels.marks],
    drawnAt(fit) {
      const placed = placedBy(fit, look.toward, look.up, picture)
      const shown = levels.drawnAt(placed)
      for (const bubble of isLargeEnough(placed, box) ? bubbles : []) shown.add(bubble)
      return shown
    },
  }
}

const boxOfPoint = ([x, y, z]: ArrayLike<number> & Iterable<number>): Box | null =>
  x === undefined || y === undefined || z === undefined ? null : { low: [x, y, z], high: [x, y, z] }

/** Either end of a line may have its bubble. */
const gridInSpace = ({ drawn }: Stage, ink: CanvasRenderingContext2D, width: number): Mark[] => [
  ...drawn.scene.grid.plan.map((line) => {
    const half = halfOf(ink, line, width)
    const pads = { left: half, right: half, above: RADIUS, below: RADIUS }
    return { points: [...line.from, ...line.to], pads }
  }),
  ...curvesToFit(drawn, ink, width),
]

/** Skew lines and arcs, with the bubbles at their ends. */
const curvesToFit = ({ scene }: Stage['drawn'], ink: CanvasRenderingContext2D, width: number): Mark[] =>
  scene.grid.curves.flatMap(({ path, bubble, label }) => {
    const half = halfOf(ink, { label }, width)
    const pads = { left: half, right: half, above: RADIUS, below: RADIUS }
    return [{ points: path.flat(), pads: evenPads(1) }, ...(bubble ? [{ points: [...bubble], pads }] : [])]
  })

/** Letters above and numbers on the left of a plan, all below an elevation, as they are written there. */
function gridOnPaper(
  { drawn }: Stage,
  { lines, around: box }: ReturnType<typeof gridOfDrawing>,
  isPlan: boolean,
  { toward, up }: Look,
  ink: CanvasRenderingContext2D,
  width: number,
): Padded[] {
  const { origin } = drawn.scene
  const axes = cameraAxes(toward, up)
  const edge = (along: Vec): Vec => perAxis((k) => (along[k] >= 0 ? box.high[k] : box.low[k]))
  const back = (along: Vec): Vec => [-along[0], -along[1], -along[2]]
  return lines.flatMap((line): Padded[] => {
    const k = AXIS[line.axis]
    const pointAt = (point: Vec) => point.map((value, i) => (i === k ? line.coordinate - origin[k] : value))
    const half = halfOf(ink, line, width)
    const isRow = Math.abs(axes.right[k]) > 0.9
    const beyond = BUBBLES_AT + 2 * (isRow ? RADIUS : half)
    if (!isRow)
      return [
        { points: pointAt(edge(back(axes.right))), pads: { left: beyond, right: 0, above: RADIUS, below: RADIUS } },
        { points: pointAt(edge(axes.right)), pads: { ...evenPads(0), right: STUB } },
      ]
    const [before, after] = isPlan ? [beyond, STUB] : [STUB, beyond]
    return [
      { points: pointAt(edge(axes.up)), pads: { left: half, right: half, above: before, below: 0 } },
      { points: pointAt(edge(back(axes.up))), pads: { left: half, right: half, above: 0, below: after } },
    ]
  })
}
