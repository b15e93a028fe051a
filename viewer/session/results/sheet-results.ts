import { DIAGRAMS } from '#lib/drawing/results/force-diagram.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import type { SheetAsk } from '../../worker/sheet-types.ts'
import type { ViewerSession } from '../session.ts'
import { SCREENING } from './analysis.ts'
import { resultInks } from './result-inks.ts'

/** What is shown of an analysis, as a sheet is asked for with it; null where nothing is, or what is shown belongs to another revision. */
export function sheetResults({ results }: Pick<ViewerSession, 'results'>): SheetAsk['results'] | null {
  const { drawn, colouring, legend } = results.get()
  if (!drawn || !colouring || drawn.isStale) return null
  const { lines, frames, frameIndices, supported, diagonal } = drawn.placed
  const { show, scale, units } = drawn
  const inks = resultInks(false)
  return {
    drawn: {
      show: isOneOf(DIAGRAMS, show) || show === 'deflected' || show === 'reactions' ? show : 'colours',
      ...{ scale, lines, frames, frameIndices, supported, diagonal, units },
    },
    title: colouring.title,
    banner: SCREENING,
    colouring,
    // One revision is on a sheet.
    keys: (legend?.keys ?? []).filter(({ ink }) => ink !== 'older').map(({ ink, label }) => ({ label, fill: inks[ink] })),
  }
}
