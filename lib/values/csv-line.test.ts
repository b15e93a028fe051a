import { expect, test } from 'vitest'
import { csvLine, withoutGuard } from './csv-line.ts'

test.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1+1', '＝1+1', '＋1', '－1+1', '＠SUM(A1)'])('%j is no formula', (text) => {
  expect(csvLine(['a', text])).toBe(`a,'${text}`)
})

test.each(['\r=1+1', '\n=1+1'])('%j is no formula either, and one cell', (text) => {
  expect(csvLine([text])).toBe(`"'${text}"`)
})

test.each(['-5', '+5', '-1.5e-3', 'a=1', 'B-1', 'x@y.org', ''])('%j stays as it is', (text) => {
  expect(csvLine([text])).toBe(text)
})

test('what has signs of the format is quoted', () => {
  expect(csvLine(['a,b', 'a "b"', 'a\nb', 'a b'])).toBe('"a,b","a ""b""","a\nb",a b')
})

test.each(["'", "'=1", "''", "'a", '=1', '-5', '-a', '\tb', 'a'])('%j comes back without its guard', (text) => {
  const [cell = ''] = csvLine([text]).split(',')
  expect(withoutGuard(cell)).toBe(text)
})

test('an apostrophe that guards nothing stays', () => expect(withoutGuard("'a")).toBe("'a"))
