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
    'Standard steel sections by name or its beginning (W14X90, IPE, UC 203): the text for profile, sizes, kg/m. Better than from memory.',
  input: SectionQuery.extend({ limit: z.int().min(1).max(50).optional() }),
  output: SectionsInShort,
  annotations: READS,
  run: async ({ limit = USUAL_LIMIT, ...query }) => sectionsInShort(findSections({ ...query, limit })),
})
