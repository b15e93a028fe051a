import { CATEGORIES, colourOfMaterial, KIND_COLOURS, SEVERITY_COLOURS } from '#lib/drawing/colours.ts'
import { asHex, sectionColour } from '#lib/drawing/palette.ts'
import type { Finding, ViewerModel } from '#lib/model/schema.ts'
import type { ColourBy, Colouring, ElementKind } from './elements.ts'
import { type ModelMaps, NONE } from './model-maps.ts'

/** `findings`: what to colour by, where it is by them. */
export function colouring(maps: ModelMaps, by: ColourBy, findings: readonly Finding[] = []): Colouring {
  const { model, at, storeys, nameOf, labelOf, values, counted } = maps
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
