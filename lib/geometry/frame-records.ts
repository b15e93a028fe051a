import { FRAME_KINDS } from '#lib/model/frame-guess.ts'
import { isVertical } from '#lib/model/shape/local-axes.ts'
import type { Vec } from '#lib/model/shape/vector.ts'

/** Four unsigned integers a frame: start node, end node, placement, and body and flags packed by `packFrame`. */
export type FrameRecords = { count: number; records: Uint32Array }

export const NO_BODY = 0xffff
const VERTICAL = 1 << 16
const WITHOUT_LENGTH = 1 << 17
export const UNDRAWN = 1 << 18
const KIND_SHIFT = 19

export const bodyOf = (packed: number) => packed & 0xffff
export const isVerticalFrame = (packed: number) => (packed & VERTICAL) !== 0
export const isWithoutLength = (packed: number) => (packed & WITHOUT_LENGTH) !== 0
export const isUndrawn = (packed: number) => (packed & UNDRAWN) !== 0
export const frameKind = (packed: number) => FRAME_KINDS[(packed >> KIND_SHIFT) & 7] ?? 'beam'

/** `axis1`: the direction of the frame, of length 1; null of a frame without length. `kind`: its place in `FRAME_KINDS`. */
export function packFrame(body: number, axis1: Vec | null, kind: number): number {
  return body | (axis1 && isVertical(axis1) ? VERTICAL : 0) | (kind << KIND_SHIFT) | (axis1 ? 0 : WITHOUT_LENGTH)
}
