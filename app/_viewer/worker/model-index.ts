import { CATEGORIES, colourOfMaterial, KIND_COLOURS, SEVERITY_COLOURS } from '#lib/drawing/colours.ts'
import { asHex, sectionColour } from '#lib/drawing/palette.ts'
import { shortNumber } from '#lib/geometry/grid-bubble.ts'
import { patternOf, patternText } from '#lib/geometry/support-symbol.ts'
import { length, subtract, type Vec, vec } from '#lib/geometry/vector.ts'
import { most } from '#lib/model/extremes.ts'
import type { Finding, ViewerArea, ViewerFrame, ViewerModel } from '#lib/model/schema.ts'
import { areaKind, shellAxes } from '#lib/model/shell-axes.ts'
import { storeysOf, storeyTolerance } from '#lib/model/storeys.ts'
import {
  arrayOf,
  type ColourBy,
  type Colouring,
  ELEMENT_KINDS,
  type ElementKind,
  type ElementRef,
  type Facet,
  type FacetValue,
  type Filters,
  type FoundElement,
  type Shown,
  type Summary,
} from './elements.ts'

const NONE = ''

/** `words`: of a selection that leaves nothing, or cannot be read, why. */
export type Found = {
  found: { kind: ElementKind; id: string; index: number; text: string }[]
  total: number
  isSelection?: true
  words?: string
}

export type ModelIndex = ReturnType<typeof modelIndex>

