import { describe, expect, it, vi } from 'vitest'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { pngPixels } from '#lib/fixtures/png-pixels.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import { VIEWS, type View } from './camera.ts'
import { type Rendered, type RenderOptions, renderModel } from './render-model.ts'

// Pictures are work, and the machine may have other work.
vi.setConfig({ testTimeout: 60_000 })

/** Small pictures do. */
const SMALL = { width: 480, height: 360 }
const render = (model: CreateModel, options: RenderOptions) => renderModel(returnedModel(model), { ...SMALL, ...options })
const portal = returnedModel(portalFrame())
const demo = returnedModel(demoBuilding())

const near = (one: string, other: string) =>
  [1, 3, 5].every((i) => Math.abs(Number.parseInt(one.slice(i, i + 2), 16) - Number.parseInt(other.slice(i, i + 2), 16)) < 25)

describe('skew lines and arcs of the grid', () => {
  const point = (x: number, y: number) => ({ x, y })
  const R3 = { id: 'R3', axis: 'X' as const, coordinate: 3, line: { from: point(0, -4), to: point(6, 4) } }
  const P2 = { id: 'P2', axis: 'Y' as const, coordinate: 0, arc: { center: point(0, 0), radius: 4, from: 0, to: 90 } }
  const withCurves = returnedModel({ ...portalFrame(), gridLines: [R3, P2] })
  const without = returnedModel({ ...portalFrame(), gridLines: [] })
  const picture = (model: typeof withCurves, options: RenderOptions) => renderModel(model, { ...SMALL, ...options }).png

  it('are drawn in plans and in space, and marked like others', () => {
    for (const view of ['plan', 'iso'] as const)
      expect(picture(withCurves, { views: [view] })).not.toEqual(picture(without, { views: [view] }))
    const marked = picture(withCurves, { views: ['plan'], highlight: [{ kind: 'gridLine', id: 'R3' }] })
    expect(marked).not.toEqual(picture(withCurves, { views: ['plan'] }))
    // In an elevation nothing of them is seen on edge.
    expect(picture(withCurves, { views: ['front'] })).toEqual(picture(without, { views: ['front'] }))
  })

  it.each([
    ['R3', `Value error, the view 'grid' is at a straight line: 'R3' is skew: send "views": ["square"], "of": {"on":["R3"]}`],
    ['P2', "Value error, the view 'grid' is at a straight line: 'P2' is an arc"],
  ])('have no elevation: %s', (gridLineId, msg) => {
    expect(() => renderModel(withCurves, { ...SMALL, views: ['grid'], gridLineId })).toThrow(ModelError)
    try {
      renderModel(withCurves, { ...SMALL, views: ['grid'], gridLineId })
    } catch (error) {
      expect(error instanceof ModelError && error.issues).toMatchObject([{ type: 'value_error', loc: ['gridLineId'], msg }])
    }
  })
})

