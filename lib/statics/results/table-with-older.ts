import type { Numbers, ResultRow } from './result-question.ts'
import type { ResultTable } from './result-tables.ts'

/**
 * Each row with the numbers that an earlier revision has in its place (`before`), and how far these are from them (`difference`). What
 * the earlier one has not stands alone.
 */
export function withOlder(table: ResultTable, older: ResultTable): ResultTable {
  const item = placesIn(table.items, older.items)
  const line = placesIn(table.lines, older.lines)
  return {
    ...table,
    columns: [...table.columns, ...table.columns.map((column) => `difference.${column}`)],
    row(i, k) {
      const row = table.row(i, k)
      const [olderItem, olderLine] = [item[i], line[k]]
      if (olderItem === undefined || olderLine === undefined) return row
      const before = numbersOf(older.row(olderItem, olderLine))
      const difference = Object.fromEntries(
        table.columns.flatMap((column) => {
          const [now, then] = [row[column], before[column]]
          return typeof now === 'number' && typeof then === 'number' ? [[column, now - then] as const] : []
        }),
      )
      return { ...row, before, difference }
    },
  }
}

/** Where each of them stands among others; of several of one name, such as the spans of a member, the first beside the first. */
function placesIn(names: readonly string[], others: readonly string[]): (number | undefined)[] {
  const places = new Map<string, number[]>()
  for (const [place, name] of others.entries()) {
    const list = places.get(name)
    if (list) list.push(place)
    else places.set(name, [place])
  }
  const used = new Map<string, number>()
  return names.map((name) => {
    const nth = used.get(name) ?? 0
    used.set(name, nth + 1)
    return places.get(name)?.[nth]
  })
}

/** What a row says beside what it is of. */
function numbersOf(row: ResultRow): Numbers {
  const { at: _, mode: _mode, ...values } = row
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, Numbers[string]] => !isName(entry[1])))
}

const isName = (value: ResultRow[string]) => typeof value === 'string'
