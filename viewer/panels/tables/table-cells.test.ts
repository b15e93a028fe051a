import { expect, it } from 'vitest'
import type { ColumnHead } from '../../worker/tables/table-types.ts'
import { columnTexts, columnWidths } from './table-cells.ts'

it('makes a column wide enough for its sum, which is longer than each of its figures', () => {
  const columns: ColumnHead[] = [
    { key: 'id', label: 'Id', isNumber: false },
    { key: 'length', label: 'Length', isNumber: true, measure: 'length' },
  ]
  const told = columnTexts(columns, { unit: 'm', metres: 1 }, 'model')
  const rows = [{ id: 'B1', index: 0, cells: ['B1', 1] }]
  const widths = (sums: string[]) => columnWidths(columns, told, rows, [0, 1], sums)
  const [id, length] = widths(['', '1,234,567.890'])
  expect(length).toBeGreaterThanOrEqual('1,234,567.890'.length * 7.5 + 16) // and what stands beside it
  expect([id, widths(['', ''])[1]! < length!]).toEqual([82, true])
})
