import { isOneOf } from '#lib/values/object-keys.ts'

/** Specification, section 5: returning viewer payloads; creating models and adding elements. */
export const SCOPES = ['mcp:models:read', 'mcp:models:write'] as const
export type Scope = (typeof SCOPES)[number]

export const isScope = (value: string): value is Scope => isOneOf(SCOPES, value)

/** Asked for by clients that want to stay connected. It grants nothing: who gets refresh tokens is decided by `grant_types`. */
export const OFFLINE_ACCESS = 'offline_access'

/** What the person who approves reads. */
export const SCOPE_WORDS: Record<Scope, { verb: string; title: string; detail: string }> = {
  'mcp:models:read': {
    verb: 'read',
    title: 'Read your structural models',
    detail: 'List and open all of your models, check them, and draw pictures of them.',
  },
  'mcp:models:write': {
    verb: 'write',
    title: 'Create and change structural models',
    detail: 'Create models in your account; add, replace and remove elements in your models, and go back to an older revision.',
  },
}

/** RFC 6749 §3.3: names separated by single spaces, order without meaning. */
export const scopeNames = (text: string): string[] => text.split(' ').filter(Boolean)

/**
 * The scopes that a request asks for, in the order of SCOPES, each once; null when one is unknown. Absent, or nothing left once
 * `offline_access` is gone: `whenAbsent`.
 */
export function requestedScopes(text: string | undefined, whenAbsent: readonly Scope[] = SCOPES): Scope[] | null {
  const names = scopeNames(text ?? '').filter((name) => name !== OFFLINE_ACCESS)
  if (!names.every(isScope)) return null
  return names.length === 0 ? [...whenAbsent] : SCOPES.filter((scope) => names.includes(scope))
}

/**
 * The scopes that a client registers: what we do not know is dropped, never widened (RFC 7591 §2). Absent, or nothing known
 * left: both, as in a request.
 */
export function registeredScopes(text: string | undefined): Scope[] {
  const known = scopesOf(text ?? '')
  return known.length === 0 ? [...SCOPES] : known
}

/** Scopes as a column and as a parameter: one text. */
export const scopeText = (scopes: Iterable<Scope>): string => [...scopes].join(' ')
export const scopesOf = (text: string): Scope[] => SCOPES.filter((scope) => scopeNames(text).includes(scope))
