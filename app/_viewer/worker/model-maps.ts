import { most } from '#lib/model/extremes.ts'
import { keyed } from '#lib/model/keyed.ts'
import { KINDS_OF } from '#lib/model/kinds.ts'
import type { ViewerArea, ViewerFrame, ViewerModel } from '#lib/model/schema.ts'
import { areaKind, shellAxes } from '#lib/model/shell-axes.ts'
import { storeyTolerance } from '#lib/model/storeys.ts'
import { heightAt, storeysShown, turned } from '#lib/model/turned.ts'
import type { Up } from '#lib/model/up-axis.ts'
import { length, subtract, type Vec, vec } from '#lib/model/vector.ts'
import { arrayOf, ELEMENT_KINDS, type ElementKind, type ElementRef, type Facet, type FoundElement } from './elements.ts'

export const NONE = ''

/** What elements are told apart by. */
export type By = Facet | 'member'

export type ModelMaps = ReturnType<typeof modelMaps>

/**
 * What questions about one model look up: where elements lie by their ids, and what frames and areas are values of, as they
 * stand with `up`. Made once.
 */
export function modelMaps(model: ViewerModel, up: Up | null) {
  const at = keyed(ELEMENT_KINDS, (kind) => new Map(arrayOf(model, kind).map(({ id }, k) => [id, k])))
  const frames = model.frames ?? []
  const areas = model.areas ?? []
  const storeys = storeysShown(model, up)
  const asked = askedOf(
    turned(model, up),
    at,
    storeys.map(({ label, elevation }) => ({ label, elevation: heightAt(up, elevation) })),
  )
  const nameOf = (kind: 'section' | 'material', id: string) => {
    const found: { name?: string | null | undefined } | undefined = model[KINDS_OF[kind]]?.[at[kind].get(id) ?? -1]
    return found?.name || id
  }
  const labelOf = (by: By, value: string) => {
    if (by === 'kind') return value[0]!.toUpperCase() + value.slice(1)
    if (value === NONE) return by === 'storey' ? 'Outside the storeys' : `Without ${by}`
    return by === 'section' || by === 'material' ? nameOf(by, value) : value
  }
  const known = new Map<string, string[]>()
  const values = (by: By, kind: 'frame' | 'area'): string[] => {
    const key = `${by} ${kind}`
    const before = known.get(key)
    if (before) return before
    const found = kind === 'frame' ? frames.map(asked[by].frame) : areas.map(asked[by].area)
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
  const find = (refs: readonly ElementRef[]): FoundElement[] =>
    refs.flatMap(({ kind, id }) => {
      const index = at[kind]?.get(id)
      return index === undefined ? [] : [{ kind, id, index }]
    })
  return { model, at, frames, areas, storeys, nameOf, labelOf, values, counted, find }
}

type Asked = Record<By, { frame: (frame: ViewerFrame) => string; area: (area: ViewerArea) => string }>

/** What a frame or area is, for colours and filters. */
function askedOf(
  model: ViewerModel,
  at: Record<ElementKind, Map<string, number>>,
  storeys: readonly { label: string; elevation: number }[],
): Asked {
  const place = (id: string): Vec | null => {
    const k = at.node.get(id)
    return k === undefined ? null : vec(model.nodes[k]!.position)
  }
  const frameSort = (frame: ViewerFrame) => {
    const [a, b] = [place(frame.startNodeId), place(frame.endNodeId)]
    const along = a && b ? subtract(b, a) : null
    const upright = along && length(along) > 0 ? Math.abs(along[2]) / length(along) : 0
    if (upright >= Math.cos(Math.PI / 18)) return 'column'
    return upright <= Math.sin(Math.PI / 9) ? 'beam' : 'brace'
  }
  const outlineOf = (area: ViewerArea) => area.nodeIds.map(place).filter((point) => point !== null)
  const areaSort = (area: ViewerArea) => areaKind(area.kind, shellAxes(outlineOf(area)))
  const storeyOf = (points: readonly (Vec | null)[]) => {
    const top = most(points, (point) => point?.[2] ?? -Infinity)
    if (!storeys.length || !Number.isFinite(top)) return NONE
    const found = storeys.find(({ elevation }) => elevation >= top - storeyTolerance(model)) ?? storeys.at(-1)
    return found?.label ?? NONE
  }
  const materialOf = (element: ViewerFrame | ViewerArea) => {
    if (element.materialId != null) return element.materialId
    const section = element.sectionId == null ? undefined : model.sections?.[at.section.get(element.sectionId) ?? -1]
    return section?.materialId ?? NONE
  }
  return {
    kind: { frame: frameSort, area: areaSort },
    section: { frame: ({ sectionId }) => sectionId ?? NONE, area: ({ sectionId }) => sectionId ?? NONE },
    material: { frame: materialOf, area: materialOf },
    member: { frame: ({ memberId }) => memberId ?? NONE, area: () => NONE },
    storey: {
      frame: ({ startNodeId, endNodeId }) => storeyOf([place(startNodeId), place(endNodeId)]),
      area: (area) => storeyOf(outlineOf(area)),
    },
  }
}
