/**
 * A model's revision as an entity tag. The compressed representation has a tag of its own (RFC 9110, section 8.8.3.3); both are
 * taken for the revision that they name. So has what was found out about the revision: its check, its picture.
 */
export const toEtag = (revision: number, of: 'identity' | 'gzip' | 'check' | 'picture' = 'identity'): string =>
  of === 'identity' ? `"${revision}"` : `"${revision}-${of}"`

const LIST = /^\s*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"\s*(?:,\s*|$))+$/
const TAG = /(W\/)?"([^"]*)"/g

/** The revisions that `If-Match` names; `any` for `*`. A weak tag never matches there (RFC 9110, section 13.1.1). */
export function readIfMatch(header: string | null): 'absent' | 'malformed' | 'any' | number[] {
  if (header === null) return 'absent'
  if (header.trim() === '*') return 'any'
  if (!LIST.test(header)) return 'malformed'
  return [...header.matchAll(TAG)].filter(([, weak]) => !weak).flatMap(([, , tag = '']) => revisionsOf(tag))
}

/** Whether the client has this revision, its check or its picture; a header that is no list of tags has nothing. */
export function isKnown(header: string | null, revision: number, of: 'model' | 'check' | 'picture' = 'model'): boolean {
  if (header === null) return false
  if (header.trim() === '*') return true
  const isIt = (tag: string) => (of === 'model' ? revisionsOf(tag).includes(revision) : tag === `${revision}-${of}`)
  return LIST.test(header) && [...header.matchAll(TAG)].some(([, , tag = '']) => isIt(tag))
}

function revisionsOf(tag: string): number[] {
  const revision = /^([1-9]\d{0,14})(?:-gzip)?$/.exec(tag)?.[1]
  return revision ? [Number(revision)] : []
}
