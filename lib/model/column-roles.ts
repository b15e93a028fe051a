import { AREA_ROLES, type AreaFamily, FRAME_ROLES, type FrameFamily, familyOfArea, familyOfFrame } from '#lib/schema/roles.ts'
import type { ModelColumns } from './columns.ts'
import { type AreaLabel, kindOfOutline } from './shape/shell-axes.ts'
import type { Vec } from './shape/vector.ts'

/** Roles of a model in columns, where each is the place of its word, plus 1, and 0 is none. */

/** That of the frame's own role, else of its member's; undefined without either. */
export function familyOfFramePlace(
  { frames, members }: Pick<ModelColumns, 'frames' | 'members'>,
  k: number,
): FrameFamily | undefined {
  const role = FRAME_ROLES[(frames.role[k] || members.role[frames.member[k]! - 1] || 0) - 1]
  return role && familyOfFrame(role)
}

export function familyOfAreaPlace({ areas }: Pick<ModelColumns, 'areas'>, k: number): AreaFamily | undefined {
  const role = AREA_ROLES[areas.role[k]! - 1]
  return role && familyOfArea(role)
}

/** `labels`: what the kinds of areas are read as. */
export const familyOfPlace = (
  model: Pick<ModelColumns, 'areas'>,
  k: number,
  labels: readonly (AreaLabel | undefined)[],
  outline: () => readonly Vec[],
): AreaFamily => familyOfAreaPlace(model, k) ?? kindOfOutline(labels[model.areas.kind[k]! - 1], outline)
