import { expect, it } from 'vitest'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { pngPixels } from '#lib/fixtures/png-pixels.ts'
import type { SketchShape } from '#lib/schema/comment-bodies.ts'
import { sketchLimits, type ViewToDraw, viewDrawer } from './draw-view.ts'

const VIEW: Omit<ViewToDraw, 'sketch'> = {
  projection: 'perspective',
  ...{ eye: [3, -15, 2], target: [3, 0, 2], up: [0, 0, 1], heightSeen: 30, width: 300, height: 200 },
  ...{ only: null, hidden: [], highlight: [], section: null, viewport: { width: 300, height: 200 }, mostBytes: 400_000 },
}

const line = (colour: SketchShape['colour'], y: number, times = 1): SketchShape => ({
  ...{ type: 'line', colour },
  points: Array.from({ length: times + 1 }, (_, k) => ({ x: k % 2 ? 290 : 10, y })),
})

it('draws a sketch until there is more of it than anybody sketches', () => {
  const draw = viewDrawer(returnedModel(portalFrame()))
  const coloursAt = (sketch: SketchShape[]) => {
    const picture = pngPixels(draw({ ...VIEW, sketch }))
    return [20, 180].map((y) => picture.at(150, y))
  }
  const [none] = coloursAt([])
  const sketch = [line('red', 20, 3), line('green', 180)]
  const whole = coloursAt(sketch)
  expect(whole).not.toContain(none)
  const { MOST_INK } = sketchLimits
  sketchLimits.MOST_INK = 800
  try {
    expect(coloursAt(sketch)).toEqual([whole[0], none])
  } finally {
    sketchLimits.MOST_INK = MOST_INK
  }
})
