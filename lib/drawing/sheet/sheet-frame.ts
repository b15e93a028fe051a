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
  /** What of an analysis it shows, and what that is not good for. */
  results?: { what: string; banner: string }
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

/** Three rows of 12 mm; with results four lower ones on the left. */
function titleMarks(area: Area, title: TitleBlock, paperName: string): Mark[] {
  const { x, y, width, height } = area
  const { results, note } = title
  const third = height / 3
  const split = x + (width * 2) / 3
  const half = split + width / 6
  const end = x + width
  const row = (k: number, from: number): Point[] => [
    [from, y + k * third],
    [end, y + k * third],
  ]
  const runs: Point[][] = [
    ...[1, 2].map((k) => row(k, results ? split : x)),
    ...[split, half].map((at): Point[] => [
      [at, y],
      [at, y + height],
    ]),
  ]
  const cell = (k: number, from: number, to: number, words: CellWords) =>
    cellMarks({ x: from, y: y + k * third, width: to - from }, words)
  return [
    { shape: 'lines', line: 'dimension', runs },
    ...(results
      ? rowsWithResults({ ...area, width: split - x }, title, results)
      : [
          ...cell(0, x, split, { caption: 'Model', text: title.model, most: 5 }),
          ...cell(1, x, split, { caption: note || 'Drawing', text: title.drawing, most: 5 }),
          ...cell(2, x, split, { caption: 'Viewer', text: title.link ?? '', href: title.href }),
        ]),
    ...cell(0, split, half, { caption: 'Scale', text: title.scale, most: 3.5 }),
    ...cell(0, half, end, { caption: 'Dimensions in', text: title.unit, most: 3.5 }),
    ...cell(1, split, half, { caption: ['Revision', title.author].filter(Boolean).join(' · '), text: title.revision, most: 3.5 }),
    ...cell(1, half, end, { caption: 'Date', text: title.date }),
    ...cell(2, split, half, { caption: 'Sheet', text: `${title.sheet} of ${title.of}`, most: 3.5 }),
    ...cell(2, half, end, { caption: 'Paper', text: paperName }),
  ]
}

/** The banner is as large as what it is about: it is to be read. */
function rowsWithResults(
  { x, y, width, height }: Area,
  { model, drawing, note, link, href }: TitleBlock,
  { what, banner }: NonNullable<TitleBlock['results']>,
): Mark[] {
  const low = height / 4
  const cell = (k: number, words: CellWords, top = 0) => cellMarks({ x, y: y + k * low + top, width }, { drop: -1.8, ...words })
  const lines = [1, 2, 3].map((k): Point[] => [
    [x, y + k * low],
    [x + width, y + k * low],
  ])
  return [
    { shape: 'lines', line: 'dimension', runs: lines },
    ...cell(0, { caption: 'Model', text: model, most: 3.5 }),
    ...cell(1, { caption: note || 'Drawing', text: drawing, most: 3.5 }),
    ...cell(2, { caption: banner, text: what, most: 2.1, captionSize: SMALL }, 0.4),
    ...cell(3, { caption: 'Viewer', text: link ?? '', href, most: 2.1 }),
  ]
}

type CellWords = {
  caption: string
  text: string
  /** Of a capital, where there is room. */
  most?: number
  href?: string | null
  captionSize?: number
  /** Further down. */
  drop?: number
}

function cellMarks(
  { x, y, width }: Omit<Area, 'height'>,
  { caption, text, most = TEXT, href, captionSize = CAPTION, drop = 0 }: CellWords,
): Mark[] {
  const space = width - 4
  const isBold = most > TEXT
  const sizes = [5, 3.5, TEXT, 2.1, SMALL].filter((size) => size <= most)
  const capital = sizes.find((size) => textWidth(text, size, isBold) <= space) ?? SMALL
  const isBanner = captionSize > CAPTION
  return [
    {
      ...{
        shape: 'text',
        at: [x + 2, y + 3.2 + drop / 3],
        text: shortened(caption, captionSize, space, isBanner),
        capital: captionSize,
      },
      ...(isBanner ? { isBold: true } : { isFaint: true }),
    },
    {
      ...{ shape: 'text', at: [x + 2, y + 7.4 + drop + capital / 2], text: shortened(text, capital, space, isBold), capital },
      ...(isBold && { isBold }),
      ...(href && { href }),
    },
  ]
}
