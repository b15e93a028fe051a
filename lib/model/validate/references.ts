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

/** Which element is of which kind, as submitted: that is what the model keeps. */
export type ElementOf = {
  areas: ViewerArea
  frames: ViewerFrame
  gridLines: ViewerGridLine
  materials: ViewerMaterial
  members: ConstructMember
  nodes: ViewerNode
  sections: ConstructSectionCreate
  supports: ViewerSupport
}

/**
 * Every place where one element names another. `frame.memberId` and `area.diaphragmId` are labels, so not here.
 * `required`: the element cannot be without it. The order within a kind is the schema's field order.
 */
export const REFERENCES: readonly { from: Kind; field: string; to: Kind; required: boolean }[] = [
  { from: 'areas', field: 'nodeIds', to: 'nodes', required: true },
  { from: 'areas', field: 'materialId', to: 'materials', required: false },
  { from: 'areas', field: 'openingNodeIds', to: 'nodes', required: true },
  { from: 'areas', field: 'sectionId', to: 'sections', required: false },
  { from: 'frames', field: 'startNodeId', to: 'nodes', required: true },
  { from: 'frames', field: 'endNodeId', to: 'nodes', required: true },
  { from: 'frames', field: 'materialId', to: 'materials', required: false },
  { from: 'frames', field: 'sectionId', to: 'sections', required: false },
  { from: 'members', field: 'frameIds', to: 'frames', required: true },
  { from: 'members', field: 'materialId', to: 'materials', required: false },
  { from: 'members', field: 'sectionId', to: 'sections', required: false },
  { from: 'sections', field: 'materialId', to: 'materials', required: false },
  { from: 'supports', field: 'nodeId', to: 'nodes', required: true },
]

export type ReferenceRule = (typeof REFERENCES)[number]

export const referencesFrom = (kind: Kind): readonly ReferenceRule[] => REFERENCES.filter(({ from }) => from === kind)

/** Calls back for each id in a referring field with where it stands below the field; skips what is not there. */
export function eachReference(value: unknown, visit: (id: string, path: number[]) => void, indices: number[] = []): void {
  if (typeof value === 'string') visit(value, indices)
  if (!Array.isArray(value)) return
  for (const [i, one] of value.entries()) eachReference(one, visit, [...indices, i])
}

/** Kinds in the words of messages. */
export const KIND_WORD: Record<Kind, string> = {
  areas: 'area',
  frames: 'frame',
  gridLines: 'grid line',
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
