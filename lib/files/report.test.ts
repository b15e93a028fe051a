import { expect, it } from 'vitest'
import { ExportReport, ImportReport, lossesOf } from './report.ts'

it('counts notes by action and code, what is lost first, with the first three examples', () => {
  const report = new ImportReport()
  for (const id of ['2', '3', '5', '7']) report.note('kept', 'releases', { example: `frame ${id}` })
  report.note('dropped', 'loads', { count: 3, place: 'LOAD PATTERN DEFINITIONS' })
  report.note('dropped', 'loads', { count: 1, place: 'JOINT LOADS - FORCE' })
  report.note('guessed', 'orientation_guessed', { example: 'frame 9' })
  const { notes } = report.report('s2k', 'Tower.s2k')
  expect(notes).toEqual([
    {
      ...{ action: 'dropped', code: 'loads', count: 4, message: '4 rows of loads in 2 tables' },
      examples: ['LOAD PATTERN DEFINITIONS', 'JOINT LOADS - FORCE'],
    },
    {
      ...{ action: 'guessed', code: 'orientation_guessed', count: 1, message: '1 frame lets its rotation open; 0 was taken' },
      examples: ['frame 9'],
    },
    {
      ...{ action: 'kept', code: 'releases', count: 4, message: '4 frames have end releases; kept in source.releases' },
      examples: ['frame 2', 'frame 3', 'frame 5'],
    },
  ])
  expect(lossesOf(notes).map(({ code }) => code)).toEqual(['orientation_guessed'])
})

it('adds up in a report of bounded size, however many tables a file has', () => {
  const report = new ImportReport()
  for (let i = 0; i < 3000; i++) {
    const table = report.table(`${'TABLE '.repeat(10)}${i}`)
    table.rows += 3
    table.taken++
    table.dropped += 2
    for (let column = 0; column < 100; column++) table.ignoredColumns.add(`Column${column}`)
  }
  const { tables = [] } = report.report('s2k', undefined)
  expect(JSON.stringify(tables).length).toBeLessThan(64 * 1024)
  expect(tables.at(-1)?.name).toBe('(others)')
  const sum = (field: 'rows' | 'taken' | 'dropped') => tables.reduce((all, table) => all + table[field], 0)
  expect([sum('rows'), sum('taken'), sum('dropped')]).toEqual([9000, 3000, 6000])
})

it('says of an export what the file cannot hold', () => {
  const report = new ExportReport()
  report.note('dropped', 'opening', { count: 12, example: 'area A1' })
  expect(report.report('s2k')).toEqual({
    format: 's2k',
    notes: [
      {
        action: 'dropped',
        code: 'opening',
        count: 12,
        message: '12 openings have no place in the format',
        examples: ['area A1'],
      },
    ],
  })
})
