import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readNumber, readWhole, writeConverted, writeNumber } from './numbers.ts'

it('reads numbers as other programs write them', () => {
  const read = { '1.5': 1.5, '1,5': 1.5, '.5': 0.5, '5.': 5, '1E3': 1000, '1.0D3': 1000, '-0': 0, ' 7 ': 7, '+2': 2 }
  for (const [text, value] of Object.entries(read)) expect(readNumber(text), text).toBe(value)
  for (const text of ['NaN', '1.#IND', 'inf', '1e999', '', '1.5,2', '1,000,000', '0x10', '1 2', `1${'0'.repeat(500)}`])
    expect(readNumber(text), text).toBeUndefined()
  expect([readWhole('3'), readWhole('3.5'), readWhole('1e300')]).toEqual([3, undefined, undefined])
})

it('writes the shortest decimal that reads back as the same double', () => {
  expect([writeNumber(-0), writeNumber(1e-7), writeNumber(0.1 + 0.2), writeConverted(0.1 + 0.2)]).toEqual([
    ...['0', '1E-7', '0.30000000000000004', '0.3'],
  ])
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => readNumber(writeNumber(value)) === value + 0),
    { seed: 1 },
  )
})
