import { HINGE_FROM_END, HINGE_RADIUS, SPRING_LENGTH, spiral, zigzag } from '#lib/drawing/hinge-marks.ts'
import { arrowsOfRun, hatch, type LoadMark, type LoadStroke, natureColour } from '#lib/drawing/load-marks.ts'
import { isArcSeen, TURN_RADIUS, turnArc } from '#lib/drawing/turn-arc.ts'
import { add, length, scale, subtract, type Vec, ZERO } from '#lib/model/shape/vector.ts'
import type { ShownLoads } from '../../worker/loads/shown-loads.ts'
import { css } from '../marks/writing.ts'
import {
  arrowHead,
  fillPath,
  type Point,
  place,
  type StaticsInk,
  strokePath,
  visibility,
  writeOnLine,
  writeValue,
} from './statics-ink.ts'

/** The loads of a case over the model, and the hinges, springs and diaphragms of the structure. */

/** As long as the largest load is drawn, how far apart arrows and hatches stand, in pixels. */
const [LONGEST, APART, HATCHED] = [46, 24, 8]
/** As wide as a frame is marked that a temperature acts on. */
const BAND = 4
/** Arrows of one load; values in the picture. */
const [MOST_ARROWS, MOST_VALUES] = [400, 350]
/** A frame that is shorter on screen, in lengths of its hinges' distance, has no room for them. */
const ROOM_FOR_HINGES = 4

export function drawLoads(ink: StaticsInk, shown: ShownLoads) {
  const { context, theme } = ink
  const see = visibility(ink)
  const [r, g, b] = natureColour(shown.loadCase?.nature, theme.isDark)
  const colour = `rgb(${r} ${g} ${b})`
  const marks = shown.marks
    .filter(({ kind, index, mark }) => see.isShown(kind, index) && see.isUncut(anchorOf(mark)))
    .map(({ mark }) => mark)
  context.save()
  context.lineJoin = 'round'
  drawDiaphragms(ink, shown)
  context.strokeStyle = colour
  context.fillStyle = colour
  drawSheets(ink, marks)
  drawArrows(ink, marks)
  drawSprings(ink, shown, see)
  drawHinges(ink, shown, see)
  writeValues(ink, marks, colour)
  context.restore()
}

/** Arrows of one colour with their values. */
export function drawMarks(ink: StaticsInk, marks: readonly LoadMark[], colour: string) {
  const { context } = ink
  context.strokeStyle = colour
  context.fillStyle = colour
  drawArrows(ink, marks)
  writeValues(ink, marks, colour)
}

/** A point that stands for it. */
const anchorOf = ({ strokes, runs, sheets, bands, words }: LoadMark): Vec =>
  strokes[0]?.at ?? runs[0]?.ends[0] ?? sheets[0]?.outline[0] ?? bands[0]?.[0] ?? words[0]?.at ?? ZERO

function drawSheets(ink: StaticsInk, marks: readonly LoadMark[]) {
  const { context } = ink
  const polygons = marks.flatMap(({ sheets }) =>
    sheets.flatMap(({ outline, offset }) => {
      const corners = outline.flatMap((corner) => place(ink, corner, offset, LONGEST) ?? [])
      return corners.length === outline.length && corners.some((corner) => isInside(ink, corner)) ? [corners] : []
    }),
  )
  if (polygons.length === 0) return
  context.globalAlpha = 0.1
  for (const polygon of polygons) fillPath(context, [polygon])
  context.globalAlpha = 0.45
  context.lineWidth = 1
  strokePath(
    context,
    polygons.flatMap((polygon) => hatch(polygon, HATCHED)),
  )
  context.globalAlpha = 1
  context.lineWidth = 1.25
  strokePath(
    context,
    polygons.map((polygon) => [...polygon, polygon[0]!]),
  )
}

/** Or near enough to reach into the picture. */
const isInside = ({ rig: { size } }: StaticsInk, { x, y }: Point) =>
  x > -size.width && y > -size.height && x < 2 * size.width && y < 2 * size.height

function drawArrows(ink: StaticsInk, marks: readonly LoadMark[]) {
  const { context, rig, theme } = ink
  const [lines, dashed, heads, tails]: [Point[][], Point[][], Point[][], Point[][]] = [[], [], [], []]
  const take = ({ at, from, to, head, isDashed }: LoadStroke) => {
    const [a, b] = [place(ink, at, from, LONGEST), place(ink, at, to, LONGEST)]
    if (!a || !b) return
    const list = isDashed ? dashed : lines
    const axis = subtract(to, from)
    if (head === 2 && isArcSeen(Math.hypot(b.x - a.x, b.y - a.y), length(axis) * LONGEST)) {
      const arc = turnArc(axis).flatMap((offset) => place(ink, at, offset, LONGEST) ?? [])
      list.push(arc)
      const [before, end] = [arc.at(-4), arc.at(-1)]
      if (before && end) heads.push(...[arrowHead(before, end)].filter((one) => one !== null))
      return
    }
    list.push([a, b])
    for (let k = 0; k < (head ?? 0); k++) heads.push(...[arrowHead(a, b, k * 6)].filter((one) => one !== null))
  }
  drawBands(ink, marks)
  for (const mark of marks) {
    for (const run of mark.runs) {
      const [a, b] = [rig.project(run.ends[0]), rig.project(run.ends[1])]
      const [first, last] = [place(ink, run.ends[0], run.tails[0], LONGEST), place(ink, run.ends[1], run.tails[1], LONGEST)]
      if (!a || !b || !first || !last) continue
      tails.push([first, last])
      const count = Math.min(MOST_ARROWS, Math.max(2, 1 + Math.round(Math.hypot(b.x - a.x, b.y - a.y) / APART)))
      for (const arrow of arrowsOfRun(run, count)) take(arrow)
    }
    for (const stroke of mark.strokes) take(stroke)
  }
  // Over a body of much the same colour, too.
  const colour = context.strokeStyle
  context.strokeStyle = theme.textHalo
  context.lineWidth = 3.5
  strokePath(context, [...lines, ...tails, ...dashed])
  context.strokeStyle = colour
  context.lineWidth = 1.5
  strokePath(context, [...lines, ...tails])
  context.setLineDash([5, 3])
  strokePath(context, dashed)
  context.setLineDash([])
  fillPath(context, heads)
}

