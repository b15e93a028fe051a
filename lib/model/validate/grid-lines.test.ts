import { expect, it } from 'vitest'
import { ConstructModelElementsBatch } from '#lib/schema/request-bodies.ts'
import { parse } from './parse.ts'

const read = (...gridLines: object[]) => parse(ConstructModelElementsBatch, structuredClone({ gridLines }))
function wrong(gridLine: object): string[] {
  const parsed = read({ id: 'R', ...gridLine })
  return parsed.ok ? [] : parsed.issues.map(({ type, loc, msg }) => `${loc.join('.')} ${type}: ${msg}`)
}
const point = (x: number, y: number) => ({ x, y })
const line = (x: number, y: number) => ({ line: { from: point(0, 0), to: point(x, y) } })
const arc = (from: number, to: number, rest: object = {}) => ({ arc: { center: point(0, 0), radius: 20, from, to, ...rest } })

it.each<[string, object, 'X' | 'Y', number]>([
  ['a line at 30 degrees', line(10 * Math.cos(Math.PI / 6), 10 * Math.sin(Math.PI / 6)), 'Y', 2.5],
  ['a line at 45 degrees', line(4, 4), 'X', 2],
  ['a quarter', arc(0, 90), 'X', 14.1421356237],
  ['a flat arc', arc(60, 120), 'Y', 20],
  ['a whole ring', arc(0, 360), 'X', -20],
  ['a half', arc(0, 180), 'Y', 20],
])('%s says its axis and coordinate itself', (_, sent, axis, coordinate) => {
  const parsed = read({ id: 'R', label: '3', ...sent })
  expect(parsed.ok && parsed.value.gridLines).toEqual([{ id: 'R', label: '3', axis, coordinate, ...sent }])
})

it('takes an axis and a coordinate that are sent, one of them too, and numbers as text', () => {
  const parsed = read(
    { id: 'A', axis: 'X', coordinate: 7, ...line(10, 2) },
    { id: 'B', axis: 'X', ...line(10, 2) },
    { id: 'C', coordinate: 0, ...line(10, 2) },
    { id: 'D', line: { from: { x: '0', y: '0' }, to: { x: ' 10 ', y: '2' } } },
  )
  expect(parsed.ok && parsed.value.gridLines?.map(({ axis, coordinate }) => [axis, coordinate])).toEqual([
    ['X', 7],
    ['X', 5],
    ['Y', 0],
    ['Y', 1],
  ])
  expect(parsed.ok && parsed.value.gridLines?.at(-1)?.line).toEqual({ from: point(0, 0), to: point(10, 2) })
})

it('leaves straight lines as they are sent', () => {
  const sent = [
    { id: 'A', axis: 'X', coordinate: 0 },
    { id: 'B', axis: 'Z', coordinate: 3, label: null, line: null },
  ]
  const parsed = read(...sent)
  expect(parsed.ok && parsed.value.gridLines).toEqual(sent)
})

const at = 'gridLines.0'
it.each<[object, string[]]>([
  [{ ...line(1, 0), ...arc(0, 90) }, [`${at} value_error: Value error, a grid line has one of line, arc`]],
  [{}, [`${at}.axis missing: Field required`, `${at}.coordinate missing: Field required`]],
  [{ axis: 'X' }, [`${at}.coordinate missing: Field required`]],
  [{ line: null, arc: null, axis: 'Y' }, [`${at}.coordinate missing: Field required`]],
  [
    { axis: 'Z', coordinate: 3, ...line(1, 0) },
    [`${at}.axis value_error: Value error, a level has no line or arc: axis Z is a height`],
  ],
  [
    { line: { from: point(1e6, 0), to: point(1e6 + 1e-4, 0) } },
    [`${at}.line value_error: Value error, from and to are one point`],
  ],
  [line(0, 0), [`${at}.line value_error: Value error, from and to are one point`]],
  [{ line: { from: point(0, 0) } }, [`${at}.line.to missing: Field required`]],
  [arc(0, 90, { radius: 0 }), [`${at}.arc.radius greater_than: Input should be greater than 0`]],
  [arc(90, 0), [`${at}.arc.to value_error: Value error, to must be above from by at most 360, got from 90, to 0`]],
  [arc(-90, 271), [`${at}.arc.to value_error: Value error, to must be above from by at most 360, got from -90, to 271`]],
  [
    arc(0, 90, { radius: 'wide' }),
    [`${at}.arc.radius float_parsing: Input should be a valid number, unable to parse string as a number`],
  ],
  [{ line: 'north' }, [`${at}.line model_attributes_type: Input should be a valid dictionary or object to extract fields from`]],
])('%j is refused', (sent, issues) => {
  expect(wrong(sent)).toEqual(issues)
})
