import { expect, test } from 'vitest'
import { DARK, LIGHT, type Theme } from '../../session/theme.ts'
import { backdropBehind } from './backdrop.ts'

/** Of a canvas what is written to: its style. */
function canvas() {
  const written: string[] = []
  const style = {
    setProperty() {},
    set background(value: string) {
      written.push(value)
    },
  }
  return { written, behind: backdropBehind({ style } as unknown as HTMLCanvasElement) }
}

/** Colour and place of each stop. */
const stopsIn = (background: string) =>
  [...background.matchAll(/rgb\(([\d.]+) ([\d.]+) ([\d.]+)\) ([\d.]+)%/g)].map(([, ...numbers]) => numbers.map(Number))

const behind = (theme: Theme, isPaper = false) => {
  const { written, behind } = canvas()
  behind(theme, isPaper)
  return written[0] ?? ''
}

test('the gradient goes from the top over the horizon to the bottom, without a corner at the horizon', () => {
  for (const theme of [LIGHT, DARK]) {
    const stops = stopsIn(behind(theme))
    const at = (place: number) => stops.find((stop) => stop[3] === place)?.slice(0, 3)
    const [top, middle, bottom] = theme.backdrop.map((colour) => colour.map((part) => 255 * part))
    expect([at(0), at(45), at(100)]).toEqual(
      [top, middle, bottom].map((colour) => colour?.map((part) => expect.closeTo(part, 9))),
    )
    expect(stops.map(([, , , place]) => place)).toEqual(stops.map(([, , , place]) => place).toSorted((a = 0, b = 0) => a - b))
    // Beside the horizon it hardly changes, half-way to an edge it has gone half of the way.
    const [above, half] = [at(45 * (7 / 8)), at(45 / 2)]
    expect(Math.abs(above![0]! - middle![0]!)).toBeLessThan(0.05 * Math.abs(top![0]! - middle![0]!))
    expect(half![0]).toBeCloseTo((top![0]! + middle![0]!) / 2, 9)
  }
})

test('behind a drawing lies paper, and nothing where the page shows through', () => {
  const paper = LIGHT.paper.map((part) => 255 * part)
  expect(stopsIn(behind(LIGHT, true)).map((stop) => stop.slice(0, 3))).toEqual([paper, paper])
  expect(behind({ ...LIGHT, isClear: true })).toBe('none')
  expect(behind({ ...LIGHT, isClear: true }, true)).toBe('none')
})

test('a canvas is written to when it changes and no more, as that is asked with every picture', () => {
  const { written, behind } = canvas()
  for (const [theme, isPaper] of [
    [LIGHT, false],
    [LIGHT, false],
    [LIGHT, true],
    [LIGHT, true],
    [DARK, true],
    [DARK, false],
  ] as const)
    behind(theme, isPaper)
  expect(written).toHaveLength(4)
})
