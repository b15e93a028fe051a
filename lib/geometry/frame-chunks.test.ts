import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { mortonOrder } from '#lib/model/shape/morton-order.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import {
  detailOfRuns,
  frameBoxes,
  frameChunks,
  hasThinBodies,
  isLeftOut,
  LINE,
  nearestFirst,
  RIBBON,
  type Sight,
  SOLID,
  scaleOf,
  sizesOf,
} from './frame-chunks.ts'
import { bodyOf, NO_BODY } from './frame-records.ts'
import { buildScene } from './scene.ts'

const SECTIONS: CreateModel['sections'] = [
  { id: 'narrow', type: 'rectangular', dimensions: { t3: 0.6, t2: 0.8 } },
  { id: 'deep', type: 'rectangular', dimensions: { t3: 1.2, t2: 0.5 } },
]
/** Beams in a row along X, one metre each, from Y = 0 to 4: of two sections, every third a line. */
function rowOf(count: number) {
  const sectionOf = (k: number) => ['narrow', 'deep', null][k % 3]
  return buildScene(
    returnedModel({
      name: '',
      sections: SECTIONS,
      nodes: Array.from({ length: count }, (_, k) =>
        [0, 4].map((y) => ({ id: `${k} ${y}`, position: { x: k, y, z: 1 } })),
      ).flat(),
      frames: Array.from({ length: count }, (_, k) => ({
        id: `${k}`,
        startNodeId: `${k} 0`,
        endNodeId: `${k} 4`,
        rotation: 0,
        ...(sectionOf(k) && { sectionId: sectionOf(k), sectionOffset: { x: 0.3, y: -0.4 } }),
      })),
    }),
    [0, 0, 0],
  )
}
const chunked = (scene: ReturnType<typeof rowOf>) => {
  const boxes = frameBoxes(scene)
  return { boxes, chunks: frameChunks(scene.frames, boxes, mortonOrder(boxes, isLeftOut(scene.frames))) }
}
const close = (numbers: readonly number[]) => numbers.map((value) => expect.closeTo(value, 5))

describe('the box of a frame', () => {
  it('is that of its nodes, and around it as far as its outline and its offset reach', () => {
    const { boxes } = chunked(rowOf(3))
    const around = (k: number, reach: number) => [k - reach, -reach, 1 - reach, k + reach, 4 + reach, 1 + reach]
    expect([...boxes]).toEqual(close([...around(0, 0.5 + 0.5), ...around(1, 0.65 + 0.5), ...around(2, 0)]))
  })
})

