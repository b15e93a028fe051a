import { z } from 'zod'
import { findSections, SectionQuery } from '#lib/service/find-sections.ts'
import { SectionsInShort, sectionsInShort } from '../answers/sections-answer.ts'
import { READS, tool } from './tool.ts'

const USUAL_LIMIT = 10

export const findSectionsTool = tool({
  name: 'service.find_sections',
  title: 'Find standard sections',
  scope: 'mcp:models:read',
  description:
    'Standard steel sections by how a name begins, or next above or below one (W14X90): text for profile, sizes, kg/m. Not from memory.',
  input: SectionQuery.extend({
    unit: SectionQuery.shape.unit.meta({ default: undefined, enum: undefined }).describe('mm'),
    limit: z.int().min(1).max(50).meta({ maximum: undefined }).optional(),
  }),
  output: SectionsInShort,
  annotations: READS,
  run: async ({ limit = USUAL_LIMIT, ...query }) => sectionsInShort(findSections({ ...query, limit })),
})
