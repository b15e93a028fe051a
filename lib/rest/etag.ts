/**
 * A model's revision as an entity tag. Each representation has a tag of its own (RFC 9110, section 8.8.3.3); all are
 * taken for the revision that they name. So has what was found out about the revision: its check, its picture.
 */
const EXPORT = /^export-/
export const toEtag = (revision: number, of: Form | FoundOut = 'identity'): string =>
  of === 'identity' ? `"${revision}"` : `"${revision}-${of.replace(EXPORT, '')}"`

/** What was found out about a revision, or made of it. */
type FoundOut = 'check' | 'picture' | `export-${string}`

/** The client asks each time and hears 304 while nothing has changed; no other cache keeps it. */
export const REVALIDATED = { 'Cache-Control': 'private, no-cache' }
/** What belongs to one revision never changes; whether the caller may still read it does, and who may not any more has seen it. */
export const FOR_GOOD = { 'Cache-Control': 'private, max-age=31536000, immutable' }

/** In which a model goes out. */
export type Form = (typeof FORMS)[number]
const FORMS = ['gzip', 'scene-gzip', 'scene', 'identity'] as const

/** The form of a revision whose tag stands in a header. */
export const formNamed = (header: string | null, revision: number): Form =>
  FORMS.find((form) => header?.includes(toEtag(revision, form))) ?? 'identity'

const LIST = /^\s*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"\s*(?:,\s*|$))+$/
const TAG = /(W\/)?"([^"]*)"/g

/** The revisions that `If-Match` names; `any` for `*`. A weak tag never matches there (RFC 9110, section 13.1.1). */
export function readIfMatch(header: string | null): 'absent' | 'malformed' | 'any' | number[] {
  if (header === null) return 'absent'
  if (header.trim() === '*') return 'any'
  if (!LIST.test(header)) return 'malformed'
  return [...header.matchAll(TAG)].filter(([, weak]) => !weak).flatMap(([, , tag = '']) => revisionsOf(tag))
}

/** Whether the client has this revision, or what was found out about it; a header that is no list of tags has nothing. */
export function isKnown(header: string | null, revision: number, of: 'model' | FoundOut = 'model'): boolean {
  if (header === null) return false
  if (header.trim() === '*') return true
  const isIt = (tag: string) =>
    of === 'model' ? revisionsOf(tag).includes(revision) : tag === `${revision}-${of.replace(EXPORT, '')}`
  return LIST.test(header) && [...header.matchAll(TAG)].some(([, , tag = '']) => isIt(tag))
}

function revisionsOf(tag: string): number[] {
  const revision = /^([1-9]\d{0,14})(?:-(?:gzip|scene|scene-gzip))?$/.exec(tag)?.[1]
  return revision ? [Number(revision)] : []
}
