import { inUnit } from '#lib/model/measures.ts'
import type { LengthUnit } from '#lib/model/units.ts'
import { grouped } from '#lib/values/count-text.ts'
import type { Column } from './column.ts'
import { inOrder, naturalKey, ranksOf } from './natural-order.ts'
import { NUMBER_HINT, type NumberFilter, numberFilter } from './number-filter.ts'
import type { Columns } from './table-columns.ts'
import { digits, headText, lackingIn, type TableText } from './table-file.ts'
import { type Cell, type ColumnHead, type FileKind, type Listing, SUMMED, type Sums, type TableAnswer } from './table-types.ts'

/** So few different texts of a column are offered to choose from. */
const FEW_VALUES = 40

type NumberColumn = Extract<Column, { number: unknown }>
type TextColumn = Exclude<Column, NumberColumn>

/** Columns filled in as they are needed, and the listing that was asked for last. */
export class Table {
  readonly count: number
  readonly #columns: readonly Column[]
  readonly #length: LengthUnit | undefined
  readonly #texts = new Map<string, string[]>()
  readonly #numbers = new Map<string, Float64Array>()
  readonly #ranks = new Map<string, Int32Array>()
  #names: string[] | null = null
  #heads: ColumnHead[] | null = null
  /** What was asked for last: what is listed, and in which order. */
  #cached: { key: string; rows: Uint32Array; problem: TableAnswer['problem']; sums: Sums } | null = null
  #sorted: { order: string; rows: Uint32Array } | null = null

  constructor({ count, columns }: Columns, length: LengthUnit | undefined) {
    this.count = count
    this.#columns = columns
    this.#length = length
  }

