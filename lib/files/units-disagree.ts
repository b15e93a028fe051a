import { readUnits } from '#lib/model/units.ts'
import type { Issue } from '#lib/schema/model-error.ts'

/** Units that were sent for a file which has its own: they may agree. Undefined where they do. */
export function unitsDisagree(own: string, sent: string): Issue | undefined {
  const [one, other] = [readUnits({ current: own }), readUnits({ current: sent })]
  const isSame = (['length', 'force'] as const).every(
    (what) => !one[what] || !other[what] || one[what]?.unit === other[what]?.unit,
  )
  if (isSame) return undefined
  return { type: 'value_error', at: 'query', loc: ['units'], msg: `Value error, the file is in ${own}`, ctx: { error: {} } }
}
