import { expect, it, vi } from 'vitest'
import type { Rect } from '#lib/drawing/free-rectangles.ts'
import { arrowsOfRun, hatch, loadMarks, natureColour } from '#lib/drawing/load-marks.ts'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { pngPixels } from '#lib/fixtures/png-pixels.ts'
import { buildSceneInSteps } from '#lib/geometry/scene.ts'
import { columnsOf } from '#lib/model/columns.ts'
import { loadUnitsOf } from '#lib/model/load/load-text.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { ModelError } from '#lib/schema/model-error.ts'
import { toTheEnd } from '#lib/values/steps.ts'
import { cameraOf, directionsOf } from './camera.ts'
import { SUPPORT } from './colours.ts'
import { drawMarks } from './draw-loads.ts'
import { drawnModel } from './drawn-model.ts'
import { pictureKey } from './picture-key.ts'
import { blank } from './png.ts'
import { renderModel } from './render-model.ts'
import type { Sheet } from './sheet.ts'

// Pictures are work, and the machine may have other work.
vi.setConfig({ testTimeout: 60_000 })

const portal = portalFrame()
const beam = (portal.frames ?? []).find(({ sectionId }) => sectionId === 'IPE 300')?.id ?? ''
const model = returnedModel({
  ...portal,
  frames: portal.frames?.map((frame) =>
    frame.id === beam ? { ...frame, releases: { start: { m3: true }, end: { m3: 500 } } } : frame,
  ),
  supports: portal.supports?.map((support, k) => (k === 0 ? { ...support, stiffness: { u1: 1000 } } : support)),
  loadCases: [
    { id: 'D', name: 'Dead', nature: 'dead' },
    { id: 'W', nature: 'wind' },
  ],
  loads: [{ id: 'a', caseId: 'D', frameId: beam, force: { z: -12 } }],
})

/** The rows from top to bottom in which a colour is, left of the legend. */
function rowsOf(png: Uint8Array, rgb: readonly [number, number, number]): number[] {
  const pixels = pngPixels(png)
  const rows = new Set<number>()
  for (let y = 0; y < pixels.height; y++)
    for (let x = 0; x < 0.7 * pixels.width; x++) if (isNear(pixels.at(x, y), rgb)) rows.add(y)
  return [...rows].sort((one, other) => one - other)
}

it('draws the loads of a case, and of that one alone', () => {
  const draw = (loads?: string) => renderModel(model, { views: ['front'], width: 640, height: 480, loads }).png
  const dead = natureColour('dead')
  const rows = rowsOf(draw('D'), dead)
  // Arrows of 46 pixels, scaled as letters are, above the beam.
  expect(rows.length).toBeGreaterThan(30)
  expect(rowsOf(draw('W'), natureColour('wind'))).toEqual([])
})

it('draws a moment as an arc about its point, and as an arrow where the arc would be a line', () => {
  const turned = (moment: object) =>
    returnedModel({
      ...portal,
      loadCases: [{ id: 'M', nature: 'wind' }],
      loads: [{ id: 'm', caseId: 'M', nodeId: portal.frames?.[0]?.endNodeId ?? '', moment }],
    })
  const heightOf = (moment: object) => {
    const rows = rowsOf(
      renderModel(turned(moment), { views: ['front'], width: 1024, height: 768, loads: 'M' }).png,
      natureColour('wind'),
    )
    return (rows.at(-1) ?? 0) - (rows[0] ?? 0)
  }
  // 0.88 of the 46 pixels of the longest arrow, scaled as letters are, and the head; about X the arrow lies in the picture.
  expect(heightOf({ y: 5 })).toBeGreaterThan(40)
  expect(heightOf({ y: 5 })).toBeLessThan(60)
  expect(heightOf({ z: 5 })).toBeGreaterThan(44)
})

it('says which cases there are where it knows none of that name', () => {
  try {
    renderModel(model, { views: ['front'], loads: 'DD' })
    expect.unreachable()
  } catch (error) {
    expect((error as ModelError).issues).toMatchObject([{ type: 'reference_not_found', loc: ['loads'], ctx: { id: 'DD' } }])
  }
})

