import { isDictionary } from '#lib/values/dictionary.ts'
import { readNumber } from '../numbers.ts'
import type { Cell } from './xlsx-write.ts'

/** How a field stands in the cells of a table: null for what is absent, and for what is null. */
export type FieldCodec = {
  /** Of its columns, from the name of the field. */
  heads: (field: string) => readonly string[]
  /** A cell for each of them. */
  write: (value: unknown) => readonly Cell[]
  /** Undefined where all cells are empty. A cell that is wrong is told by its place among the heads, with what belongs there. */
  read: (cells: readonly (Cell | undefined)[], fault: (column: number, expected: string) => void) => unknown
  /** Cells that may be longer than a cell of a workbook. */
  isLong?: true
}

export type CellValue = Exclude<Cell, null>

const isEmpty = (cell: Cell | undefined): cell is null | undefined => cell === null || cell === undefined
const isBlank = (cell: Cell | undefined): boolean => isEmpty(cell) || (typeof cell === 'string' && cell.trim() === '')

/** In one column, by the name of the field. `readOne` answers undefined for what does not belong there. */
const oneColumn = (
  writeOne: (value: never) => Cell,
  readOne: (cell: CellValue) => unknown,
  expected: string,
  isAbsent: (cell: Cell | undefined) => boolean = isBlank,
): FieldCodec => ({
  heads: (field) => [field],
  write: (value) => [value === undefined || value === null ? null : writeOne(value as never)], // of the field's type
  read([cell], fault) {
    if (isAbsent(cell) || isEmpty(cell)) return undefined
    const value = readOne(cell)
    if (value === undefined) fault(0, expected)
    return value
  },
})

/** A spreadsheet makes numbers and flags of ids that look like them. */
export const textOf = (cell: CellValue): string => (typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell))

const numberOf = (cell: CellValue): number | undefined =>
  typeof cell === 'number' ? cell : typeof cell === 'string' ? readNumber(cell) : undefined

export const text = oneColumn((value: string) => value, textOf, 'a text', isEmpty)
export const number = oneColumn((value: number) => value + 0, numberOf, 'a number')
export const word = (words: readonly string[]): FieldCodec =>
  oneColumn(
    (value: string) => value,
    (cell) => words.find((one) => one.toLowerCase() === textOf(cell).trim().toLowerCase()),
    `one of ${words.join(', ')}`,
  )

const FLAGS: Readonly<Record<string, boolean>> = { 1: true, 0: false, true: true, false: false, yes: true, no: false }
const flagOf = (cell: CellValue): boolean | undefined => {
  const cellText = String(cell).trim().toLowerCase()
  return Object.hasOwn(FLAGS, cellText) ? FLAGS[cellText] : undefined
}

function jsonOf(cell: CellValue): unknown {
  try {
    return JSON.parse(String(cell))
  } catch {
    return undefined
  }
}
const asJson = (expected: string, belongs: (value: unknown) => boolean): FieldCodec => ({
  ...oneColumn(
    (value) => JSON.stringify(value),
    (cell) => {
      const value = jsonOf(cell)
      return belongs(value) ? value : undefined
    },
    expected,
  ),
  isLong: true,
})
export const jsonObject = asJson('an object in JSON', isDictionary)
export const jsonList = asJson('a list in JSON', Array.isArray)

/** `N1;N2`, and JSON where an id would not come back from that. */
export const ids: FieldCodec = {
  ...oneColumn(
    (list: readonly string[]) =>
      list.length > 0 && list.every((id) => id !== '' && id === id.trim() && !id.includes(';')) && !list[0]?.startsWith('[')
        ? list.join(';')
        : JSON.stringify(list),
    (cell) => {
      const cellText = textOf(cell).trim()
      const listed = cellText.startsWith('[') ? jsonOf(cellText) : undefined
      if (Array.isArray(listed) && listed.every((id) => typeof id === 'string')) return listed
      return cellText
        .split(';')
        .map((id) => id.trim())
        .filter((id) => id !== '')
    },
    'ids with ; between them',
  ),
  isLong: true,
}

/** A number for each of the keys. `fallback`: of one that is absent beside another. */
const numbersBy = (
  keys: readonly string[],
  headOf: (field: string, key: string) => string,
  fallback: 'needed' | 'zero' | 'absent',
): FieldCodec => ({
  heads: (field) => keys.map((key) => headOf(field, key)),
  write: (value) => keys.map((key) => (isDictionary(value) && typeof value[key] === 'number' ? value[key] + 0 : null)),
  read(cells, fault) {
    const read: Record<string, number> = {}
    for (const [k, key] of keys.entries()) {
      const cell = cells[k]
      const isAbsent = isBlank(cell) || isEmpty(cell)
      const value = isAbsent ? undefined : numberOf(cell)
      if (value !== undefined) read[key] = value
      else if (!isAbsent || fallback === 'needed') fault(k, 'a number')
    }
    if (Object.keys(read).length === 0) return undefined
    if (fallback === 'zero') for (const key of keys) read[key] ??= 0
    return read
  },
})

export const position = numbersBy(['x', 'y', 'z'], (_, key) => key, 'needed')
export const sectionOffset = numbersBy(['x', 'y'], (_, key) => `offset${key.toUpperCase()}`, 'zero')
export const endSectionOffset = numbersBy(['x', 'y'], (_, key) => `endOffset${key.toUpperCase()}`, 'zero')
/** Components of which one that is absent is 0: `forceX`. */
export const components = (keys: readonly string[]): FieldCodec =>
  numbersBy(keys, (field, key) => `${field}${key.toUpperCase()}`, 'absent')

const DIRECTIONS = ['u1', 'u2', 'u3', 'r1', 'r2', 'r3'] as const

/** `1` held, `0` free, empty: not stated. */
export const restraints: FieldCodec = {
  heads: () => DIRECTIONS,
  write: (value) =>
    DIRECTIONS.map((key) => (isDictionary(value) && typeof value[key] === 'boolean' ? (value[key] ? 1 : 0) : null)),
  read(cells, fault) {
    const read: Record<string, boolean | null> = {}
    for (const [k, key] of DIRECTIONS.entries()) {
      const cell = cells[k]
      const value = isBlank(cell) || isEmpty(cell) ? null : flagOf(cell)
      if (value === undefined) fault(k, '1, 0 or nothing')
      read[key] = value ?? null
    }
    return read
  },
}
