import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#lib/fixtures/exhaustive.ts'
import type { Box } from '#lib/geometry/pick/extent.ts'
import { dot, unit, type Vec } from '#lib/model/shape/vector.ts'
import { cameraAxes, corners } from './camera-axes.ts'
import { fitInto } from './fit.ts'
import {
  endWords,
  levelRuler,
  middleOfStaff,
  outermostCorner,
  type Place,
  type RuledLevel,
  staffSeen,
  uprightStaffs,
} from './level-ruler.ts'
import { evenPads } from './solve-fit.ts'

const levels = (elevations: readonly number[], floors: (i: number) => boolean = () => true): RuledLevel[] =>
  elevations.map((elevation, i) => ({ label: `L${i}`, elevation, carriesFloor: floors(i) }))
const ruled = (all: readonly RuledLevel[], from: number, scale: number) => {
  const elevations = all.map(({ elevation }) => elevation)
  const height = Math.max(...elevations) - Math.min(...elevations)
  const ruler = levelRuler(all, { at: (e) => ({ x: 0, y: from - scale * e }), free: [60, 640], height })
  const rounded = (value: number) => Number(value.toFixed(6))
  return {
    ...ruler,
    written: ruler.written.map(({ elevation, y }) => [rounded(elevation), rounded(y)]),
    gaps: ruler.gaps.map(({ count }) => count),
    heights: ruler.heights.map(({ height }) => rounded(height)),
  }
}
const steps = (count: number, step: number) => Array.from({ length: count }, (_, i) => i * step)

