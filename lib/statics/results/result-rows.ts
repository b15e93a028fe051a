import type { Issue } from '#lib/schema/model-error.ts'
import { valueError } from '#lib/schema/model-error.ts'
import type { Numbers, ResultRow, RowsAnswer, RowsQuestion } from './result-question.ts'
import { type ResultContext, type ResultTable, resultTable } from './result-tables.ts'
import { withOlder } from './table-with-older.ts'

type Context = Omit<ResultContext, 'question'>

/** A page of rows: through the kinds in the order in which they are asked for. `older`: an earlier revision, whose numbers are told beside. */
export function resultRows(context: Context, question: RowsQuestion, older?: Context): RowsAnswer | { issues: Issue[] } {
  const tables = question.show.map((kind) => {
    const table = resultTable(kind, { ...context, question })
    if (!older) return { kind, table }
    return { kind, table: withOlder(table, resultTable(kind, { ...older, question: { ...question, selected: undefined } })) }
  })
  const column = question.sort?.replace(/^-/, '')
  if (column !== undefined && !tables.some(({ table }) => table.columns.includes(column))) {
    const there = [...new Set(tables.flatMap(({ table }) => table.columns))]
    const isForce = resultTable('forces', { ...context, question }).columns.includes(column)
    const msg = `'${column}' is not shown: sort by ${there.join(', ')}, or with - before it${isForce ? '; forces have it' : ''}`
    return { issues: [valueError(['sort'], msg)] }
  }
  const answer: RowsAnswer = { rows: {}, total: {}, next: undefined }
  let [before, count, characters] = [0, 0, 0]
  for (const { kind, table } of tables) {
    const total = countOf(table)
    answer.total[kind] = total
    const order =
      column !== undefined && table.columns.includes(column)
        ? orderBy(table, column, question.sort?.startsWith('-') ?? false)
        : undefined
    const rows: ResultRow[] = []
    for (let index = Math.max(0, question.from - before); index < total && count < question.limit; index++) {
      const row = rounded(rowAt(table, order ? order[index]! : index), question.digits)
      characters += JSON.stringify(row).length + 1
      if (count > 0 && characters > question.characters) {
        answer.next = before + index
        count = question.limit
        break
      }
      rows.push(row)
      count++
      if (count === question.limit) answer.next = before + index + 1
    }
    if (rows.length > 0 || total === 0) answer.rows[kind] = rows
    before += total
  }
  if (answer.next !== undefined && answer.next >= before) answer.next = undefined
  return answer
}

const countOf = ({ items, lines }: ResultTable) => items.length * lines.length
const rowAt = (table: ResultTable, index: number) => table.row(Math.floor(index / table.lines.length), index % table.lines.length)

/** Rising by value, or falling by size; rows without a value come last, equal ones in their order. */
function orderBy(table: ResultTable, column: string, isFalling: boolean): Uint32Array {
  const [outer = '', inner] = column.split('.')
  const values = Float64Array.from({ length: countOf(table) }, (_, index) => {
    const found = rowAt(table, index)[outer]
    const value = inner !== undefined && isNumbers(found) ? found[inner] : found
    if (typeof value !== 'number') return Number.POSITIVE_INFINITY
    return isFalling ? -Math.abs(value) : value
  })
  return Uint32Array.from(values.keys()).sort((a, b) => values[a]! - values[b]! || a - b)
}

function rounded<Row extends ResultRow>(row: Row, digits: number): Row {
  const round = (value: number) => Number(value.toPrecision(digits)) + 0
  const walk = (value: ResultRow[string]): ResultRow[string] => {
    if (typeof value === 'number') return round(value)
    if (Array.isArray(value)) return value.map((one) => (one === null ? null : round(one)))
    return isNumbers(value) ? rounded(value, digits) : value
  }
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, walk(value)])) as Row // the same keys
}

const isNumbers = (value: ResultRow[string] | undefined): value is Numbers =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
