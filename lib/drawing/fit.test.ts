import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dot, perAxis, unit, type Vec } from '#lib/model/shape/vector.ts'
import { cameraAxes, corners } from './camera-axes.ts'
import { type Fit, fitBetween, fitDrawn, fitInto, placedBy } from './fit.ts'
import { freeRectangles, type Rect } from './free-rectangles.ts'
import { evenPads, type Padded, type Picture } from './solve-fit.ts'

const FRONT: Vec = [0, -1, 0]
const Z: Vec = [0, 0, 1]

const number = (low: number, high: number) => fc.double({ min: low, max: high, noNaN: true })

/** Where each point with what stands around it lies in the picture, worked out once more. */
function boxesIn(
  content: readonly Padded[],
  toward: Vec,
  up: Vec,
  { width, height, fov, isParallel }: Picture,
  fit: Fit,
): Rect[] {
  const axes = cameraAxes(toward, up)
  const focal = height / (2 * Math.tan((fov * Math.PI) / 360))
  return content.flatMap(({ points, pads }) =>
    Array.from({ length: points.length / 3 }, (_, k): Rect => {
      const away = perAxis((i) => points[3 * k + i]! - fit.target[i])
      const scale = isParallel ? fit.scale : focal / (fit.distance - dot(away, axes.toward))
      const [x, y] = [width / 2 + scale * dot(away, axes.right), height / 2 - scale * dot(away, axes.up)]
      return { x0: x - pads.left, y0: y - pads.above, x1: x + pads.right, y1: y + pads.below }
    }),
  )
}

const around = (boxes: readonly Rect[]): Rect => ({
  x0: Math.min(...boxes.map(({ x0 }) => x0)),
  y0: Math.min(...boxes.map(({ y0 }) => y0)),
  x1: Math.max(...boxes.map(({ x1 }) => x1)),
  y1: Math.max(...boxes.map(({ y1 }) => y1)),
})

