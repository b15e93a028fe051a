import { expect, it, vi } from 'vitest'
import { columnsFor, RESULT_RGB, SHOWN_RESULTS, type ShownResult } from '#lib/drawing/results/shown-results.ts'
import { STRESS_CLASSES } from '#lib/drawing/results/stress-classes.ts'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { caseResults } from '#lib/fixtures/case-results.ts'
import { pngPixels } from '#lib/fixtures/png-pixels.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { renderModel } from './render-model.ts'

// Pictures are work, and the machine may have other work.
vi.setConfig({ testTimeout: 60_000 })

const model = returnedModel({
  ...portalFrame(),
  loadCases: [{ id: 'L' }],
  loads: [{ id: 'q', caseId: 'L', frameId: 'B1', force: { z: -20 } }],
})
const released = { start: { m2: true, m3: true }, end: { m2: true, m3: true } }
const hinged: ViewerModel = {
  ...model,
  frames: model.frames?.map((frame) => (frame.id === 'B1' ? frame : { ...frame, releases: released })) ?? [],
}

function draw(show: ShownResult, of: ViewerModel = model, scale?: number) {
  const { lines, summary } = caseResults(of, show === 'mechanism' ? 'mechanism 1' : 'L', [columnsFor(show)])
  const results = {
    ...{ show, scale, lines, banner: `Screening: ${summary.screening}` },
    hinges: summary.mechanisms?.[0]?.elements ?? [],
  }
  return renderModel(of, { views: ['front'], width: 800, height: 600, results })
}

/** The box of a colour in the picture, without the legend on the right. */
function boxOf(png: Uint8Array, [r, g, b]: readonly [number, number, number]) {
  const pixels = pngPixels(png)
  const box = { low: Infinity, high: -Infinity, left: Infinity, right: -Infinity, count: 0 }
  for (let y = 0; y < pixels.height; y++) {
    for (let x = 0; x < Math.min(600, pixels.width); x++) {
      const colour = pixels.at(x, y)
      const parts = [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16))
      if (Math.hypot(parts[0]! - r, parts[1]! - g, parts[2]! - b) > 30) continue
      box.low = Math.min(box.low, y)
      box.high = Math.max(box.high, y)
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x)
      box.count++
    }
  }
  return box
}

it('is nothing but what moved where that is said beside it, larger than under words, with letters for the pixels of the screen', () => {
  const { lines, summary } = caseResults(model, 'L', ['deflections'])
  const shape = (more: object) =>
    renderModel(model, {
      ...{ views: ['front'], width: 480, height: 300, ...more },
      results: { show: 'deflected', scale: undefined, lines, banner: `Screening: ${summary.screening}`, hinges: [] },
    })
  const [worded, plain, fine] = [shape({}), shape({ plain: true }), shape({ plain: true, pixelRatio: 2 })]
  const scaleOf = ({ views: [view] }: typeof plain) => 1 / (view?.unitsPerPixel ?? Infinity)
  expect(worded.caption).toBe('')
  expect(plain.caption).toBe('Deflected shape under L')
  expect(scaleOf(plain)).toBeGreaterThan(1.3 * scaleOf(worded))
  expect(fine.caption).toBe(plain.caption)
  expect(boxOf(fine.png, RESULT_RGB.moved).count).toBeGreaterThan(1.3 * boxOf(plain.png, RESULT_RGB.moved).count)
})

it('draws each result that there is, with a legend of its own', () => {
  const labels = SHOWN_RESULTS.map((show) => draw(show, show === 'mechanism' ? hinged : model).legend.map(({ label }) => label))
  expect(labels).toEqual([
    [expect.stringMatching(/^Moved, × \d+$/)],
    ['- compression'],
    ['+ along +2', '- along -2'],
    [],
    [],
    [],
    ['+ tension at -2', '- tension at +2'],
    ['≤ 0.5'],
    ['Supported nodes'],
    ['Moved', 'Hinges'],
  ])
})

it('draws sagging moments below the beam and hogging ones above, larger as asked', () => {
  const { png } = draw('m3')
  // The beam lies where its outline steps back; blue below it, red above and beside.
  const [above, below] = [boxOf(png, RESULT_RGB.above), boxOf(png, RESULT_RGB.below)]
  expect(above.count).toBeGreaterThan(100)
  expect(below.low).toBeLessThan(above.high)
  // Drawn five times as high it needs more room, so that the picture shows more metres a pixel.
  const scaleOf = (times: number | undefined) => draw('m3', model, times).views[0]?.unitsPerPixel ?? 0
  expect(scaleOf(5)).toBeGreaterThan(1.05 * scaleOf(undefined))
})

it('draws no diagram along a frame whose values are 0', () => {
  const posts = returnedModel({
    ...portalFrame(),
    nodes: [...(portalFrame().nodes ?? []), ...[0, 4].map((z) => ({ id: `p${z}`, position: { x: 9, y: 0, z } }))],
    frames: [
      ...(portalFrame().frames ?? []),
      { id: 'post', startNodeId: 'p0', endNodeId: 'p4', sectionId: portalFrame().frames?.[0]?.sectionId, rotation: 0 },
    ],
    supports: [
      ...(portalFrame().supports ?? []),
      { id: 'sp', nodeId: 'p0', restraints: { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true } },
    ],
    loadCases: [{ id: 'L' }],
    loads: [{ id: 'q', caseId: 'L', frameId: 'B1', force: { z: -20 } }],
  })
  const beside = (of: ViewerModel) => boxOf(draw('m3', of).png, RESULT_RGB.above).right
  const [without, withPost] = [draw('m3'), draw('m3', posts)]
  expect(withPost.legend.map(({ count }) => count)).toEqual(without.legend.map(({ count }) => count))
  // The post is farthest to the right, and nothing blue is there.
  expect(beside(posts)).toBeLessThan(430)
})

it('colours frames by their share of the yield stress', () => {
  const { png, legend } = draw('ratio')
  expect(legend).toEqual([{ color: expect.any(String), id: null, label: '≤ 0.5', count: 3 }])
  expect(boxOf(png, STRESS_CLASSES[1]!.rgb).count).toBeGreaterThan(500)
})

it('rings the hinges of a mechanism', () => {
  expect(boxOf(draw('mechanism', hinged).png, RESULT_RGB.mechanism).count).toBeGreaterThan(300)
})
