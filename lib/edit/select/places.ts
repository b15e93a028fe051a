import { AXES, AXIS, type Axis, COORDINATES } from '#lib/model/shape/vector.ts'
import { type Issue, valueError } from '#lib/schema/model-error.ts'
import type { Kind, ViewerGridLine } from '#lib/schema/schema.ts'
import type { Facts } from './facts.ts'

/** Where elements lie: on grid lines, between them, in a box. */

export const along = ({ axis }: Pick<ViewerGridLine, 'axis'>): Axis => AXIS[axis]

/** Whether all nodes of the element lie on the line. */
export function liesOn(facts: Facts, kind: Kind, ordinal: number, line: ViewerGridLine): boolean {
  const nodes = facts.nodesOf(kind, ordinal)
  const axis = along(line)
  return (
    nodes.length > 0 && nodes.every((node) => Math.abs(facts.position(node)[axis] - line.coordinate) <= facts.selectionTolerance)
  )
}

/** Whether no node lies outside the two lines, and the element not on one of them. */
export function liesBetween(
  facts: Facts,
  kind: Kind,
  ordinal: number,
  [a, b]: readonly [ViewerGridLine, ViewerGridLine],
): boolean {
  const nodes = facts.nodesOf(kind, ordinal)
  const axis = along(a)
  const [low, high] = a.coordinate < b.coordinate ? [a.coordinate, b.coordinate] : [b.coordinate, a.coordinate]
  if (nodes.length === 0) return false
  const isInside = nodes.every((node) => {
    const position = facts.position(node)[axis]
    return position >= low - facts.selectionTolerance && position <= high + facts.selectionTolerance
  })
  return isInside && !liesOn(facts, kind, ordinal, a) && !liesOn(facts, kind, ordinal, b)
}

export type Box = { [K in (typeof COORDINATES)[number]]?: readonly (number | null)[] | undefined }

export function liesIn(facts: Facts, kind: Kind, ordinal: number, box: Box): boolean {
  const nodes = facts.nodesOf(kind, ordinal)
  return (
    nodes.length > 0 &&
    nodes.every((node) => {
      const position = facts.position(node)
      return AXES.every((axis) => {
        const [from = null, to = null] = box[COORDINATES[axis]] ?? []
        const index = position[axis]
        return (
          (from === null || index >= from - facts.selectionTolerance) && (to === null || index <= to + facts.selectionTolerance)
        )
      })
    })
  )
}

/** False after telling of a range that ends before it begins. */
export function isRange(range: readonly (number | null)[] | undefined, loc: Issue['loc'], issues: Issue[]): boolean {
  const [from = null, to = null] = range ?? []
  if (from === null || to === null || from <= to) return true
  issues.push(valueError(loc, `a range goes from the smaller to the larger number: [${to}, ${from}]`))
  return false
}

/** Six significant digits, as measures are told. */
export const digits = (value: number): number => Number(value.toPrecision(6)) + 0
