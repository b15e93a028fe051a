import { shortNumber } from '#lib/geometry/grid-bubble.ts'
import { patternName } from '#lib/geometry/support-name.ts'
import { patternOf } from '#lib/geometry/support-pattern.ts'
import { isStraight, shapeWord } from '#lib/model/grid-shapes.ts'
import { loadText, releasesText, stiffnessText, termsText } from '#lib/model/load/load-text.ts'
import type { ViewerGridLine } from '#lib/schema/schema.ts'
import type { ElementKind, FoundElement, Of } from './elements.ts'

export const labelText = (element: Of<ElementKind>) =>
  ('label' in element && element.label) || ('name' in element && element.name) || ''

/** A name of one word or more, in the middle of a line. */
const within = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)

/** What else is said of one of a kind. */
const DETAILS: { [K in ElementKind]?: (element: Of<K>) => string[] } = {
  node: ({ position: { x, y, z } }) => [`(${[x, y, z].map(shortNumber).join(', ')})`],
  frame: ({ startNodeId, endNodeId, sectionId, endSectionId, releases }) => [
    `${startNodeId} → ${endNodeId}`,
    endSectionId == null ? (sectionId ?? '') : `${sectionId ?? 'none'} → ${endSectionId}`,
    releases ? `released ${releasesText(releases)}` : '',
  ],
  area({ nodeIds, openingNodeIds, kind }) {
    const openings = openingNodeIds?.length ?? 0
    return [kind ?? '', `${nodeIds.length} nodes`, openings ? `${openings} opening${openings > 1 ? 's' : ''}` : '']
  },
  support: ({ nodeId, restraints, stiffness }) => [
    `on ${nodeId}`,
    within(patternName(patternOf(restraints))),
    stiffness ? `springs ${stiffnessText(stiffness)}` : '',
  ],
  loadCase: ({ nature, selfWeight }) => [nature ?? '', selfWeight ? 'with self weight' : ''],
  load: (load) => [`${load.caseId} on ${load.nodeId ?? load.frameId ?? load.areaId}`, loadText(load)],
  combination: (combination) => [termsText(combination, 4)],
  diaphragm: ({ gridLineId, nodeIds }) => [gridLineId != null ? `level ${gridLineId}` : `${nodeIds?.length ?? 0} nodes`],
  gridLine: (line) => [isStraight(line) ? '' : shapeWord(line).toLowerCase()],
  member: ({ frameIds }) => [`${frameIds.length} frame${frameIds.length > 1 ? 's' : ''}`],
}

/** What the picture shows of an element, in words. `line`: where a grid line or a level lies, which is written in the unit of the display. */
export type ElementText = { text: string; line?: Pick<ViewerGridLine, 'axis' | 'coordinate'> }
/** One line of the outline. */
export type FoundRow = FoundElement & ElementText

export function textOf<K extends ElementKind>(kind: K, element: Of<K>): ElementText {
  const label = labelText(element)
  const text = [label === element.id ? '' : label, ...(DETAILS[kind]?.(element) ?? [])].filter(Boolean).join(', ')
  return 'coordinate' in element && isStraight(element)
    ? { text, line: { axis: element.axis, coordinate: element.coordinate } }
    : { text }
}
