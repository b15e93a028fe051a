import { columnsShown } from '#lib/edit/query/columns.ts'
import { type KeyValue, keyOf } from '#lib/edit/query/group-keys.ts'
import { orderOf } from '#lib/edit/query/line-order.ts'
import { groupsOf, type Line, type QueryContext } from '#lib/edit/query/lines.ts'
import type { Key } from '#lib/edit/query/query-schema.ts'
import { capital } from '#lib/values/capital.ts'
import type { ElementRef, FoundElement } from '../elements.ts'
import type { MeasuredModel } from '../properties/measured-model.ts'
import { nameOf } from './table-columns.ts'
import type { QuantitiesAnswer, QuantityKey, QuantityRow } from './table-types.ts'

const SHOW = ['count', 'length', 'area', 'volume', 'mass'] as const

const sumsOf = (sums: Line['sums']) => ({
  length: sums.get('length') ?? null,
  area: sums.get('area') ?? null,
  volume: sums.get('volume') ?? null,
  mass: sums.get('mass') ?? null,
})

/** What a question is grouped by for each. Areas, which mostly have no section, are told apart by what they have instead. */
export const KEYS_OF: Record<QuantityKey, readonly Key[]> = {
  section: ['section', 'thickness'],
  thickness: ['thickness', 'material'],
  material: ['material'],
  storey: ['storey'],
  kind: ['role'],
}

/**
 * Lengths, areas, volumes and masses of frames and areas by what they are, of areas alone by thickness; answered as a question over REST
 * or MCP is: one function. `only`: of these. Storeys from the top, all else from the heaviest down.
 */
export function quantitiesBy(measured: MeasuredModel, by: QuantityKey, only: readonly FoundElement[] | null): QuantitiesAnswer {
  const { facts, measures } = measured
  const selection = selectionOf(measured, by, only)
  const query: QueryContext = {
    facts,
    measures,
    selection,
    subjects: selection,
    show: SHOW,
    keys: KEYS_OF[by],
    columns: columnsShown(facts, measures, SHOW),
  }
  const { lines, sum, unknown } = groupsOf(query)
  lines.sort(orderOf(undefined, SHOW, [])(query))
  const rowOf = ({ key, count, sums }: Line): QuantityRow => ({
    ...namesOf(measured, by, key),
    key: keyText(key),
    count,
    ...sumsOf(sums),
  })
  const without = [...unknown.values()].map(({ quantity, reason, count }) => ({ quantity, reason, count }))
  return { rows: lines.map(rowOf), total: { count: sum.count, ...sumsOf(sum.sums), without } }
}

/** The frames and areas that are added up in one of these rows. */
export function quantityElements(
  measured: MeasuredModel,
  by: QuantityKey,
  only: readonly FoundElement[] | null,
  key: string,
): FoundElement[] {
  const { facts } = measured
  const selection = selectionOf(measured, by, only)
  const keyOfs = KEYS_OF[by].map((one) => keyOf(one, facts, selection))
  return (['frame', 'area'] as const).flatMap((kind) => {
    const kinds = `${kind}s` as const
    const ofRow = (selection.get(kinds) ?? []).filter((ordinal) => keyText(keyOfs.map((of) => of(kinds, ordinal))) === key)
    return ofRow.map((index) => ({ kind, index, id: facts.id(kinds, index) }))
  })
}

function selectionOf({ facts }: MeasuredModel, by: QuantityKey, only: readonly FoundElement[] | null) {
  const ordinals = (kind: 'frames' | 'areas', one: ElementRef['kind']) =>
    only
      ? [...new Set(only.flatMap((ref) => (ref.kind === one ? [ref.index] : [])))].sort((a, b) => a - b)
      : Array.from({ length: facts.count(kind) }, (_, k) => k)
  const areas = ['areas', ordinals('areas', 'area')] as const
  return new Map(by === 'thickness' ? [areas] : [['frames', ordinals('frames', 'frame')] as const, areas])
}

const keyText = (key: readonly KeyValue[]) => JSON.stringify(key)

/** What a row is called, and how thick it is where it stands for areas of one thickness. */
function namesOf(measured: MeasuredModel, by: QuantityKey, key: readonly KeyValue[]): Pick<QuantityRow, 'label' | 'thickness'> {
  const index = KEYS_OF[by].indexOf('thickness')
  const thickness = typeof key[index] === 'number' ? key[index] : null
  const value = index === 0 ? key[1] : key[0]
  if (value != null) return { label: calledBy(measured, by, String(value)), thickness }
  if (by === 'section' && thickness !== null) return { label: 'Areas', thickness }
  const lacks = by === 'thickness' ? 'material' : by
  return { label: by === 'storey' ? 'Outside the storeys' : `Without ${lacks}`, thickness }
}

function calledBy(measured: MeasuredModel, by: QuantityKey, value: string): string {
  if (by === 'kind') return capital(value)
  return by === 'storey' ? value : nameOf(measured, by === 'section' ? 'sections' : 'materials', value)
}
