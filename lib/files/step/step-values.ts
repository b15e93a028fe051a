import { decodedStep } from './step-text.ts'

/** A value of an entity: `$`, `*` and what is no value at all are null. */
export type StepValue = number | string | null | StepReference | StepEnumeration | StepTyped | readonly StepValue[]
/** `#12` */
export type StepReference = { ref: number }
/** `.T.`, without its points. */
export type StepEnumeration = { word: string }
/** `IFCBOOLEAN(.T.)` */
export type StepTyped = { type: string; values: readonly StepValue[] }

export const isReference = (value: StepValue | undefined): value is StepReference =>
  typeof value === 'object' && value !== null && 'ref' in value
export const isTyped = (value: StepValue | undefined): value is StepTyped =>
  typeof value === 'object' && value !== null && 'type' in value
export const isList = (value: StepValue | undefined): value is readonly StepValue[] => Array.isArray(value)

/** A list that opens at `from` and how far it goes; `words`: how often something stands where a value should (`nan.`). */
export type ValuesRead = { values: StepValue[]; end: number; words: number }

/** Lists in lists, and typed values in them. */
export class NestedTooDeep extends RangeError {}

const CODE = {
  quote: 39,
  open: 40,
  close: 41,
  comma: 44,
  point: 46,
  slash: 47,
  hash: 35,
  dollar: 36,
  star: 42,
  double: 34,
} as const

/**
 * Reads `(…)` at `from`. A word where a value should stand is no value and keeps its place: who leaves it out shifts all attributes behind
 * it. Null where the text ends before the list does.
 */
export function readStepValues(text: string, from: number, nesting: number): ValuesRead | null {
  const read = { text, at: from + 1, words: 0 }
  const values = readList(read, nesting)
  return values && { values, end: read.at, words: read.words }
}

type Reading = { text: string; at: number; words: number }

/** Behind its opening bracket; ends behind the closing one. */
function readList(read: Reading, nesting: number): StepValue[] | null {
  if (nesting <= 0) throw new NestedTooDeep('lists are nested too deep')
  const values: StepValue[] = []
  skipBlank(read)
  if (read.text.charCodeAt(read.at) === CODE.close) {
    read.at++
    return values
  }
  while (read.at < read.text.length) {
    const value = readValue(read, nesting)
    if (value === undefined) return null
    skipBlank(read)
    let code = read.text.charCodeAt(read.at)
    if (code === CODE.comma || code === CODE.close) values.push(value)
    else {
      // Something goes on behind the value: `1.#IND`, `nan.`, two values without a comma.
      values.push(null)
      read.words++
      code = skipWord(read)
    }
    read.at++
    if (code === CODE.close) return values
  }
  return null
}

/** To the comma or bracket behind what is no value. */
function skipWord(read: Reading): number {
  const { text } = read
  for (let depth = 0; read.at < text.length; read.at++) {
    const code = text.charCodeAt(read.at)
    if (code === CODE.quote) {
      const end = text.indexOf("'", read.at + 1)
      read.at = end < 0 ? text.length : end
    } else if (code === CODE.open) depth++
    else if (code === CODE.close && depth-- === 0) return code
    else if (code === CODE.comma && depth === 0) return code
  }
  return 0
}

function skipBlank(read: Reading) {
  const { text } = read
  for (;;) {
    const code = text.charCodeAt(read.at)
    if (code <= 32) read.at++
    else if (code === CODE.slash && text.charCodeAt(read.at + 1) === CODE.star) {
      const end = text.indexOf('*/', read.at + 2)
      read.at = end < 0 ? text.length : end + 2
    } else return
  }
}

/** Undefined where the text ends. */
function readValue(read: Reading, nesting: number): StepValue | undefined {
  skipBlank(read)
  const { text } = read
  const code = text.charCodeAt(read.at)
  switch (code) {
    case CODE.dollar:
    case CODE.star:
      read.at++
      return null
    case CODE.quote:
      return readString(read)
    case CODE.open:
      read.at++
      return readList(read, nesting - 1) ?? undefined
    case CODE.hash: {
      const end = endOfDigits(text, read.at + 1)
      const ref = Number(text.slice(read.at + 1, end))
      if (end > read.at + 1) read.at = end
      return { ref }
    }
    case CODE.double: {
      const end = text.indexOf('"', read.at + 1)
      if (end < 0) return undefined
      const binary = text.slice(read.at + 1, end)
      read.at = end + 1
      return binary
    }
  }
  if (code === CODE.point && !isDigit(text.charCodeAt(read.at + 1))) return readEnumeration(read)
  if (isDigit(code) || code === 43 || code === 45 || code === CODE.point) return readNumber(read)
  return readTyped(read, nesting)
}

function readString(read: Reading): string | undefined {
  const { text } = read
  let end = text.indexOf("'", read.at + 1)
  while (end >= 0 && text.charCodeAt(end + 1) === CODE.quote) end = text.indexOf("'", end + 2)
  if (end < 0) return undefined
  const inside = text.slice(read.at + 1, end)
  read.at = end + 1
  return decodedStep(inside)
}

function readEnumeration(read: Reading): StepEnumeration | null {
  const end = endOfWord(read.text, read.at + 1)
  if (end === read.at + 1 || read.text.charCodeAt(end) !== CODE.point) return null
  const word = read.text.slice(read.at + 1, end)
  read.at = end + 1
  return { word }
}

/** Null of what overflows, and `at` stays where something follows that belongs to no number. */
function readNumber(read: Reading): number | null {
  const { text } = read
  let end = read.at + 1
  for (let code = text.charCodeAt(end); isDigit(code) || code === CODE.point || isExponent(text, end, code); ) {
    end++
    code = text.charCodeAt(end)
  }
  const value = Number(text.slice(read.at, end))
  read.at = end
  if (Number.isFinite(value)) return value
  read.words++
  return null
}

const isExponent = (text: string, at: number, code: number) => {
  if (code === 69 || code === 101) return true
  const before = text.charCodeAt(at - 1)
  return (code === 43 || code === 45) && (before === 69 || before === 101)
}

/** `IFCLABEL('A')`; a word without brackets is no value. */
function readTyped(read: Reading, nesting: number): StepTyped | null | undefined {
  const end = endOfWord(read.text, read.at)
  const type = read.text.slice(read.at, end).toUpperCase()
  if (read.at >= read.text.length) return undefined
  if (end === read.at || read.text.charCodeAt(end) !== CODE.open) return null // what stands here is skipped by who reads the list
  read.at = end + 1
  const values = readList(read, nesting - 1)
  return values ? { type, values } : undefined
}

export function endOfWord(text: string, from: number): number {
  let end = from
  for (let code = text.charCodeAt(end); isLetter(code) || isDigit(code); code = text.charCodeAt(end)) end++
  return end
}

export function endOfDigits(text: string, from: number): number {
  let end = from
  while (isDigit(text.charCodeAt(end))) end++
  return end
}

const isDigit = (code: number) => code >= 48 && code <= 57
const isLetter = (code: number) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95
