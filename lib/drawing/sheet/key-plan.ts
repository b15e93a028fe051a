import type { Scene } from '#lib/geometry/scene.ts'
import { AXIS, cross, dot, type Vec } from '#lib/model/shape/vector.ts'
import { bubbleRow } from './bubble-row.ts'
import type { Sight } from './drawing-bodies.ts'
import { type Area, corners } from './paper.ts'
import type { Mark, Point } from './svg.ts'
import { shortened, textWidth } from './text-width.ts'

/** Where the drawing lies: of an elevation on a small plan, of a plan on a small elevation. */
export type KeyPlan = {
  /** The extent that the key plan shows, to the right and upward, in the model's unit. */
  width: number
  height: number
  /** Lines across it, and which of them is the drawing's own. */
  upright: readonly KeyLine[]
  level: readonly KeyLine[]
  /** The cut: an upright or a level line, and to which side one looks. */
  cut: { at: number; isUpright: boolean; looks: 1 | -1 }
}
/** `short`: what stands there where the label has no room. */
export type KeyLine = { at: number; label: string; short?: string }

/** `upward`: of the model as it is shown, in its own axes. `levels`: at their coordinates along it. */
export function keyPlanOf(
  scene: Scene,
  { toward }: Sight,
  upward: Vec,
  drawing: { axis: 'X' | 'Y' | 'Z'; at: number; isPlan: boolean },
  levels: readonly KeyLine[],
): KeyPlan {
  const { low, high, origin, grid } = scene
  const right: Vec = [1, 0, 0]
  const away = cross(upward, right)
  const size = (v: Vec) => Math.abs(dot(high, v) - dot(low, v))
  const from = (v: Vec) => Math.min(dot(low, v), dot(high, v))
  const place = (axis: 'X' | 'Y' | 'Z', coordinate: number, v: Vec) => {
    const k = AXIS[axis]
    return (coordinate - origin[k]) * v[k] - from(v)
  }
  const isNear = (v: Vec) => (line: KeyLine) => line.at >= -0.1 * size(v) && line.at <= 1.1 * size(v)
  const lines = (v: Vec): KeyLine[] =>
    grid.plan
      .filter(({ axis }) => Math.abs(v[AXIS[axis]]) > 0.99)
      .map(({ axis, coordinate, label }) => ({ at: place(axis, coordinate, v), label }))
      .filter(isNear(v))
  if (drawing.isPlan) {
    const across = size(right) >= size(away) ? right : away
    return {
      width: size(across),
      height: size(upward),
      upright: lines(across),
      level: levels.map((line) => ({ ...line, at: place(drawing.axis, line.at, upward) })).filter(isNear(upward)),
      cut: { at: place(drawing.axis, drawing.at, upward), isUpright: false, looks: -1 },
    }
  }
  const isUpright = Math.abs(toward[0]) > 0.5
  const along = isUpright ? right : away
  return {
    width: size(right),
    height: size(away),
    upright: lines(right),
    level: lines(away),
    cut: { at: place(drawing.axis, drawing.at, along), isUpright, looks: dot(toward, along) > 0 ? -1 : 1 },
  }
}

export function keyMarks(area: Area, { width, height, upright, level, cut }: KeyPlan): Mark[] {
  const labels = level.map(({ label, short }) => textWidth(written(label, 10, short), CAPITAL))
  const margin = Math.max(4, ...labels) + 3
  const frame = { x: area.x + margin, y: area.y + 7.5, width: area.width - margin - 6, height: area.height - 12.5 }
  const by = Math.min(frame.width / Math.max(width, 1e-9), frame.height / Math.max(height, 1e-9), 1e9)
  const drawn = { width: Math.max(width * by, 2), height: Math.max(height * by, 2) }
  const [x0, y0] = [frame.x + (frame.width - drawn.width) / 2, frame.y + (frame.height - drawn.height) / 2]
  const [x1, y1] = [x0 + drawn.width, y0 + drawn.height]
  const across = (position: number) => x0 + position * by
  const up = (position: number) => y1 - position * by
  const marks: Mark[] = [
    { shape: 'polygon', loops: [corners({ x: x0, y: y0, ...drawn })], fill: '#f1f3f5' },
    {
      shape: 'lines',
      line: 'seam',
      runs: [
        ...upright.map(({ at }): Point[] => [
          [across(at), y0 - 1.5],
          [across(at), y1 + 1],
        ]),
        ...level.map(({ at }): Point[] => [
          [x0 - 1.5, up(at)],
          [x1 + 1, up(at)],
        ]),
      ],
    },
  ]
  const row = (lines: readonly KeyLine[], isUpright: boolean) => {
    const size = isUpright ? width : height
    const labels = lines.map(({ at, label, short }) => {
      const text = written(label, isUpright ? 8 : 10, short)
      const half = isUpright ? textWidth(text, CAPITAL) / 2 : CAPITAL / 2
      const isOwn = isUpright === cut.isUpright && Math.abs(at - cut.at) <= 1e-6 * size
      return { x: isUpright ? across(at) : x0, y: isUpright ? y0 : up(at), half, text, isOwn }
    })
    for (const { x, y, text, isOwn } of withOwn(bubbleRow(labels, KEY_APART / 26).written, labels))
      marks.push({
        shape: 'text',
        at: isUpright ? [x, y0 - 2.2] : [x0 - 2.2, y + CAPITAL / 2],
        text,
        capital: CAPITAL,
        anchor: isUpright ? 'middle' : 'end',
        ...(isOwn && { isBold: true }),
      })
  }
  row(upright, true)
  row(level, false)
  const [from, to]: [Point, Point] = cut.isUpright
    ? [
        [across(cut.at), y1 + 3],
        [across(cut.at), y0 - 1],
      ]
    : [
        [x0 - 1, up(cut.at)],
        [x1 + 4, up(cut.at)],
      ]
  marks.push({ shape: 'lines', line: 'cut', runs: [[from, to]] })
  for (const end of [from, to]) marks.push(arrow(end, cut.isUpright, cut.looks))
  return marks
}

const CAPITAL = 1.5
const KEY_APART = 2.6

const written = (label: string, width: number, short?: string) =>
  short !== undefined && textWidth(label, CAPITAL) > width ? short : shortened(label, CAPITAL, width)

/** The line of the drawing itself is named, whichever others give way for it. */
function withOwn<L extends { x: number; y: number; half: number; isOwn: boolean }>(
  written: readonly L[],
  all: readonly L[],
): readonly L[] {
  const own = all.find(({ isOwn }) => isOwn)
  if (!own || written.includes(own)) return written
  const isApart = (one: L) => Math.hypot(one.x - own.x, one.y - own.y) >= Math.max(KEY_APART, one.half + own.half + 0.4)
  return [...written.filter(isApart), own]
}

/** At the end of a cut, to where one looks: to the right or upward, or back. */
function arrow([x, y]: Point, isUpright: boolean, looks: 1 | -1): Mark {
  const tip: Point = isUpright ? [x + 2.6 * looks, y] : [x, y - 2.6 * looks]
  const loop: Point[] = isUpright ? [[x, y - 0.9], [x, y + 0.9], tip] : [[x - 0.9, y], [x + 0.9, y], tip]
  return { shape: 'polygon', loops: [loop], fill: '#000' }
}
