import { type FrameFamily, familyOfFrame } from '#lib/schema/roles.ts'
import type { Structure } from './check/structure.ts'

/** Of each frame the family of its role, its own or else its member's; undefined where none says one. By ordinals of `structure.frames`. */
export function setFamilies({ model, frames }: Structure): (frame: number) => FrameFamily | undefined {
  const ofMembers = new Map((model.members ?? []).map(({ id, role }) => [id, role]))
  return (i) => {
    const frame = frames[i]
    const { role } = model.frames?.[frame?.ordinal ?? -1] ?? {}
    const effective = role ?? ofMembers.get(frame?.memberId ?? '')
    return effective ? familyOfFrame(effective) : undefined
  }
}
