import type { Kind } from '#lib/schema/kinds.ts'

/**
 * Ids as names that another program takes, and the way back: where a name had to change the file carries a map that programs pass over, and
 * the import gives every element that is still there its id again.
 */

/** `shells`: sections of areas, where a format has them apart; `varying`: of tapers. `diaphragms` are labels of areas. */
export type NamedKind = Kind | 'shells' | 'varying' | 'diaphragms'

export type NameRule = {
  /** What of a text may stand in a name. */
  clean(text: string): string
  /** In characters; absent: any. */
  longest?: number
  ignoresCase?: true
}

/** Without the accents of its letters: é is e, ß is ss, × is x. */
export const withoutAccents = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss').replace(/×/g, 'x')

/** Names of one file, each used once in its kind. */
export class Names {
  readonly #rule: NameRule
  readonly #taken = new Map<NamedKind, Set<string>>()
  readonly #names = new Map<NamedKind, Map<string, string>>()
  /** Names that are not the id, by kind: name and id. */
  readonly changed = new Map<NamedKind, [name: string, id: string][]>()

  constructor(rule: NameRule) {
    this.#rule = rule
  }

  /** Whether a name is taken. */
  has = (kind: NamedKind, name: string): boolean =>
    this.#taken.get(kind)?.has(this.#rule.ignoresCase ? name.toLowerCase() : name) === true

  /** The name of an element; made at the first question, `wanted` in place of its id. */
  nameOf(kind: NamedKind, id: string, wanted = id): string {
    const names = getOrMake(this.#names, kind, () => new Map<string, string>())
    const known = names.get(id)
    if (known !== undefined) return known
    const name = this.#free(kind, wanted)
    names.set(id, name)
    if (name !== id) getOrMake(this.changed, kind, () => []).push([name, id])
    return name
  }

  #free(kind: NamedKind, wanted: string): string {
    const { clean, longest = Number.POSITIVE_INFINITY, ignoresCase } = this.#rule
    const taken = getOrMake(this.#taken, kind, () => new Set<string>())
    const plain = clean(wanted).trim() || '_'
    for (let number = 1; ; number++) {
      const ending = number === 1 ? '' : `_${number}`
      const name = cutTo(plain, longest - ending.length) + ending
      const key = ignoresCase ? name.toLowerCase() : name
      if (taken.has(key)) continue
      taken.add(key)
      return name
    }
  }

  get changedCount(): number {
    let count = 0
    for (const pairs of this.changed.values()) count += pairs.length
    return count
  }
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** Without half a character at its end. */
function cutTo(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length).trimEnd()
}

const MARK = 'sms-ids'
const A_LINE = 50

/** `sms-ids frames C1%20Level_1=C1 …`: at most 50 a line. */
export function* idMapLines(changed: Names['changed'], kinds: readonly NamedKind[]): Generator<string, void> {
  for (const kind of kinds) {
    const pairs = changed.get(kind) ?? []
    for (let offset = 0; offset < pairs.length; offset += A_LINE) {
      const some = pairs.slice(offset, offset + A_LINE).map(([name, id]) => `${percent(name)}=${percent(id)}`)
      yield `${MARK} ${kind} ${some.join(' ')}`
    }
  }
}

/** Ids by kind and name, as far as lines hold some. */
export class IdMap {
  readonly ids = new Map<string, Map<string, string>>()

  /** Says whether the line was one of a map. What cannot be read of it is passed over: any program may have cut it. */
  read(line: string): boolean {
    const [mark, kind, ...pairs] = line.trim().split(/\s+/)
    if (mark !== MARK || kind === undefined) return false
    const known = getOrMake(this.ids, kind, () => new Map<string, string>())
    for (const pair of pairs) {
      const [name, id] = pair.split('=')
      if (!name || !id) continue
      try {
        known.set(decodeURIComponent(name), decodeURIComponent(id))
      } catch {
        // No percent encoding of ours.
      }
    }
    return true
  }
}

/** Of all but `A-Za-z0-9._~-`. */
const percent = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
