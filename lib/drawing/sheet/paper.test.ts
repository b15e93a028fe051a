import { describe, expect, it } from 'vitest'
import { keysOf } from '#lib/values/object-keys.ts'
import { drawingArea, ELEVATION_MARGINS, frameArea, PAPER_SIZES, type PaperName, paperSize, stripAreas } from './paper.ts'
import { bestScale, refusalOf, scaleText, textScale } from './sheet-scale.ts'

const landscape = (name: PaperName) => ({ name, isPortrait: false })
const areaOf = (name: PaperName) => {
  const { width, height } = drawingArea(landscape(name), ELEVATION_MARGINS)
  return [width, height]
}

describe('a sheet', () => {
  it('leaves the drawing what border, strip and marks do not take', () => {
    expect(areaOf('A3')).toEqual([342, 199])
    expect(areaOf('A4')).toEqual([219, 112])
    expect(areaOf('A1')).toEqual([763, 496])
  })

  it('is as large as its standard says, both ways', () => {
    expect(paperSize(landscape('A0'))).toEqual({ width: 1189, height: 841 })
    expect(paperSize({ name: 'ANSI B', isPortrait: true })).toEqual({ width: 279.4, height: 431.8 })
    expect(paperSize(landscape('ARCH D'))).toEqual({ width: 914.4, height: 609.6 })
  })

  it('keeps its title block inside the border; on a narrow one it is as wide as that', () => {
    for (const name of keysOf(PAPER_SIZES))
      for (const isPortrait of [false, true]) {
        const [frame, { block, row }] = [frameArea({ name, isPortrait }), stripAreas({ name, isPortrait })]
        for (const part of [block, row]) {
          expect(part.x).toBeGreaterThanOrEqual(frame.x - 1e-9)
          expect(part.x + part.width).toBeLessThanOrEqual(frame.x + frame.width + 1e-9)
          expect(part.y + part.height).toBeLessThanOrEqual(frame.y + frame.height + 1e-9)
        }
      }
    expect(stripAreas({ name: 'A4', isPortrait: true })).toMatchObject({ block: { width: 180 }, row: { width: 180 }, height: 72 })
  })
})

describe('the scale of a drawing', () => {
  const real = (width: number, height: number) => ({ width: width * 1000, height: height * 1000 })
  const best = (name: PaperName, width: number, height: number, isFeet = false) =>
    bestScale(real(width, height), drawingArea(landscape(name), ELEVATION_MARGINS), isFeet)

  it('is the largest of the standard that fits, and one between where the sheet would stay half empty', () => {
    expect(best('A4', 34.8, 18.6)).toBe(200)
    expect(best('A3', 34.8, 18.6)).toBe(125)
    expect(best('A2', 34.8, 18.6)).toBe(100)
    expect(best('A1', 34.8, 18.6)).toBe(50)
    expect(best('A3', 28.8, 18.6)).toBe(100)
    // Half empty along one side alone, where 1:150 would fit.
    expect([best('A3', 45, 6), best('A3', 6, 26)]).toEqual([200, 200])
  })

  it('has inches on paper for a foot where the model is in feet', () => {
    expect(best('A3', 34.8, 18.6, true)).toBe(128)
    expect(scaleText(96, true)).toBe('1/8" = 1\'-0"')
    expect(scaleText(96, false)).toBe('1:96')
  })

  it('is refused with what it needs and what there is', () => {
    const area = drawingArea(landscape('A3'), ELEVATION_MARGINS)
    expect(refusalOf(real(34.8, 18.6), area, 100)).toBe('needs 348 × 186 mm, the sheet has 342 × 199')
    // As single precision has them.
    const [width, height] = [Math.fround(34.8), Math.fround(18.6)]
    expect(refusalOf(real(width, height), area, 100)).toBe('needs 348 × 186 mm, the sheet has 342 × 199')
    expect(refusalOf(real(Math.fround(34.2) + 2e-6, height), area, 100)).toBeNull()
    expect(bestScale(real(Math.fround(34.2) + 2e-6, height), area, false)).toBe(100)
    expect(refusalOf(real(34.22, 18.6), area, 100)).toBe('needs 343 × 186 mm, the sheet has 342 × 199')
    expect(refusalOf(real(34.8, 18.6), area, 125)).toBeNull()
    expect(bestScale(real(1e9, 1), area, false)).toBeNull()
  })

  it.each([
    ['100', 100],
    ['1:75', 75],
    ['1 : 2,500', 2500],
    ['1/50', 50],
    ['1:12.5', 12.5],
    ['1/4"', 48],
    ['1 1/2" = 1\'-0"', 8],
    ['1:1.000', 1000],
    ['1:1,000', 1000],
    ['1:1 000', 1000],
    ['1:1\u00a0000', 1000],
    ['1:1\u202f000', 1000],
    ["1:1'000", 1000],
    ['1:1’000', 1000],
    ['1:12.500', 12_500],
    ['100.000', 100_000],
    ['1:1.250,5', 1250.5],
    ['1:1,250.5', 1250.5],
    ['1:12,5', 12.5],
    ['1:33.33', 33.33],
    ['1000.000', 1000],
  ])('typed as %s is 1:%d', (text, n) => expect(textScale(text)).toEqual({ n }))

  it.each([
    '1:0.5',
    '1:0.500',
    '1:100001',
    '1:1.000.000',
    '1:1.00.000',
    '1:1,000 000',
    '1:1.5.5',
    '0"',
    '1/0"',
    'about 1:100',
    '',
  ])('typed as %s is none', (text) =>
    expect(textScale(text)).toEqual({ says: 'Type a scale from 1:1 to 1:100,000, such as 1:75 or 1/4" = 1\'-0"' }),
  )

  it('that may be two is refused with both', () => {
    expect(textScale('1:1.125')).toEqual({
      says: '1.125 may be 1125 or 1.125: type 1125 without a sign in it, or fewer decimals',
    })
    expect(textScale('12,345')).toEqual({
      says: '12,345 may be 12345 or 12.345: type 12345 without a sign in it, or fewer decimals',
    })
  })
})
