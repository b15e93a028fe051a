import { cross, dot, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import type { Point2 } from '#lib/schema/schema.ts'

/** SAF's axes in ours: of the whole model, of members, and of sections. */

export type GlobalAxes = { turn: (vector: Vec) => Vec; isTurned: boolean }

const TURNS: Readonly<Record<string, (vector: Vec) => Vec>> = {
  zvertical: (vector) => vector,
  minuszvertical: ([x, y, z]) => [x, 0 - y, 0 - z],
  yvertical: ([x, y, z]) => [x, 0 - z, y],
  minusyvertical: ([x, y, z]) => [x, z, 0 - y],
  xvertical: ([x, y, z]) => [0 - y, 0 - z, x],
  minusxvertical: ([x, y, z]) => [0 - y, z, 0 - x],
}

/** Undefined for words that nobody knows. */
export function globalAxes(text: string): GlobalAxes | undefined {
  const word = text.toLowerCase().replace(/[^a-z]/g, '')
  const known = Object.hasOwn(TURNS, word) ? word : `${word}vertical`
  const turn = Object.hasOwn(TURNS, known) ? TURNS[known] : undefined
  return turn && { turn, isTurned: known !== 'zvertical' }
}

/** Where a section's up lies in the member's y and z, and whether its outline is seen from the other end. */
export type SectionAxes = { up: readonly [y: number, z: number]; isMirrored: boolean }

/** `ZYX`, `MinusZMinusYX`: up, side, and the direction in which the section is seen. */
export function sectionAxes(text: string): SectionAxes | undefined {
  const [, minus, up, , , mirror] = /^(Minus)?([YZ])(Minus)?([YZ])(Minus)?X$/i.exec(text.trim()) ?? []
  if (!up) return undefined
  const sign = minus ? -1 : 1
  return { up: up.toUpperCase() === 'Z' ? [0, sign] : [sign, 0], isMirrored: mirror !== undefined }
}

/** A direction across the member, told in its y and z, in the axes of our outlines: x along 3, y along 2. */
export const acrossOutline = ({ up: [uy, uz] }: SectionAxes, y: number, z: number): Point2 => ({
  x: uy * z - uz * y + 0,
  y: uy * y + uz * z + 0,
})

/**
 * The section's up of a member from `start` to `end` whose y or z lies along `wanted`, turned by `rotation` degrees about x. Undefined where
 * that lies along the member.
 */
export function upOf(
  { start, end }: { start: Vec; end: Vec },
  { axis, wanted, rotation }: { axis: 'y' | 'z'; wanted: Vec; rotation: number },
  { up: [uy, uz] }: SectionAxes,
): Vec | undefined {
  const x = unit(subtract(end, start))
  if (!x) return undefined
  const across = unit(subtract(wanted, scale(x, dot(wanted, x))))
  if (!across || Math.abs(dot(unit(wanted) ?? x, x)) > 1 - 1e-12) return undefined
  const [y, z] = axis === 'y' ? [across, cross(x, across)] : [cross(across, x), across]
  const angle = (rotation * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const turned = (k: 0 | 1 | 2) => uy * (y[k] * cos + z[k] * sin) + uz * (z[k] * cos - y[k] * sin)
  return [turned(0), turned(1), turned(2)]
}