describe('what is in the picture', () => {
  /** Where a colour is, as a box. */
  const boxOf = (pixels: ReturnType<typeof pngPixels>, wanted: string, width = pixels.width) => {
    const box = { left: Infinity, right: -1, top: Infinity, bottom: -1, count: 0 }
    for (let y = 60; y < pixels.height - 100; y++) {
      for (let x = 0; x < width; x++) {
        if (!near(pixels.at(x, y), wanted)) continue
        box.left = Math.min(box.left, x)
        box.right = Math.max(box.right, x)
        box.top = Math.min(box.top, y)
        box.bottom = Math.max(box.bottom, y)
        box.count++
      }
    }
    return box
  }
  const colourOf = ({ legend }: Rendered, id: string) => legend.find((entry) => entry.id === id)?.color ?? ''

  it('shows each frame in the colour of its section, at the scale that it tells', () => {
    const answer = renderModel(portal, { views: ['front'], width: 900, height: 700 })
    const pixels = pngPixels(answer.png)
    const columns = boxOf(pixels, colourOf(answer, 'HEB 200'), 690)
    const beam = boxOf(pixels, colourOf(answer, 'IPE 300'), 690)
    const [view] = answer.views
    expect(view).toMatchObject({ view: 'front', unit: 'm' })
    const metres = (from: number, to: number) => (to - from) * (view?.unitsPerPixel ?? 0)
    // 6.2 m between the outer faces of the columns, 4 m of height, and the beam 30 cm deep below the node line.
    expect(metres(columns.left, columns.right)).toBeCloseTo(6.2, 1)
    expect(metres(columns.top, columns.bottom)).toBeCloseTo(4, 1)
    expect(metres(beam.top, beam.bottom)).toBeCloseTo(0.3, 1)
    expect(Math.abs(beam.top - columns.top)).toBeLessThan(6)
    expect(renderModel(portal, { ...SMALL, views: ['iso'], projection: 'perspective' }).views[0]?.unitsPerPixel).toBeNull()
  })

  it('keeps the colour of a section in every view, and when others are added before it in number', () => {
    const colours = (answer: Rendered) => Object.fromEntries(answer.legend.map(({ id, color }) => [id, color]))
    const iso = colours(renderModel(demo, { ...SMALL, views: ['iso'] }))
    const elevation = colours(renderModel(demo, { ...SMALL, views: ['grid'], gridLineId: 'A' }))
    expect(Object.keys(elevation).length).toBeGreaterThan(5)
    expect(iso).toMatchObject(elevation)
    const building = demoBuilding()
    const more = { ...building, sections: [...building.sections!, { ...building.sections![0]!, id: 'New' }] }
    more.frames = building.frames!.map((frame, i) => (i < 200 ? { ...frame, sectionId: 'New' } : frame))
    const { New, ...others } = colours(renderModel(returnedModel(more), { ...SMALL, views: ['iso'] }))
    expect(New).toBeDefined()
    expect(iso).toMatchObject(others)
  })

  it('looks from below with X to the right and Y down, and stacks views that are flat', () => {
    const flat = render(
      {
        name: 'Flat',
        nodes: Object.entries({ a: [0, 0], b: [120, 0], c: [0, 6] }).map(([id, [x = 0, y = 0]]) => ({
          id,
          position: { x, y, z: 0 },
        })),
        frames: ['b', 'c'].map((id) => ({ id, startNodeId: 'a', endNodeId: id, rotation: 0 })),
      },
      { views: ['plan', 'below'], width: 1600, height: 1200 },
    )
    expect(flat.views.map(({ at }) => at.x)).toEqual([0, 0])
    expect(flat.views[1]?.at.y).toBeGreaterThan(500)
    expect(flat.views[0]?.unitsPerPixel).toBeCloseTo(flat.views[1]?.unitsPerPixel ?? 0, 9)
    expect(flat.views[0]?.unitsPerPixel).toBeLessThan(0.1)
  })

  it('counts sections and areas in its legend', () => {
    const { legend } = renderModel(demo, { ...SMALL, views: ['iso'] })
    const counts = Object.fromEntries(legend.map(({ id, count }) => [id, count]))
    expect(counts).toMatchObject({ 'HEB 300': 32, 'IPE 450': 69, wall: 20, ramp: 8, floor: 68 })
    expect(new Set(legend.slice(0, 12).map(({ color }) => color)).size).toBe(12)
  })

  it('keeps the colours of its legend in the picture', () => {
    const { png, legend, width } = renderModel(demo, { views: ['iso'], width: 1280, height: 960 })
    const pixels = pngPixels(png)
    for (const [row, { color }] of legend.entries()) {
      const swatch = pixels.at(width - 270, Math.round(126 + 28.5 * row - 4))
      const off = [1, 3, 5].map((i) => Number.parseInt(swatch.slice(i, i + 2), 16) - Number.parseInt(color.slice(i, i + 2), 16))
      expect(Math.max(...off.map(Math.abs)), color).toBeLessThanOrEqual(5)
    }
  })

  it('draws in the plane of a grid line what lies in it, by id or by label', () => {
    const byId = renderModel(demo, { ...SMALL, views: ['grid'], gridLineId: 'Grid A' })
    expect(byId.views).toMatchObject([{ view: 'grid', gridLine: 'Grid A' }])
    expect(byId.legend.find(({ id }) => id === 'CHS 168.3x8')?.count).toBe(8)
    expect(byId.legend.find(({ id }) => id === 'UPE 400')).toBeUndefined()
    expect(renderModel(demo, { ...SMALL, views: ['grid'], gridLineId: 'A' }).png).toEqual(byId.png)
    const level = renderModel(demo, { ...SMALL, views: ['grid'], gridLineId: 'Level 2' })
    expect(level.legend.find(({ id }) => id === 'HEB 300')).toBeUndefined()
  })

  it('keeps bubbles and title outside an elevation that is lower than the model', () => {
    const { png } = renderModel(returnedModel(halfAsHigh()), { views: ['grid'], gridLineId: '1', width: 1024, height: 768 })
    const pixels = pngPixels(png)
    const grey = (x: number, y: number) => near(pixels.at(x, y), '#a8b1bd')
    // Between the words and the bubbles there is a band without a line.
    for (let y = 74; y < 84; y++) for (let x = 0; x < 800; x++) expect(grey(x, y), `${x} ${y}`).toBe(false)
    const rings = Array.from({ length: 800 }, (_, x) => x).filter((x) =>
      Array.from({ length: 30 }, (_, i) => 90 + i).some((y) => grey(x, y)),
    )
    const runs = rings.filter((x, i) => i === 0 || x - rings[i - 1]! > 20)
    expect(runs).toHaveLength(2) // A and B, both inside
  })

  it('names a grid line that ends at a support over its symbol', () => {
    const ink = (x: number) => {
      const { png } = render(
        {
          name: '',
          nodes: [0, 12].map((z) => ({ id: `${z}`, position: { x: 0, y: 0, z } })),
          frames: [{ id: 'f', startNodeId: '0', endNodeId: '12', rotation: 0 }],
          supports: [{ id: 's', nodeId: '0', restraints: { u1: true, u2: true, u3: true } }],
          gridLines: [{ id: 'x', axis: 'X', coordinate: x, label: 'W' }],
        },
        { views: ['iso'], width: 480, height: 480 },
      )
      const pixels = pngPixels(png)
      let count = 0
      for (let y = 100; y < 480; y++)
        for (let column = 200; column < 480; column++) if (near(pixels.at(column, y), '#262c36')) count++
      return count
    }
    expect(ink(0)).toBeGreaterThan(0.8 * ink(4))
  })

  it('has the beginning of long names around a structure that keeps the better part of the picture', () => {
    const long = 'Axis beside the old entrance hall, second phase of construction'
    const named = (name: string) => ({
      ...portalFrame(),
      gridLines: [
        { id: 'x', axis: 'X' as const, coordinate: 0, label: name },
        { id: 'z', axis: 'Z' as const, coordinate: 0, label: name },
      ],
    })
    const answer = (name: string) => renderModel(returnedModel(named(name)), { views: ['front'], width: 900, height: 700 })
    const widthOf = (rendered: Rendered) => {
      const { left, right } = boxOf(pngPixels(rendered.png), colourOf(rendered, 'HEB 200'), 690)
      return right - left
    }
    const pixels = pngPixels(answer(long).png)
    // Nothing of a mark goes on past the edge.
    for (let y = 60; y < 600; y++) expect(pixels.at(0, y)).toBe(pixels.at(0, 60))
    expect(widthOf(answer(long))).toBeGreaterThan(0.7 * widthOf(answer('A')))
  })

  it('refuses a grid line that is not there, and names those that are', () => {
    const refusal = (options: RenderOptions): unknown => {
      try {
        renderModel(demo, options)
      } catch (error) {
        return error instanceof ModelError ? error.issues[0] : error
      }
    }
    expect(refusal({ views: ['grid'], gridLineId: 'Q' })).toMatchObject({
      type: 'reference_not_found',
      loc: ['gridLineId'],
      msg: expect.stringContaining("no grid line 'Q' in the model; there are 'Grid A'"),
    })
    expect(refusal({ views: ['grid'] })).toMatchObject({ msg: expect.stringContaining('needs a grid line') })
  })

  it('highlights in one colour and lets the rest step back', () => {
    const plain = pngPixels(renderModel(portal, { ...SMALL, views: ['front'] }).png)
    const marked = pngPixels(renderModel(portal, { ...SMALL, views: ['front'], highlight: [{ kind: 'member', id: 'none' }] }).png)
    const beam = pngPixels(
      renderModel(portal, { ...SMALL, views: ['front'], highlight: [{ kind: 'section', id: 'IPE 300' }] }).png,
    )
    const pinks = (pixels: ReturnType<typeof pngPixels>) => {
      let count = 0
      for (let y = 0; y < SMALL.height; y++) for (let x = 0; x < SMALL.width; x++) if (near(pixels.at(x, y), '#c81462')) count++
      return count
    }
    expect([pinks(plain), pinks(marked)]).toEqual([0, 0])
    expect(pinks(beam)).toBeGreaterThan(1000)
  })

  it('writes labels where they find room and counts the rest', () => {
    const all = renderModel(portal, { views: ['front'], labels: ['nodes', 'frames', 'sections', 'supports'] })
    expect(all.leftOut.labels).toBe(0)
    const crowded = renderModel(demo, { views: ['iso'], labels: ['nodes', 'frames', 'areas', 'sections', 'supports'] })
    expect(crowded.leftOut.labels).toBeGreaterThan(50)
  })
})

