import type { Combination, Diaphragm, Load, LoadCase } from '#lib/schema/loads.ts'
import type {
  ConstructMember,
  ConstructSectionCreate,
  Kind,
  ViewerArea,
  ViewerFrame,
  ViewerGridLine,
  ViewerMaterial,
  ViewerNode,
  ViewerSupport,
} from '#lib/schema/schema.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'

/** Which element is of which kind, as submitted: that is what the model keeps. */
export type ElementOf = {
  areas: ViewerArea
  combinations: Combination
  diaphragms: Diaphragm
  frames: ViewerFrame
  gridLines: ViewerGridLine
  loadCases: LoadCase
  loads: Load
  materials: ViewerMaterial
  members: ConstructMember
  nodes: ViewerNode
  sections: ConstructSectionCreate
  supports: ViewerSupport
}

/**
 * Every place where one element names another. `frame.memberId` and `area.diaphragmId` are labels, so not here.
 * `required`: the element cannot be without it. `key`: the field is a list of objects, each of which names one under this key. The
 * order within a kind is the schema's field order.
 */
export const REFERENCES: readonly { from: Kind; field: string; key?: string; to: Kind; required: boolean }[] = [
  { from: 'areas', field: 'nodeIds', to: 'nodes', required: true },
  { from: 'areas', field: 'materialId', to: 'materials', required: false },
  { from: 'areas', field: 'openingNodeIds', to: 'nodes', required: true },
  { from: 'areas', field: 'sectionId', to: 'sections', required: false },
  { from: 'combinations', field: 'terms', key: 'caseId', to: 'loadCases', required: true },
  { from: 'combinations', field: 'terms', key: 'combinationId', to: 'combinations', required: true },
  { from: 'diaphragms', field: 'gridLineId', to: 'gridLines', required: true },
  { from: 'diaphragms', field: 'nodeIds', to: 'nodes', required: true },
  { from: 'frames', field: 'startNodeId', to: 'nodes', required: true },
  { from: 'frames', field: 'endNodeId', to: 'nodes', required: true },
  { from: 'frames', field: 'materialId', to: 'materials', required: false },
  { from: 'frames', field: 'sectionId', to: 'sections', required: false },
  { from: 'frames', field: 'endSectionId', to: 'sections', required: false },
  { from: 'loads', field: 'caseId', to: 'loadCases', required: true },
  { from: 'loads', field: 'nodeId', to: 'nodes', required: true },
  { from: 'loads', field: 'frameId', to: 'frames', required: true },
  { from: 'loads', field: 'areaId', to: 'areas', required: true },
  { from: 'members', field: 'frameIds', to: 'frames', required: true },
  { from: 'members', field: 'materialId', to: 'materials', required: false },
  { from: 'members', field: 'sectionId', to: 'sections', required: false },
  { from: 'sections', field: 'materialId', to: 'materials', required: false },
  { from: 'supports', field: 'nodeId', to: 'nodes', required: true },
]

export type ReferenceRule = (typeof REFERENCES)[number]

export const referencesFrom = (kind: Kind): readonly ReferenceRule[] => REFERENCES.filter(({ from }) => from === kind)

type Visit = (id: string, path: (string | number)[]) => void

/** Calls back for each id in a referring field with where it stands below the field; skips what is not there. */
export function eachReference(value: unknown, visit: Visit, key?: string, path: (string | number)[] = []): void {
  if (typeof value === 'string') visit(value, path)
  else if (Array.isArray(value)) for (const [i, one] of value.entries()) eachReference(one, visit, key, [...path, i])
  else if (key !== undefined && isDictionary(value)) eachReference(value[key], visit, undefined, [...path, key])
}

/** A referring field with other ids in it. */
export function renamedReferences(value: unknown, to: (id: string) => string, key?: string): unknown {
  if (typeof value === 'string') return to(value)
  if (Array.isArray(value)) return value.map((one) => renamedReferences(one, to, key))
  if (key === undefined || !isDictionary(value) || typeof value[key] !== 'string') return value
  const renamed: Dictionary = { ...value, [key]: to(value[key]) }
  return renamed
}

/** Kinds in the words of messages. */
export const KIND_WORD: Record<Kind, string> = {
  areas: 'area',
  combinations: 'combination',
  diaphragms: 'diaphragm',
  frames: 'frame',
  gridLines: 'grid line',
  loadCases: 'load case',
  loads: 'load',
  materials: 'material',
  members: 'member',
  nodes: 'node',
  sections: 'section',
  supports: 'support',
}

/** An id or a name as a pattern of a selection that it alone fits: stars and backslashes stand for themselves. */
export const asPattern = (text: string): string => text.replaceAll(/[\\*]/g, '\\$&')

/** An id as a message shows it: quoted, cut to 64 code points. */
export function quoted(id: string): string {
  const points = [...id]
  return points.length > 64 ? `'${points.slice(0, 64).join('')}…'` : `'${id}'`
}
