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
    return { error: refusal.message, at: [...text.slice(0, refusal.position)].length }
  }
}

class Refusal extends Error {
  constructor(
    message: string,
    readonly position: number,
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
  let position = space(text, from + 1)
  if (text[position] === ']') return position + 1
  for (;;) {
    position = space(text, value(text, position))
    if (text[position] === ']') return position + 1
    if (text[position] !== ',') throw new Refusal("Expecting ',' delimiter", position)
    position = space(text, position + 1)
  }
}

function object(text: string, from: number): number {
  let position = space(text, from + 1)
  if (text[position] === '}') return position + 1
  for (;;) {
    if (text[position] !== '"') throw new Refusal('Expecting property name enclosed in double quotes', position)
    position = space(text, string(text, position))
    if (text[position] !== ':') throw new Refusal("Expecting ':' delimiter", position)
    position = space(text, value(text, space(text, position + 1)))
    if (text[position] === '}') return position + 1
    if (text[position] !== ',') throw new Refusal("Expecting ',' delimiter", position)
    position = space(text, position + 1)
  }
}

function string(text: string, from: number): number {
  for (let offset = from + 1; ; ) {
    offset = behind(PLAIN, text, offset)
    const stop = text[offset]
    if (stop === '"') return offset + 1
    if (stop === undefined) break
    if (stop !== '\\') throw new Refusal('Invalid control character at', offset)
    const escaped = text[offset + 1]
    if (escaped === undefined) break
    if (escaped === 'u') {
      const end = behind(HEX, text, offset + 2)
      if (end < 0 || end === text.length) throw new Refusal('Invalid \\uXXXX escape', offset + 1)
      offset = end
    } else if ('"\\/bfnrt'.includes(escaped)) offset += 2
    else throw new Refusal('Invalid \\escape', offset)
  }
  throw new Refusal('Unterminated string starting at', from)
}
