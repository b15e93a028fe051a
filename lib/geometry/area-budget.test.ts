import { describe, expect, it } from 'vitest'
import { isExhaustive } from '#lib/fixtures/exhaustive.ts'
import {
  circle,
  longSided,
  modelOf,
  numbers,
  riddled,
  type Shape,
  scattered,
  sieve,
  slopingComb,
  wavy,
} from '#lib/fixtures/shapes.ts'
import { checkModel } from '#lib/model/check/check.ts'
import { buildScene } from './scene.ts'

/** One above the other: in one plane each pair would be cut with each other, to tell what they share. */
const apart = (shapes: readonly Shape[]): Shape[] =>
  shapes.map(([outline, openings], k): Shape => {
    const lift = ([x, y, z]: readonly [number, number, number]): [number, number, number] => [x, y, z + 100 * k]
    return [outline.map(lift), openings.map((loop) => loop.map(lift))]
  })

describe('one answer everywhere', () => {
  const shapes: Shape[] = [
    circle(12_000),
    scattered(60),
    scattered(200),
    riddled(20),
    riddled(200),
    riddled(5000),
    sieve(20),
    wavy(400),
    slopingComb(4000),
  ]
  /** The same shapes in planes of any slope. */
  const tilted = shapes.map((shape, k): Shape => {
    const next = numbers(k + 7)
    const [a, b] = [6 * next(), 3 * next()]
    const place = ([x, y]: readonly [number, number, number]): [number, number, number] => [
      x * Math.cos(a) - y * Math.sin(a) * Math.cos(b),
      x * Math.sin(a) + y * Math.cos(a) * Math.cos(b),
      y * Math.sin(b),
    ]
    return [shape[0].map(place), shape[1].map((loop) => loop.map(place))]
  })

  it.each([['flat', apart(shapes)], ...(isExhaustive ? [['tilted', tilted] as const] : [])] as const)('what is drawn by its edges alone is what the check tells (%s)', (_, all) => {
    const model = modelOf(...all)
    const { areas, undrawn } = buildScene(model)
    const without = all.flatMap((_, k) => (areas.firstTriangle[k] === areas.firstTriangle[k + 1] ? [`A${k}`] : []))
    expect(without).toEqual(['A2', 'A4', 'A5', 'A8'])
    expect(undrawn.areas).toBe(without.length)
    for (const k of without.map((id) => Number(id.slice(1)))) expect(areas.firstEdge[k]).toBeLessThan(areas.firstEdge[k + 1]!)
    const told = checkModel(model).filter(({ code }) => code === 'outline_too_large')
    expect(told.flatMap(({ elements }) => elements.map(({ id }) => id))).toEqual(without)
  }) // biome-ignore format: two rows

  it.runIf(isExhaustive)('the sum over a model leaves the same areas out', () => {
    const model = modelOf(...apart(Array.from({ length: 26 }, (_, k) => longSided(9000 + 6 * (k % 3)))))
    const { areas } = buildScene(model)
    const without = Array.from({ length: 26 }, (_, k) => k).filter((k) => areas.firstTriangle[k] === areas.firstTriangle[k + 1])
    expect(without).toEqual([17, 20, 23])
    const told = checkModel(model).filter(({ code }) => code === 'outline_too_large')
    expect(told.map(({ elements }) => elements[0]?.id)).toEqual(without.map((k) => `A${k}`))
  })
})