/** Two portals, the one on grid 1 half as high as the one on grid 2. */
function halfAsHigh(): CreateModel {
  const corners = [
    [0, 0],
    [6, 0],
    [0, 1],
    [6, 1],
  ] as const
  const bars = [
    [0, 2],
    [2, 3],
    [1, 3],
  ] as const
  return {
    name: 'Half as high',
    units: { length: 'm' },
    nodes: [6, 12].flatMap((height, j) =>
      corners.map(([x, z], i) => ({ id: `${j}${i}`, position: { x, y: 8 * j, z: z * height } })),
    ),
    frames: [0, 1].flatMap((j) =>
      bars.map(([a, b]) => ({ id: `${j}${a}${b}`, startNodeId: `${j}${a}`, endNodeId: `${j}${b}`, rotation: 0, sectionId: 'S' })),
    ),
    sections: [{ id: 'S', type: 'rectangular', dimensions: { t3: 0.4, t2: 0.3 } }],
    gridLines: [
      { id: 'A', axis: 'X', coordinate: 0 },
      { id: 'B', axis: 'X', coordinate: 6 },
      { id: '1', axis: 'Y', coordinate: 0 },
      { id: '2', axis: 'Y', coordinate: 8 },
    ],
  }
}

const framesOf = (model: typeof demo, sectionId: string) =>
  model.frames!.flatMap((frame) => (frame.sectionId === sectionId ? [{ kind: 'frame' as const, id: frame.id }] : []))

