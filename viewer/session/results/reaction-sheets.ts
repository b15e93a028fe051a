import { isFreeMotion } from '#lib/drawing/results/deflected-shape.ts'
import type { PaperChoice } from '#lib/drawing/sheet/paper.ts'
import { reactionRows, reactionTables, tableHeading } from '#lib/drawing/sheet/reaction-table.ts'
import { sheetPage, type TitleBlock } from '#lib/drawing/sheet/sheet-frame.ts'
import { sheetSvg } from '#lib/drawing/sheet/svg.ts'
import { SCREENING } from './analysis.ts'
import type { DrawnResults } from './results-state.ts'

/** The table of reactions of the case that is shown, on sheets of its own. */

export type TableSheets = {
  count: number
  svg: (position: number, block: Omit<TitleBlock, 'scale' | 'unit' | 'results'>) => string
}

export const NO_TABLE: TableSheets = { count: 0, svg: () => '' }

/** Whether there is one: motions without loads have no reactions. */
export const hasReactions = ({ placed }: DrawnResults): boolean => {
  const [line] = placed.lines
  return line?.reactions !== undefined && line.reactions.length > 0 && !isFreeMotion(line.case)
}

export function reactionSheets({ placed: { lines }, units }: DrawnResults, paper: PaperChoice): TableSheets {
  const pages = reactionTables(paper, reactionRows(lines), units)
  const title = `Reactions of ${lines[0]?.case ?? ''}`
  const results = { what: 'what the supports do to the structure, along and about the axes of the model', banner: SCREENING }
  return {
    count: pages.length,
    svg(position, block) {
      const about = { ...block, drawing: title, scale: '', unit: [units.force, units.moment].filter(Boolean).join(', '), results }
      return sheetSvg(sheetPage(paper, about, null, null, [tableHeading(paper, title), ...(pages[position] ?? [])]))
    },
  }
}
