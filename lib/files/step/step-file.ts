import { StepIndex } from './step-index.ts'
import { endOfDigits, endOfWord, readStepValues, type StepValue } from './step-values.ts'

/**
 * A file of ISO 10303-21 (STEP, clear text). One pass finds where each entity stands and of which type it is; what an entity says is read
 * when it is asked for, so that a file costs little more than its text.
 */
export type StepFile = {
  /** By keyword: `FILE_NAME`, `FILE_SCHEMA`, … */
  header: ReadonlyMap<string, readonly StepValue[]>
  /** How many entities of each type there are, in the order in which they are first met. */
  counts: ReadonlyMap<string, number>
  /** The numbers of all entities of some types, in the order of the file. */
  idsOf(...types: readonly string[]): number[]
  typeOf(id: number): string | undefined
  /** Null where nothing has that number, or what it says cannot be read. */
  entity(id: number): StepEntity | null
  /** Statements that are no entity, and numbers used twice: where they stand. */
  broken: number[]
  repeated: number[]
  /** Values read so far that were none, as `nan.`. */
  words: number
}

export type StepEntity = { id: number; type: string; values: readonly StepValue[] }

/** Where a file stops being one. */
export class StepFault extends Error {
  readonly place: number | string
  constructor(place: number | string, message: string) {
    super(message)
    this.place = place
  }
}

export function readStepFile(text: string, nesting: number): StepFile {
  const header = new Map<string, readonly StepValue[]>()
  const index = new StepIndex()
  const broken: number[] = []
  let at = 0
  let section: 'none' | 'header' | 'data' = 'none'
  let hasData = false
  for (;;) {
    at = afterBlank(text, at)
    if (at >= text.length) break
    const end = endOfStatement(text, at)
    if (end < 0) throw new StepFault(placeOf(text, at), 'The file ends in the middle of a statement')
    if (section === 'data' && text.charCodeAt(at) === HASH) {
      if (!note(index, text, at)) broken.push(at)
    } else {
      const word = text.slice(at, endOfName(text, at)).toUpperCase()
      if (word === 'END-ISO-10303-21') break
      if (word === 'HEADER') section = 'header'
      else if (word === 'DATA') [section, hasData] = ['data', true]
      else if (word === 'ENDSEC') section = 'none'
      else if (section === 'header') header.set(word, readStepValues(text, text.indexOf('(', at), nesting)?.values ?? [])
      else if (section === 'data') broken.push(at)
    }
    at = end + 1
  }
  if (!hasData || section === 'data') throw new StepFault(lineAt(text, text.length), 'The file ends before its data does')
  return stepFile(text, nesting, header, index, broken)
}

function stepFile(
  text: string,
  nesting: number,
  header: ReadonlyMap<string, readonly StepValue[]>,
  index: StepIndex,
  broken: number[],
): StepFile {
  const { place, repeated } = placesById(index)
  const isRepeated = new Set(repeated)
  const counts = new Map<string, number>(index.names.map((name) => [name, 0]))
  for (let k = 0; k < index.length; k++) counts.set(index.name(k), (counts.get(index.name(k)) ?? 0) + 1)
  const counted = new Set<number>()
  const file: StepFile = {
    header,
    counts,
    broken,
    repeated: repeated.map(index.id),
    words: 0,
    idsOf(...wanted) {
      const places = new Set(wanted.map(index.typeNamed))
      const found: number[] = []
      for (let k = 0; k < index.length; k++) if (places.has(index.type(k)) && !isRepeated.has(k)) found.push(index.id(k))
      return found
    },
    typeOf(id) {
      const k = place(id)
      return k < 0 ? undefined : index.name(k)
    },
    entity(id) {
      const k = place(id)
      if (k < 0) return null
      const read = readStepValues(text, index.start(k), nesting)
      if (!read) return null
      if (read.words > 0 && !counted.has(id)) {
        counted.add(id)
        file.words += read.words
      }
      return { id, type: index.name(k), values: read.values }
    },
  }
  return file
}

/** A table where the numbers lie close together, as programs write them. */
function placesById(index: StepIndex): { place(id: number): number; repeated: number[] } {
  let highest = 0
  for (let k = 0; k < index.length; k++) highest = Math.max(highest, index.id(k))
  const repeated: number[] = []
  if (highest <= 8 * index.length + 1024) {
    const table = new Int32Array(highest + 1)
    for (let k = 0; k < index.length; k++) {
      const id = index.id(k)
      if (table[id] === 0) table[id] = k + 1
      else repeated.push(k)
    }
    return { place: (id) => (table[id] ?? 0) - 1, repeated }
  }
  const table = new Map<number, number>()
  for (let k = 0; k < index.length; k++) {
    const id = index.id(k)
    if (table.has(id)) repeated.push(k)
    else table.set(id, k)
  }
  return { place: (id) => table.get(id) ?? -1, repeated }
}

const HASH = 35

/** `#12=IFCWALL(` at `from`; false where it is something else. */
function note(index: StepIndex, text: string, from: number): boolean {
  const digits = endOfDigits(text, from + 1)
  let at = afterBlank(text, digits)
  if (digits === from + 1 || text.charCodeAt(at) !== 61) return false
  at = afterBlank(text, at + 1)
  const end = endOfWord(text, at)
  const start = afterBlank(text, end)
  const id = Number(text.slice(from + 1, digits))
  if (text.charCodeAt(start) !== 40 || !Number.isSafeInteger(id)) return false
  const name = text.slice(at, end).toUpperCase() // empty of a complex entity, which IFC does not use
  index.add(id, start, name)
  return true
}

/** Where the semicolon of a statement stands: outside strings and comments. */
function endOfStatement(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 59) return at
    if (code === 39) {
      const end = text.indexOf("'", at + 1)
      if (end < 0) return -1
      at = end
    } else if (code === 47 && text.charCodeAt(at + 1) === 42) {
      const end = text.indexOf('*/', at + 2)
      if (end < 0) return -1
      at = end + 1
    }
  }
  return -1
}

function afterBlank(text: string, from: number): number {
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (code <= 32 || code === 0xfeff) at++
    else if (code === 47 && text.charCodeAt(at + 1) === 42) {
      const end = text.indexOf('*/', at + 2)
      at = end < 0 ? text.length : end + 2
    } else return at
  }
}

/** Of a keyword with hyphens. */
function endOfName(text: string, from: number): number {
  let end = endOfWord(text, from)
  while (text.charCodeAt(end) === 45) end = endOfWord(text, end + 1)
  return end
}

/** `#12`, or the line. */
function placeOf(text: string, at: number): number | string {
  const end = text.charCodeAt(at) === HASH ? endOfDigits(text, at + 1) : at
  return end > at + 1 ? text.slice(at, end) : lineAt(text, at)
}

function lineAt(text: string, at: number): number {
  let line = 1
  for (let found = text.indexOf('\n'); found >= 0 && found < at; found = text.indexOf('\n', found + 1)) line++
  return line
}
