import { z } from 'zod'
import { FoundSections, findSections, SectionQuery } from '#lib/find-sections.ts'
import { READS, tool } from './tool.ts'

export const findSectionsTool = tool({
  name: 'service.find_sections',
  title: 'Find standard sections',
  scope: 'mcp:models:read',
  description:
    "Standard steel sections by name or how it begins (W14X90, IPE, UC 203, HEB, ISMB): text for a section's profile, sizes, area, kg/m. An unknown name gets near ones. Better than sizes from memory.",
  input: SectionQuery.extend({ limit: z.int().min(1).max(50).default(10) }),
  output: FoundSections,
  annotations: READS,
  run: async (query) => findSections(query),
})
