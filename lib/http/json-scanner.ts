/**
 * What `JSON.parse` does not tell: how deep a text goes before it is parsed, and where and why one is no JSON (errors, section 2;
 * the words are those of Python's decoder).
 */

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/** Whether more than `most` levels of `{` and `[` are open at once, outside strings. Works on bytes: UTF-8 keeps ASCII apart. */
export function isNestedDeeper(bytes: Uint8Array, most: number): boolean {
  let depth = 0
  const end = bytes.length
  for (let i = 0; i < end; i++) {
    const byte = bytes[i]
    if (byte === QUOTE) {
      i++
      for (let inside = bytes[i]; i < end && inside !== QUOTE; inside = bytes[++i]) if (inside === BACKSLASH) i++
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (++depth > most) return true
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--
  }
  return false
}

/** `at` counts code points. */
export type JsonError = { error: string; at: number }

/** Why the text is no JSON; undefined when it is. Recursive: look at the depth first. */
export function findJsonError(text: string): JsonError | undefined {
  try {
    const end = space(text, value(text, space(text, 0)))
    if (end < text.length) throw new Refusal('Extra data', end)
    return undefined
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    return { error: refusal.message, at: [...text.slice(0, refusal.at)].length }
  }
}

class Refusal extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message)
  }
}

/** Each of these reads from an index and gives the index behind what it read. */

const SPACE = /[ \t\n\r]*/y
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const WORD = /true|false|null/y
/** Up to a quote, a backslash or a control character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings, so they are what is looked for
const PLAIN = /[^"\\\u0000-\u001f]*/y
const HEX = /[0-9a-fA-F]{4}/y

function behind(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : -1
}

const space = (text: string, from: number): number => behind(SPACE, text, from)

function value(text: string, from: number): number {
  const first = text[from]
  if (first === '"') return string(text, from)
  if (first === '{') return object(text, from)
  if (first === '[') return list(text, from)
  const end = Math.max(behind(WORD, text, from), behind(NUMBER, text, from))
  if (end < 0) throw new Refusal('Expecting value', from)
  return end
}

function list(text: string, from: number): number {
  let at = space(text, from + 1)
  if (text[at] === ']') return at + 1
  for (;;) {
    at = space(text, value(text, at))
    if (text[at] === ']') return at + 1
    if (text[at] !== ',') throw new Refusal("Expecting ',' delimiter", at)
    at = space(text, at + 1)
  }
}

function object(text: string, from: number): number {
  let at = space(text, from + 1)
  if (text[at] === '}') return at + 1
  for (;;) {
    if (text[at] !== '"') throw new Refusal('Expecting property name enclosed in double quotes', at)
    at = space(text, string(text, at))
    if (text[at] !== ':') throw new Refusal("Expecting ':' delimiter", at)
    at = space(text, value(text, space(text, at + 1)))
    if (text[at] === '}') return at + 1
    if (text[at] !== ',') throw new Refusal("Expecting ',' delimiter", at)
    at = space(text, at + 1)
  }
}

function string(text: string, from: number): number {
  for (let at = from + 1; ; ) {
    at = behind(PLAIN, text, at)
    const stop = text[at]
    if (stop === '"') return at + 1
    if (stop === undefined) break
    if (stop !== '\\') throw new Refusal('Invalid control character at', at)
    const escaped = text[at + 1]
    if (escaped === undefined) break
    if (escaped === 'u') {
      const end = behind(HEX, text, at + 2)
      if (end < 0 || end === text.length) throw new Refusal('Invalid \\uXXXX escape', at + 1)
      at = end
    } else if ('"\\/bfnrt'.includes(escaped)) at += 2
    else throw new Refusal('Invalid \\escape', at)
  }
  throw new Refusal('Unterminated string starting at', from)
}
