import { profileTaken } from '#lib/model/section/section-profile.ts'
import { type Batch, sectionsOf } from '#lib/service/elements/batch.ts'

/** What profiles were taken for, where that is not what was sent in other letters: `{"C":"HE200B"}`. */

type Taken = { profiles?: Record<string, string>; moreProfiles?: number }

const MOST_PROFILES = 10

/** A profile's name without case, blanks and marks. */
export const bareName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** `sections`: with the profile as it was sent, and our name for it. */
export function profilesInShort(sections: Iterable<{ id: string; sent: string; designation: string }>): Taken {
  return firstProfiles([...sections].filter(({ sent, designation }) => bareName(sent) !== bareName(designation)))
}

/** Of profiles that were taken for something else the first, and how many more there are. */
export function firstProfiles(others: readonly { id: string; designation: string }[]): Taken {
  if (others.length === 0) return {}
  const profiles = Object.fromEntries(others.slice(0, MOST_PROFILES).map(({ id, designation }) => [id, designation]))
  return { profiles, ...(others.length > MOST_PROFILES && { moreProfiles: others.length - MOST_PROFILES }) }
}

export async function profilesOfBatch(batch: Batch): Promise<Taken> {
  const taken: { id: string; sent: string; designation: string }[] = []
  for await (const sections of sectionsOf(batch)) {
    for (const section of sections) {
      const found = section.profile == null ? undefined : profileTaken(section)
      if (found && section.profile) taken.push({ id: section.id, sent: section.profile, designation: found.designation })
    }
  }
  return profilesInShort(taken)
}
