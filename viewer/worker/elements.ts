import { type ElementKind, KINDS_OF } from '#lib/schema/kinds.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { grouped } from '#lib/values/count-text.ts'

export type { ElementKind }

/** The singular names that findings, links and addresses use. */
export const ELEMENT_KINDS: readonly ElementKind[] = [
  'node',
  'frame',
  'member',
  'area',
  'support',
  'section',
  'material',
  'gridLine',
  'loadCase',
  'load',
  'combination',
  'diaphragm',
]
export const isElementKind = (kind: string): kind is ElementKind => Object.hasOwn(KINDS_OF, kind)

/** An element of a kind. */
export type Of<K extends ElementKind> = NonNullable<ViewerModel[(typeof KINDS_OF)[K]]>[number]

export const arrayOf = <K extends ElementKind>(model: ViewerModel, kind: K): readonly Of<K>[] => model[KINDS_OF[kind]] ?? []

export const KIND_NAMES: Record<ElementKind, readonly [one: string, many: string]> = {
  node: ['Node', 'Nodes'],
  frame: ['Frame', 'Frames'],
  member: ['Member', 'Members'],
  area: ['Area', 'Areas'],
  support: ['Support', 'Supports'],
  section: ['Section', 'Sections'],
  material: ['Material', 'Materials'],
  gridLine: ['Grid line', 'Grid lines'],
  loadCase: ['Load case', 'Load cases'],
  load: ['Load', 'Loads'],
  combination: ['Combination', 'Combinations'],
  diaphragm: ['Diaphragm', 'Diaphragms'],
}

/** `1 frame`, `2,400 nodes`. */
export const countText = (count: number, kind: ElementKind) =>
  `${grouped(count)} ${KIND_NAMES[kind][count === 1 ? 0 : 1].toLowerCase()}`

export type ElementRef = { kind: ElementKind; id: string }
/** `index`: its place in the model's array, which is its place in the scene. */
export type FoundElement = ElementRef & { index: number }

export const keyOf = ({ kind, id }: ElementRef) => `${kind} ${id}`

/** Without their places, which are those of one revision. */
export const refsOf = (refs: readonly ElementRef[]): ElementRef[] => refs.map(({ kind, id }) => ({ kind, id }))

export type LegendEntry = { label: string; colour: string; count: number }
/** A palette place for each frame and area, and what the places mean. */
export type Colouring = { frames: Uint8Array; areas: Uint8Array; legend: LegendEntry[] }

/** Values to leave out, by what they are values of. */
export type Filters = Partial<Record<Facet, string[]>>
export const FACETS = ['kind', 'section', 'material', 'storey'] as const
export type Facet = (typeof FACETS)[number]
export type FacetValue = { value: string; label: string; count: number }

/** 1: shown, 0: filtered away. */
export type VisibilityMasks = { nodes: Uint8Array; frames: Uint8Array; areas: Uint8Array; supports: Uint8Array }

/** What several elements have in common, and in what they differ. */
export type Summary = { by: Facet; values: FacetValue[] }[]
