import { categoryColour, colourOfMaterial, SEVERITY_COLOURS } from '#lib/drawing/colours.ts'
import { KIND_COLOURS } from '#lib/drawing/kind-colours.ts'
import { asHex, sectionColour } from '#lib/drawing/palette.ts'
import type { ColourBy } from '#lib/model/colourings.ts'
import type { Finding } from '#lib/schema/schema.ts'
import { isKeyOf } from '#lib/values/object-keys.ts'
import type { Colouring } from './elements.ts'
import { framesOfMember } from './isolate.ts'
import { type ModelMaps, NONE } from './model-maps.ts'

const NOT_STATED = '#9aa3ad'

/** `findings`: what to colour by, where it is by them. */
export function colouring(maps: ModelMaps, by: ColourBy, findings: readonly Finding[] = []): Colouring {
  const { storeys, labelOf, values, counted } = maps
  if (by === 'finding') return findingColours(maps, findings)
  const counts = [...counted(by)].sort((a, b) => b[1] - a[1])
  if (by === 'storey') {
    const order = new Map(storeys.map(({ label }, k) => [label, k]))
    counts.sort((a, b) => (order.get(b[0]) ?? -1) - (order.get(a[0]) ?? -1))
  }
  if (by === 'kind') counts.sort((a, b) => Object.keys(KIND_COLOURS).indexOf(a[0]) - Object.keys(KIND_COLOURS).indexOf(b[0]))
  const colourOf = coloursOf(maps, by)
  // A place of the palette is one byte; past 250 values the rare ones share the last.
  const places = new Map(counts.map(([value], k) => [value, Math.min(k, 250)]))
  const legend = counts.slice(0, 251).map(([value, count], k) => {
    const label = k === 250 && counts.length > 251 ? 'All others' : labelOf(by, value)
    return { label, colour: colourOf(value), count }
  })
  const slots = (kind: 'frame' | 'area') => Uint8Array.from(values(by, kind), (value) => places.get(value) ?? 0)
  return { frames: slots('frame'), areas: slots('area'), legend }
}

/** By the place of an element in the model, so that it is the same in every view and revision. */
function coloursOf(
  { columns, at, storeys, values, nameOf }: ModelMaps,
  by: Exclude<ColourBy, 'finding'>,
): (value: string) => string {
  if (by === 'kind') return (value) => (isKeyOf(KIND_COLOURS, value) ? KIND_COLOURS[value] : NOT_STATED)
  const stated = (colourOf: (value: string) => string) => (value: string) => (value === NONE ? NOT_STATED : colourOf(value))
  if (by === 'section') return stated((value) => asHex(sectionColour(at('section').get(value) ?? 0)))
  if (by === 'material') {
    const used = new Set<string>()
    const colours = new Map<string, string>()
    for (const [k, { id }] of (columns.head.materials ?? []).entries()) {
      const colour = colourOfMaterial(`${nameOf('material', id)} ${id}`, used, k)
      used.add(colour)
      colours.set(id, colour)
    }
    return stated((value) => colours.get(value) ?? NOT_STATED)
  }
  // A frame may name a member that the model does not list.
  const names = by === 'storey' ? storeys.map(({ label }) => label) : [...at('member').keys(), ...values('member', 'frame')]
  const ordinals = new Map([...new Set(names)].map((name, k) => [name, k]))
  return stated((value) => categoryColour(ordinals.get(value) ?? 0))
}

function findingColours({ columns, at }: ModelMaps, findings: readonly Finding[]): Colouring {
  const rank = { error: 1, warning: 2, info: 3 } as const
  const frames = new Uint8Array(columns.frames.count)
  const areas = new Uint8Array(columns.areas.count)
  const mark = (slots: Uint8Array, k: number | undefined, severity: Finding['severity']) => {
    if (k !== undefined && (slots[k] === 0 || slots[k]! > rank[severity])) slots[k] = rank[severity]
  }
  for (const { severity, elements } of findings)
    for (const { kind, id } of elements) {
      if (kind === 'frame') mark(frames, at('frame').get(id), severity)
      if (kind === 'area') mark(areas, at('area').get(id), severity)
      if (kind === 'member') for (const k of framesOfMember(columns, at('member').get(id))) mark(frames, k, severity)
    }
  const labels = ['No finding', 'Error', 'Warning', 'Information']
  const legend = labels.map((label, k) => ({
    label,
    colour: SEVERITY_COLOURS[k]!,
    count: [...frames, ...areas].filter((slot) => slot === k).length,
  }))
  return { frames, areas, legend }
}
