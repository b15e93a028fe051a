import type { Finding, Vector3, ViewerArea, ViewerModel, ViewerNode } from '#lib/schema/schema.ts'
import { EMPTY_BOUNDS } from '../bounds.ts'
import { distance, vec } from '../shape/vector.ts'
import type { LengthUnit } from '../units.ts'
import { judgedAreas } from './area-planes.ts'
import { degenerateAreas, selfIntersectingAreas } from './check-areas.ts'
import { digits, named, type RuleFinding } from './check-finding.ts'
import { FIX_AWAY } from './check-outliers.ts'
import { type Usual, usualPlace } from './nodes-away.ts'
import { structureOf } from './structure.ts'

/** What a write is told at once of where things lie: nobody means that, and the check would tell it later. */

/**
 * What is usual in a model to which nodes were written: it is told by the others, or by all where these are fewer.
 * `nodes`: of many some.
 */
export function usualBeside(nodes: readonly ViewerNode[], written: ReadonlySet<string>, unit: LengthUnit | undefined): Usual {
  const others = nodes.filter(({ id }) => !written.has(id))
  const telling = 2 * others.length >= nodes.length ? others : nodes
  return usualPlace(
    telling.map(({ position }) => vec(position)),
    unit?.metres ?? Number.NaN,
  )
}

/** Nodes far from all others, of those that were written. */
export function nodesWrittenAway(
  nodes: readonly ViewerNode[],
  { middle, usual, limit }: Usual,
  unit: LengthUnit | undefined,
): Finding[] {
  const inUnit = (length: number) => `${digits(length)}${unit ? ` ${unit.unit}` : ''}`
  const far = (node: ViewerNode) => distance(vec(node.position), middle)
  const away = usual > 0 ? nodes.filter((node) => far(node) > limit) : []
  return grouped(
    'size_outlier',
    away.map((node) => ({
      message: `Node ${named(node.id)} lies ${inUnit(far(node))} from the middle of the model, of whose nodes nine of ten lie within ${inUnit(usual)}`,
      elements: [{ kind: 'node', id: node.id }],
      fix: FIX_AWAY,
    })),
  )
}

/** Outlines that enclose nothing or cross themselves, of areas whose nodes are known. */
export function outlinesWritten(areas: readonly ViewerArea[], placeOf: (node: string) => Vector3 | undefined): Finding[] {
  const nodes = new Map<string, ViewerNode>()
  const whole = areas.filter(({ nodeIds }) =>
    nodeIds.every((id) => {
      const position = placeOf(id)
      if (position) nodes.set(id, { id, position })
      return position
    }),
  )
  if (whole.length === 0) return []
  const outlines = whole.map(({ id, nodeIds }) => ({ id, nodeIds }))
  const structure = structureOf({ ...NOTHING_ELSE, nodes: [...nodes.values()], areas: outlines })
  const judged = judgedAreas(structure)
  return [
    ...grouped('degenerate_area', degenerateAreas(judged)),
    ...grouped('self_intersecting_area', selfIntersectingAreas(structure, judged)),
  ]
}

const NOTHING_ELSE: Pick<ViewerModel, 'name' | 'bounds' | 'schemaVersion'> = {
  name: '',
  bounds: EMPTY_BOUNDS,
  schemaVersion: 'viewer-model/v1',
}

const MOST_NAMED = 5

/** What is found in several as one, in the words of the first. */
function grouped(code: string, found: Iterable<RuleFinding>): Finding[] {
  const all = [...found].filter(({ isCutShort }) => !isCutShort)
  const [first] = all
  if (!first) return []
  const { message, fix } = first
  return [
    {
      ...{ severity: 'warning', code, message: all.length > 1 ? `${message} [${all.length} times]` : message },
      elements: all.slice(0, MOST_NAMED).flatMap(({ elements }) => elements),
      ...(fix !== undefined && { fix }),
    },
  ]
}