describe('a part of the model', () => {
  it('draws only what is isolated, as large as it fits', () => {
    const whole = renderModel(demo, { views: ['iso'] })
    const [column] = framesOf(demo, 'HEB 240')
    const part = renderModel(demo, { views: ['iso'], isolate: [column!] })
    expect(part.legend).toEqual([expect.objectContaining({ id: 'HEB 240', count: 1 })])
    expect(part.views[0]!.unitsPerPixel!).toBeLessThan(whole.views[0]!.unitsPerPixel! / 5)
  })

  it('zooms without hiding anything', () => {
    const whole = renderModel(demo, { views: ['iso'] })
    const near = renderModel(demo, { views: ['iso'], zoom: framesOf(demo, 'UPE 400').slice(0, 2) })
    expect(near.legend).toEqual(whole.legend)
    expect(near.views[0]!.unitsPerPixel!).toBeLessThan(whole.views[0]!.unitsPerPixel! / 3)
  })

  it('names the lines of a plan at its edge where it looks at a part, long names whole', () => {
    const corners = [0, 90].flatMap((x) => [0, 60].map((y) => ({ id: `${x} ${y}`, position: { x, y, z: 0 } })))
    const model = returnedModel({
      name: '',
      nodes: [...corners, { id: 'm', position: { x: 45, y: 30, z: 0 } }, { id: 'n', position: { x: 48, y: 32, z: 0 } }],
      frames: [
        { id: 'part', startNodeId: 'm', endNodeId: 'n', rotation: 0 },
        { id: 'far', startNodeId: '0 0', endNodeId: '90 60', rotation: 0 },
      ],
      gridLines: [{ id: 'y', axis: 'Y', coordinate: 31, label: 'WWWWWW' }],
    })
    const { png, width } = renderModel(model, { views: ['plan'], zoom: [{ kind: 'frame', id: 'part' }], width: 480, height: 480 })
    const pixels = pngPixels(png)
    const isInk = (x: number, y: number) => near(pixels.at(x, y), '#262c36')
    const columns = Array.from({ length: width }, (_, x) => x).filter((x) =>
      Array.from({ length: 200 }, (_, i) => 120 + i).some((y) => isInk(x, y)),
    )
    expect(columns.length).toBeGreaterThan(30)
    expect(columns[0]).toBeGreaterThan(5)
  })

  it('shows the local axes of a leg of a mast: numerals of 12 pixels and more, its legs of 20', () => {
    const mast = returnedModel({
      name: 'Mast',
      units: { length: 'm' },
      nodes: [
        { id: 'a', position: { x: 0, y: 0, z: 0 } },
        { id: 'b', position: { x: 0.9, y: 0.9, z: 12 } },
        { id: 'c', position: { x: 0.9, y: 0.9, z: 18 } },
        { id: 'far', position: { x: 60, y: 60, z: 0 } },
      ],
      frames: [
        { id: 'low', startNodeId: 'a', endNodeId: 'b', rotation: 0, sectionId: 'L' },
        { id: 'high', startNodeId: 'b', endNodeId: 'c', rotation: 0, sectionId: 'L' },
        { id: 'other', startNodeId: 'a', endNodeId: 'far', rotation: 0, sectionId: 'L' },
      ],
      sections: [{ id: 'L', type: 'angle', dimensions: { t3: 0.15, t2: 0.15, tf: 0.012, tw: 0.012 } }],
    })
    const high = [{ kind: 'frame' as const, id: 'high' }]
    const { png } = renderModel(mast, { views: ['iso'], isolate: high, zoom: high, axes: true, width: 1024, height: 768 })
    const pixels = pngPixels(png)
    for (const colour of ['#cd302c', '#2a8c3c', '#2a5cc8']) {
      const rows = new Set<number>()
      for (let y = 100; y < 660; y++) for (let x = 200; x < 780; x++) if (near(pixels.at(x, y), colour)) rows.add(y)
      expect(rows.size, colour).toBeGreaterThanOrEqual(20)
    }
  })

  it('zooms to elements with their supports, and with the grid around where there is nothing else', () => {
    const { nodes, frames, sections } = portalFrame()
    const portals = returnedModel({
      ...portalFrame(),
      nodes: [...nodes!, { id: 'far', position: { x: 90, y: 0, z: 0 } }],
      frames: [...frames!, { id: 'far', startNodeId: nodes![0]!.id, endNodeId: 'far', rotation: 0, sectionId: sections![0]!.id }],
    })
    const all = frames!.map(({ id }) => ({ kind: 'frame' as const, id }))
    const { png } = renderModel(portals, { ...SMALL, views: ['iso'], zoom: all })
    const pixels = pngPixels(png)
    const isGreen = (x: number, y: number) => {
      const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => Number.parseInt(pixels.at(x, y).slice(i, i + 2), 16))
      return g > r + 30 && g > b
    }
    const rows = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => from + i).filter((y) =>
        Array.from({ length: SMALL.width }, (_, x) => x).some((x) => isGreen(x, y)),
      )
    expect(rows(SMALL.height - 100, SMALL.height).length).toBeGreaterThan(8)
    expect(rows(SMALL.height - 2, SMALL.height)).toEqual([])
    const alone = renderModel(portals, { ...SMALL, views: ['iso'], isolate: all })
    expect(renderModel(portals, { ...SMALL, views: ['iso'], isolate: all, zoom: all }).png).toEqual(alone.png)
  })

  it('refuses axes of nothing, and views that would be too small', () => {
    const refused = (options: RenderOptions) => {
      expect(() => renderModel(demo, options)).toThrow(ModelError)
      try {
        renderModel(demo, options)
      } catch (error) {
        return (error as ModelError).issues[0]
      }
    }
    expect(refused({ views: ['iso'], axes: true })).toMatchObject({ type: 'value_error', loc: ['axes'] })
    expect(refused({ views: ['iso', 'plan', 'front'], width: 600, height: 900 })).toMatchObject({
      type: 'value_error',
      loc: ['views'],
      msg: 'Value error, 3 views leave 300 x 450 pixels each; they need a picture of 640 x 480 at least',
    })
  })
})

