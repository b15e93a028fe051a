/** Specification, section 5: returning viewer payloads; creating models and adding elements. */
export const SCOPES = ['mcp:models:read', 'mcp:models:write'] as const
export type Scope = (typeof SCOPES)[number]

export const isScope = (value: string): value is Scope => (SCOPES as readonly string[]).includes(value)
