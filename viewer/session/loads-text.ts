import { amountText } from '#lib/model/load/load-text.ts'
import { AXIS_NAMES } from '#lib/model/shape/vector.ts'
import { countText } from '../worker/elements.ts'
import type { ShownLoads } from '../worker/loads/shown-loads.ts'

/** `dead · 12 loads, Σ Z -340 kN · self weight not drawn`. */
export function loadsText({ loadCase, marks, sum, unit }: ShownLoads): string {
  if (!loadCase) return 'No load cases'
  const { nature, selfWeight, loads } = loadCase
  const along = AXIS_NAMES.flatMap((axis, k) => (sum[k] ? [`${axis} ${amountText(Number(sum[k]!.toPrecision(4)), '')}`] : []))
  const count = loads > marks.length ? `${marks.length} of ${countText(loads, 'load')} drawn` : countText(loads, 'load')
  return [
    nature,
    [count, along.length > 0 && `Σ ${along.join(', ')} ${unit}`.trim()].filter(Boolean).join(', '),
    selfWeight !== 0 && 'self weight not drawn',
  ]
    .filter(Boolean)
    .join(' · ')
}
