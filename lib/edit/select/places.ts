import { distanceTo } from '#lib/model/grid-shapes.ts'
import { AXES, COORDINATES } from '#lib/model/shape/vector.ts'
import { type Issue, valueError } from '#lib/schema/model-error.ts'
import type { Kind, ViewerGridLine } from '#lib/schema/schema.ts'
import type { Facts } from './facts.ts'

/** Where elements lie: on grid lines, between them, in a box. */

/** Tells of elements whether all their nodes lie on the line. */
export function onLine(facts: Facts, line: ViewerGridLine): (kind: Kind, ordinal: number) => boolean {
  const distance = distanceTo(line)
  return (kind, ordinal) => {
    const nodes = facts.nodesOf(kind, ordinal)
    return nodes.length > 0 && nodes.every((node) => distance(facts.position(node)) <= facts.selectionTolerance)
  }
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
