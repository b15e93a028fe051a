import type { FaceTriangle } from '#lib/geometry/face-area.ts'
import { shellAxes } from '#lib/model/shape/shell-axes.ts'
import { cross, directionOf, dot, subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { Facts } from '../select/facts.ts'
import type { Amount, SolidKind } from './amount.ts'
import { endsOf, type FloorFace, type Triangle, type Tributary, tributaryOf, type Upright } from './tributary.ts'

/** The columns and walls of a model with the floors on their heads. */

type Faces = { thickness(area: number): number; faceOf(area: number): FaceTriangle[] | null }

/** Of columns and walls; of a floor that none of them carries why there is nothing. */
export function shareMeasure(facts: Facts, faces: Faces) {
  let shares: Tributary | undefined
  return (quantity: 'tributary' | 'carried', kind: SolidKind, ordinal: number): Amount | undefined => {
    shares ??= floorShares(facts, faces)
    const role = facts.role(kind, ordinal)
    if (role === 'floor' || role === 'roof')
      return quantity === 'tributary' && shares.isWithoutHead(ordinal) ? ['no_column_below'] : undefined
    if (role !== 'column' && role !== 'wall') return undefined
    return quantity === 'tributary' ? shares.own(kind, ordinal) : shares.carried(kind, ordinal)
  }
}

function floorShares(facts: Facts, { thickness, faceOf }: Faces): Tributary {
  const floors: FloorFace[] = []
  const uprights: Upright[] = []
  for (let i = 0; i < facts.count('areas'); i++) {
    const role = facts.role('areas', i)
    if (role === 'wall') uprights.push(...wallHeads(facts, i, thickness(i)))
    const face = role === 'floor' || role === 'roof' ? faceOf(i) : null
    if (face) floors.push(floorFace(facts, i, thickness(i), face))
  }
  for (let i = 0; i < facts.count('frames'); i++) {
    if (facts.role('frames', i) !== 'column') continue
    const { head } = endsOf(facts, i)
    if (head < 0) continue
    const [x, y, height] = facts.position(head)
    uprights.push({ kind: 'frames', ordinal: i, points: [[x, y]], height })
  }
  return tributaryOf(facts, uprights, floors)
}

function floorFace(facts: Facts, ordinal: number, thickness: number, face: readonly FaceTriangle[]): FloorFace {
  const heights = facts.nodesOf('areas', ordinal).map((node) => facts.position(node)[2])
  const middle = heights.reduce((sum, z) => sum + z, 0) / heights.length
  const point = facts.element('areas', ordinal).cardinalPoint?.toUpperCase()
  const shift = point === 'TOP' ? -thickness / 2 : point === 'BOTTOM' ? thickness / 2 : 0
  const triangles = face.map(([a, b, c]): Triangle => [flat(a), flat(b), flat(c)])
  return { ordinal, middle: middle + shift, reach: thickness + facts.selectionTolerance, triangles }
}

const flat = ([x, y]: Vec): readonly [number, number] => [x, y]

/** Points along the upper edge, as far apart as the wall is thick or a sixteenth of it is long, ends in. */
function wallHeads(facts: Facts, ordinal: number, thickness: number): Upright[] {
  const outline = facts.element('areas', ordinal).nodeIds.map((id) => facts.place(id))
  const normal = shellAxes(outline)?.[2]
  if (!normal || Math.hypot(normal[0], normal[1]) === 0) return []
  const along = cross([0, 0, 1], directionOf([normal[0], normal[1], 0]))
  const height = Math.max(...outline.map(([, , z]) => z))
  const origin = outline[0] ?? [0, 0, 0]
  const top = outline.filter(([, , z]) => z >= height - facts.selectionTolerance)
  const places = top.map((point) => dot(subtract(point, origin), along))
  const [from, to] = [Math.min(...places), Math.max(...places)]
  const steps = Math.max(1, Math.ceil((to - from) / Math.max(thickness, (to - from) / 16) - 1e-9))
  const points = Array.from({ length: to > from ? steps + 1 : 1 }, (_, k) => {
    const far = from + ((to - from) * k) / steps
    return [origin[0] + along[0] * far, origin[1] + along[1] * far] as const
  })
  return [{ kind: 'areas', ordinal, points, height }]
}