describe('several views', () => {
  it('are tiles of one picture with one legend, each with its scale', () => {
    const answer = renderModel(demo, { views: ['iso', 'plan', 'front', 'right'] })
    expect(answer).toMatchObject({ width: 1600, height: 1200 })
    expect(answer.views.map(({ view }) => view)).toEqual(['iso', 'plan', 'front', 'right'])
    const [first, second, third] = answer.views.map(({ at }) => at)
    expect([first!.x, third!.x, first!.y]).toEqual([0, 0, second!.y])
    expect(third!.y).toBeGreaterThan(600)
    for (const { unitsPerPixel } of answer.views) expect(unitsPerPixel).toBeGreaterThan(0)
    expect(answer.legend).toEqual(renderModel(demo, { views: ['iso'] }).legend)
    expect(answer.png.length).toBeLessThan(400_000)
  })

  it('name the levels that found no room', () => {
    const nodes = Array.from({ length: 60 }, (_, i) => ({ id: `N${i}`, position: { x: 0, y: 0, z: i } }))
    const tower = returnedModel({
      name: 'Tower',
      nodes,
      frames: nodes.slice(1).map(({ id }, i) => ({ id: `F${i}`, startNodeId: `N${i}`, endNodeId: id, rotation: 0 })),
      gridLines: nodes.map((_, i) => ({ id: `L${i}`, axis: 'Z' as const, coordinate: i, label: `Level ${i}` })),
    })
    const { levels } = renderModel(tower, { views: ['front'] }).leftOut
    expect(levels.length).toBeGreaterThan(20)
    expect(levels).not.toContain('Level 0')
    expect(levels).not.toContain('Level 59')
    expect(levels).toContain('Level 1')
    // Named in one view is named; a plan has none to name.
    const leftOutOf = (view: View) => renderModel(tower, { views: ['front', view] }).leftOut.levels
    const beside = leftOutOf('plan')
    expect(beside.length).toBeGreaterThan(0)
    for (const level of leftOutOf('back')) expect(beside).toContain(level)
  })
})

