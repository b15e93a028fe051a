import { GridKinds, type PlanPoint } from '#lib/model/grid-shapes.ts'
import type { Facts } from './facts.ts'

/** The grid lines of a model: what is of one kind, and the plan in which straight ones are drawn. */

export const kindsOfLines = (facts: Facts): GridKinds => new GridKinds(facts.gridLines, facts.selectionTolerance)

export function planOf({ model: { bounds } }: Facts): { low: PlanPoint; high: PlanPoint } {
  return { low: [bounds.min.x, bounds.min.y], high: [bounds.max.x, bounds.max.y] }
}
