import type { ConstructMember, ViewerFrame } from '#lib/schema/schema.ts'
import { keysOf } from '#lib/values/object-keys.ts'

/** What a member gives to its frames. */
export type MemberGift = Pick<ConstructMember, 'id' | 'materialId' | 'sectionId'>

/** All fields of a frame: one that is missing here fails the types, and would be lost to every frame of a member. */
const FIELDS = keysOf({
  id: true,
  startNodeId: true,
  endNodeId: true,
  label: true,
  length: true,
  materialId: true,
  memberId: true,
  role: true,
  rotation: true,
  sectionId: true,
  sectionOffset: true,
  source: true,
  releases: true,
  endSectionId: true,
  endSectionOffset: true,
  taper: true,
} satisfies Record<keyof ViewerFrame, true>)

/**
 * A frame as the model returns it: its `memberId` is the member that lists it, else what was submitted; without section or
 * material of its own it takes its member's. Decisions, section 3.
 */
export function frameAsReturned(frame: ViewerFrame, member: MemberGift | undefined): ViewerFrame {
  if (!member) return frame
  const memberFields: Partial<ViewerFrame> = { memberId: member.id }
  if (frame.materialId == null && member.materialId != null) memberFields.materialId = member.materialId
  if (frame.sectionId == null && member.sectionId != null) memberFields.sectionId = member.sectionId
  const returned: Record<string, unknown> = {}
  for (const field of FIELDS) {
    const value = memberFields[field] ?? frame[field]
    if (value !== undefined) returned[field] = value
  }
  return returned as ViewerFrame // each field is the frame's or of the same type
}

/** A member without the frames that are gone; null when none is left, for a member is its frames. */
export function memberWithout(member: ConstructMember, gone: ReadonlySet<string>): ConstructMember | null {
  const frameIds = member.frameIds.filter((id) => !gone.has(id))
  return frameIds.length === 0 ? null : { ...member, frameIds }
}
