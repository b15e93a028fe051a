import type { Scene } from '#lib/geometry/scene.ts'
import { grouped } from '#lib/model/count-text.ts'
import { AXIS, cross, dot, type Vec } from '#lib/model/vector.ts'
import { bubbleRow } from './bubble-row.ts'
import { SMALL, TEXT } from './dimensions.ts'
import type { Sight } from './drawing-bodies.ts'
import type { SupportEntry } from './drawing-marks.ts'
import { type Area, frameArea, type PaperChoice, paperSize, stripAreas } from './paper.ts'
import type { Mark, Point, SheetPage } from './svg.ts'
import { shortened, textWidth } from './text-width.ts'

/** What every sheet has around its drawing: border, title block (ISO 7200), legend, key plan. */

export type TitleBlock = {
  model: string
  drawing: string
  scale: string
  /** In which unit dimensions are. */
  unit: string
  /** `7`, and when and by whom it was made; empty where that is not known. */
  revision: string
  date: string
  author: string
  sheet: number
  of: number
  /** Of the model in the viewer, and of this very drawing there. */
  link: string | null
  href: string | null
  /** What the drawing does not show. */
  note: string
}

export type LegendEntry = { label: string; fill: string; count: number }
export type Legend = { title: string; entries: readonly LegendEntry[]; supports?: readonly SupportEntry[] }

/** The whole sheet: border and strip around the marks of a drawing. */
export function sheetPage(
  paper: PaperChoice,
  title: TitleBlock,
  legend: Legend | null,
  key: KeyPlan | null,
  marks: readonly Mark[],
): SheetPage {
  const { block, row } = stripAreas(paper)
  const keyWidth = key ? Math.min(KEY_WIDTH, row.width * 0.45) : 0
  const keyArea = { ...row, x: row.x + row.width - keyWidth, width: keyWidth }
  return {
    ...paperSize(paper),
    title: `${title.model}: ${title.drawing}`,
    marks: [
      ...marks,
      box(frameArea(paper), 'frame'),
      box(block, 'block'),
      box(row, 'block'),
      ...titleMarks(block, title, paper.name),
      ...(legend ? legendMarks({ ...row, width: row.width - keyWidth }, legend) : []),
      ...(key ? keyMarks(keyArea, key) : []),
    ],
  }
}

const KEY_WIDTH = 58

const corners = ({ x, y, width, height }: Area): Point[] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
]
const box = (area: Area, line: 'frame' | 'block'): Mark => ({ shape: 'polygon', loops: [corners(area)], fill: 'none', line })

const CAPTION = 1.4

/** Three rows of 12 mm. */
function titleMarks({ x, y, width, height }: Area, title: TitleBlock, paperName: string): Mark[] {
  const third = height / 3
  const split = x + (width * 2) / 3
  const half = split + width / 6
  const runs: Point[][] = [
    ...[1, 2].map((k): Point[] => [
      [x, y + k * third],
      [x + width, y + k * third],
    ]),
    [
      [split, y],
      [split, y + height],
    ],
    [
      [half, y],
      [half, y + height],
    ],
  ]
  const cell = (
    row: number,
    from: number,
    to: number,
    caption: string,
    words: string,
    most = TEXT,
    href?: string | null,
  ): Mark[] => {
    const top = y + row * third
    const room = to - from - 4
    const sizes = [5, 3.5, TEXT, 2.1, SMALL].filter((size) => size <= most)
    const capital = sizes.find((size) => textWidth(words, size, most > TEXT) <= room) ?? SMALL
    return [
      { shape: 'text', at: [from + 2, top + 3.2], text: shortened(caption, CAPTION, room), capital: CAPTION, isFaint: true },
      {
        shape: 'text',
        at: [from + 2, top + 7.4 + capital / 2],
        text: shortened(words, capital, room, most > TEXT),
        capital,
        ...(most > TEXT && { isBold: true }),
        ...(href && { href }),
      },
    ]
  }
  const end = x + width
  return [
    { shape: 'lines', line: 'dimension', runs },
    ...cell(0, x, split, 'Model', title.model, 5),
    ...cell(1, x, split, title.note || 'Drawing', title.drawing, 5),
    ...cell(2, x, split, 'Viewer', title.link ?? '', TEXT, title.href),
    ...cell(0, split, half, 'Scale', title.scale, 3.5),
    ...cell(0, half, end, 'Dimensions in', title.unit, 3.5),
    ...cell(1, split, half, ['Revision', title.author].filter(Boolean).join(' · '), title.revision, 3.5),
    ...cell(1, half, end, 'Date', title.date),
    ...cell(2, split, half, 'Sheet', `${title.sheet} of ${title.of}`, 3.5),
    ...cell(2, half, end, 'Paper', paperName),
  ]
}

/** Entries that are named; of more, the first and how many follow. */
const MOST_ENTRIES = 12
const ROWS = 6
/** A column of entries is at least so wide, and that of the supports is just so. */
const COLUMN = 34