it('puts tips at nodes and on frames, the largest load of a type as long as any', () => {
  const units = loadUnitsOf({ force: 'kN', length: 'm' })
  const [node, half, line] = loadMarks(
    [
      { load: { id: 'n', caseId: 'D', nodeId: '1', force: { x: 10 }, moment: { y: 3 } }, place: { on: 'node', at: [1, 2, 3] } },
      { load: { id: 'h', caseId: 'D', nodeId: '2', force: { x: -5 } }, place: { on: 'node', at: [4, 2, 3] } },
      {
        load: { id: 'l', caseId: 'D', frameId: 'F', force: { z: -2 }, forceEnd: { z: -4 } },
        place: { on: 'frame', start: [0, 0, 0], end: [6, 0, 0], rotation: 0 },
      },
    ],
    units,
  )
  expect(node?.strokes).toEqual([
    { at: [1, 2, 3], from: [-1, -0, -0], to: [0, 0, 0], head: 1 },
    { at: [1, 2, 3], from: [-0, -1, -0], to: [0, 0, 0], head: 2 },
  ])
  expect(node?.words.map(({ text }) => text)).toEqual(['10 kN', '3 kN·m'])
  expect(half?.strokes[0]?.from[0]).toBeCloseTo(0.675)
  const [run] = line?.runs ?? []
  expect(run?.tails.map(([, , z]) => z)).toEqual([0.5, 1])
  expect(run && arrowsOfRun(run, 3).map(({ at: [x], from: [, , z] }) => [x, z])).toEqual([
    [0, 0.5],
    [3, 0.75],
    [6, 1],
  ])
  expect(line?.words.map(({ text }) => text)).toEqual(['2 kN/m', '4 kN/m'])
})

it('says the value of equal loads that hang together once, whatever lies between, and other values each', () => {
  const units = loadUnitsOf({ force: 'kN', length: 'm' })
  const along = (id: string, from: number, to: number, more: object) => ({
    load: { id, caseId: 'D', frameId: id, ...more },
    place: { on: 'frame', start: [from, 0, 0], end: [to, 0, 0], rotation: 0 } as const,
  })
  const slab = (id: string, x: number, z: number) => ({
    load: { id, caseId: 'D', areaId: id, force: { z: -3 } },
    place: {
      on: 'area',
      outline: [
        [x, 0, z],
        [x + 5, 0, z],
        [x + 5, 5, z],
        [x, 5, z],
      ] as Vec[],
      openings: [],
    } as const,
  })
  const marks = loadMarks(
    [
      ...[
        along('a', 0, 0.1, { force: { z: -2 } }),
        along('c', 0.3, 6, { force: { z: -2 } }),
        along('b', 0.1, 0.3, { force: { z: -2 } }),
      ],
      ...[
        along('other', 6, 9, { force: { z: -1 } }),
        along('apart', 20, 26, { force: { z: -2 } }),
        along('up', 6, 9, { force: { z: 2 } }),
      ],
      ...[
        along('grows', 9, 12, { force: { z: -1 }, forceEnd: { z: -4 } }),
        along('shrinks', 12, 15, { force: { z: -4 }, forceEnd: { z: -1 } }),
      ],
      ...[
        along('warm', 0, 3, { type: 'temperature' as const, temperature: 20 }),
        along('warm too', 3, 6, { type: 'temperature' as const, temperature: 20 }),
      ],
      ...[slab('s', 0, 4), slab('t', 5, 4), slab('upstairs', 0, 8)],
    ],
    units,
  )
  const groups = marks.map(({ words }) => words.map(({ text, group }) => `${text}: ${group ?? '-'}`).join(', '))
  expect(groups).toEqual([
    ...['2 kN/m: 0', '2 kN/m: 0', '2 kN/m: 0', '1 kN/m: -', '2 kN/m: -', '2 kN/m: -'],
    ...['1 kN/m: -, 4 kN/m: 1', '4 kN/m: 1, 1 kN/m: -', '+20 °: 2', '+20 °: 2', '3 kN/m²: 3', '3 kN/m²: 3', '3 kN/m²: -'],
  ])
  expect(marks.map(({ bands }) => bands.length)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0])
})

