import { describe, expect, it, onTestFinished } from 'vitest'
import { isExhaustive } from '#lib/fixtures/exhaustive.ts'
import { circle, crossing, modelOf, onOneLine, riddled, scattered } from '#lib/fixtures/shapes.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { checkModel } from './check.ts'
import { allowance, MOST_PAIRS } from './check-finding.ts'
import { frameMeetings } from './frame-meetings.ts'
import { structureOf } from './structure.ts'

/** The shapes that cost most, in steps that are counted: never in time. */

const told = (model: ViewerModel, code: string) => checkModel(model).filter((finding) => finding.code === code)

describe('a check is bounded whatever the model', () => {
  const many = isExhaustive ? 130_000 : 13_000
  it(`tells a circle of ${many} nodes nothing about its outline`, () => {
    const codes = checkModel(modelOf(circle(many))).map(({ code }) => code)
    expect(codes).toEqual(expect.not.arrayContaining(['self_intersecting_area', 'outline_too_large']))
  })

  it.each([200, 500, ...(isExhaustive ? [1000, 20_000] : [])])('%d random nodes cross, and are too many to draw', (count) => {
    const model = modelOf(scattered(count))
    expect(told(model, 'self_intersecting_area')).toHaveLength(1)
    const [large] = told(model, 'outline_too_large')
    expect(large).toMatchObject({ severity: 'warning', elements: [{ kind: 'area', id: 'A0' }] })
    expect(large?.message).toMatch(/^Area 'A0' is drawn by its edges alone: /)
  })

  it.each([
    [200, /^[0-9]+ more findings of overlapping_openings$/],
    [500, /^[0-9]+ more findings of overlapping_openings$/],
    [5000, /^The search for overlapping_openings stopped early: .*; 99900 more found until then/],
  ])('%d openings over each other are counted, up to 100,000 pairs', (count, last) => {
    const overlapping = told(modelOf(riddled(count)), 'overlapping_openings')
    expect(overlapping).toHaveLength(101)
    expect(overlapping[0]?.message).toMatch(/^Opening 1 and opening [0-9]+ of area 'A0' overlap$/)
    expect(overlapping[100]?.message).toMatch(last)
  })

  it('the true number of pairs is told', () => {
    const squares = riddled(200)[1].map(([corner]) => corner!)
    const isOver = (a: number, b: number) => Math.abs(a - b) < 20
    let pairs = 0
    for (const [i, [x, y]] of squares.entries())
      for (const [a, b] of squares.slice(i + 1)) if (isOver(x, a) && isOver(y, b)) pairs++
    const last = told(modelOf(riddled(200)), 'overlapping_openings')[100]
    expect(last?.message).toBe(`${pairs - 100} more findings of overlapping_openings`)
  })

  it.each([
    ['on one line', onOneLine(20_000), 'overlapping'],
    ['across each other in a plane', crossing(20_000), 'crossing'],
  ] as const)('20,000 frames %s are looked at within two allowances', (_, model, how) => {
    const usual = { ...MOST_PAIRS }
    onTestFinished(() => void Object.assign(MOST_PAIRS, usual))
    Object.assign(MOST_PAIRS, { looked: 2_000_000, ofEach: 0 }) // a tenth of it: what is more is more of the same
    const structure = structureOf(model)
    const meetings = frameMeetings(structure)
    expect(meetings[how].isCutShort).toBe(true)
    expect(meetings[how].all).toHaveLength(100_000)
    expect(meetings[how].all[0]?.[0]).toBe(0)
    expect(meetings.steps).toBeLessThanOrEqual(2 * allowance(0).left + 10)
  })

  it('two crowds of nodes at nearly one place are compared within an allowance', () => {
    const model = modelOf(circle(3))
    const at = model.nodes[0]!.position
    // The tolerance is 1e-5 of the diagonal: two cells apart, and every one of them too far from the others.
    const crowd = (k: number) => ({ x: at.x + 40 + (k % 2 ? 3.3e-4 : 0) + 1e-12 * k, y: at.y, z: 0 })
    model.nodes.push(...Array.from({ length: 20_000 }, (_, k) => ({ id: `C${k}`, position: crowd(k) })))
    expect(told(model, 'coincident_nodes').at(-1)?.message).toMatch(/nodes at one place|stopped early/)
  })
})
