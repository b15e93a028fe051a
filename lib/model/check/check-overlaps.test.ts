import { describe, expect, it, onTestFinished } from 'vitest'
import { modelOf, square } from '#lib/fixtures/shapes.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { checkModel } from './check.ts'
import { MOST_PAIRS } from './check-finding.ts'

type Shape = Parameters<typeof modelOf>[0]
type Area = NonNullable<ViewerModel['areas']>[number]

/** Areas named A0, A1 …, 0.2 thick below their nodes unless something else is given. */
function model(shapes: Shape[], change: (area: Area, k: number) => void = () => {}): ViewerModel {
  const made = modelOf(...shapes)
  for (const [k, area] of made.areas!.entries()) {
    Object.assign(area, { thickness: 0.2, cardinalPoint: 'TOP' })
    change(area, k)
  }
  return { ...made, units: { length: 'm' } }
}
const told = (given: ViewerModel) =>
  checkModel(given).flatMap(({ code, message }) => (code === 'overlapping_areas' ? message : []))
const of = (...shapes: Shape[]) => told(model(shapes))
const panel = (x: number, y: number, side: number, ...openings: Shape[1]): Shape => [square(x, y, side), openings]

describe('areas that fill the same place', () => {
  it('are told with what they share, whichever comes first and whichever way their nodes run', () => {
    const twice = "Areas 'A0' and 'A1' fill the same 100 m²"
    expect(of(panel(0, 0, 10), panel(0, 0, 10))).toEqual([twice])
    expect(of(panel(0, 0, 10), [square(0, 0, 10).reverse(), []])).toEqual([twice])
    expect(of(panel(2, 3, 2.4), panel(0, 0, 10))).toEqual(["Areas 'A0' and 'A1' fill the same 5.76 m²"])
    expect(of(panel(0, 0, 10), panel(5, 5, 10), panel(14, 0, 3), panel(8, 8, 4))).toEqual([
      "Areas 'A0' and 'A1' fill the same 25 m²",
      "Areas 'A0' and 'A3' fill the same 4 m²",
      "Areas 'A1' and 'A3' fill the same 16 m²",
    ])
  })

  it('are two elements of a warning that says how to mend it', () => {
    const [finding] = checkModel(model([panel(0, 0, 10), panel(0, 0, 10)])).filter(({ code }) => code === 'overlapping_areas')
    expect(finding).toMatchObject({
      severity: 'warning',
      elements: [
        { kind: 'area', id: 'A0' },
        { kind: 'area', id: 'A1' },
      ],
      fix: expect.stringContaining('opening'),
    })
  })

  it('stand in walls and on slopes too', () => {
    const upright = (shape: Shape): Shape => [shape[0].map(([x, y]) => [x, 7, y]), []]
    const sloping = (shape: Shape): Shape => [shape[0].map(([x, y]) => [x, y, 0.75 * y]), []]
    expect(of(upright(panel(0, 0, 3)), upright(panel(1, 1, 3)))).toEqual(["Areas 'A0' and 'A1' fill the same 4 m²"])
    expect(of(sloping(panel(0, 0, 4)), sloping(panel(0, 0, 4)))).toEqual(["Areas 'A0' and 'A1' fill the same 20 m²"])
  })

  it('need not: beside each other, in an opening, at another level, above and below their nodes', () => {
    expect(of(panel(0, 0, 10), panel(10, 0, 10), panel(10, 10, 10))).toEqual([])
    expect(of(panel(0, 0, 10, square(2, 3, 2.4)), panel(2, 3, 2.4))).toEqual([])
    expect(of(panel(0, 0, 10), [square(0, 0, 10).map(([x, y]) => [x, y, 0.01]), []])).toEqual([])
    const stacked = model([panel(0, 0, 10), panel(0, 0, 10)], (area, k) => {
      if (k === 1) area.cardinalPoint = 'BOTTOM'
    })
    expect(told(stacked)).toEqual([])
  })

  it('reach into each other by thickness: one about its nodes and one above them', () => {
    const points = (...names: (string | null)[]) =>
      told(model([panel(0, 0, 10), panel(0, 0, 10)], (area, k) => Object.assign(area, { cardinalPoint: names[k] })))
    expect(points('MIDDLE', 'BOTTOM')).toHaveLength(1)
    expect(points('MIDDLE', 'TOP')).toHaveLength(1)
    expect(points('top', 'Bottom')).toHaveLength(0)
    expect(points(null, 'TOP')).toHaveLength(1)
  })

  it('lie over each other without a thickness, too', () => {
    const bare = (which: number[]) =>
      told(
        model([panel(0, 0, 10), panel(0, 0, 10)], (area, k) => {
          if (which.includes(k)) delete area.thickness
        }),
      )
    expect([bare([0]), bare([1]), bare([0, 1])].map(({ length }) => length)).toEqual([1, 1, 1])
  })

  it('may share a hundredth of the smaller', () => {
    expect(of(panel(0, 0, 10), panel(9.901, 0, 10))).toEqual([])
    expect(of(panel(0, 0, 10), panel(9.899, 0, 10))).toEqual(["Areas 'A0' and 'A1' fill the same 1.01 m²"])
    expect(of(panel(0, 0, 100), panel(99.901, 0, 10))).toEqual([])
  })

  it('are counted without what openings leave out, of both', () => {
    const [slab, frame] = [panel(0, 0, 10, square(1, 1, 2)), panel(0, 0, 4, square(2, 2, 2))]
    expect(of(slab, frame)).toEqual(["Areas 'A0' and 'A1' fill the same 9 m²"])
  })

  it('are searched for within an allowance', () => {
    const usual = { ...MOST_PAIRS }
    onTestFinished(() => void Object.assign(MOST_PAIRS, usual))
    const pile = Array.from({ length: 60 }, () => panel(0, 0, 10))
    expect(of(...pile).at(-1)).toBe('1670 more findings of overlapping_areas')
    Object.assign(MOST_PAIRS, { looked: 2000, ofEach: 0 })
    expect(of(...pile).at(-1)).toMatch(/^The search for overlapping_areas stopped early/)
    Object.assign(MOST_PAIRS, { ...usual, found: 200 })
    expect(of(...pile).at(-1)).toMatch(/^The search for overlapping_areas stopped early: .*; 100 more found until then/)
  })
})
