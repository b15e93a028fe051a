import { frameFamiliesOf } from '#lib/model/column-roles.ts'
import type { FrameFamily, FrameRole } from '#lib/schema/roles.ts'
import type { ViewerFrame, ViewerModel } from '#lib/schema/schema.ts'

/** What a frame is for: the word that was set, by itself or by its member, and the family, which is guessed without one. */
export type FrameUse = { role?: FrameRole | null | undefined; family: FrameFamily }

/** `place`: of the frame in the model. */
export function frameUses(model: ViewerModel): (frame: ViewerFrame, place: number) => FrameUse {
  const families = frameFamiliesOf(model)
  const ofMembers = new Map(model.members?.map(({ id, role }) => [id, role]))
  return ({ role, memberId }, place) => ({ role: role ?? ofMembers.get(memberId ?? ''), family: families[place] ?? 'beam' })
}
