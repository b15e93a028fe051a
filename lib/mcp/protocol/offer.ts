import type { ToolEntry } from '../tools/tool.ts'
import type { Prompt } from './prompts.ts'
import type { Resource, ResourceTemplate } from './resource.ts'

/**
 * What a server offers beside the service's own. The conformance tool wants a server under test to have tools and prompts that no
 * service has: the test's own start lays them here (`e2e/conformance/serve.ts`). Nothing else uses it.
 */
export type Offer = {
  tools: readonly ToolEntry[]
  prompts: readonly Prompt[]
  resources: readonly Resource[]
  resourceTemplates: readonly ResourceTemplate[]
  /** Methods that the service itself does not have, and 2026-07-28 no longer. */
  legacyMethods: Record<string, () => Record<string, unknown>>
  legacyCapabilities: Record<string, unknown>
}

export const beside: Offer = {
  tools: [],
  prompts: [],
  resources: [],
  resourceTemplates: [],
  legacyMethods: {},
  legacyCapabilities: {},
}

export const offer = (more: Offer): void => void Object.assign(beside, more)