describe('a fit', () => {
  it('in parallel leaves just the room that marks need', () => {
    const none = evenPads(0)
    const at = (x: number, z: number): Padded => ({
      points: [x, 0, z],
      pads: {
        left: x === 0 ? 40 : none.left,
        right: x > 0 ? 150 : none.right,
        above: z > 0 ? 20 : none.above,
        below: z === 0 ? 60 : none.below,
      },
    })
    const content = [at(0, 0), at(28.8, 0), at(0, 18.6), at(28.8, 18.6)]
    const picture = { width: 1100, height: 700, fov: 35, isParallel: true }
    const free = { x0: 28, y0: 28, x1: 28 + 1044, y1: 28 + 644 }
    const fit = fitInto(content, FRONT, Z, picture, free)
    expect(fit.scale).toBeCloseTo(29.652778, 6)
    const found = around(boxesIn(content, FRONT, Z, picture, fit))
    expect([found.x0, found.x1]).toEqual([expect.closeTo(28, 6), expect.closeTo(1072, 6)])
    expect(found.y0 - free.y0).toBeCloseTo(free.y1 - found.y1, 6) // what is left over lies on both sides
  })

  it('in perspective stands as near as it can', () => {
    // Right, up, toward the eye are X, Z and -Y of the model.
    const content = [{ points: corners({ low: [0, -6, 0], high: [10, 0, 4] }).flat(), pads: evenPads(0) }]
    const picture = { width: 1280, height: 720, fov: 35, isParallel: false }
    const { target, distance } = fitInto(content, FRONT, Z, picture, { x0: 40, y0: 40, x1: 1240, y1: 680 })
    expect(720 / (2 * Math.tan((17.5 * Math.PI) / 180))).toBeCloseTo(1141.774129, 6)
    expect([target[0], target[2], distance - target[1]]).toEqual([
      expect.closeTo(5, 6),
      expect.closeTo(2, 6),
      expect.closeTo(15.514784, 6),
    ])
  })

  const points = fc.array(fc.tuple(number(-50, 50), number(-30, 30), number(0, 80)), { minLength: 2, maxLength: 40 })
  const pads = fc.record({ left: number(0, 60), right: number(0, 160), above: number(0, 40), below: number(0, 60) })
  const sets = fc.array(fc.tuple(points, pads), { minLength: 1, maxLength: 4 })
  const step = fc.integer({ min: -9, max: 9 })
  const turned = fc.tuple(step, step, step)

  it('keeps everything inside, and touches two opposite sides (300 sets)', () => {
    fc.assert(
      fc.property(sets, turned, fc.boolean(), number(0, 400), (all, way, isParallel, cut) => {
        const toward = unit(way) ?? FRONT
        const up: Vec = Math.abs(toward[2]) > 0.999 ? [0, 1, 0] : Z
        const content = all.map(([at, pads]) => ({ points: at.flat(), pads }))
        const flat = content.flatMap(({ points }) => points)
        const extent = [0, 1, 2].map((k) => {
          const along = flat.filter((_, i) => i % 3 === k)
          return Math.max(...along) - Math.min(...along)
        })
        fc.pre(Math.max(...extent) > 1)
        const picture = { width: 1280, height: 800, fov: 35, isParallel }
        const free = { x0: 30 + cut, y0: 60, x1: 1240, y1: 760 }
        const fit = fitInto(content, toward, up, picture, free)
        const found = around(boxesIn(content, toward, up, picture, fit))
        const slack = [found.x0 - free.x0, free.x1 - found.x1, found.y0 - free.y0, free.y1 - found.y1]
        for (const one of slack) expect(one).toBeGreaterThan(-1e-3)
        const isOnLine = fit.distance < 1.2 * Math.max(...extent) // all before the eye one behind the other
        if (!isOnLine) expect(Math.min(slack[0]! + slack[1]!, slack[2]! + slack[3]!)).toBeLessThan(0.5)
      }),
      { numRuns: 300 },
    )
  })

  it('shows one place, and nothing at all, as if it were a cube', () => {
    for (const points of [[5, 5, 5], []]) {
      for (const isParallel of [true, false]) {
        const picture = { width: 800, height: 600, fov: 35, isParallel }
        const fit = fitBetween([{ points, pads: evenPads(1) }], FRONT, Z, picture, [])
        expect(fit.target).toEqual((points.length ? [5, 5, 5] : [0, 0, 0]).map((at) => expect.closeTo(at, 9)))
        expect(fit.scale).toBeGreaterThan(100)
        expect(Number.isFinite(fit.distance)).toBe(true)
      }
    }
  })

  it('takes pads as far as there is room, and keeps the drawing', () => {
    const picture = { width: 120, height: 120, fov: 35, isParallel: true }
    const content = [{ points: [0, 0, 0, 10, 0, 10], pads: { left: 14, right: 400, above: 14, below: 26 } }]
    expect(fitBetween(content, FRONT, Z, picture, []).scale).toBeGreaterThan(0.3)
  })
})

