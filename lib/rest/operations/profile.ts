import { z } from 'zod'
import { FoundSections, findSections, SectionQuery } from '#lib/service/find-sections.ts'
import * as example from '../openapi/examples.ts'
import { operation } from '../operation.ts'
import { json } from '../reply.ts'

export const findSectionProfiles = operation({
  id: 'find_sections',
  method: 'GET',
  path: '/api/section-profiles',
  tag: 'Edit and ask',
  summary: 'Find standard sections',
  description:
    "Standard steel sections of AISC, EN and BS, Australia and India by name or how it begins, in any common spelling: what a section's `profile` may say, with sizes, area and mass in the unit asked for. An unknown name gets near ones.",
  needs: 'read',
  query: SectionQuery.extend({ limit: z.int().min(1).max(200).default(50) }),
  answer: FoundSections,
  example: { answer: example.sectionProfiles },
  // The same for everybody until the next release.
  run: async ({ query }) => json(findSections(query), { 'Cache-Control': 'private, max-age=3600' }),
})
