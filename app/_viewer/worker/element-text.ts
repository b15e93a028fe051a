import { shortNumber } from '#lib/geometry/grid-bubble.ts'
import { patternName, patternOf } from '#lib/geometry/support-symbol.ts'
import type { ElementKind, Of } from './elements.ts'

export const labelText = (element: Of<ElementKind>) =>
  ('label' in element && element.label) || ('name' in element && element.name) || ''

/** A name of one word or more, in the middle of a line. */
const within = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)

/** What else is said of one of a kind. */
const SAID: { [K in ElementKind]?: (element: Of<K>) => string[] } = {
  node: ({ position: { x, y, z } }) => [`(${[x, y, z].map(shortNumber).join(', ')})`],
  frame: ({ startNodeId, endNodeId, sectionId }) => [`${startNodeId} → ${endNodeId}`, sectionId ?? ''],
  area({ nodeIds, openingNodeIds, kind }) {
    const openings = openingNodeIds?.length ?? 0
    return [kind ?? '', `${nodeIds.length} nodes`, openings ? `${openings} opening${openings > 1 ? 's' : ''}` : '']
  },
  support: ({ nodeId, restraints }) => [`on ${nodeId}`, within(patternName(patternOf(restraints)))],
  gridLine: ({ axis, coordinate }) => [`${axis} = ${shortNumber(coordinate)}`],
  member: ({ frameIds }) => [`${frameIds.length} frame${frameIds.length > 1 ? 's' : ''}`],
}

/** One line of the outline: what the picture shows of an element, in words. */
export function textOf<K extends ElementKind>(kind: K, element: Of<K>): string {
  const label = labelText(element)
  return [label === element.id ? '' : label, ...(SAID[kind]?.(element) ?? [])].filter(Boolean).join(', ')
}