describe('a fit of what is drawn', () => {
  const phone = (isParallel: boolean): Picture => ({ width: 390, height: 700, fov: 35, isParallel })
  const TOWARD = unit([-1, -1.45, 0.95]) as Vec
  const BOX = corners({ low: [0, 0, 0], high: [40, 30, 12] })
  const body: Padded = { points: BOX.flat(), pads: evenPads(1) }
  const mark = (point: Vec, right: number): Padded => ({ points: point, pads: { ...evenPads(11), right } })
  /** How wide the body is on the screen. */
  const wide = (fit: Fit, picture: Picture) => {
    const xs = BOX.map((corner) => placedBy(fit, TOWARD, Z, picture)(corner)!.x)
    return Math.max(...xs) - Math.min(...xs)
  }
  const from =
    (least: number, marks: Padded[], picture: Picture) =>
    (fit: Fit): ReadonlySet<Padded> =>
      new Set(wide(fit, picture) >= least ? marks : [])
  const fitted = (marks: Padded[], picture: Picture, drawnAt: (fit: Fit) => ReadonlySet<Padded>) =>
    fitDrawn([body], { marks, drawnAt }, TOWARD, Z, picture, [])

  it.each([true, false])('keeps no room for marks that are not drawn (in parallel: %s)', (isParallel) => {
    const picture = phone(isParallel)
    const bare = fitBetween([body], TOWARD, Z, picture, [])
    const marks = [mark([42, 0, 0], 230)]
    expect(fitted(marks, picture, () => new Set())).toEqual(bare)
    expect(fitted(marks, picture, () => new Set(marks))).toEqual(fitBetween([body, ...marks], TOWARD, Z, picture, []))
  })

  it.each([true, false])('comes no nearer than where they would be drawn and not fit in (in parallel: %s)', (isParallel) => {
    const picture = phone(isParallel)
    const marks = [mark([42, 0, 0], 230)]
    expect(wide(fitBetween([body, ...marks], TOWARD, Z, picture, []), picture)).toBeLessThan(160)
    expect(wide(fitBetween([body], TOWARD, Z, picture, []), picture)).toBeGreaterThan(300)
    expect(wide(fitted(marks, picture, from(160, marks, picture)), picture)).toBeCloseTo(160, 3)
  })

  it('shows all that it draws, at least as large as if all of it were drawn (property)', () => {
    const place = fc.tuple(number(-10, 50), number(-10, 40), number(-5, 20))
    const marks = fc.array(fc.tuple(place, number(0, 250), number(0, 400)), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(marks, fc.boolean(), (some, isParallel) => {
        const picture = phone(isParallel)
        const all = some.map(([point, right, least]) => ({ ...mark(point, right), least }))
        const drawnAt = (fit: Fit) => new Set(all.filter(({ least }) => wide(fit, picture) >= least))
        const fit = fitDrawn([body], { marks: all, drawnAt }, TOWARD, Z, picture, [])
        const { x0, y0, x1, y1 } = around(boxesIn([body, ...drawnAt(fit)], TOWARD, Z, picture, fit))
        expect(Math.min(x0 - 15, y0 - 15, 375 - x1, 685 - y1)).toBeGreaterThan(-1e-3)
        const whole = fitBetween([body, ...all], TOWARD, Z, picture, [])
        // In a perspective a scale is that at the middle of what is fitted, which lies elsewhere without some: as near then.
        const eye = ({ target, distance }: Fit) => dot(target, TOWARD) + distance
        if (isParallel) expect(fit.scale).toBeGreaterThan(whole.scale * (1 - 1e-9))
        else expect(eye(fit)).toBeLessThan(eye(whole) + 1e-9 * whole.distance)
      }),
    )
  })
})

