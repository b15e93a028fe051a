import { expect, it } from 'vitest'
import { readUnits } from '#lib/model/units.ts'
import { rowText } from './row-text.ts'

const metres = readUnits({ length: 'm' }).length

it('gives a level its elevation as the ruler has it, with or without a name', () => {
  const pit = { text: 'Pit', line: { axis: 'Z', coordinate: -1.125 } } as const
  expect(rowText(pit, metres, 'model')).toBe('Pit, −1.125 m')
  expect(rowText(pit, metres, 'millimetres')).toBe('Pit, −1125 mm')
  expect(rowText({ text: '', line: { axis: 'Z', coordinate: 0 } }, metres, 'model')).toBe('±0.00 m')
})

it('gives a grid line its coordinate in the unit that is shown', () => {
  const line = { text: 'B', line: { axis: 'X', coordinate: 7.5 } } as const
  expect(rowText(line, metres, 'model')).toBe('B, X = 7.5 m')
  expect(rowText(line, metres, 'millimetres')).toBe('B, X = 7500 mm')
  expect(rowText(line, undefined, 'model')).toBe('B, X = 7.5')
})

it('leaves all else as it is', () => expect(rowText({ text: 'A → B, IPE 300' }, metres, 'model')).toBe('A → B, IPE 300'))
