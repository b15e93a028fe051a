import { describe, expect, it } from 'vitest'
import { patternName } from './support-name.ts'
import { patternOf, patternShown, patternText } from './support-pattern.ts'

const restraintsOf = (text: string) =>
  Object.fromEntries(['u1', 'u2', 'u3', 'r1', 'r2', 'r3'].map((one, k) => [one, text.replace(' ', '')[k] === '1']))

describe('what a support holds', () => {
  it('is called as an engineer calls it, else by what it holds', () => {
    const named = ['111 111', '111 000', '000 000', '011 000', '101 000', '001 000', '110 000', '110 001', '111 110'].map(
      (text) => patternName(patternOf(restraintsOf(text))),
    )
    expect(named).toEqual([
      'Fixed',
      'Pinned',
      'Holds nothing',
      'Roller along X',
      'Roller along Y',
      'Roller along X, Y',
      'Roller along Z',
      'Holds u1 u2 r3',
      'Fixed but r3',
    ])
  })

  it('stands in the axes of the display: with Y up what the model holds along Y is held upward', () => {
    for (const [model, shown] of [['100 000', '100 000'], ['010 000', '001 000'], ['001 000', '010 000'], ['000 100', '000 100'], ['000 010', '000 001'], ['011 001', '011 010']] as const) {
      for (const up of ['y', '-y'] as const) expect(patternText(patternShown(patternOf(restraintsOf(model)), up))).toBe(shown)
      for (const up of [null, '-z'] as const) expect(patternText(patternShown(patternOf(restraintsOf(model)), up))).toBe(model)
    }
  }) // biome-ignore format: short

  it('counts null and absent as free', () => {
    expect(patternOf({ u1: true, u2: null, r3: true })).toBe(0b100001)
    expect(patternOf(undefined)).toBe(0)
  })
})
