import { amountText, type LoadUnits } from '#lib/model/load/load-text.ts'
import { add, dot, length, perAxis, scale as scaled, type Vec } from '#lib/model/shape/vector.ts'
import { niceStep } from '../nice-step.ts'
import type { CaseResults } from '../results/case-results.ts'
import { deflectedShape, isFreeMotion, placeOfLargest, roundedScale } from '../results/deflected-shape.ts'
import { diagramMarks, placeDiagrams } from '../results/diagram-marks.ts'
import { type Diagram, isMoment, sideText } from '../results/force-diagram.ts'
import { largestReactions, MOMENT_SENSE, reactionMarks } from '../results/reaction-marks.ts'
import { placeAlong, type ResultFrames } from '../results/result-frames.ts'
import { isArcSeen, turnArc, turnGap } from '../turn-arc.ts'
import { SMALL } from './dimensions.ts'
import { bodiesIn, type Layout, placeOn } from './drawing-layout.ts'
import type { Box } from './free-places.ts'
import type { LineKind, Mark, Point } from './svg.ts'
import { textWidth } from './text-width.ts'

/** Results of a case over a plan or an elevation on paper: diagrams, a deflected shape, reactions. */

export type SheetResults = {
  show: Diagram | 'deflected' | 'reactions' | 'colours'
  /** Motions are drawn about so many times larger. */
  scale: number
  /** One; of an envelope its max and its min. */
  lines: readonly CaseResults[]
  /** About the origin of the scene. */
  frames: ResultFrames
  /** Of each its place in the model; -1: the model does not have it. */
  frameIndices: Int32Array
  supported: readonly Vec[]
  /** Of the model. */
  diagonal: number
  units: Pick<LoadUnits, 'force' | 'moment' | 'length'>
}

/** `scale`: what a length on paper stands for. `taken`: where values stand; `without`: how many have no room. */
export type ResultMarks = { marks: Mark[]; taken: Box[]; without: number; scale: string }

/** Millimetres: the largest value of a diagram, the longest arrow. */
const [HIGHEST, LONGEST] = [18, 12]
/** Of the model's diagonal, where that is less. */
const SHARE_OF_DIAGONAL = 0.08
/** What is shorter on paper is seen along itself. */
const END_ON = 1.5

export function resultMarks(layout: Layout, results: SheetResults): ResultMarks {
  const paper: Paper = { layout, marks: [], words: words(), isDrawn: framesIn(layout) }
  const scale = scaleOf(paper, results)
  return { marks: [...paper.marks, ...paper.words.marks], taken: paper.words.taken, without: paper.words.without(), scale }
}

type Paper = { layout: Layout; marks: Mark[]; words: ReturnType<typeof words>; isDrawn: ReadonlySet<number> }

function scaleOf(paper: Paper, results: SheetResults): string {
  const { show } = results
  if (show === 'colours') return ''
  if (show === 'reactions') return drawReactions(paper, results)
  return show === 'deflected' ? drawShape(paper, results) : drawDiagram(paper, results, show)
}

function framesIn(layout: Layout): ReadonlySet<number> {
  const found = new Set<number>()
  for (const { kind, index } of layout.bodies ?? bodiesIn(layout.drawing)) if (kind === 'frame') found.add(index)
  return found
}

/** Of a point about the origin of the scene. */
function placing(layout: Layout): (point: Vec) => Point {
  const { right, up } = layout.drawing.sight
  const place = placeOn(layout)
  return (point) => place(dot(point, right), dot(point, up))
}

const pointAt = (points: Float64Array, k: number): Vec => [points[k]!, points[k + 1]!, points[k + 2]!]
const apart = ([x, y]: Point, [u, v]: Point) => Math.hypot(u - x, v - y)

