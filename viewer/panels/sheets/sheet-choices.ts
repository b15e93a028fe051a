import { PAPER_SIZES, type PaperChoice, type PaperName } from '#lib/drawing/sheet/paper.ts'
import type { Up } from '#lib/model/up-axis.ts'
import { keysOf } from '#lib/values/object-keys.ts'
import { commentsOnSheets } from '../../session/comments/thread-places.ts'
import type { TableSheets } from '../../session/results/reaction-sheets.ts'
import type { ViewerSession } from '../../session/session.ts'
import { blockOf, madeBy, pictureSheet, type RevisionStamp, sheetAsk } from '../../session/sheets.ts'
import { type Drawing, drawingText, isPlan, isSame, titleOf } from '../../session/view/drawings.ts'
import type { Sheet, SheetAsk, SheetNames } from '../../worker/sheet-types.ts'

/** What of a model is put on sheets, on which paper, at which scale. */

/** `each`: the largest for every sheet; `one`: the largest at which all fit; else the N of 1:N. */
export type ScaleChoice = 'each' | 'one' | number
export type SheetSet = {
  drawings: readonly Drawing[]
  paper: PaperChoice
  scale: ScaleChoice
  names: SheetNames
  /** Drawn over each of them. */
  results: SheetAsk['results'] | null
  /** Sheets that follow the drawings. */
  table: TableSheets
}

export const sheetCount = ({ drawings, table }: Pick<SheetSet, 'drawings' | 'table'>): number => drawings.length + table.count

export const PAPER_OPTIONS = keysOf(PAPER_SIZES).flatMap((name) =>
  (['landscape', 'portrait'] as const).map((way) => [`${name} ${way}`, `${name} ${way}`] as const),
)

export function paperOf(option: string): PaperChoice {
  const isPortrait = option.endsWith(' portrait')
  return { name: option.replace(/ (landscape|portrait)$/, '') as PaperName, isPortrait }
}

/** More than this many make a printer's window wait for minutes. */
export const MOST_SHEETS = 200

/** What is expected of a set before anybody has chosen: all plans, the elevations on the outer grid lines, and what is open. */
export function firstSet(groups: readonly { drawings: readonly Drawing[] }[], up: Up | null, open: Drawing | null): Drawing[] {
  const order = groups.flatMap(({ drawings }) => drawings)
  const outer = groups.flatMap(({ drawings }) => [drawings[0], drawings.at(-1)])
  const elevations = order.filter((one) => isSame(one, open) || (!isPlan(one, up) && outer.includes(one)))
  const plans = order.filter((one) => isPlan(one, up)).slice(0, Math.max(0, MOST_SHEETS - elevations.length))
  return order.filter((one) => plans.includes(one) || elevations.includes(one))
}

export type MadeSheet = { title: string; sheet: Sheet }
/** What one of them needs that the paper does not have. */
export class TooLarge extends Error {
  constructor(
    readonly drawing: Drawing,
    readonly says: string,
  ) {
    super(says)
  }
}

/** How far it is: `Drawing 3 of 40`. */
export type OnProgress = (words: string) => void

/** One after the other, so that the picture and the panels are answered in between. */
export async function makeSheets(
  session: ViewerSession,
  set: SheetSet,
  known: Scales,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<MadeSheet[]> {
  const made = await madeBy(session)
  const scale = await scaleOf(session, set, known, made, onProgress, signal)
  const sheets: MadeSheet[] = []
  for (const [k, drawing] of set.drawings.entries()) {
    onProgress(`Drawing ${k + 1} of ${set.drawings.length}`)
    const sheet = await draw(session, set, k, scale, made, signal)
    sheets.push({ title: titleOf(drawing, session.view.get().up), sheet })
  }
  return [...sheets, ...tableSheets(session, set, made)]
}

/** The table of reactions, numbered after the drawings; `before`: how many sheets these take. */
export function tableSheets(
  session: ViewerSession,
  { drawings, table }: Pick<SheetSet, 'drawings' | 'table'>,
  made: RevisionStamp,
  before = drawings.length,
): MadeSheet[] {
  return Array.from({ length: table.count }, (_, k): MadeSheet => {
    const place = { sheet: before + k + 1, of: before + table.count }
    const svg = table.svg(k, blockOf(session, '', '', made, place))
    return { title: 'Reactions', sheet: sheetOf(svg) }
  })
}

/** The view in space as a sheet, and the table. */
export async function viewSheets(session: ViewerSession, set: SheetSet): Promise<MadeSheet[]> {
  const made = await madeBy(session)
  const svg = pictureSheet(session, set.paper, made, 1 + set.table.count)
  if (!svg) throw new Error('no picture')
  return [{ title: 'view', sheet: sheetOf(svg) }, ...tableSheets(session, set, made, 1)]
}

const sheetOf = (svg: string): Sheet => ({ state: 'drawn', svg, scale: null, count: 0, isPainted: false })

/** One sheet of a set, as it will be made with the others. */
export async function oneOfSheets(
  session: ViewerSession,
  set: SheetSet,
  position: number,
  known: Scales,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Sheet> {
  const made = await madeBy(session)
  const ofTable = tableSheets(session, set, made)[position - set.drawings.length]
  if (ofTable) return ofTable.sheet
  return draw(session, set, position, await scaleOf(session, set, known, made, onProgress, signal), made, signal)
}

/** The largest scale of a drawing on a paper, so that none is asked for twice while a set is put together. */
export type Scales = Map<string, number>

/** The N of 1:N for all sheets, or null: the largest for each. */
async function scaleOf(
  session: ViewerSession,
  set: SheetSet,
  known: Scales,
  made: RevisionStamp,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<number | null> {
  const { drawings, paper, scale } = set
  if (scale !== 'one') return scale === 'each' ? null : scale
  let smallest = 0
  for (const [k, drawing] of drawings.entries()) {
    const key = `${made.revision} ${paper.name} ${paper.isPortrait} ${drawingText(drawing)}`
    if (!known.has(key)) onProgress(`Fitting ${k + 1} of ${drawings.length}`)
    const largest = known.get(key) ?? (await draw(session, set, k, null, made, signal, true)).scale ?? 0
    known.set(key, largest)
    smallest = Math.max(smallest, largest)
  }
  return smallest || null
}

async function draw(
  session: ViewerSession,
  set: SheetSet,
  position: number,
  scale: number | null,
  made: RevisionStamp,
  signal: AbortSignal,
  isScaleOnly = false,
): Promise<Sheet> {
  const { drawings, paper, names, results } = set
  const drawing = drawings[position]
  const place = { sheet: position + 1, of: sheetCount(set) }
  const ask = drawing && sheetAsk(session, drawing, paper, scale, made, place, names, results)
  if (!ask) throw new Error('no model yet')
  const comments = isScaleOnly ? [] : await commentsOnSheets(session, names.comments)
  const sheet = await session.model.ask('sheet', isScaleOnly ? { ...ask, isScaleOnly } : { ...ask, comments })
  signal.throwIfAborted()
  if (sheet.state === 'refused') throw new TooLarge(drawing, sheet.says)
  return sheet
}