/** Questions about one model, answered from maps made once. Runs beside the model, off the main thread. */
export function modelIndex(model: ViewerModel) {
  const at = Object.fromEntries(
    ELEMENT_KINDS.map((kind) => [kind, new Map((arrayOf(model, kind) as { id: string }[]).map(({ id }, k) => [id, k]))]),
  ) as Record<ElementKind, Map<string, number>>
  const place = (id: string): Vec | null => {
    const k = at.node.get(id)
    return k === undefined ? null : vec(model.nodes[k]!.position)
  }
  const frames = model.frames ?? []
  const areas = model.areas ?? []
  const storeys = storeysOf(model)

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
  const nameOf = (kind: 'section' | 'material', id: string) => {
    const found = (arrayOf(model, kind) as { id: string; name?: string | null }[])[at[kind].get(id) ?? -1]
    return found?.name || id
  }

  /** What a frame or area is, for colours and filters. */
  const asked: Record<Facet | 'member', { frame: (frame: ViewerFrame) => string; area: (area: ViewerArea) => string }> = {
    kind: { frame: frameSort, area: areaSort },
    section: { frame: ({ sectionId }) => sectionId ?? NONE, area: ({ sectionId }) => sectionId ?? NONE },
    material: { frame: materialOf, area: materialOf },
    member: { frame: ({ memberId }) => memberId ?? NONE, area: () => NONE },
    storey: {
      frame: ({ startNodeId, endNodeId }) => storeyOf([place(startNodeId), place(endNodeId)]),
      area: (area) => storeyOf(outlineOf(area)),
    },
  }
  const labelOf = (by: Facet | 'member', value: string) => {
    if (by === 'kind') return value[0]!.toUpperCase() + value.slice(1)
    if (value === NONE) return by === 'storey' ? 'Outside the storeys' : `Without ${by}`
    return by === 'section' || by === 'material' ? nameOf(by, value) : value
  }
  const known = new Map<string, string[]>()
  const values = (by: Facet | 'member', kind: 'frame' | 'area'): string[] => {
    const key = `${by} ${kind}`
    const before = known.get(key)
    if (before) return before
    const found = kind === 'frame' ? frames.map(asked[by].frame) : areas.map(asked[by].area)
    known.set(key, found)
    return found
  }
  const counted = (by: Facet | 'member') => {
    const counts = new Map<string, number>()
    for (const kind of ['frame', 'area'] as const)
      for (const value of values(by, kind)) counts.set(value, (counts.get(value) ?? 0) + 1)
    return counts
  }

  return {
    storeys,

    find(refs: readonly ElementRef[]): FoundElement[] {
      return refs.flatMap(({ kind, id }) => {
        const index = at[kind]?.get(id)
        return index === undefined ? [] : [{ kind, id, index }]
      })
    },

    /** How many of several together there are of each kind, section, material and storey. */
    summarise(refs: readonly FoundElement[]): Summary {
      return (['kind', 'section', 'material', 'storey'] as const).map((by) => {
        const counts = new Map<string, number>()
        for (const { kind, index } of refs) {
          if (kind !== 'frame' && kind !== 'area') continue
          const value = values(by, kind)[index] ?? NONE
          counts.set(value, (counts.get(value) ?? 0) + 1)
        }
        const found = [...counts].map(([value, count]) => ({ value, label: labelOf(by, value), count }))
        return { by, values: found.sort((a, b) => b.count - a.count) }
      })
    },

    /** A page of the frames and areas with this value. */
    group(by: Facet, value: string, from: number, count: number) {
      return (['frame', 'area'] as const)
        .flatMap((kind) => values(by, kind).flatMap((one, index) => (one === value ? [{ kind, index }] : [])))
        .slice(from, from + count)
        .map(({ kind, index }) => {
          const element = arrayOf(model, kind)[index]!
          return { kind, id: element.id, index, text: textOf(kind, element) }
        })
    },

    idOf: (kind: ElementKind, index: number) => (arrayOf(model, kind)[index] as { id: string } | undefined)?.id ?? null,

    list(kind: ElementKind, from: number, count: number) {
      return arrayOf(model, kind)
        .slice(from, from + count)
        .map((element, k) => ({ kind, id: element.id, index: from + k, text: textOf(kind, element) }))
    },

    /** By id, label or name, the exact and the beginning first. */
    search(query: string, limit: number): Found {
      const wanted = query.trim().toLowerCase()
      const found: { rank: number; kind: ElementKind; id: string; index: number; text: string }[] = []
      let total = 0
      if (!wanted) return { found, total }
      for (const kind of ELEMENT_KINDS)
        arrayOf(model, kind).forEach((element, index) => {
          const names = [element.id, labelText(element)].filter(Boolean).map((name) => name.toLowerCase())
          const rank = Math.min(
            ...names.map((name) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : 9)),
          )
          if (rank === 9) return
          total++
          if (rank < 2 || found.length < limit * 4) found.push({ rank, kind, id: element.id, index, text: textOf(kind, element) })
        })
      found.sort((a, b) => a.rank - b.rank)
      return { found: found.slice(0, limit), total }
    },

    /** What a frame or area is a value of, as filters have it; null for what is neither. */
    facetsOf(kind: ElementKind, at: number): Record<Facet, string> | null {
      if (kind !== 'frame' && kind !== 'area') return null
      const of = (by: Facet) => values(by, kind)[at] ?? NONE
      return { kind: of('kind'), section: of('section'), material: of('material'), storey: of('storey') }
    },

    facets(): Record<Facet, FacetValue[]> {
      const of = (by: Facet) =>
        [...counted(by)].map(([value, count]) => ({ value, label: labelOf(by, value), count })).sort((a, b) => b.count - a.count)
      const order = new Map(storeys.map(({ label }, k) => [label, k]))
      return {
        kind: of('kind'),
        section: of('section'),
        material: of('material'),
        storey: of('storey').sort((a, b) => (order.get(b.value) ?? -1) - (order.get(a.value) ?? -1)),
      }
    },

    /** `out`: values to leave out. A node or support is shown when something shown meets there, or nothing meets there at all. */
    shown(out: Filters): Shown {
      const mask = (kind: 'frame' | 'area', count: number) => {
        const shown = new Uint8Array(count).fill(1)
        for (const by of ['kind', 'section', 'material', 'storey'] as const) {
          const hidden = new Set(out[by] ?? [])
          if (hidden.size) for (const [k, value] of values(by, kind).entries()) if (hidden.has(value)) shown[k] = 0
        }
        return shown
      }
      const shown = { frames: mask('frame', frames.length), areas: mask('area', areas.length) }
      const meets = new Uint8Array(model.nodes.length) // 1: something hidden, 2: something shown
      const mark = (ids: readonly string[], isShown: boolean) => {
        for (const id of ids) meets[at.node.get(id) ?? -1]! |= isShown ? 2 : 1
      }
      for (const [k, { startNodeId, endNodeId }] of frames.entries()) mark([startNodeId, endNodeId], shown.frames[k] === 1)
      for (const [k, area] of areas.entries())
        mark([...area.nodeIds, ...(area.openingNodeIds ?? []).flat()], shown.areas[k] === 1)
      const nodes = meets.map((bits) => (bits === 1 ? 0 : 1))
      const supports = new Uint8Array((model.supports ?? []).map(({ nodeId }) => nodes[at.node.get(nodeId) ?? -1] ?? 1))
      return { ...shown, nodes, supports }
    },

    colours(by: ColourBy, findings: readonly Finding[] = []): Colouring {
      if (by === 'finding') return findingColours(model, at, findings)
      const counts = [...counted(by)].sort((a, b) => b[1] - a[1])
      if (by === 'storey') {
        const order = new Map(storeys.map(({ label }, k) => [label, k]))
        counts.sort((a, b) => (order.get(b[0]) ?? -1) - (order.get(a[0]) ?? -1))
      }
      if (by === 'kind') counts.sort((a, b) => Object.keys(KIND_COLOURS).indexOf(a[0]) - Object.keys(KIND_COLOURS).indexOf(b[0]))
      // A place of the palette is one byte; past 250 values the rare ones share the last.
      const places = new Map(counts.map(([value], k) => [value, Math.min(k, 250)]))
      const used = new Set<string>()
      const legend = counts.slice(0, 251).map(([value, count], k) => {
        const label = k === 250 && counts.length > 251 ? 'All others' : labelOf(by, value)
        const colour =
          by === 'kind'
            ? KIND_COLOURS[value as keyof typeof KIND_COLOURS]
            : value === NONE
              ? '#9aa3ad'
              : by === 'material'
                ? colourOfMaterial(`${nameOf('material', value)} ${value}`, used, k)
                : by === 'section'
                  ? asHex(sectionColour(at.section.get(value) ?? 0))
                  : CATEGORIES[k % CATEGORIES.length]!
        used.add(colour)
        return { label, colour, count }
      })
      const slots = (kind: 'frame' | 'area') => Uint8Array.from(values(by, kind), (value) => places.get(value) ?? 0)
      return { frames: slots('frame'), areas: slots('area'), legend }
    },

    /** The frames and areas that a section, material or member stands for; the element itself otherwise. */
    drawnBy(refs: readonly ElementRef[]): FoundElement[] {
      const found = refs.flatMap(({ kind, id }): ElementRef[] => {
        if (kind === 'member') {
          const member = model.members?.[at.member.get(id) ?? -1]
          return (member?.frameIds ?? []).map((frameId) => ({ kind: 'frame', id: frameId }))
        }
        if (kind !== 'section' && kind !== 'material') return [{ kind, id }]
        const uses = (drawn: 'frame' | 'area', elements: readonly { id: string }[]) =>
          values(kind, drawn).flatMap((value, k) => (value === id ? [{ kind: drawn, id: elements[k]!.id }] : []))
        return [...uses('frame', frames), ...uses('area', areas)]
      })
      return this.find(found)
    },

    /** What stays in sight when only these are wanted: they, the nodes where they end, and the supports there. */
    isolated(refs: readonly ElementRef[]): FoundElement[] {
      const drawn = this.drawnBy(refs)
      const nodeIds = new Set<string>()
      for (const { kind, id, index } of drawn) {
        if (kind === 'node') nodeIds.add(id)
        if (kind === 'frame') nodeIds.add(frames[index]!.startNodeId).add(frames[index]!.endNodeId)
        if (kind === 'area') for (const node of areas[index]!.nodeIds) nodeIds.add(node)
        if (kind === 'support') nodeIds.add(model.supports![index]!.nodeId)
      }
      const nodes = [...nodeIds].map((id): ElementRef => ({ kind: 'node', id }))
      const supports = (model.supports ?? []).flatMap(({ id, nodeId }): ElementRef[] =>
        nodeIds.has(nodeId) ? [{ kind: 'support', id }] : [],
      )
      return [...drawn, ...this.find([...nodes, ...supports])]
    },

    /** What of the model differs from an earlier one, for lighting it up. */
    changedSince(before: ViewerModel): FoundElement[] {
      return ELEMENT_KINDS.flatMap((kind) => {
        const old = new Map(arrayOf(before, kind).map((element) => [element.id, element]))
        return arrayOf(model, kind).flatMap((element, index) => {
          const was = old.get(element.id)
          return was && JSON.stringify(was) === JSON.stringify(element) ? [] : [{ kind, id: element.id, index }]
        })
      })
    },
  }
}

