import type { Issue } from '#lib/schema/model-error.ts'
import { valueError } from '#lib/schema/model-error.ts'
import type { ResultRow, RowsAnswer, RowsQuestion } from './result-question.ts'
import { type ResultContext, type ResultTable, resultTable } from './result-tables.ts'

/** A page of rows: through the kinds in the order in which they are asked for. */
export function resultRows(context: Omit<ResultContext, 'question'>, question: RowsQuestion): RowsAnswer | { issues: Issue[] } {
  const tables = question.show.map((kind) => ({ kind, table: resultTable(kind, { ...context, question }) }))
  const column = question.sort?.replace(/^-/, '')
  if (column !== undefined && !tables.some(({ table }) => table.columns.includes(column))) {
    const there = [...new Set(tables.flatMap(({ table }) => table.columns))]
    return { issues: [valueError(['sort'], `'${column}' is not shown: sort by ${there.join(', ')}, or with - before it`)] }
  }
  const answer: RowsAnswer = { rows: {}, total: {}, next: undefined }
  let [before, count, characters] = [0, 0, 0]
  for (const { kind, table } of tables) {
    answer.total[kind] = table.count
    const order =
      column !== undefined && table.columns.includes(column)
        ? orderBy(table, column, question.sort?.startsWith('-') ?? false)
        : undefined
    const rows: ResultRow[] = []
    for (let index = Math.max(0, question.from - before); index < table.count && count < question.limit; index++) {
      const row = rounded(table.row(order ? order[index]! : index), question.digits)
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
    if (rows.length > 0 || table.count === 0) answer.rows[kind] = rows
    before += table.count
  }
  if (answer.next !== undefined && answer.next >= before) answer.next = undefined
  return answer
}

/** Rising by value, or falling by size; rows without a value come last, equal ones in their order. */
function orderBy(table: ResultTable, column: string, isFalling: boolean): Uint32Array {
  const values = Float64Array.from({ length: table.count }, (_, index) => {
    const value = table.row(index)[column]
    if (typeof value !== 'number') return Number.POSITIVE_INFINITY
    return isFalling ? -Math.abs(value) : value
  })
  return Uint32Array.from(values.keys()).sort((a, b) => values[a]! - values[b]! || a - b)
}

function rounded(row: ResultRow, digits: number): ResultRow {
  const round = (value: number) => Number(value.toPrecision(digits)) + 0
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      typeof value === 'number'
        ? round(value)
        : Array.isArray(value)
          ? value.map((one) => (one === null ? null : round(one)))
          : value,
    ]),
  )
}
