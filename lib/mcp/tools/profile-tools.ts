import { z } from 'zod'
import { profileTaken } from '#lib/model/section/section-profile.ts'
import type { ConstructSectionCreate } from '#lib/schema/schema.ts'
import { FoundSections, findSections, SectionQuery } from '#lib/service/find-sections.ts'
import type { Batch } from '#lib/storage/log/batch.ts'
import { itemsOf } from '#lib/storage/log/json-chunks.ts'
import { READS, tool } from './tool.ts'

const USUAL_LIMIT = 10

export const findSectionsTool = tool({
  name: 'service.find_sections',
  title: 'Find standard sections',
  scope: 'mcp:models:read',
  description:
    'Standard steel sections by name or its beginning (W14X90, IPE, UC 203): the text for profile, sizes, kg/m. Better than from memory.',
  input: SectionQuery.extend({ limit: z.int().min(1).max(50).optional() }),
  output: FoundSections,
  annotations: READS,
  run: async ({ limit = USUAL_LIMIT, ...query }) => findSections({ ...query, limit }),
})

const MOST_PROFILES = 50

export async function takenProfiles(batch: Batch) {
  const profiles: NonNullable<ReturnType<typeof profileTaken>>[] = []
  let moreProfiles = 0
  const take = (sections: readonly ConstructSectionCreate[]) => {
    for (const section of sections) {
      if (section.profile == null) continue
      const taken = profiles.length < MOST_PROFILES ? profileTaken(section) : undefined
      if (taken) profiles.push(taken)
      else moreProfiles++
    }
  }
  if ('values' in batch) take(batch.values.sections ?? [])
  else for await (const some of itemsOf<ConstructSectionCreate>(batch.packed.sections ?? [])) take(some)
  return { ...(profiles.length > 0 && { profiles }), ...(moreProfiles > 0 && { moreProfiles }) }
}