it('writes the value of a group once in a picture, beside its lines, and one that has no room not at all', () => {
  const size = { width: 400, height: 300 }
  const camera = cameraOf('orthographic', { eye: [3, -10, 1.5], target: [3, 0, 1.5], up: [0, 0, 1] }, 15, size)
  const sheet = { camera, px: 1, letter: 7.5, image: blank(400, 300), taken: [] as Rect[] }
  const marks = loadMarks(
    [0, 2, 4].map((x) => ({
      load: { id: `${x}`, caseId: 'D', frameId: `${x}`, force: { z: -2 } },
      place: { on: 'frame', start: [x, 0, 0], end: [x + 2, 0, 0], rotation: 0 } as const,
    })),
    loadUnitsOf({ force: 'kN', length: 'm' }),
  )
  drawMarks(sheet as unknown as Sheet, marks, [0, 0, 0])
  // Above the line through the tails, 46 pixels over the beam.
  const [written] = sheet.taken
  expect(sheet.taken).toHaveLength(1)
  expect(written?.y1).toBeLessThan(150 + 30 - 46)
  drawMarks({ ...sheet, taken: [{ x0: 0, y0: 0, x1: 400, y1: 300 }] } as unknown as Sheet, marks, [0, 0, 0])
  expect(sheet.taken).toHaveLength(1)
})

it('has in its key the sign of a moment that the picture has, and elastic joints beside hinges', () => {
  const nodeId = portal.frames?.[0]?.endNodeId ?? ''
  const turned = returnedModel({
    ...portal,
    frames: portal.frames?.map((frame) =>
      frame.id === beam ? { ...frame, releases: { start: { m3: true }, end: { m3: 500 } } } : frame,
    ),
    loadCases: [{ id: 'M', nature: 'wind' }],
    loads: [
      { id: 'y', caseId: 'M', nodeId, moment: { y: 5 } },
      { id: 'z', caseId: 'M', nodeId, moment: { z: 5 } },
    ],
  })
  const key = (view: 'front' | 'plan') => {
    const held = columnsOf(turned)
    const scene = toTheEnd(buildSceneInSteps(held))
    const drawn = drawnModel(turned, held, scene, { gridLine: null, highlight: [], isolate: null, kept: [], inFront: undefined })
    const [loadCase] = turned.loadCases ?? []
    const groups = pictureKey({ drawn, sight: directionsOf(view), loadCase, results: undefined })
    return groups.flatMap(({ entries }) => entries.map(({ label, count }) => `${label} ${count}`))
  }
  const front = key('front')
  expect(front.filter((row) => row.startsWith('Moment'))).toEqual(['Moment, kN·m 1', 'Moment about axis 1'])
  expect(front).toContain('Frame with a hinge 1')
  expect(front).toContain('Elastic joint 1')
})

it('hatches an outline of any shape within itself', () => {
  const u = [
    [0, 0],
    [30, 0],
    [30, 30],
    [20, 30],
    [20, 10],
    [10, 10],
    [10, 30],
    [0, 30],
  ].map(([x = 0, y = 0]) => ({ x, y }))
  const lines = hatch(u, 4)
  expect(lines.length).toBeGreaterThan(8)
  for (const [a, b] of lines) {
    const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2]
    expect(x > 10 && x < 20 && y > 10).toBe(false)
    expect(a.x + a.y).toBeCloseTo(b.x + b.y)
  }
})

it('has a key of the loads, supports and springs that are drawn, which leaves room for the colours, and none without loads', () => {
  const draw = (loads?: string) => pngPixels(renderModel(model, { views: ['front'], width: 800, height: 600, loads }).png)
  /** Rows of the column on the right in which a colour is. */
  const rowsIn = (pixels: ReturnType<typeof pngPixels>, rgb: readonly [number, number, number]) => {
    let [count, before] = [0, false]
    for (let y = 0; y < pixels.height; y++) {
      const has = Array.from({ length: 30 }, (_, x) => pixels.at(616 + x, y)).some((colour) => isNear(colour, rgb))
      if (has && !before) count++
      before = has
    }
    return count
  }
  const [plain, loaded, empty] = [draw(), draw('D'), draw('W')]
  expect(rowsIn(plain, natureColour('dead'))).toBe(0)
  expect(rowsIn(loaded, natureColour('dead'))).toBe(1)
  expect(rowsIn(empty, natureColour('wind'))).toBe(0)
  // A fixed support, and a spring that one of them has.
  expect(rowsIn(plain, SUPPORT)).toBe(0)
  expect(rowsIn(loaded, SUPPORT)).toBeGreaterThanOrEqual(2)
})

function isNear(colour: string, [r, g, b]: readonly [number, number, number]): boolean {
  const parts = [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16))
  return Math.hypot(parts[0]! - r, parts[1]! - g, parts[2]! - b) < 30
}
