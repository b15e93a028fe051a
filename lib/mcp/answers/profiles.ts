import { profileTaken } from '#lib/model/section/section-profile.ts'
import type { ConstructSectionCreate } from '#lib/schema/schema.ts'
import type { Batch } from '#lib/storage/log/batch.ts'
import { itemsOf } from '#lib/storage/log/json-chunks.ts'

/** What profiles were taken for, where that is not what was sent in other letters: `{"C":"HE200B"}`. */

type Taken = { profiles?: Record<string, string>; moreProfiles?: number }

const MOST_PROFILES = 10

/** A profile's name without case, blanks and marks. */
export const bareName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** `sections`: with the profile as it was sent, and our name for it. */
export function profilesInShort(sections: Iterable<{ id: string; sent: string; designation: string }>): Taken {
  const others = [...sections].filter(({ sent, designation }) => bareName(sent) !== bareName(designation))
  if (others.length === 0) return {}
  const profiles = Object.fromEntries(others.slice(0, MOST_PROFILES).map(({ id, designation }) => [id, designation]))
  return { profiles, ...(others.length > MOST_PROFILES && { moreProfiles: others.length - MOST_PROFILES }) }
}

export async function profilesOfBatch(batch: Batch): Promise<Taken> {
  const taken: { id: string; sent: string; designation: string }[] = []
  const take = (sections: readonly ConstructSectionCreate[]) => {
    for (const section of sections) {
      const found = section.profile == null ? undefined : profileTaken(section)
      if (found && section.profile) taken.push({ id: section.id, sent: section.profile, designation: found.designation })
    }
  }
  if ('values' in batch) take(batch.values.sections ?? [])
  else for await (const some of itemsOf<ConstructSectionCreate>(batch.packed.sections ?? [])) take(some)
  return profilesInShort(taken)
}
