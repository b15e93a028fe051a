import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'

/** A ViewerModel made what was submitted again, so that reading a model and posting it loses nothing: decisions, section 3. */

const MADE_OF = ['type', 'dimensions', 'profile'] as const
const FROM_MEMBER = ['sectionId', 'materialId'] as const

/** Changes what it is given. What was not read from us has neither mark, and is taken as it stands. */
export function asSubmitted(model: Dictionary): Dictionary {
  const { schemaVersion, sectionDefinitions, sections, members, frames } = model
  if (!Array.isArray(sectionDefinitions) && schemaVersion !== 'viewer-model/v1') return model
  layDefinitions(sections, sectionDefinitions)
  takeInherited(frames, members)
  return model
}

/** A section says itself what it is made of, or all of it stands in its definition. */
function layDefinitions(sections: unknown, definitions: unknown): void {
  const known = new Map(dictionariesIn(definitions).map((definition) => [definition.id, definition]))
  for (const section of dictionariesIn(sections)) {
    const definition = known.get(section.id)
    if (!definition || MADE_OF.some((field) => section[field] !== undefined)) continue
    for (const field of MADE_OF) if (definition[field] !== undefined) section[field] = definition[field]
  }
}

/** What a frame shows of its member's would be its own from then on. */
function takeInherited(frames: unknown, members: unknown): void {
  const memberOf = new Map<unknown, Dictionary>()
  for (const member of dictionariesIn(members))
    if (Array.isArray(member.frameIds)) for (const id of member.frameIds) memberOf.set(id, member)
  if (memberOf.size === 0) return
  for (const frame of dictionariesIn(frames)) {
    const member = memberOf.get(frame.id)
    if (!member) continue
    if (frame.memberId === member.id) delete frame.memberId
    for (const field of FROM_MEMBER) if (frame[field] === member[field]) delete frame[field]
  }
}

const dictionariesIn = (list: unknown): Dictionary[] => (Array.isArray(list) ? list.filter(isDictionary) : [])
