import type { ColourBy } from '#lib/model/colourings.ts'
import type { Up } from '#lib/model/up-axis.ts'
import type { Finding } from '#lib/schema/schema.ts'
import { shown } from './apply-filters.ts'
import { colouring } from './colouring.ts'
import { changedSince } from './compare/changed-elements.ts'
import { textOf } from './element-text.ts'
import type { ElementKind, ElementRef, Facet, Filters, FoundElement, Of } from './elements.ts'
import { facets, facetsOf, group, summarise } from './facets.ts'
import { type HeldModel, idAt } from './held-model.ts'
import { drawnBy, isolated } from './isolate.ts'
import { modelMaps } from './model-maps.ts'
import { search } from './search.ts'

export type ModelIndex = ReturnType<typeof modelIndex>

/** Questions about one model, answered from maps made once. Runs beside the model, off the main thread. */
export function modelIndex(held: HeldModel, up: Up | null = null) {
  const maps = modelMaps(held, up)
  return {
    storeys: maps.storeys,
    find: maps.find,
    idOf: (kind: ElementKind, index: number) => idAt(held.columns, kind, index),
    list: (kind: ElementKind, from: number, count: number) =>
      elementsFrom(held, kind, from, count).map((element, k) => ({
        ...{ kind, id: element.id, index: from + k },
        ...textOf(kind, element),
      })),
    search: (query: string, limit: number) => search(held.whole(), query, limit),
    facets: () => facets(maps),
    facetsOf: (kind: ElementKind, index: number) => facetsOf(maps, kind, index),
    group: (by: Facet, value: string, from: number, count: number) => group(maps, by, value, from, count),
    summarise: (refs: readonly FoundElement[]) => summarise(maps, refs),
    shown: (out: Filters) => shown(maps, out),
    colours: (by: ColourBy, findings?: readonly Finding[]) => colouring(maps, by, findings),
    drawnBy: (refs: readonly ElementRef[]) => drawnBy(maps, refs),
    isolated: (refs: readonly ElementRef[]) => isolated(maps, refs),
    changedSince: (before: HeldModel) => changedSince(held, before),
  }
}

function elementsFrom<K extends ElementKind>(held: HeldModel, kind: K, from: number, count: number): Of<K>[] {
  const found: Of<K>[] = []
  for (let k = from; k < from + count; k++) {
    const element = held.elementAt(kind, k)
    if (!element) break
    found.push(element)
  }
  return found
}