describe('the free part of a picture', () => {
  const WIDE = { width: 1000, height: 700, fov: 35, isParallel: true }

  it('is every rectangle between the covers that cannot grow', () => {
    const tools = { x0: 0, y0: 0, x1: 1000, y1: 50 }
    const panel = { x0: 700, y0: 0, x1: 1000, y1: 400 }
    expect(freeRectangles([tools, panel], 1000, 700)).toEqual([
      { x0: 0, y0: 58, x1: 692, y1: 700 },
      { x0: 0, y0: 408, x1: 1000, y1: 700 },
    ])
  })

  it('is the one in which the drawing is largest: beside a panel for a tower, below it for a bridge', () => {
    const covers = [{ x0: 450, y0: 0, x1: 1000, y1: 400 }]
    const shown = (x: number, z: number) => {
      const content = [{ points: [0, 0, 0, x, 0, z], pads: evenPads(1) }]
      return around(boxesIn(content, FRONT, Z, WIDE, fitBetween(content, FRONT, Z, WIDE, covers)))
    }
    expect(shown(10, 60).x1).toBeLessThanOrEqual(450 - 8)
    expect(shown(60, 5).y0).toBeGreaterThanOrEqual(400 + 8)
  })

  it('stays in the middle below a bar, unless the drawing is a tenth larger beside it', () => {
    const covers = [
      { x0: 0, y0: 0, x1: 1000, y1: 50 },
      { x0: 312, y0: 60, x1: 688, y1: 110 },
    ]
    const middle = (x: number, z: number) => {
      const content = [{ points: [0, 0, 0, x, 0, z], pads: evenPads(1) }]
      const box = around(boxesIn(content, FRONT, Z, WIDE, fitBetween(content, FRONT, Z, WIDE, covers)))
      return (box.x0 + box.x1) / 2
    }
    expect(middle(10, 21)).toBeCloseTo(500, 0)
    expect(Math.abs(middle(10, 40) - 500)).toBeGreaterThan(300)
  })

  it('leaves a card in an empty corner of the drawing where it is, and makes way for one that would cover some of it', () => {
    const card = { x0: 880, y0: 10, x1: 990, y1: 110 }
    const fitted = (points: number[], covers: Rect[]) => fitBetween([{ points, pads: evenPads(1) }], FRONT, Z, WIDE, covers).scale
    const pyramid = [0, 0, 0, 10, 0, 0, 5, 0, 7]
    const box = [0, 0, 0, 10, 0, 0, 10, 0, 7, 0, 0, 7]
    expect(fitted(pyramid, [card])).toBe(fitted(pyramid, []))
    expect(fitted(box, [card])).toBeLessThan(fitted(box, []))
  })

  it('goes aside of a card in a corner no farther than it must, where the drawing has an empty corner for it', () => {
    const legend = { x0: 10, y0: 470, x1: 250, y1: 690 }
    const seen = (points: number[], covers: Rect[]) => {
      const content = [{ points, pads: evenPads(1) }]
      return around(boxesIn(content, FRONT, Z, WIDE, fitBetween(content, FRONT, Z, WIDE, covers)))
    }
    const high = ({ x0, x1 }: Rect) => x1 - x0
    const cut = [3, 0, 0, 10, 0, 0, 10, 0, 7, 0, 0, 7, 0, 0, 3]
    const beside = seen(cut, [legend])
    // Right of it there are 734 pixels, above it 454: 649 of width.
    expect(high(beside)).toBeGreaterThan(760)
    expect(high(beside)).toBeLessThan(high(seen(cut, [])))
    const box = [0, 0, 0, 10, 0, 0, 10, 0, 7, 0, 0, 7]
    expect(high(seen(box, [legend]))).toBeLessThan(740)
  })

  it('is clear of every cover, whatever lies over the picture (property)', () => {
    const side = fc.integer({ min: 0, max: 900 })
    const cover = fc.tuple(side, side, fc.integer({ min: 20, max: 300 }), fc.integer({ min: 20, max: 300 }))
    fc.assert(
      fc.property(fc.array(cover, { maxLength: 7 }), fc.boolean(), (all, isParallel) => {
        const covers = all.map(([x0, y0, w, h]) => ({ x0, y0, x1: x0 + w, y1: y0 + h }))
        const picture = { ...WIDE, isParallel }
        const content = [{ points: corners({ low: [0, 0, 0], high: [9, 5, 4] }).flat(), pads: evenPads(5) }]
        fc.pre(freeRectangles(covers, 1000, 700).some(({ x0, y0, x1, y1 }) => x1 - x0 > 60 && y1 - y0 > 60))
        const toward = unit([-1, -1.45, 0.95])!
        const boxes = boxesIn(content, toward, Z, picture, fitBetween(content, toward, Z, picture, covers))
        for (const box of boxes)
          for (const { x0, y0, x1, y1 } of covers) expect(box.x1 <= x0 || box.x0 >= x1 || box.y1 <= y0 || box.y0 >= y1).toBe(true)
      }),
    )
  })
})

it('has axes looking straight down as well', () => {
  expect(cameraAxes([0, 0, 1], [0, 1, 0])).toMatchObject({ right: [1, 0, 0], toward: [0, 0, 1] })
})
