import type { Scope } from '#lib/oauth/scopes.ts'

export const scopeWords: Record<Scope, string> = {
  'mcp:models:read': 'read models',
  'mcp:models:write': 'create and change models',
}