const labelText = (element: { id: string; label?: string | null; name?: string | null }) => element.label || element.name || ''

/** One line of the outline: what the picture shows of an element, in words. */
export function textOf(kind: ElementKind, element: { id: string }): string {
  const label = labelText(element)
  const parts = [label === element.id ? '' : label]
  if (kind === 'node') {
    const { x, y, z } = (element as ViewerModel['nodes'][number]).position
    parts.push(`(${[x, y, z].map(shortNumber).join(', ')})`)
  } else if (kind === 'frame') {
    const { startNodeId, endNodeId, sectionId } = element as ViewerFrame
    parts.push(`${startNodeId} → ${endNodeId}`, sectionId ?? '')
  } else if (kind === 'area') {
    const { nodeIds, openingNodeIds, kind: label } = element as ViewerArea
    const openings = openingNodeIds?.length ?? 0
    parts.push(label ?? '', `${nodeIds.length} nodes`, openings ? `${openings} opening${openings > 1 ? 's' : ''}` : '')
  } else if (kind === 'support') {
    const { nodeId, restraints } = element as NonNullable<ViewerModel['supports']>[number]
    parts.push(`on ${nodeId}`, patternText(patternOf(restraints)))
  } else if (kind === 'gridLine') {
    const { axis, coordinate } = element as NonNullable<ViewerModel['gridLines']>[number]
    parts.push(`${axis} = ${shortNumber(coordinate)}`)
  } else if (kind === 'member') {
    const { frameIds } = element as NonNullable<ViewerModel['members']>[number]
    parts.push(`${frameIds.length} frame${frameIds.length > 1 ? 's' : ''}`)
  }
  return parts.filter(Boolean).join(', ')
}

function findingColours(
  model: ViewerModel,
  at: Record<ElementKind, Map<string, number>>,
  findings: readonly Finding[],
): Colouring {
  const rank = { error: 1, warning: 2, info: 3 } as const
  const frames = new Uint8Array(model.frames?.length ?? 0)
  const areas = new Uint8Array(model.areas?.length ?? 0)
  const mark = (slots: Uint8Array, k: number | undefined, severity: Finding['severity']) => {
    if (k !== undefined && (slots[k] === 0 || slots[k]! > rank[severity])) slots[k] = rank[severity]
  }
  for (const { severity, elements } of findings)
    for (const { kind, id } of elements) {
      if (kind === 'frame') mark(frames, at.frame.get(id), severity)
      if (kind === 'area') mark(areas, at.area.get(id), severity)
      if (kind === 'member')
        for (const frame of model.members?.[at.member.get(id) ?? -1]?.frameIds ?? []) mark(frames, at.frame.get(frame), severity)
    }
  const labels = ['No finding', 'Error', 'Warning', 'Information']
  const legend = labels.map((label, k) => ({
    label,
    colour: SEVERITY_COLOURS[k]!,
    count: [...frames, ...areas].filter((slot) => slot === k).length,
  }))
  return { frames, areas, legend }
}
