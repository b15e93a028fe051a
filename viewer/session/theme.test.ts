import { describe, expect, it } from 'vitest'
import { ofHex, type Rgb } from '#lib/drawing/palette.ts'
import { DARK, LIGHT } from './theme.ts'

/** WCAG 2.2, relative luminance; of display values. */
function luminance(colour: Rgb): number {
  const [r = 0, g = 0, b = 0] = colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const contrast = (one: Rgb, other: Rgb) => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('%s', (_, { accent, onAccent }) => {
  it('has numbers on dimensions that can be read (WCAG 2.2, 1.4.3)', () => {
    const [r, g, b] = ofHex(onAccent)
    expect(contrast(accent, [r / 255, g / 255, b / 255])).toBeGreaterThanOrEqual(4.5)
  })
})
