import type { ColourBy } from '#lib/model/colourings.ts'
import type { Finding, ViewerModel } from '#lib/model/schema.ts'
import type { Up } from '#lib/model/up-axis.ts'
import { changedSince } from './changed-since.ts'
import { colouring } from './colouring.ts'
import { textOf } from './element-text.ts'
import { arrayOf, type ElementKind, type ElementRef, type Facet, type Filters, type FoundElement } from './elements.ts'
import { facets, facetsOf, group, summarise } from './facets.ts'
import { shown } from './filtered.ts'
import { drawnBy, isolated } from './isolated.ts'
import { modelMaps } from './model-maps.ts'
import { search } from './search.ts'

export type ModelIndex = ReturnType<typeof modelIndex>

/** Questions about one model, answered from maps made once. Runs beside the model, off the main thread. */
export function modelIndex(model: ViewerModel, up: Up | null = null) {
  const maps = modelMaps(model, up)
  return {
    storeys: maps.storeys,
    find: maps.find,
    idOf: (kind: ElementKind, index: number) => arrayOf(model, kind)[index]?.id ?? null,
    list: (kind: ElementKind, from: number, count: number) =>
      arrayOf(model, kind)
        .slice(from, from + count)
        .map((element, k) => ({ kind, id: element.id, index: from + k, text: textOf(kind, element) })),
    search: (query: string, limit: number) => search(model, query, limit),
    facets: () => facets(maps),
    facetsOf: (kind: ElementKind, index: number) => facetsOf(maps, kind, index),
    group: (by: Facet, value: string, from: number, count: number) => group(maps, by, value, from, count),
    summarise: (refs: readonly FoundElement[]) => summarise(maps, refs),
    shown: (out: Filters) => shown(maps, out),
    colours: (by: ColourBy, findings?: readonly Finding[]) => colouring(maps, by, findings),
    drawnBy: (refs: readonly ElementRef[]) => drawnBy(maps, refs),
    isolated: (refs: readonly ElementRef[]) => isolated(maps, refs),
    changedSince: (before: ViewerModel) => changedSince(model, before),
  }
}
