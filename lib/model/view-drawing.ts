import { isOneOf, keysOf } from '#lib/values/object-keys.ts'
import { upAxis } from './display-axes.ts'
import { levelName } from './level-name.ts'
import { AXIS } from './shape/vector.ts'
import type { Up } from './up-axis.ts'

/**
 * A plan at a level or an elevation at a grid line: looked at square on, in parallel, and cut to a slab about it. `at`: the
 * coordinate in model axes.
 */
export type Drawing = { axis: 'X' | 'Y' | 'Z'; at: number; label: string }

export const isPlan = ({ axis }: Drawing, up: Up | null) => axis === upAxis(up)
export const titleOf = (drawing: Drawing, up: Up | null) => `${isPlan(drawing, up) ? 'Plan' : 'Elevation'} at ${drawing.label}`

/** `Y,7.5,2` in an address; written by hand, `Y,7.5` is enough. */
export const drawingText = ({ axis, at, label }: Drawing) => `${axis},${at},${label}`
export function textDrawing(text: string | null): Drawing | null {
  const [, axis, coordinate, label] = /^([XYZ]),([^,]+)(?:,(.*))?$/s.exec(text ?? '') ?? []
  if (!isOneOf(keysOf(AXIS), axis) || !Number.isFinite(Number(coordinate))) return null
  return { axis, at: Number(coordinate), label: levelName(label, Number(coordinate)) }
}
