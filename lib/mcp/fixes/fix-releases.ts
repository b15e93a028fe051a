import type { Issue } from '#lib/schema/model-error.ts'
import { RELEASED, readReleases } from '#lib/schema/releases.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import { type Background, valueAt } from './background.ts'
import { type Fix, sendValue } from './patch.ts'

/** Releases in words and lists: `"hinged"`, `{"start": "pinned"}`, `{"end": ["M3"]}`. */

export function releasesFix({ loc }: Issue, { sent }: Background): Fix | undefined {
  const index = loc.lastIndexOf('releases')
  if (index < 0) return undefined
  const at = loc.slice(0, index + 1)
  const value = valueAt(sent, at)
  const read = releasesIn(value)
  if (read !== undefined && JSON.stringify(read) !== JSON.stringify(value)) return sendValue(at, read)
  return loc.length > index + 3
    ? 'true releases, a number is an elastic joint'
    : `"pinned", "truss", or {start, end} of ${RELEASED.join(', ')}: {"start": {"m2": true, "m3": true}}`
}

const HINGED = /^(pin(ned)?|hinge[ds]?|simple|moment)$/i
const RIGID = /^(fixed|rigid|none|continuous)$/i

function releasesIn(value: unknown): unknown {
  if (typeof value === 'string') {
    const text = value.trim()
    if (/^(both|both ends)$/i.test(text) || HINGED.test(text)) return 'pinned'
    return /^(start|end|i|j)$/i.test(text) ? { [sideOf(text)]: hinge() } : undefined
  }
  if (!isDictionary(value)) return undefined
  const sides = Object.entries(value).map(([side, one]) => [sideOf(side), atEnd(one)] as const)
  if (!sides.every(([side, one]) => ['start', 'end'].includes(side) && one !== undefined)) return undefined
  return Object.fromEntries(sides.filter(([, one]) => Object.keys(one ?? {}).length > 0))
}

/** The directions of a frame by the names of those of a node: 1 runs along it. */
const LOCAL: Readonly<Record<string, string | undefined>> = {
  u1: 'p',
  u2: 'v2',
  u3: 'v3',
  r1: 't',
  r2: 'm2',
  r3: 'm3',
  m22: 'm2',
  m33: 'm3',
}

function releasedBy(name: string): string | undefined {
  const plain = name.trim().toLowerCase()
  return isOneOf(RELEASED, plain) ? plain : LOCAL[plain]
}

const sideOf = (side: string) => ({ i: 'start', j: 'end' })[side.toLowerCase()] ?? side.toLowerCase()

function hinge(): unknown {
  const read = readReleases('pinned')
  return read && 'value' in read && isDictionary(read.value) ? read.value.start : undefined
}

/** What is released at one end. */
function atEnd(one: unknown): Dictionary | undefined {
  if (typeof one === 'string') {
    const word = one.trim()
    if (RIGID.test(word)) return {}
    if (HINGED.test(word)) return hinge() as Dictionary
    const own = releasedBy(word)
    return own === undefined ? undefined : { [own]: true }
  }
  if (one === true) return hinge() as Dictionary
  if (one === false || one === null) return {}
  const names = Array.isArray(one) ? one : isDictionary(one) ? Object.keys(one) : []
  const known = names.map((name) => [name, releasedBy(String(name))] as const)
  if (names.length === 0 || !known.every(([, own]) => own !== undefined)) return undefined
  return Object.fromEntries(known.map(([name, own]) => [own, isDictionary(one) ? one[name] : true]))
}