  heads(): ColumnHead[] {
    this.#heads ??= this.#columns.map((column) => {
      const { key, label } = column
      if ('number' in column) return { key, label, isNumber: true, ...(column.measure && { measure: column.measure }) }
      const values = key === 'id' || key === 'message' || key === 'fix' ? null : this.#values(column)
      return { key, label, isNumber: false, ...(values && { values }) }
    })
    return this.#heads
  }

  #values(column: TextColumn): string[] | null {
    const found = new Set<string>()
    for (const one of this.#textsOf(column)) {
      if (one) found.add(one)
      if (found.size > FEW_VALUES) return null
    }
    return found.size > 1 ? [...found].sort((a, b) => (naturalKey(a) < naturalKey(b) ? -1 : 1)) : null
  }

  row(index: number): Cell[] {
    return this.#columns.map((column) => this.#cell(column, index))
  }

  #cell(column: Column, row: number): Cell {
    if (!('number' in column)) return this.#textsOf(column)[row]!
    const value = this.#numbersOf(column)[row]!
    return Number.isNaN(value) ? null : value
  }

  #textsOf({ key, text }: TextColumn): string[] {
    const texts = this.#texts.get(key) ?? Array.from({ length: this.count }, (_, row) => text(row))
    this.#texts.set(key, texts)
    return texts
  }

  #numbersOf({ key, number }: NumberColumn): Float64Array {
    const numbers = this.#numbers.get(key) ?? Float64Array.from({ length: this.count }, (_, row) => number(row) ?? Number.NaN)
    this.#numbers.set(key, numbers)
    return numbers
  }

  #ranksOf(column: Column): Int32Array {
    const ranks = this.#ranks.get(column.key) ?? this.#ranked(column)
    this.#ranks.set(column.key, ranks)
    return ranks
  }

  #ranked(column: Column): Int32Array {
    if ('number' in column) {
      const numbers = this.#numbersOf(column)
      return ranksOf(
        this.count,
        (k) => Number.isNaN(numbers[k]),
        (a, b) => numbers[a]! - numbers[b]!,
      )
    }
    const texts = this.#textsOf(column)
    const keys = texts.map(naturalKey)
    return ranksOf(
      this.count,
      (k) => texts[k] === '',
      (a, b) => compared(keys[a]!, keys[b]!) || compared(texts[a]!, texts[b]!),
    )
  }

  /** `sums`: of all that is listed. */
  listed(listing: Listing): { rows: Uint32Array; problem: TableAnswer['problem']; sums: Sums } {
    const { sort, ...filter } = listing
    const key = JSON.stringify(filter)
    if (this.#cached?.key !== key) {
      const { tests, problem } = this.#tests(listing)
      const all = listing.only ?? Array.from({ length: this.count }, (_, row) => row)
      const rows = Uint32Array.from(all.filter((row) => row < this.count && tests.every((test) => test(row)))).sort()
      this.#cached = { key, rows, problem, sums: this.sums(rows) }
      this.#sorted = null
    }
    const order = JSON.stringify(sort)
    if (this.#sorted?.order !== order) {
      const column = this.#columns.find((one) => one.key === sort?.key)
      const { rows } = this.#cached
      this.#sorted = { order, rows: sort && column ? inOrder(rows, this.#ranksOf(column), sort.isFalling) : rows }
    }
    const { problem, sums } = this.#cached
    return { rows: this.#sorted.rows, problem, sums }
  }

  #tests({ text, cells, display }: Listing): { tests: ((row: number) => boolean)[]; problem: TableAnswer['problem'] } {
    const tests: ((row: number) => boolean)[] = []
    let problem: TableAnswer['problem'] = null
    const wanted = text.trim().toLowerCase()
    if (wanted) {
      const names = this.#allNames()
      tests.push((row) => names[row]!.includes(wanted))
    }
    for (const column of this.#columns) {
      const typed = cells[column.key]?.trim()
      if (!typed) continue
      if ('number' in column) {
        const numbers = this.#numbersOf(column)
        const test = this.#numberFilter(column, typed, display)
        if (test) tests.push((row) => test(numbers[row]!))
        else problem ??= { key: column.key, text: NUMBER_HINT }
      } else {
        const texts = this.#textsOf(column)
        const part = typed.toLowerCase()
        const whole = typed.startsWith('=') ? typed.slice(1).trim() : null
        tests.push(whole === null ? (row) => texts[row]!.toLowerCase().includes(part) : (row) => texts[row] === whole)
      }
    }
    return { tests, problem }
  }

  #numberFilter(column: Column, typed: string, display: Listing['display']): NumberFilter | null {
    const measure = 'number' in column ? column.measure : undefined
    return numberFilter(typed, measure ? inUnit(measure, this.#length, display) : { unit: '', factor: 1, decimals: 0 })
  }

  /** What the text above the table is looked for in. */
  #allNames(): string[] {
    const named = this.#columns.filter(({ key }) => ['id', 'label', 'name', 'message', 'code', 'elements'].includes(key))
    const texts = named.flatMap((column) => ('number' in column ? [] : [this.#textsOf(column)]))
    this.#names ??= Array.from({ length: this.count }, (_, row) =>
      texts
        .map((one) => one[row])
        .join('\n')
        .toLowerCase(),
    )
    return this.#names
  }

  sums(rows: Uint32Array | readonly number[]): Sums {
    const sums: Sums = { count: rows.length, length: null, area: null, volume: null, mass: null, without: [] }
    for (const quantity of SUMMED) {
      const column = this.#columns.find(({ key }) => key === quantity)
      if (!column || !('number' in column)) continue
      const numbers = this.#numbersOf(column)
      const lacking = new Map<string, number>()
      for (const row of rows) {
        const value = numbers[row]!
        if (!Number.isNaN(value)) sums[quantity] = (sums[quantity] ?? 0) + value
        for (const [reason, count] of column.lacks?.(row) ?? []) lacking.set(reason, (lacking.get(reason) ?? 0) + count)
      }
      if (quantity !== 'length') for (const [reason, count] of lacking) sums.without.push({ quantity, reason, count })
    }
    return sums
  }

  written(listing: Listing, keys: readonly string[], file: FileKind): TableText {
    const columns = keys.flatMap((key) => this.#columns.find((column) => column.key === key) ?? [])
    const units = columns.map((column) =>
      'number' in column && column.measure ? inUnit(column.measure, this.#length, listing.display) : null,
    )
    const heads = columns.map(({ key }, k) => headText(key, units[k]?.unit ?? ''))
    const cell = (column: Column, row: number, k: number): Cell => {
      const value = this.#cell(column, row)
      return typeof value === 'number' ? digits(value * (units[k]?.factor ?? 1), 15) : value
    }
    const { rows, sums } = this.listed(listing)
    const lines = function* () {
      for (const row of rows) yield columns.map((column, k) => cell(column, row, k))
    }
    const sumOf = ({ key }: Column, k: number): Cell => {
      const sum = SUMMED.find((one) => one === key)
      const value = sum && sums[sum]
      return typeof value === 'number' ? digits(value * (units[k]?.factor ?? 1), 12) : null
    }
    const hasSums = file === 'xlsx' && SUMMED.some((key) => sums[key] !== null)
    const sumRow = () => columns.map((column, k) => (k === 0 ? `Sum of ${grouped(sums.count)}` : sumOf(column, k)))
    const without = sums.without.filter(({ quantity }) => columns.some(({ key }) => key === quantity))
    return { heads, rows: lines(), totals: hasSums ? [sumRow(), ...lackingIn({ without })] : [] }
  }
}

const compared = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
