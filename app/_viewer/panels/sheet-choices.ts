import { PAPER_SIZES, type PaperChoice, type PaperName } from '#lib/drawing/paper.ts'
import type { Drawing } from '../session/drawings.ts'
import type { ViewerSession } from '../session/session.ts'
import { type Made, madeBy, sheetAsk } from '../session/sheets.ts'
import type { Sheet } from '../worker/sheet-types.ts'

/** What of a model is put on sheets, on which paper, at which scale. */

/** `each`: the largest for every sheet; `one`: the largest at which all fit; else the N of 1:N. */
export type ScaleChoice = 'each' | 'one' | number

export const PAPER_OPTIONS = (Object.keys(PAPER_SIZES) as PaperName[]).flatMap((name) =>
  (['landscape', 'portrait'] as const).map((way) => [`${name} ${way}`, `${name} ${way}`] as const),
)

export function paperOf(option: string): PaperChoice {
  const isPortrait = option.endsWith(' portrait')
  return { name: option.replace(/ (landscape|portrait)$/, '') as PaperName, isPortrait }
}

/** More than this many make a printer's window wait for minutes. */
export const MOST_SHEETS = 200

export type MadeSheet = { drawing: Drawing; sheet: Sheet }
/** What one of them needs that the paper does not have. */
export class TooLarge extends Error {
  constructor(
    readonly drawing: Drawing,
    readonly says: string,
  ) {
    super(says)
  }
}

/** One after the other, so that the picture and the panels are answered in between; `tell` hears how many there are. */
export async function makeSheets(
  session: ViewerSession,
  drawings: readonly Drawing[],
  paper: PaperChoice,
  scale: ScaleChoice,
  tell: (done: number) => void,
  signal: AbortSignal,
): Promise<MadeSheet[]> {
  const made = await madeBy(session)
  const draw = (wanted: number | null, isScaleOnly: boolean) =>
    each(session, drawings, { paper, scale: wanted, made, isScaleOnly, tell: isScaleOnly ? () => {} : tell }, signal)
  if (scale !== 'one') return draw(scale === 'each' ? null : scale, false)
  const scales = (await draw(null, true)).map(({ sheet }) => sheet.scale ?? 0)
  return draw(Math.max(...scales) || null, false)
}

type How = { paper: PaperChoice; scale: number | null; made: Made; isScaleOnly: boolean; tell: (done: number) => void }

async function each(
  session: ViewerSession,
  drawings: readonly Drawing[],
  { paper, scale, made, isScaleOnly, tell }: How,
  signal: AbortSignal,
): Promise<MadeSheet[]> {
  const sheets: MadeSheet[] = []
  for (const [k, drawing] of drawings.entries()) {
    tell(k)
    const ask = sheetAsk(session, drawing, paper, scale, made, { sheet: k + 1, of: drawings.length })
    if (!ask) throw new Error('no model yet')
    const sheet = await session.model.ask('sheet', isScaleOnly ? { ...ask, isScaleOnly } : ask)
    signal.throwIfAborted()
    if (sheet.state === 'refused') throw new TooLarge(drawing, sheet.says)
    sheets.push({ drawing, sheet })
  }
  return sheets
}
