import { textOf } from './element-text.ts'
import { type ElementKind, FACETS, type Facet, type FacetValue, type FoundElement, type Summary } from './elements.ts'
import { type ModelMaps, NONE } from './model-maps.ts'

/** How many frames and areas there are of each kind, section, material and storey. */
export function facets({ counted, labelOf, storeys }: ModelMaps): Record<Facet, FacetValue[]> {
  const of = (by: Facet) =>
    [...counted(by)].map(([value, count]) => ({ value, label: labelOf(by, value), count })).sort((a, b) => b.count - a.count)
  const order = new Map(storeys.map(({ label }, k) => [label, k]))
  return {
    kind: of('kind'),
    section: of('section'),
    material: of('material'),
    storey: of('storey').sort((a, b) => (order.get(b.value) ?? -1) - (order.get(a.value) ?? -1)),
  }
}

/** What a frame or area is a value of, as filters have it; null for what is neither. */
export function facetsOf({ values }: ModelMaps, kind: ElementKind, index: number): Record<Facet, string> | null {
  if (kind !== 'frame' && kind !== 'area') return null
  const of = (by: Facet) => values(by, kind)[index] ?? NONE
  return { kind: of('kind'), section: of('section'), material: of('material'), storey: of('storey') }
}

/** How many of several together there are of each kind, section, material and storey. */
export function summarise({ values, labelOf }: ModelMaps, refs: readonly FoundElement[]): Summary {
  return FACETS.map((by) => {
    const counts = new Map<string, number>()
    for (const { kind, index } of refs) {
      if (kind !== 'frame' && kind !== 'area') continue
      const value = values(by, kind)[index] ?? NONE
      counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    const found = [...counts].map(([value, count]) => ({ value, label: labelOf(by, value), count }))
    return { by, values: found.sort((a, b) => b.count - a.count) }
  })
}

/** A page of the frames and areas with this value. */
export function group({ held, values }: ModelMaps, by: Facet, value: string, from: number, count: number) {
  return (['frame', 'area'] as const)
    .flatMap((kind) => values(by, kind).flatMap((one, index) => (one === value ? [{ kind, index }] : [])))
    .slice(from, from + count)
    .flatMap(({ kind, index }) => {
      const element = held.elementAt(kind, index)
      return element ? [{ kind, id: element.id, index, ...textOf(kind, element) }] : []
    })
}