describe('chunks of frames', () => {
  /** Made in each test, so that what it is made by is seen by the test. */
  function row() {
    const scene = rowOf(200)
    const { boxes, chunks } = chunked(scene)
    const runs = Array.from({ length: chunks.runs.length / 4 }, (_, k) => [...chunks.runs.subarray(4 * k, 4 * k + 4)] as [number, number, number, number]) // biome-ignore format: short
    return { scene, boxes, chunks, runs }
  }

  it('hold 64 frames each; a run is all of one body in a chunk, one run after the other', () => {
    const { scene, chunks, runs } = row()
    expect(chunks.boxes).toHaveLength(6 * 4)
    let at = 0
    for (const [body, first, end, chunk] of runs) {
      expect(first).toBe(at)
      expect(end).toBeGreaterThan(first)
      expect([Math.floor(first / 64), Math.floor((end - 1) / 64)]).toEqual([chunk, chunk])
      for (const item of chunks.order.subarray(first, end)) expect(bodyOf(scene.frames.records[4 * item + 3]!)).toBe(body)
      const inOrder = [...chunks.order.subarray(first, end)]
      expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
      at = end
    }
    expect(at).toBe(200)
    // Lines last, and no body twice in a chunk.
    for (const [run, [body, , , chunk]] of runs.entries())
      if (runs[run - 1]?.[3] === chunk) expect(body).toBeGreaterThan(runs[run - 1]![0])
  })

  it('end with their last frame also where all have one body', () => {
    const scene = rowOf(400)
    const alike = Array.from({ length: 134 }, (_, k) => 3 * k)
    const boxes = frameBoxes(scene)
    const isOther = (k: number) => bodyOf(scene.frames.records[4 * k + 3]!) !== 0
    const { runs, order } = frameChunks(scene.frames, boxes, mortonOrder(boxes, isOther))
    expect([...runs]).toEqual([[0, 0, 64, 0], [0, 64, 128, 1], [0, 128, 134, 2]].flat()) // biome-ignore format: a run each
    expect([...order].sort((a, b) => a - b)).toEqual(alike)
  })

  it('have a box around all their frames, and no more', () => {
    const { boxes, chunks } = row()
    for (let chunk = 0; chunk < 4; chunk++) {
      const items = [...chunks.order.subarray(64 * chunk, 64 * chunk + 64)]
      for (let k = 0; k < 6; k++) {
        const all = items.map((item) => boxes[6 * item + k]!)
        expect(chunks.boxes[6 * chunk + k]).toBe(k < 3 ? Math.min(...all) : Math.max(...all))
      }
    }
  })

  it('come nearest to the eye first, from whichever side', () => {
    const { chunks, runs } = row()
    for (const eye of [
      [-20, 2, 1],
      [300, 2, 1],
      [100, 2, 50],
      [60, -80, 1],
    ] as const) {
      // biome-ignore format: short
      const away = (run: number) => {
        const at = 6 * runs[run]![3]
        const apart = [0, 1, 2].map((k) => Math.max(chunks.boxes[at + k]! - eye[k]!, eye[k]! - chunks.boxes[at + 3 + k]!, 0))
        return Math.hypot(...apart)
      }
      const order = [...nearestFirst(chunks, eye)]
      expect(order.toSorted((a, b) => a - b)).toEqual(runs.map((_, k) => k))
      for (let k = 1; k < order.length; k++) {
        expect(away(order[k - 1]!)).toBeLessThanOrEqual(away(order[k]!) + 1e-4)
        if (runs[order[k]!]![3] === runs[order[k - 1]!]![3]) expect(order[k]).toBeGreaterThan(order[k - 1]!)
      }
    }
  })

  it('are drawn by the pixels of the larger side of their body: from 8 as solids, from 0.7 as strips, else as lines', () => {
    const { scene, chunks, runs } = row()
    const sizes = sizesOf(scene.bodies)
    expect(sizes).toEqual([0.8, 1.2])
    const detail = (pixels: number, isSmall = false) => {
      const found = new Int8Array(runs.length)
      detailOfRuns(chunks, sizes, { planes: [], eye: [0, 0, 0], pixels, isParallel: true }, isSmall, found)
      return [0, 1, NO_BODY].map((body) => [...new Set([...found].filter((_, run) => runs[run]![0] === body))])
    }
    expect(detail(10.1)).toEqual([[SOLID], [SOLID], [LINE]])
    expect(detail(9.9)).toEqual([[RIBBON], [SOLID], [LINE]])
    expect(detail(6.6)).toEqual([[RIBBON], [RIBBON], [LINE]])
    expect(detail(0.88)).toEqual([[RIBBON], [RIBBON], [LINE]])
    expect(detail(0.87)).toEqual([[LINE], [RIBBON], [LINE]])
    expect(detail(0.58)).toEqual([[LINE], [LINE], [LINE]])
    // However few there are, what is thinner than a pixel would be lost.
    expect(detail(0.88, true)).toEqual([[SOLID], [SOLID], [LINE]])
    expect(detail(0.58, true)).toEqual([[LINE], [LINE], [LINE]])
  })

  it('are known to be thin before the first picture', () => {
    const box: Parameters<typeof hasThinBodies>[0] = { low: [0, 0, 0], high: [1200, 0, 0] }
    expect(hasThinBodies(box, [5, 0.71])).toBe(false)
    expect(hasThinBodies(box, [5, 0.69])).toBe(true)
  })

  it('out of sight are skipped, those beside them not', () => {
    const { scene, chunks, runs } = row()
    const found = new Int8Array(runs.length)
    const ends = [0, 1, 2, 3].map((chunk) => chunks.boxes[6 * chunk + 3]!)
    const last = ends.indexOf(Math.max(...ends))
    const edge = chunks.boxes[6 * last]!
    detailOfRuns(chunks, sizesOf(scene.bodies), { planes: [[-1, 0, 0, edge - 0.01]], eye: [0, 0, 0], pixels: 99, isParallel: true }, false, found) // biome-ignore format: short
    for (const [run, [, , , chunk]] of runs.entries()) expect(found[run] === -1).toBe(chunk === last)
  })
})

describe('pixels of a unit length', () => {
  const BOX = Float32Array.from([9, 9, 9, 9, 9, 9, 1, 2, 3, 2, 4, 6])
  const sight = (eye: Sight['eye'], more: Partial<Sight> = {}): Sight => ({
    planes: [],
    eye,
    pixels: 60,
    isParallel: false,
    ...more,
  })
  it.each<[Sight['eye'], number]>([
    [[-2, 3, 4], 60 / 3],
    [[6, 3, 4], 60 / 4],
    [[1.5, -3, 5], 60 / 5],
    [[1.5, 3, 12], 60 / 6],
    [[-2, 8, 5], 60 / 5],
  ])('at the nearest point of a box, from %j', (eye, pixels) => {
    expect(scaleOf(BOX, 6, sight(eye))).toBeCloseTo(pixels, 6)
    expect(scaleOf(BOX, 6, sight(eye, { isParallel: true }))).toBe(60)
  })

  it('are as many as one likes from within', () => expect(scaleOf(BOX, 6, sight([1.5, 3, 4]))).toBeGreaterThan(1e12))

  it.each<[number, number, number]>([[1, 2, 1], [-1, 1, 0.5], [2, -4, -1], [3, -1, -7], [0, 0, 0]])('are none where a plane (%d, %d, %d) leaves all corners out', (a, b, c) => {
    const farthest = (a > 0 ? 2 * a : a) + (b > 0 ? 4 * b : 2 * b) + (c > 0 ? 6 * c : 3 * c)
    const eye = [0, 0, 0] as const
    expect(scaleOf(BOX, 6, sight(eye, { planes: [[0, 0, 0, 1], [a, b, c, 0.01 - farthest]] }))).not.toBeNull()
    expect(scaleOf(BOX, 6, sight(eye, { planes: [[a, b, c, -0.01 - farthest], [0, 0, 0, 1]] }))).toBeNull()
  }) // biome-ignore format: planes
})
