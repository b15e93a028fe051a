import type { Vec } from '#lib/model/shape/vector.ts'
import type { StepEntity, StepFile } from '../step/step-file.ts'
import { isList, isReference, isTyped, type StepValue } from '../step/step-values.ts'

/** Attributes of entities by their place; undefined where they are not what they should be. */

export const numberOf = (value: StepValue | undefined): number | undefined =>
  typeof value === 'number' ? value : isTyped(value) && typeof value.values[0] === 'number' ? value.values[0] : undefined

export const textOf = (value: StepValue | undefined): string | undefined => {
  const plain = isTyped(value) ? value.values[0] : value
  return typeof plain === 'string' && plain !== '' ? plain : undefined
}

export const wordOf = (value: StepValue | undefined): string | undefined =>
  typeof value === 'object' && value !== null && 'word' in value ? value.word : undefined

export const refOf = (value: StepValue | undefined): number | undefined => (isReference(value) ? value.ref : undefined)

export const refsOf = (value: StepValue | undefined): number[] =>
  isList(value) ? value.flatMap((one) => (isReference(one) ? [one.ref] : [])) : []

export const entityOf = (file: StepFile, value: StepValue | undefined): StepEntity | null =>
  isReference(value) ? file.entity(value.ref) : null

/** Of two or three numbers; null where one is missing. */
export function coordinatesOf(value: StepValue | undefined): Vec | null {
  if (!isList(value)) return null
  const [x, y, z = 0] = value.map(numberOf)
  return x === undefined || y === undefined || z === undefined || value.length > 3 ? null : [x, y, z]
}

/** An IfcCartesianPoint. */
export const pointAt = (file: StepFile, value: StepValue | undefined): Vec | null => {
  const entity = entityOf(file, value)
  return entity?.type === 'IFCCARTESIANPOINT' ? coordinatesOf(entity.values[0]) : null
}
