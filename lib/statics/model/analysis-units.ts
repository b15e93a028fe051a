import { readUnits } from '#lib/model/units.ts'
import type { ViewerUnits } from '#lib/schema/schema.ts'

/** The units of a model as the analysis has them: N, m, K per unit of the model. */
export type AnalysisUnits = {
  metres: number
  newtons: number
  /** K per degree; NaN where the unit of temperature is not known. */
  kelvins: number
  length: string
  force: string
}

/** Undefined where length or force is not known. */
export function analysisUnits(units: ViewerUnits | undefined): AnalysisUnits | undefined {
  const { length, force, temperature } = readUnits(units)
  if (!length || !force) return undefined
  const kelvins = temperature ? (temperature.unit === 'F' ? 5 / 9 : 1) : Number.NaN
  return { metres: length.metres, newtons: force.newtons, kelvins, length: length.unit, force: force.unit }
}

/** Of a model without a length or force unit: what there is, and what is missing. */
export function unitsMissing(units: ViewerUnits | undefined): string {
  const { length, force } = readUnits(units)
  const has = [length && `length "${length.unit}"`, force && `force "${force.unit}"`].filter((one) => one !== undefined)
  const lacks = [...(length ? [] : ['no length']), ...(force ? [] : ['no force'])].join(' and ')
  const there = has.length > 0 ? `${has.join(', ')} and ${lacks}` : lacks
  return `The analysis needs a length and a force unit; units has ${there}. Set them, such as {"length":"m","force":"kN"}`
}

/** m/s². */
export const GRAVITY = 9.80665