it('tells the colours of a highlight as they are drawn', () => {
  const { legend } = renderModel(demo, { ...SMALL, views: ['iso'], highlight: framesOf(demo, 'HEB 240') })
  const others = { color: '#b9bfc7', id: null, label: 'others', count: 570 }
  expect(legend).toEqual([{ color: '#e0106e', id: null, label: 'highlighted', count: 32 }, others])
})

describe('whatever the model', () => {
  const node = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })

  it.each(VIEWS)('keeps %s of the demo building under 150 kB', (view) => {
    for (const projection of ['orthographic', 'perspective'] as const) {
      const of = [{ kind: 'frame' as const, id: demo.frames?.[0]?.id ?? '' }]
      const options = { gridLineId: 'A', of, projection, width: 600, height: 450 }
      const { png, width, height } = renderModel(demo, { ...options, views: [view] })
      expect(png.length).toBeLessThan(150_000)
      expect(pngPixels(png)).toMatchObject({ width, height })
    }
  })

  it('draws an empty model, and a model of one node', () => {
    const blank = render({ name: '' }, { views: ['iso'] })
    expect(blank).toMatchObject({ legend: [], undrawn: 0 })
    expect(render({ name: 'One', nodes: [node('a', 5, 5, 5)] }, { views: ['plan'], labels: ['nodes'] }).leftOut.labels).toBe(0)
  })

  it('leaves out what lies beyond the drawable, and says so', () => {
    const far = render(
      {
        name: 'Far',
        nodes: [node('a', 0, 0, 0), node('b', 5, 0, 0), node('c', 1e300, -1e308, 0)],
        frames: [
          { id: 'ab', startNodeId: 'a', endNodeId: 'b', rotation: 1e18 },
          { id: 'bc', startNodeId: 'b', endNodeId: 'c', rotation: 0 },
        ],
      },
      { views: ['iso'] },
    )
    expect(far.undrawn).toBe(2)
    expect(far.views[0]?.unitsPerPixel).toBeGreaterThan(0)
  })

  it('draws models far from the origin and of any size alike', () => {
    const moved = (factor: number, x: number): CreateModel => {
      const model = portalFrame()
      const sections = model.sections?.map((section) => ({
        ...section,
        dimensions: Object.fromEntries(Object.entries(section.dimensions ?? {}).map(([key, size]) => [key, size * factor])),
      }))
      const nodes = model.nodes?.map(({ id, position: p }) => node(id, p.x * factor + x, p.y * factor, p.z * factor))
      const frames = model.frames?.map(({ sectionOffset: _, ...frame }) => frame)
      return { ...model, units: {}, nodes: nodes ?? [], frames: frames ?? [], sections: sections ?? [] }
    }
    const legendOf = (answer: Rendered) => answer.legend.map(({ id, count }) => [id, count])
    const here = render(moved(1, 0), { views: ['front'] })
    for (const [factor, x] of [
      [1024, 0],
      [1, 1048576],
      [2 ** -10, 0],
    ] as const) {
      const there = render(moved(factor, x), { views: ['front'] })
      expect(legendOf(there)).toEqual(legendOf(here))
      expect((there.views[0]?.unitsPerPixel ?? 0) / factor).toBeCloseTo(here.views[0]?.unitsPerPixel ?? 0, 6)
      const [one, other] = [pngPixels(here.png), pngPixels(there.png)]
      let different = 0
      for (let y = 70; y < 290; y++) for (let p = 0; p < SMALL.width; p++) if (!near(one.at(p, y), other.at(p, y))) different++
      expect(different).toBeLessThan(200)
    }
  })

  it('keeps the size asked for within bounds', () => {
    expect(renderModel(portal, { views: ['iso'], width: 1e9, height: 1 })).toMatchObject({ width: 2000, height: 128 })
    expect(renderModel(portal, { views: ['iso'], width: Number.NaN, height: 300.4 })).toMatchObject({ width: 128, height: 300 })
  })

  it('draws the same picture for the same model', () => {
    expect(renderModel(demo, { ...SMALL, views: ['iso'] }).png).toEqual(renderModel(demo, { ...SMALL, views: ['iso'] }).png)
  })

  it('draws names that no font has', () => {
    const odd = render(
      { ...portalFrame(), name: '\u0000漢字\u{1F3D7}\n\t'.repeat(1000) },
      { views: ['iso'], width: 300, height: 300 },
    )
    expect(odd.png.length).toBeGreaterThan(1000)
  })
})
