import { readUnits } from '#lib/model/units.ts'
import type { ViewerModel, ViewerUnits } from '#lib/schema/schema.ts'

type Bounds = ViewerModel['bounds']

/** "24 × 18.5 × 12 m", the box of the nodes along X, Y and Z in the model's own unit; empty for a model without extent. */
export function sizeOf({ min, max }: Bounds, units: ViewerUnits | undefined): string {
  const extents = [max.x - min.x, max.y - min.y, max.z - min.z]
  if (extents.every((extent) => extent === 0)) return ''
  const unit = readUnits(units).length?.unit ?? units?.length ?? ''
  return `${extents.map(short).join(' × ')} ${unit}`.trim()
}

const short = (value: number) => String(Number(value.toPrecision(4)))