function drawDiagram({ layout, marks, words, isDrawn }: Paper, results: SheetResults, diagram: Diagram): string {
  const { lines, frames, frameIndices, diagonal, units } = results
  const place = placing(layout)
  let perCentimetre = 0
  const diagrams = placeDiagrams(frames, lines, diagram, (largest) => {
    perCentimetre = niceStep((10 * largest) / Math.min(HIGHEST, SHARE_OF_DIAGONAL * diagonal * layout.perUnit))
    return 10 / perCentimetre / layout.perUnit
  })
  if (diagrams.length === 0) return ''
  const project = (point: Vec) => {
    const [x, y] = place(point)
    return { x, y }
  }
  const drawn = diagrams.map((one) =>
    diagramMarks(one, project, { isShown: (frame) => isDrawn.has(frameIndices[frame]!), flat: END_ON }),
  )
  const strokes = drawn.flatMap((one) => one.strokes)
  for (const line of ['aboveHatch', 'belowHatch', 'above', 'below'] as const) {
    const runs = strokes
      .filter(({ sign, is }) => line === (is === 'rib' ? `${sign}Hatch` : sign))
      .map(({ from, to }): Point[] => [pair(from), pair(to)])
    if (runs.length > 0) marks.push({ shape: 'lines', line, runs })
  }
  for (const { text, on, tip, sign } of drawn.flatMap(({ values }) => values)) words.write(text, pair(on), pair(tip), sign)
  const unit = isMoment(diagram) ? units.moment : units.force
  const where = drawn.every(({ isEdgeOn }) => isEdgeOn) ? 'seen edge on' : `drawn ${sideText(diagram)}`
  return `1 cm = ${amountText(perCentimetre, unit)}, ${where}`
}

const pair = ({ x, y }: { x: number; y: number }): Point => [x, y]

function drawShape(
  { layout, marks, words, isDrawn }: Paper,
  { lines, frames, frameIndices, scale, units }: SheetResults,
): string {
  const [line] = lines
  if (!line?.deflections || line.of !== undefined) return ''
  const { deflections, at } = line
  const place = placing(layout)
  const times = roundedScale(scale)
  const points = deflectedShape(frames, at, deflections, times)
  const runs: Point[][] = []
  for (let frame = 0; frame < frames.count; frame++) {
    if (!isDrawn.has(frameIndices[frame]!)) continue
    runs.push(at.map((_, station) => place(pointAt(points, 3 * (frame * at.length + station)))))
  }
  marks.push({ shape: 'lines', line: 'moved', runs })
  if (isFreeMotion(line.case)) return ''
  const most = placeOfLargest(deflections, at.length, (frame) => isDrawn.has(frameIndices[frame]!))
  if (most >= 0) {
    const [frame, station] = [Math.floor(most / 3 / at.length), (most / 3) % at.length]
    const from = place(perAxis((k) => placeAlong(frames.ends, frame, at[station]!, k)))
    const size = length(perAxis((k) => deflections[most + k]!))
    words.write(`|u| ${amountText(Number(size.toPrecision(3)), units.length)}`, from, place(pointAt(points, most)), 'moved')
  }
  return `motions × ${times}`
}

function drawReactions({ layout, marks, words }: Paper, { lines, supported, units }: SheetResults): string {
  const { toward, near, far } = layout.drawing.sight
  const place = placing(layout)
  let hasMoments = false
  for (const mark of reactionMarks(supported, largestReactions(lines), units)) {
    for (const [k, stroke] of mark.strokes.entries()) {
      const depth = dot(stroke.at, toward)
      if (depth > near || depth < far) continue
      const reach = (offset: Vec) => place(add(stroke.at, scaled(offset, LONGEST / layout.perUnit)))
      const [tail, tip] = [reach(stroke.from), reach(stroke.to)]
      const axis = scaled(stroke.from, -1)
      const text = mark.words[k]?.text ?? ''
      if (stroke.head === 2) {
        hasMoments = true
        const isArc = isArcSeen(apart(tail, tip), LONGEST * length(axis))
        marks.push(...(isArc ? arc(turnArc(axis).map(reach)) : arrow(tail, tip, 2)))
        words.write(text, tip, isArc ? reach(turnGap(axis)) : tail, 'reaction')
        continue
      }
      const isAlong = apart(tail, tip) < END_ON
      marks.push(...(isAlong ? seenAlong(tip, dot(axis, toward) > 0) : arrow(tail, tip, 1)))
      words.write(text, tip, isAlong ? [tip[0], tip[1] - 1.3] : tail, 'reaction')
    }
  }
  return hasMoments ? MOMENT_SENSE : ''
}

