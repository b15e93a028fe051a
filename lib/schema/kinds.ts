import { keyed } from '#lib/values/object-keys.ts'

/** The kinds of element, in the field order of the elements batch. */
export const KINDS = [
  'areas',
  'combinations',
  'diaphragms',
  'frames',
  'gridLines',
  'loadCases',
  'loads',
  'materials',
  'members',
  'nodes',
  'sections',
  'supports',
] as const
export type Kind = (typeof KINDS)[number]
export const byKind = <T>(value: (kind: Kind) => T): Record<Kind, T> => keyed(KINDS, value)
/** One of each, as findings and comparisons name it. */
export const KIND_OF = {
  areas: 'area',
  combinations: 'combination',
  diaphragms: 'diaphragm',
  frames: 'frame',
  gridLines: 'gridLine',
  loadCases: 'loadCase',
  loads: 'load',
  materials: 'material',
  members: 'member',
  nodes: 'node',
  sections: 'section',
  supports: 'support',
} as const satisfies Record<Kind, string>
export type ElementKind = (typeof KIND_OF)[Kind]
/** Where one of a kind lies in a model. */
export const KINDS_OF = {
  area: 'areas',
  combination: 'combinations',
  diaphragm: 'diaphragms',
  frame: 'frames',
  gridLine: 'gridLines',
  loadCase: 'loadCases',
  load: 'loads',
  material: 'materials',
  member: 'members',
  node: 'nodes',
  section: 'sections',
  support: 'supports',
} as const satisfies Record<ElementKind, Kind>
