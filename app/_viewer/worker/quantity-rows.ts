import { orderOf } from '#lib/edit/line-order.ts'
import { type Asking, groupsOf, type Line } from '#lib/edit/lines.ts'
import { capital } from '#lib/values/capital.ts'
import type { ElementRef, FoundElement } from './elements.ts'
import type { MeasuredModel } from './measured-model.ts'
import { nameOf } from './table-columns.ts'
import type { QuantitiesAnswer, QuantityKey, QuantityRow } from './table-types.ts'

const SHOW = ['count', 'length', 'area', 'volume', 'mass'] as const

/**
 * Lengths, areas, volumes and masses of frames and areas by what they are, answered as a question over REST or MCP is: one function.
 * `only`: of these frames and areas. Storeys from the top, all else from the heaviest down.
 */
export function quantitiesBy(measured: MeasuredModel, by: QuantityKey, only: readonly FoundElement[] | null): QuantitiesAnswer {
  const { facts, measures } = measured
  const ordinals = (kind: 'frames' | 'areas', one: ElementRef['kind']) =>
    only
      ? [...new Set(only.flatMap((ref) => (ref.kind === one ? [ref.index] : [])))].sort((a, b) => a - b)
      : Array.from({ length: facts.count(kind) }, (_, k) => k)
  const asking: Asking = {
    facts,
    measures,
    selection: new Map([
      ['frames', ordinals('frames', 'frame')],
      ['areas', ordinals('areas', 'area')],
    ]),
    show: SHOW,
    keys: [by === 'kind' ? 'role' : by],
  }
  const { lines, sum, unknown } = groupsOf(asking)
  lines.sort(orderOf(undefined, SHOW, [])(asking))
  const rowOf = (line: Line): QuantityRow => {
    const value = line.key[0] == null ? null : String(line.key[0])
    return { value, label: labelOf(measured, by, value), count: line.count, ...line.sums }
  }
  const without = [...unknown.values()].map(({ quantity, reason, count }) => ({ quantity, reason, count }))
  return { rows: lines.map(rowOf), total: { count: sum.count, ...sum.sums, without } }
}

function labelOf(measured: MeasuredModel, by: QuantityKey, value: string | null): string {
  if (value === null) return by === 'storey' ? 'Outside the storeys' : `Without ${by}`
  if (by === 'kind') return capital(value)
  return by === 'storey' ? value : nameOf(measured, by === 'section' ? 'sections' : 'materials', value)
}