const HEAD = 2.2

function arrow(tail: Point, tip: Point, heads: number): Mark[] {
  const long = apart(tail, tip)
  const [x, y] = [(tip[0] - tail[0]) / long, (tip[1] - tail[1]) / long]
  return [
    { shape: 'lines', line: 'reaction', runs: [[tail, tip]] },
    ...Array.from({ length: heads }, (_, k) => head([tip[0] - k * x * 1.6, tip[1] - k * y * 1.6], [x, y])),
  ]
}

function head([x, y]: Point, [dx, dy]: Point): Mark {
  const corner = (side: number): Point => [x - HEAD * (dx + side * dy), y - HEAD * (dy - side * dx)]
  return { shape: 'polygon', loops: [[[x, y], corner(0.32), corner(-0.32)]], fill: REACTION }
}

function arc(points: Point[]): Mark[] {
  const [before, tip] = [points.at(-3), points.at(-1)]
  if (!before || !tip) return []
  const long = apart(before, tip)
  return [
    { shape: 'lines', line: 'reaction', runs: [points] },
    head(tip, [(tip[0] - before[0]) / long, (tip[1] - before[1]) / long]),
  ]
}

/** A force at the eye is a point in a circle, away from it a cross. */
function seenAlong([x, y]: Point, isToEye: boolean): Mark[] {
  const r = 1.3
  const cross: Point[][] = [
    [
      [x - r / 2, y - r / 2],
      [x + r / 2, y + r / 2],
    ],
    [
      [x - r / 2, y + r / 2],
      [x + r / 2, y - r / 2],
    ],
  ]
  return [
    { shape: 'circle', at: [x, y], radius: r, line: 'reaction' },
    isToEye ? { shape: 'circle', at: [x, y], radius: 0.5, fill: REACTION } : { shape: 'lines', line: 'reaction', runs: cross },
  ]
}

const REACTION = '#107048'
const COLOURS = { above: '#1450a8', below: '#a82018', moved: '#1450a8', reaction: REACTION } as const satisfies Partial<
  Record<LineKind, string>
>

/** Values beside their points, none over another. */
function words() {
  const [marks, taken]: [Mark[], Box[]] = [[], []]
  let without = 0
  return {
    marks,
    taken,
    without: () => without,
    /** Beyond `at`, away from `from`; else to one of its sides. */
    write(text: string, from: Point, at: Point, colour: keyof typeof COLOURS) {
      if (text === '') return
      const long = apart(from, at)
      const [dx, dy] = long < 0.3 ? [0, -1] : [(at[0] - from[0]) / long, (at[1] - from[1]) / long]
      const half = textWidth(text, SMALL) / 2
      for (const [right, down] of [
        [dx, dy],
        [dy, -dx],
        [-dy, dx],
      ] as const) {
        const [x, y] = [at[0] + right * (half + 0.8), at[1] + down * (SMALL / 2 + 0.9)]
        const box = { x0: x - half - 0.3, x1: x + half + 0.3, y0: y - SMALL / 2 - 0.3, y1: y + SMALL / 2 + 0.3 }
        if (taken.some((other) => other.x0 < box.x1 && box.x0 < other.x1 && other.y0 < box.y1 && box.y0 < other.y1)) continue
        taken.push(box)
        const ground: Point[] = [
          [box.x0, box.y0],
          [box.x1, box.y0],
          [box.x1, box.y1],
          [box.x0, box.y1],
        ]
        // No line runs through a value.
        marks.push(
          { shape: 'polygon', loops: [ground], fill: '#fff' },
          { shape: 'text', at: [x, y + SMALL / 2], text, capital: SMALL, anchor: 'middle', colour: COLOURS[colour] },
        )
        return
      }
      without++
    },
  }
}