function legendMarks({ x, y, width, height }: Area, { title, entries, supports = [] }: Legend): Mark[] {
  const room = supports.length > 0 ? width - COLUMN : width
  const columns = Math.max(1, Math.min(Math.ceil(entries.length / ROWS), Math.floor((room - 3) / COLUMN)))
  const colours = entries.map(({ label, fill, count }): ListedEntry => {
    return { label, count, sign: (area) => [{ shape: 'polygon', loops: [corners(area)], fill, line: 'dimension' }] }
  })
  const held = supports.map(({ symbol, ...entry }) => ({ ...entry, sign: symbol }))
  const each = Math.min(62, (room - 3) / columns)
  return [
    ...listMarks({ x, y, width: each, height }, title, colours, Math.min(MOST_ENTRIES, ROWS * columns)),
    ...(held.length > 0 ? supportList({ x: x + each * columns, y, width: COLUMN, height }, held) : []),
  ]
}

/** Those without a name are told by what they hold, in the order that stands beside the title. */
function supportList(area: Area, held: readonly (ListedEntry & { isCoded: boolean })[]): Mark[] {
  const marks = listMarks(area, 'Supports', held, ROWS)
  const at: Point = [area.x + 3 + textWidth('Supports', 2.1, true) + 1.5, area.y + 4.8]
  return held.some(({ isCoded }) => isCoded)
    ? [...marks, { shape: 'text', at, text: 'u1–3 r1–3', capital: SMALL, isFaint: true }]
    : marks
}

type ListedEntry = { label: string; count: number; sign: (area: Area) => Mark[] }

/** Entries in columns as wide as the area, the next beside it. */
function listMarks({ x, y, width, height }: Area, title: string, entries: readonly ListedEntry[], most: number): Mark[] {
  const left = x + 3
  const step = (height - 8) / ROWS
  const place = (k: number): Point => [left + Math.floor(k / ROWS) * width, y + 7.6 + (k % ROWS) * step]
  const named = entries.length > most ? entries.slice(0, most - 1) : entries
  const marks: Mark[] = [{ shape: 'text', at: [left, y + 4.8], text: title, capital: 2.1, isBold: true }]
  for (const [k, { label, count, sign }] of named.entries()) {
    const [at, top] = place(k)
    const number = grouped(count)
    const room = width - 9 - textWidth(`  ${number}`, SMALL)
    const text = `${shortened(label, SMALL, room)}  ${number}`
    marks.push(...sign({ x: at, y: top, width: 5, height: 2.8 }), {
      shape: 'text',
      at: [at + 6.5, top + 2.3],
      text,
      capital: SMALL,
    })
  }
  if (named.length < entries.length) {
    const [at, top] = place(named.length)
    const words = `and ${grouped(entries.length - named.length)} more`
    marks.push({ shape: 'text', at: [at + 6.5, top + 2.3], text: words, capital: SMALL, isFaint: true })
  }
  return marks
}

/** Where the drawing lies: of an elevation on a small plan, of a plan on a small elevation. */
export type KeyPlan = {
  /** In the unit of the model: what is drawn small, to the right and upward. */
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

function keyMarks(area: Area, { width, height, upright, level, cut }: KeyPlan): Mark[] {
  const room = { x: area.x + 13, y: area.y + 7.5, width: area.width - 19, height: area.height - 12.5 }
  const by = Math.min(room.width / Math.max(width, 1e-9), room.height / Math.max(height, 1e-9), 1e9)
  const drawn = { width: Math.max(width * by, 2), height: Math.max(height * by, 2) }
  const [x0, y0] = [room.x + (room.width - drawn.width) / 2, room.y + (room.height - drawn.height) / 2]
  const [x1, y1] = [x0 + drawn.width, y0 + drawn.height]
  const across = (at: number) => x0 + at * by
  const up = (at: number) => y1 - at * by
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
  const capital = 1.5
  const row = (lines: readonly KeyLine[], isUpright: boolean) => {
    const size = isUpright ? width : height
    const labels = lines.map(({ at, label, short }) => {
      const room = isUpright ? 8 : 10
      const text = short !== undefined && textWidth(label, capital) > room ? short : shortened(label, capital, room)
      const half = isUpright ? textWidth(text, capital) / 2 : capital / 2
      const isOwn = isUpright === cut.isUpright && Math.abs(at - cut.at) <= 1e-6 * size
      return { x: isUpright ? across(at) : x0, y: isUpright ? y0 : up(at), half, text, isOwn }
    })
    for (const { x, y, text, isOwn } of withOwn(bubbleRow(labels, KEY_APART / 26).written, labels))
      marks.push({
        shape: 'text',
        at: isUpright ? [x, y0 - 2.2] : [x0 - 2.2, y + capital / 2],
        text,
        capital,
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
  marks.push(arrow(cut.isUpright ? from : to, cut.isUpright, cut.looks))
  return marks
}

const KEY_APART = 2.6

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
