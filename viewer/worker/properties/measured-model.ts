import { type Densities, densitiesOf } from '#lib/edit/query/densities.ts'
import { type Quantities, quantitiesOf } from '#lib/edit/query/quantities.ts'
import { type Facts, factsOf } from '#lib/edit/select/facts.ts'
import { readUnits } from '#lib/model/units.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'

/** A model with the quantities that questions over REST and MCP are answered from, so that no table says anything else. */
export type MeasuredModel = {
  model: ViewerModel
  facts: Facts
  densities: Densities
  measures: Quantities
  /** Of its unit of length, where that can be read. */
  metres: number | undefined
}

export function measuredModel(model: ViewerModel): MeasuredModel {
  const facts = factsOf(model)
  const densities = densitiesOf(facts, {}, [])
  return { model, facts, densities, measures: quantitiesOf(facts, densities), metres: readUnits(model.units).length?.metres }
}
