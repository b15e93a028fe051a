import { commentList, LEAST_LIST, MOST_LIST, type SheetComment } from './comment-marks.ts'
import { SMALL, TEXT } from './dimensions.ts'
import { type KeyPlan, keyMarks } from './key-plan.ts'
import { type Area, corners, frameArea, type PaperChoice, paperSize, stripAreas } from './paper.ts'
import { type Legend, leastWidth, legendMarks } from './sheet-legend.ts'
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

/** The whole sheet: border and strip around the marks of a drawing. */
export function sheetPage(
  paper: PaperChoice,
  title: TitleBlock,
  legend: Legend | null,
  key: KeyPlan | null,
  marks: readonly Mark[],
  comments: readonly SheetComment[] = [],
): SheetPage {
  const { block, row } = stripAreas(paper)
  const left = row.width - (legend ? leastWidth(legend) : 0)
  const keyWidth = key ? Math.max(LEAST_KEY, Math.min(KEY_WIDTH, left)) : 0
  const keyArea = { ...row, x: row.x + row.width - keyWidth, width: keyWidth }
  const between = row.width - keyWidth - (legend ? leastWidth(legend) : 0)
  const listWidth = comments.length > 0 && between >= LEAST_LIST ? Math.min(MOST_LIST, between) : 0
  const listArea = { ...row, x: keyArea.x - listWidth, width: listWidth }
  return {
    ...paperSize(paper),
    title: `${title.model}: ${title.drawing}`,
    marks: [
      ...marks,
      box(frameArea(paper), 'frame'),
      box(block, 'block'),
      box(row, 'block'),
      ...titleMarks(block, title, paper.name),
      ...(legend ? legendMarks({ ...row, width: row.width - keyWidth - listWidth }, legend) : []),
      ...(listWidth > 0 ? commentList(listArea, comments) : []),
      ...(key ? keyMarks(keyArea, key) : []),
    ],
  }
}

/** Of the key plan, in a row that has room for it, and where it gives way to the legend. */
const KEY_WIDTH = 58
const LEAST_KEY = 26

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
    const space = to - from - 4
    const sizes = [5, 3.5, TEXT, 2.1, SMALL].filter((size) => size <= most)
    const capital = sizes.find((size) => textWidth(words, size, most > TEXT) <= space) ?? SMALL
    return [
      { shape: 'text', at: [from + 2, top + 3.2], text: shortened(caption, CAPTION, space), capital: CAPTION, isFaint: true },
      {
        shape: 'text',
        at: [from + 2, top + 7.4 + capital / 2],
        text: shortened(words, capital, space, most > TEXT),
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
