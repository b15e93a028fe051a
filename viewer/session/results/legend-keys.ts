import { roundedScale } from '#lib/drawing/results/deflected-shape.ts'
import { DIAGRAMS, sideText, signText } from '#lib/drawing/results/force-diagram.ts'
import { MOMENT_SENSE } from '#lib/drawing/results/reaction-marks.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import type { LegendKeys, ResultShow } from './results-state.ts'

/** What the lines of results mean, in the legend: signs, scale, and of which revision. */

/** `scale`: of motions; null for those whose size means nothing. `before`: an earlier revision beside `revision`. */
export type KeyedShape = { scale: number | null; hasHinges: boolean; revision: number | null; before: number | null }

export function legendKeys(show: ResultShow, { scale, hasHinges, revision, before }: KeyedShape): LegendKeys {
  if (isOneOf(DIAGRAMS, show)) {
    const keys = [
      { ink: 'above', label: signText(show, 1) },
      { ink: 'below', label: signText(show, -1) },
    ] as const
    return { keys, note: `Drawn ${sideText(show)}` }
  }
  if (show === 'reactions') {
    const note = `${MOMENT_SENSE[0]?.toUpperCase()}${MOMENT_SENSE.slice(1)}`
    return { keys: [{ ink: 'reaction', label: 'what supports do to the structure' }], note }
  }
  if (show !== 'deflected') return { keys: [], note: '' }
  const times = scale === null ? '' : `, × ${roundedScale(scale)}`
  return {
    keys: [
      { ink: 'shape', label: before === null ? `Deflected${times}` : `Revision ${revision}${times}` },
      ...(before === null ? [] : [{ ink: 'older', label: `Revision ${before}${times}` } as const]),
      ...(hasHinges ? [{ ink: 'hinge', label: 'Lets it go' } as const] : []),
    ],
    note: '',
  }
}