describe('the ruler of levels', () => {
  const OFFICE = [0, 4.2, 7.8, 11.4, 15, 18.6]

  it('writes all where there is room, with the heights between them', () => {
    const { written, gaps, heights, leftOut } = ruled(levels(OFFICE), 500, 14)
    expect(written.map(([, y]) => y)).toEqual([500, 441.2, 390.8, 340.4, 290, 239.6])
    expect([gaps, heights, leftOut]).toEqual([[], [4.2, 3.6, 3.6, 3.6, 3.6], []])
  })

  it('keeps the highest and the lowest, then those that carry a floor from below', () => {
    const office = ruled(
      levels(OFFICE, (i) => i > 0),
      500,
      3,
    )
    expect(office).toMatchObject({
      written: [
        [0, 500],
        [7.8, 476.6],
        [18.6, 444.2],
      ],
      ...{ gaps: [2], more: 1, heights: [], leftOut: ['L1', 'L3', 'L4'] },
    })
    const tower = ruled(
      levels(steps(17, 0.75), (i) => i % 4 === 0),
      600,
      12,
    )
    expect(tower.written.map(([, y]) => y)).toEqual([600, 564, 528, 492, 456])
    expect([tower.gaps, tower.more]).toEqual([[3, 3, 3, 3], 0])
    const house = ruled(levels(steps(10, 3.6)), 470, 4)
    expect(house.written.map(([elevation]) => elevation)).toEqual([0, 7.2, 14.4, 21.6, 32.4])
    expect(house.gaps).toEqual([1, 1, 1, 2])
  })

  it('joins the names of one height', () => {
    const named = [
      { label: 'Roof', elevation: 9, carriesFloor: true },
      { label: 'L3', elevation: 9, carriesFloor: false },
      { label: null, elevation: 0, carriesFloor: false },
    ]
    const ruler = levelRuler(named, { at: (e) => ({ x: 7, y: 500 - 20 * e }), free: [60, 640], height: 9 })
    expect(ruler.written).toEqual([
      { x: 7, y: 500, elevation: 0, label: '' },
      { x: 7, y: 320, elevation: 9, label: 'Roof / L3' },
    ])
    expect(ruler.heights).toEqual([{ x: 7, y: 410, height: 9 }])
  })

  it('counts what is out of sight', () => {
    const { written, above, below, heights } = ruled(levels(steps(6, 3.5)), 600, 40)
    expect(written.map(([elevation]) => elevation)).toEqual([0, 3.5, 7, 10.5])
    expect([above, below, heights]).toEqual([2, 0, [3.5, 3.5, 3.5]])
  })

  it('tells of every level once: written, in a gap, among the rest, or out of sight (property)', () => {
    const elevations = fc.uniqueArray(fc.integer({ min: -50, max: 400 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(elevations, fc.integer({ min: 1, max: 20 }), fc.array(fc.boolean()), (all, scale, floors) => {
        const ruler = levelRuler(
          levels(all, (i) => floors[i] ?? false),
          { at: (e) => ({ x: 0, y: 600 - scale * e }), free: [60, 640], height: 1 },
        )
        const inGaps = ruler.gaps.reduce((sum, { count }) => sum + count, 0)
        expect(ruler.written.length + inGaps + ruler.more + ruler.above + ruler.below).toBe(all.length)
        expect(ruler.leftOut).toHaveLength(all.length - ruler.written.length)
        for (const [k, { y, elevation }] of ruler.written.entries()) {
          expect(y).toBe(600 - scale * elevation)
          if (k > 0) expect(ruler.written[k - 1]!.y - y).toBeGreaterThanOrEqual(20)
        }
      }),
    )
  })

  it('writes first what is meant, and keeps marks for fingers farther apart', () => {
    const all = levels(steps(10, 1))
    const at = (e: number) => ({ x: 0, y: 600 - 10 * e })
    const elevations = (more: object) =>
      levelRuler(all, { at, free: [60, 640], height: 9, ...more }).written.map(({ elevation }) => elevation)
    expect(elevations({})).toEqual([0, 2, 4, 6, 9])
    expect(elevations({ first: [3] })).toEqual([0, 3, 5, 7, 9])
    expect(elevations({ isTouched: true })).toEqual([0, 3, 6, 9])
  })

  it('keeps names in the order they are given, equal ones once, and counts beyond two', () => {
    const of = (...labels: (string | null)[]) =>
      levelRuler(
        labels.map((label, k) => ({ label, elevation: 3 + k * 1e-4, carriesFloor: false })),
        { at: () => ({ x: 0, y: 100 }), free: [60, 640], height: 9 },
      ).written.map(({ label }) => label)
    expect(of('L3', 'Roof', 'L3')).toEqual(['L3 / Roof'])
    expect(of('L3', 'Roof', null, 'Attic', 'Top')).toEqual(['L3 / Roof +2'])
  })

  it('stands at the outermost corner until another is clearly farther out', () => {
    const at = (...xs: number[]) => xs.map((x) => ({ x, y: 0 }))
    expect(outermostCorner(at(0, 50, 60, 10), 'right', null)).toBe(2)
    expect(outermostCorner(at(0, 50, 60, 10), 'right', 1)).toBe(1)
    expect(outermostCorner(at(0, 50, 63, 10), 'right', 1)).toBe(2)
    expect(outermostCorner(at(0, 50, 60, -10), 'left', null)).toBe(3)
    expect(outermostCorner([null, { x: 5, y: 0 }, null, null], 'right', 0)).toBe(1)
    expect(outermostCorner([null], 'right', null)).toBeNull()
  })

  it('cuts off what of a staff lies behind the eye, and looks for it beside what is drawn', () => {
    const at = (height: number): Place | null => (height < 20 ? { x: 3, y: 100 - height / (20 - height) } : null)
    expect(staffSeen(at, [0, 10])).toEqual({ foot: { x: 3, y: 100 }, head: { x: 3, y: 99 } })
    const seen = staffSeen(at, [0, 500])
    expect([seen?.foot.y, (seen?.head.y ?? 0) < -1e9]).toEqual([100, true])
    expect(staffSeen((height) => at(-height), [-500, 0])?.head.y).toBe(100)
    expect(staffSeen(at, [30, 500])).toBeNull()
    expect(middleOfStaff([-300, 500], [0, 18])).toBe(9)
    expect(middleOfStaff([0, 18], [-1, 19])).toBe(9)
    expect(middleOfStaff([100, 120], [0, 18])).toBe(110)
  })

  it('stands on the better side first, at the outermost corner, and on neither where it would lean or be short', () => {
    const box: Box = { low: [0, 0, 0], high: [100, 50, 200] }
    const of = (project: (point: Vec) => Place | null, heights = [0, 200], before: number | null = null) =>
      [...uprightStaffs({ box, heights, project, sides: ['right', 'left'], before })].map(({ side, corner, foot, head }) => [
        ...[side, corner, Math.round(foot.y), Math.round(head.y)],
      ])
    const elevation = ([x, , z]: Vec) => ({ x, y: 300 - z })
    expect(of(elevation)).toEqual([
      ['right', 1, 300, 100],
      ['left', 0, 300, 100],
    ])
    expect(of(elevation, [0, 200], 2)[0]).toEqual(['right', 2, 300, 100]) // no corner lies farther out: it stays
    expect(of(([x, y, z]) => ({ x: x + z, y: 300 - y - z }))).toEqual([]) // leans by 45 degrees
    expect(of(([x, , z]) => ({ x, y: 300 - 0.1 * z }))).toEqual([]) // 20 pixels high
    expect(of(([x, , z]) => ({ x, y: 300 - 0.1 * z }), [100])).toHaveLength(2) // a single level needs no height
    expect(of(() => null)).toEqual([])
  })

  it('says at its ends what is not shown', () => {
    expect(endWords({ above: 2, below: 1, more: 3 })).toEqual({ top: '2 above', bottom: '1 below, 3 more' })
    expect(endWords({ above: 0, below: 0, more: 3 })).toEqual({ top: '', bottom: '3 more' })
    expect(endWords({ above: 0, below: 0, more: 0 })).toEqual({ top: '', bottom: '' })
  })

  it('marks every level where it is, whatever the model and the camera, and names the top and the bottom (1,000 of them)', () => {
    const step = fc.integer({ min: -9, max: 9 })
    const side = fc.double({ min: 3, max: 90, noNaN: true })
    const elevations = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 2, maxLength: 30 })
    fc.assert(
      fc.property(
        side,
        side,
        elevations,
        fc.tuple(step, step, fc.integer({ min: -2, max: 6 })),
        fc.boolean(),
        (w, d, all, way, isParallel) => {
          const toward = unit(way)
          fc.pre(toward !== null && Math.hypot(way[0], way[1]) > 0)
          const box: Box = { low: [0, 0, 0], high: [w, d, Math.max(...all)] }
          const picture = { width: 1280, height: 800, fov: 35, isParallel }
          const up: Vec = [0, 0, 1]
          const free = { x0: 60, y0: 60, x1: 1100, y1: 740 }
          const { target, distance, scale } = fitInto(
            [{ points: corners(box).flat(), pads: evenPads(1) }],
            toward!,
            up,
            picture,
            free,
          )
          const axes = cameraAxes(toward!, up)
          const project = (point: Vec): Place | null => {
            const away: Vec = [point[0] - target[0], point[1] - target[1], point[2] - target[2]]
            const depth = distance - dot(away, axes.toward)
            const s = isParallel ? scale : (scale * distance) / depth
            return depth > 0 ? { x: 640 + s * dot(away, axes.right), y: 400 - s * dot(away, axes.up) } : null
          }
          const [least, most] = [Math.min(...all), Math.max(...all)]
          const [staff] = uprightStaffs({ box, heights: all, project, sides: ['right'] })
          fc.pre(staff !== undefined)
          const { at } = staff!
          const [foot, head] = [at(least), at(most)]
          fc.pre(foot !== null && head !== null)
          const ruler = levelRuler(levels(all), { at, free: [0, 800], height: most })
          const inGaps = ruler.gaps.reduce((sum, { count }) => sum + count, 0)
          const levelsSeen = new Set(all.map((e) => Math.round(e * 1e6))).size
          expect(ruler.written.length + inGaps + ruler.more + ruler.above + ruler.below).toBe(levelsSeen)
          for (const { elevation, x, y } of ruler.written) {
            const truth = at(elevation)!
            expect(Math.hypot(truth.x - x, truth.y - y)).toBeLessThan(0.5)
          }
          const written = ruler.written.map(({ elevation }) => elevation)
          if (foot!.y <= 800) expect(written[0]).toBe(least)
          if (head!.y >= 0) expect(written.at(-1)).toBe(most)
        },
      ),
      { numRuns: runs(1000) },
    )
  })
})
