import { isVertical } from '#lib/model/shape/local-axes.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { FrameFamily } from '#lib/schema/roles.ts'

/** Four unsigned integers a frame: start node, end node, placement, and body and flags packed by `packFrame`. */
export type FrameRecords = { count: number; records: Uint32Array }

export const NO_BODY = 0xffff
const VERTICAL = 1 << 16
const WITHOUT_LENGTH = 1 << 17
export const UNDRAWN = 1 << 18
const KIND_SHIFT = 19

export const FRAME_KINDS = ['column', 'beam', 'brace', 'arch', 'cable', 'hanger'] as const satisfies readonly FrameFamily[]

export const bodyOf = (packed: number) => packed & 0xffff
export const isVerticalFrame = (packed: number) => (packed & VERTICAL) !== 0
export const isWithoutLength = (packed: number) => (packed & WITHOUT_LENGTH) !== 0
export const isUndrawn = (packed: number) => (packed & UNDRAWN) !== 0
export const frameKind = (packed: number) => FRAME_KINDS[(packed >> KIND_SHIFT) & 7] ?? 'beam'

/**
 * Columns stand within 10° of vertical, beams lie within 20° of horizontal, braces are what is left. `upright`: the cosine of the angle
 * to vertical, of either sign.
 */
function kindOf(upright: number) {
  const steep = Math.abs(upright)
  if (steep >= COLUMN) return 0
  return steep <= BEAM ? 1 : 2
}
const COLUMN = Math.cos(Math.PI / 18)
const BEAM = Math.sin(Math.PI / 9)

/**
 * `axis1`: the direction of the frame, of length 1; null of a frame without length, which counts as a beam. `family`: by its role, where it
 * has one.
 */
export function packFrame(body: number, axis1: Vec | null, family?: FrameFamily): number {
  const kind = family ? FRAME_KINDS.indexOf(family) : kindOf(axis1?.[2] ?? 0)
  return body | (axis1 && isVertical(axis1) ? VERTICAL : 0) | (kind << KIND_SHIFT) | (axis1 ? 0 : WITHOUT_LENGTH)
}

/** The same in words. `upright`: the third number of its direction of length 1. */
export const frameKindOf = (upright: number): (typeof FRAME_KINDS)[number] => FRAME_KINDS[kindOf(upright)]!
