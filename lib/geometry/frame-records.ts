import type { Vec } from '#lib/model/vector.ts'
import { isVertical } from './local-axes.ts'

/** Four unsigned integers a frame: start node, end node, placement, and body and flags packed by `packFrame`. */
export type FrameRecords = { count: number; records: Uint32Array }

export const NO_BODY = 0xffff
const VERTICAL = 1 << 16
const WITHOUT_LENGTH = 1 << 17
export const UNDRAWN = 1 << 18
const KIND_SHIFT = 19

export const FRAME_KINDS = ['column', 'beam', 'brace'] as const

export const bodyOf = (packed: number) => packed & 0xffff
export const isVerticalFrame = (packed: number) => (packed & VERTICAL) !== 0
export const isWithoutLength = (packed: number) => (packed & WITHOUT_LENGTH) !== 0
export const isUndrawn = (packed: number) => (packed & UNDRAWN) !== 0
export const frameKind = (packed: number) => FRAME_KINDS[(packed >> KIND_SHIFT) & 3] ?? 'beam'

/** Columns stand within 10° of vertical, beams lie within 20° of horizontal, braces are what is left. */
function kindOf(axis1: Vec): number {
  const upright = Math.abs(axis1[2])
  if (upright >= Math.cos(Math.PI / 18)) return 0
  return upright <= Math.sin(Math.PI / 9) ? 1 : 2
}

/** `axis1`: the direction of the frame, of length 1; null of a frame without length. */
export const packFrame = (body: number, axis1: Vec | null) =>
  body | (axis1 ? (isVertical(axis1) ? VERTICAL : 0) | (kindOf(axis1) << KIND_SHIFT) : WITHOUT_LENGTH)

/** The same in words. `axis1` has length 1. */
export const frameKindOf = (axis1: Vec): (typeof FRAME_KINDS)[number] => FRAME_KINDS[kindOf(axis1)]!
