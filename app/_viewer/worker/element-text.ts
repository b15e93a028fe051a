import { shortNumber } from '#lib/geometry/grid-bubble.ts'
import { patternOf, patternText } from '#lib/geometry/support-symbol.ts'
import type { ViewerArea, ViewerFrame, ViewerModel } from '#lib/model/schema.ts'
import type { ElementKind } from './elements.ts'

export const labelText = (element: { id: string; label?: string | null; name?: string | null }) =>
  element.label || element.name || ''

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
