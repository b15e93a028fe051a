import { describe, expect, it } from 'vitest'
import { circle, riddled, type Shape, scattered, sieve, slopingComb, square, wavy } from '#lib/fixtures/shapes.ts'
import { type Cut, cutArea, layFlat, tooManyTogether } from './area-cut.ts'

const cut = (...[outline, openings]: Shape): Cut => cutArea(layFlat(outline, openings)!)

describe('the shapes that once took minutes, each within its steps', () => {
  it('a circle of 130,000 nodes is a fan; twice the nodes cost at most 2.8 times as much', () => {
    expect(cut(...circle(130_000))).toMatchObject({ how: 'fan', steps: 130_000 })
    expect(cut(...circle(12_000)).steps).toBeLessThanOrEqual(2.8 * cut(...circle(6_000)).steps)
  })

  it('so do an outline that bends in and out, and a slab with openings apart', () => {
    expect(cut(...wavy(4000)).how).toBe('ears')
    expect(cut(...wavy(8000)).steps).toBeLessThanOrEqual(2.8 * cut(...wavy(4000)).steps)
    expect(cut(...sieve(40)).how).toBe('ears')
    // A row more, and a ray to the side passes one opening more.
    expect(cut(...sieve(40)).steps).toBeLessThanOrEqual(1.4 ** 3 * 2 * cut(...sieve(28)).steps)
  })

  it.each([
    [200, 2000],
    [500, 20_000],
    [1000, 20_000],
    [20_000, 20_000],
  ])('%d random nodes have edges and no face', (count) => {
    const { how, steps } = cut(...scattered(count))
    expect(how).toBe('none')
    expect(steps).toBeLessThanOrEqual(2_000_000 + count)
    if (count <= 1000) expect(steps).toBeLessThanOrEqual(count ** 2)
  })

  it.each([200, 500, 5000])('%d openings that overlap have edges and no face', (count) => {
    const { how, steps } = cut(...riddled(count))
    expect(how).toBe('none')
    expect(steps).toBeLessThanOrEqual(count ** 2)
  })

  it.each([20, 50])('%d openings that overlap are cut all the same', (count) => {
    const found = cut(...riddled(count))
    expect(found.how).toBe('trapezoids')
    expect(found.steps).toBeLessThanOrEqual(1_000_000)
  })

  it('a trapezoid ends at its own corners, not at the height of every other', () => {
    const teeth = Array.from({ length: 20 }, (_, k) => square(5 * k + 1, 49 + 0.01 * k, 2))
    const found = cut(square(0, 0, 100), [...teeth, square(10, 10, 5), square(12, 12, 5)])
    expect(found).toMatchObject({ how: 'trapezoids' })
    if (found.how === 'trapezoids') expect(found.triangles.length / 3).toBeLessThanOrEqual(2 * 3 * (4 * 22 + 8))
  })

  it('many long edges side by side are looked at up to the budget', () => {
    const { how, steps } = cut(...slopingComb(4000))
    expect(how).toBe('none')
    expect(steps).toBeLessThanOrEqual(2_010_000)
  })

  it('of a model with too many corners the largest areas are left out', () => {
    const sizes = [8000, 9000, 9000, 9000, 100, 20_000, ...Array.from({ length: 25 }, () => 8000), 0, 64]
    // The largest first, of equals the last; that of 20,000 is too large by itself.
    expect([...tooManyTogether(sizes)]).toEqual([3, 2])
    expect(tooManyTogether(Array.from({ length: 100_000 }, () => 64)).size).toBe(0)
  })
})
