import { expect, test } from 'vitest'
import { DIRECTIONS, readRestraints } from './restraints.ts'

const six = (digits: string) => Object.fromEntries(DIRECTIONS.map((direction, i) => [direction, digits[i] === '1']))

test('64 patterns of digits, with and without the blank', () => {
  for (let pattern = 0; pattern < 64; pattern++) {
    const digits = pattern.toString(2).padStart(6, '0')
    expect(readRestraints(digits)).toEqual({ value: six(digits) })
    expect(readRestraints(`${digits.slice(0, 3)} ${digits.slice(3)}`)).toEqual({ value: six(digits) })
  }
})

test.each<[unknown, string]>([
  ['fixed', '111111'],
  [' Pinned ', '111000'],
  ['FREE', '000000'],
  [['u1', 'U3'], '101000'],
  [['ux', 'rz'], '100001'],
  [[], '000000'],
])('%j holds %s', (sent, digits) => {
  expect(readRestraints(sent)).toEqual({ value: six(digits) })
})

test('an object may say ux for u1, in any case; what it does not state stays unstated', () => {
  expect(readRestraints({ UX: true, rz: null, note: 1 })).toEqual({ value: { u1: true, r3: null } })
  expect(readRestraints({ u1: true, ux: true })).toEqual({ value: { u1: true } })
  expect(readRestraints({ u1: true, ux: false })).toEqual({ error: 'u1 and ux are the same direction, and differ' })
  expect(readRestraints({ u1: true, other: 1 })).toBeUndefined()
})

test.each<[unknown, string]>([
  ['roller', "'roller'"],
  ['hinge', "'hinge'"],
  ['FFFRRR', "'FFFRRR'"],
  ['111', "'111'"],
  ['11 1000', "'11 1000'"],
  ['111  000', "'111  000'"],
  ['', "''"],
  ['1110001', "'1110001'"],
  ['x111000', "'x111000'"],
  ['x'.repeat(62), `'${'x'.repeat(62)}'`],
  ['x'.repeat(63), `'${'x'.repeat(63)}…`],
  [[true, true, true, false, false, false], '[true,true,true,false,false,false]'],
  [['u1', 'x'], '["u1","x"]'],
])('%j does not say which directions are held', (sent, shown) => {
  expect(readRestraints(sent)).toEqual({ error: `${shown} does not say which directions are held` })
})

test.each([[true], [111000], [null], [undefined]])('%j is no short form', (sent) => {
  expect(readRestraints(sent)).toBeUndefined()
})
