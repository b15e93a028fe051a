import { readUnits } from '#lib/model/units.ts'
import type { ViewerModel, ViewerUnits } from '#lib/schema/schema.ts'

type Bounds = ViewerModel['bounds']

/** "24 × 18.5 × 12 m", the box of the nodes along X, Y and Z in the model's own unit; empty for a model without extent. */
export function sizeOf({ min, max }: Bounds, units: ViewerUnits | undefined): string {
  const extents = [max.x - min.x, max.y - min.y, max.z - min.z]
  if (extents.every((extent) => extent === 0)) return ''
  return `${extents.map(short).join(' × ')} ${lengthUnitOf(units)}`.trim()
}

/** The size and the units that it does not say: "24 × 18.5 × 12 m · kN"; of a model without extent "m, kN". */
export function sizeAndUnits(bounds: Bounds, units: ViewerUnits | undefined): string {
  const [size, length, force] = [sizeOf(bounds, units), lengthUnitOf(units), units?.force ?? '']
  if (length === '' && force === '') return [size, 'units not set'].filter(Boolean).join(' · ')
  return size === '' ? [length, force].filter(Boolean).join(', ') : [size, force].filter(Boolean).join(' · ')
}

/** The lengths that are meant. */
const lengthUnitOf = (units: ViewerUnits | undefined) => readUnits(units).length?.unit ?? units?.length ?? ''

const short = (value: number) => String(Number(value.toPrecision(4)))