/** On the frames that a temperature acts on. */
function drawBands({ context, rig }: StaticsInk, marks: readonly LoadMark[]) {
  context.lineWidth = BAND
  strokePath(
    context,
    marks.flatMap(({ bands }) =>
      bands.flatMap((ends) => {
        const points = ends.flatMap((end) => rig.project(end) ?? [])
        return points.length === ends.length ? [points] : []
      }),
    ),
  )
}

function drawSprings(ink: StaticsInk, { springs }: ShownLoads, { isShown, isUncut }: ReturnType<typeof visibility>) {
  const { context, theme, rig } = ink
  context.strokeStyle = css(theme.support)
  context.lineWidth = 1.75
  const lines = springs.flatMap(({ node, spring: { at, along, isTurn } }): Point[][] => {
    const a = isShown('node', node) && isUncut(at) ? rig.project(at) : null
    const b = a && place(ink, at, along, SPRING_LENGTH)
    if (!a || !b) return []
    return isTurn ? [spiral(a, SPRING_LENGTH / 3)] : zigzag(a, b, 4)
  })
  strokePath(context, lines)
}

function drawHinges(ink: StaticsInk, { hinges }: ShownLoads, { isShown, isUncut }: ReturnType<typeof visibility>) {
  const { context, theme, rig } = ink
  context.lineWidth = 1.5
  context.strokeStyle = theme.text
  context.fillStyle = theme.isDark ? '#141a21' : '#fff'
  for (const { frame, hinge } of hinges) {
    const { at, towards, reach, isElastic } = hinge
    if (!isShown('frame', frame) || !isUncut(at)) continue
    const pixel = rig.pixelAtPoint(at)
    const [end, other] = [rig.project(at), rig.project(add(at, scale(towards, reach)))]
    const from = rig.project(add(at, scale(towards, HINGE_FROM_END * pixel)))
    if (!end || !other || !from || Math.hypot(other.x - end.x, other.y - end.y) < ROOM_FOR_HINGES * HINGE_FROM_END) continue
    context.beginPath()
    context.arc(from.x, from.y, HINGE_RADIUS, 0, 2 * Math.PI)
    context.fill()
    if (isElastic) {
      context.beginPath()
      context.arc(from.x, from.y, HINGE_RADIUS, Math.PI, 2 * Math.PI)
    }
    context.stroke()
  }
}

const DASH_DOT = [12, 4, 2, 4]

function drawDiaphragms(ink: StaticsInk, { diaphragms }: ShownLoads) {
  const { context, theme, rig, page } = ink
  context.strokeStyle = theme.muted
  context.lineWidth = 1.5
  for (const { name, outline } of diaphragms) {
    const corners = outline.flatMap((corner) => rig.project(corner) ?? [])
    if (corners.length < outline.length) continue
    context.setLineDash(DASH_DOT)
    strokePath(context, [[...corners, corners[0]!]])
    context.setLineDash([])
    const lowest = corners.reduce((low, corner) => (corner.y > low.y ? corner : low))
    if (!page.isFree(lowest.x - 2, lowest.y - 2, lowest.x + 2, lowest.y + 2)) continue
    writeValue(ink, name, lowest, { x: lowest.x, y: lowest.y - 10 }, theme.muted)
  }
}

/** The nearest first, each where there is room for it and the model does not hide it. */
function writeValues(ink: StaticsInk, marks: readonly LoadMark[], colour: string) {
  const { rig, isBehind } = ink
  const candidates = marks.flatMap(({ words }, k) =>
    words.flatMap(({ at, offset, text, group }, i) => {
      const foot = text === '' ? null : rig.project(at)
      return foot && foot.x > 0 && foot.y > 0 && foot.x < rig.size.width && foot.y < rig.size.height
        ? [{ name: `load ${k} ${i}`, at, offset, text, group, foot }]
        : []
    }),
  )
  candidates.sort((a, b) => a.foot.depth - b.foot.depth)
  const written = new Set<number>()
  for (const { name, at, offset, text, group, foot } of candidates.slice(0, MOST_VALUES)) {
    if (group !== undefined && written.has(group)) continue
    const tail = place(ink, at, offset, LONGEST)
    const beyond = tail && add(at, scale(offset, LONGEST * rig.pixelAtPoint(at)))
    if (!tail || !beyond || isBehind(name, beyond, { reach: rig.pixelAtPoint(at) * LONGEST, frame: undefined })) continue
    const isWritten =
      length(offset) === 0
        ? writeOnLine(ink, text, foot, colour)
        : writeValue(ink, text, tail, foot, colour, length(offset) <= TURN_RADIUS + 1e-9)
    if (isWritten && group !== undefined) written.add(group)
  }
}
