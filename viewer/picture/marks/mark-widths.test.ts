import { describe, expect, it } from 'vitest'
import { gridBubbles } from '#lib/geometry/grid-bubble.ts'
import type { Stage } from '../elements/stage.ts'
import { halfOf } from './grid-bubbles.ts'
import { widthsOf } from './level-words.ts'

/** What stands around a model is as wide as its widest name, and the model has what is left of the picture. */

const ink = { font: '', measureText: (text: string) => ({ width: 7 * text.length }) } as unknown as CanvasRenderingContext2D
const stage = {
  drawn: { up: null, summary: { units: { current: 'kN, m, C' } } },
  session: { view: { get: () => ({ units: 'model' }) } },
} as unknown as Stage
const LONG = 'A name of two hundred characters. '.repeat(6).slice(0, 200)

describe.each([1280, 390])('in a picture of %i pixels', (width) => {
  it('a level has room for no more than the beginning of a long name', () => {
    const [short = 0, long = 0] = widthsOf(
      stage,
      [
        { label: 'Roof', elevation: 18.6 },
        { label: LONG, elevation: 0 },
      ],
      ink,
      width,
    )
    expect(short).toBe(width < 640 ? 28 : 28 + 8 + 7 * '+18.60 m'.length)
    expect(long).toBeLessThan(300)
  })

  it('a grid line has no plate that is wider than a tenth of the picture', () => {
    const [line] = gridBubbles([{ id: 'g', axis: 'X', coordinate: 0, label: LONG }], [0, 0, 0], [6, 5, 3])
    expect(2 * halfOf(ink, line!, width)).toBeLessThan(Math.max(width / 9, 60))
  })
})
