import { familyOfPlace, frameKindsOf } from '#lib/model/column-roles.ts'
import { cachedNames, type ModelColumns, type NamedColumn, outlineOf, placeOfNode } from '#lib/model/columns.ts'
import { heightAt, storeysShown, turned } from '#lib/model/display-axes.ts'
import { FRAME_KINDS } from '#lib/model/frame-guess.ts'
import { labelOf } from '#lib/model/shape/shell-axes.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import { storeyTolerance } from '#lib/model/storeys.ts'
import type { Up } from '#lib/model/up-axis.ts'
import { capital } from '#lib/values/capital.ts'
import { most } from '#lib/values/extremes.ts'
import type { ElementKind, ElementRef, Facet, FoundElement } from './elements.ts'
import { countOf, type HeldModel, idOf, placesById } from './held-model.ts'

export const NONE = ''

/** What elements are told apart by. */
export type By = Facet | 'member'

export type ModelMaps = ReturnType<typeof modelMaps>

/**
 * What questions about one model look up: where elements lie by their ids, and what frames and areas are values of, as they
 * stand with `up`. Each is made when it is first asked for.
 */
export function modelMaps(held: HeldModel, up: Up | null) {
  const { columns } = held
  const { head } = columns
  const places = new Map<ElementKind, Map<string, number>>()
  /** Places of a kind by id. */
  const indexById = (kind: ElementKind): ReadonlyMap<string, number> => {
    const before = places.get(kind)
    if (before) return before
    const found = placesById(columns, kind)
    places.set(kind, found)
    return found
  }
  const storeys = storeysShown(columns, up)
  const readers = valueReaders(
    turned(columns, up),
    storeys.map(({ label, elevation }) => ({ label, elevation: heightAt(up, elevation) })),
  )
  const nameOf = (kind: 'section' | 'material', id: string) => {
    const found: { name?: string | null | undefined } | undefined = head[`${kind}s`]?.[indexById(kind).get(id) ?? -1]
    return found?.name || id
  }
  const labelOf = (by: By, value: string) => {
    if (by === 'kind') return capital(value)
    if (value === NONE) return by === 'storey' ? 'Outside the storeys' : `Without ${by}`
    return by === 'section' || by === 'material' ? nameOf(by, value) : value
  }
  const known = new Map<string, string[]>()
  const values = (by: By, kind: 'frame' | 'area'): string[] => {
    const key = `${by} ${kind}`
    const before = known.get(key)
    if (before) return before
    const found = Array.from({ length: countOf(columns, kind) }, (_, k) => readers[by][kind](k))
    known.set(key, found)
    return found
  }
  /** Of each value how many frames and areas there are. */
  const counted = (by: By) => {
    const counts = new Map<string, number>()
    for (const kind of ['frame', 'area'] as const)
      for (const value of values(by, kind)) counts.set(value, (counts.get(value) ?? 0) + 1)
    return counts
  }
  const found = (kind: ElementKind, index: number): FoundElement => ({ kind, id: idOf(columns, kind, index), index })
  const find = (refs: readonly ElementRef[]): FoundElement[] =>
    refs.flatMap(({ kind, id }) => {
      const index = indexById(kind).get(id)
      return index === undefined ? [] : [{ kind, id, index }]
    })
  return { held, columns, at: indexById, storeys, nameOf, labelOf, values, counted, find, found }
}

type ValueReaders = Record<By, { frame: (k: number) => string; area: (k: number) => string }>

/** What a frame or area is, for colours and filters, by its place. */
function valueReaders(model: ModelColumns, storeys: readonly { label: string; elevation: number }[]): ValueReaders {
  const { head, nodes, frames, areas } = model
  const { sections = [] } = head
  const ids = cachedNames(model)
  const named = (kind: NamedColumn, place: number) => (place ? ids[kind](place) : NONE)
  const frameSort = (k: number) => FRAME_KINDS[frameKindsOf(model)[k]!]!
  const labels = areas.labels.map(labelOf)
  const areaSort = (k: number) => familyOfPlace(model, k, labels, () => outlineOf(model, k))
  const tolerance = storeyTolerance(head)
  const storeyOf = (points: readonly (Vec | null)[]) => {
    const top = most(points, (point) => point?.[2] ?? -Infinity)
    if (!storeys.length || !Number.isFinite(top)) return NONE
    const found = storeys.find(({ elevation }) => elevation >= top - tolerance) ?? storeys.at(-1)
    return found?.label ?? NONE
  }
  const materialOf =
    ({ material, section }: Pick<ModelColumns['frames'], 'material' | 'section'>) =>
    (k: number) =>
      material[k] ? ids.materials(material[k]) : (sections[section[k]! - 1]?.materialId ?? NONE)
  return {
    kind: { frame: frameSort, area: areaSort },
    section: { frame: (k) => named('sections', frames.section[k]!), area: (k) => named('sections', areas.section[k]!) },
    material: { frame: materialOf(frames), area: materialOf(areas) },
    member: { frame: (k) => named('members', frames.member[k]!), area: () => NONE },
    storey: {
      frame: (k) => storeyOf([placeOfNode(nodes, frames.start[k]!), placeOfNode(nodes, frames.end[k]!)]),
      area: (k) => storeyOf(outlineOf(model, k)),
    },
  }
}
