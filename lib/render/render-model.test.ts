import { describe, expect, it, vi } from 'vitest'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { pngPixels } from '#lib/fixtures/png-pixels.ts'
import { returnedModel } from '#lib/fixtures/returned-model.ts'
import { ModelError } from '#lib/model/model-error.ts'
import type { CreateModel, Vector3 } from '#lib/model/schema.ts'
import { VIEWS } from './camera.ts'
import { type Rendered, type RenderOptions, renderModel } from './render-model.ts'

// Pictures are work, and the machine may have other work.
vi.setConfig({ testTimeout: 60_000 })

/** Small pictures do. */
const SMALL = { width: 480, height: 360 }
const render = (model: CreateModel, options: RenderOptions) => renderModel(returnedModel(model), { ...SMALL, ...options })
const portal = returnedModel(portalFrame())
const demo = returnedModel(demoBuilding())

/** Where a point of the model lies in the picture, by what the answer says about its camera; from two known points of it. */
function place({ camera }: Rendered, from: { point: Vector3; x: number; y: number }, to: Vector3) {
  const along = (side: 'right' | 'down') =>
    (['x', 'y', 'z'] as const).reduce((sum, k) => sum + (to[k] - from.point[k]) * camera.axes[k][side], 0)
  return { x: from.x + along('right'), y: from.y + along('down') }
}

const near = (one: string, other: string) =>
  [1, 3, 5].every((i) => Math.abs(Number.parseInt(one.slice(i, i + 2), 16) - Number.parseInt(other.slice(i, i + 2), 16)) < 25)

describe('what is in the picture', () => {
  it('shows each frame in the colour of its section, where the camera says', () => {
    const answer = renderModel(portal, { view: 'front', width: 900, height: 700 })
    const pixels = pngPixels(answer.png)
    const colour = (id: string) => answer.legend.find((entry) => entry.id === id)?.color ?? ''
    // The target is the middle of the nodes, and lies in the middle of the room that the margins leave.
    const find = (wanted: string) => {
      const found: { x: number; y: number }[] = []
      for (let y = 60; y < 640; y++) {
        for (let x = 0; x < 690; x++) if (near(pixels.at(x, y), wanted)) found.push({ x, y })
      }
      return found
    }
    const columns = find(colour('HEB 200'))
    const beam = find(colour('IPE 300'))
    const left = Math.min(...columns.map(({ x }) => x))
    const bottom = Math.max(...columns.map(({ y }) => y))
    const corner = { point: { x: -0.1, y: 0, z: 0 }, x: left, y: bottom }
    // 6.2 m between the outer faces of the columns, 4 m of height, and the beam 30 cm deep below the node line.
    const top = place(answer, corner, { x: 6.1, y: 0, z: 4 })
    expect(Math.abs(Math.max(...columns.map(({ x }) => x)) - top.x)).toBeLessThan(8)
    expect(Math.abs(Math.min(...columns.map(({ y }) => y)) - top.y)).toBeLessThan(6)
    const soffit = place(answer, corner, { x: 3, y: 0, z: 3.7 })
    expect(Math.abs(Math.max(...beam.map(({ y }) => y)) - soffit.y)).toBeLessThan(6)
    expect(Math.abs(Math.min(...beam.map(({ y }) => y)) - top.y)).toBeLessThan(6)
  })

  it('tells a scale that holds', () => {
    const { scale, camera } = renderModel(portal, { ...SMALL, view: 'front' })
    expect(scale?.unit).toBe('m')
    expect(camera.axes.x.right * (scale?.unitsPerPixel ?? 0)).toBeCloseTo(1, 9)
    expect(scale?.bar.pixels).toBeCloseTo((scale?.bar.length ?? 0) / (scale?.unitsPerPixel ?? 1), 9)
    expect(renderModel(portal, { ...SMALL, view: 'iso', projection: 'perspective' }).scale).toBeNull()
  })

  it('counts sections and areas in its legend', () => {
    const { legend } = renderModel(demo, { ...SMALL, view: 'iso' })
    const counts = Object.fromEntries(legend.map(({ id, count }) => [id, count]))
    expect(counts).toMatchObject({ 'HEB 300': 32, 'IPE 450': 69, wall: 20, ramp: 8, floor: 68 })
    expect(new Set(legend.slice(0, 12).map(({ color }) => color)).size).toBe(12)
  })

  it('keeps the colours of its legend in the picture', () => {
    const { png, legend, width } = renderModel(demo, { view: 'iso' })
    const pixels = pngPixels(png)
    for (const [row, { color }] of legend.entries()) {
      const swatch = pixels.at(width - 173, 81 + 19 * row)
      const off = [1, 3, 5].map((i) => Number.parseInt(swatch.slice(i, i + 2), 16) - Number.parseInt(color.slice(i, i + 2), 16))
      expect(Math.max(...off.map(Math.abs)), color).toBeLessThanOrEqual(5)
    }
  })

  it('draws in the plane of a grid line what lies in it, by id or by label', () => {
    const byId = renderModel(demo, { ...SMALL, view: 'grid', gridLineId: 'Grid A' })
    expect(byId.camera).toMatchObject({ gridLineId: 'Grid A', right: { x: 0, y: 1, z: 0 }, up: { x: 0, y: 0, z: 1 } })
    expect(byId.legend.find(({ id }) => id === 'CHS 168.3x8')?.count).toBe(8)
    expect(byId.legend.find(({ id }) => id === 'UPE 400')).toBeUndefined()
    expect(renderModel(demo, { ...SMALL, view: 'grid', gridLineId: 'A' }).png).toEqual(byId.png)
    const level = renderModel(demo, { ...SMALL, view: 'grid', gridLineId: 'Level 2' })
    expect(level.camera.up).toEqual({ x: 0, y: 1, z: 0 })
    expect(level.legend.find(({ id }) => id === 'HEB 300')).toBeUndefined()
  })

  it('refuses a grid line that is not there, and names those that are', () => {
    const refusal = (options: RenderOptions) => {
      try {
        renderModel(demo, options)
      } catch (error) {
        return error instanceof ModelError ? error.issues[0] : error
      }
    }
    expect(refusal({ view: 'grid', gridLineId: 'Q' })).toMatchObject({
      type: 'reference_not_found',
      loc: ['gridLineId'],
      msg: expect.stringContaining("no grid line 'Q' in the model; there are 'Grid A'"),
    })
    expect(refusal({ view: 'grid' })).toMatchObject({ msg: expect.stringContaining('needs a grid line') })
  })

  it('highlights in one colour and lets the rest step back', () => {
    const plain = pngPixels(renderModel(portal, { ...SMALL, view: 'front' }).png)
    const marked = pngPixels(renderModel(portal, { ...SMALL, view: 'front', highlight: [{ kind: 'member', id: 'none' }] }).png)
    const beam = pngPixels(renderModel(portal, { ...SMALL, view: 'front', highlight: [{ kind: 'section', id: 'IPE 300' }] }).png)
    const pinks = (pixels: ReturnType<typeof pngPixels>) => {
      let count = 0
      for (let y = 0; y < SMALL.height; y++) for (let x = 0; x < SMALL.width; x++) if (near(pixels.at(x, y), '#c81462')) count++
      return count
    }
    expect([pinks(plain), pinks(marked)]).toEqual([0, 0])
    expect(pinks(beam)).toBeGreaterThan(1000)
  })

  it('writes labels where they find room and counts the rest', () => {
    const all = renderModel(portal, { view: 'front', labels: ['nodes', 'frames', 'sections', 'supports'] })
    expect(all.labels).toEqual({ written: 9, leftOut: 0 })
    const crowded = renderModel(demo, { view: 'iso', labels: ['nodes', 'frames', 'areas', 'sections', 'supports'] })
    expect(crowded.labels.written).toBeGreaterThan(50)
    expect(crowded.labels.leftOut).toBeGreaterThan(50)
  })
})

describe('whatever the model', () => {
  const node = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })

  it.each(VIEWS.filter((view) => view !== 'grid'))('keeps %s of the demo building under 150 kB', (view) => {
    for (const projection of ['orthographic', 'perspective'] as const) {
      const { png, width, height } = renderModel(demo, { view, projection, width: 600, height: 450 })
      expect(png.length).toBeLessThan(150_000)
      expect(pngPixels(png)).toMatchObject({ width, height })
    }
  })

  it('draws an empty model, and a model of one node', () => {
    const blank = render({ name: '' }, { view: 'iso' })
    expect(blank).toMatchObject({ legend: [], undrawn: { nodes: 0, frames: 0, areas: 0 } })
    expect(render({ name: 'One', nodes: [node('a', 5, 5, 5)] }, { view: 'plan', labels: ['nodes'] }).labels.written).toBe(1)
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
      { view: 'iso' },
    )
    expect(far.undrawn).toEqual({ nodes: 1, frames: 1, areas: 0 })
    expect(Object.values(far.camera.eye).every(Number.isFinite)).toBe(true)
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
    const here = render(moved(1, 0), { view: 'front' })
    for (const [factor, x] of [
      [1024, 0],
      [1, 1048576],
      [2 ** -10, 0],
    ] as const) {
      const there = render(moved(factor, x), { view: 'front' })
      expect(legendOf(there)).toEqual(legendOf(here))
      expect((there.scale?.unitsPerPixel ?? 0) / factor).toBeCloseTo(here.scale?.unitsPerPixel ?? 0, 6)
      const [one, other] = [pngPixels(here.png), pngPixels(there.png)]
      let different = 0
      for (let y = 70; y < 290; y++) for (let p = 0; p < SMALL.width; p++) if (!near(one.at(p, y), other.at(p, y))) different++
      expect(different).toBeLessThan(200)
    }
  })

  it('keeps the size asked for within bounds', () => {
    expect(renderModel(portal, { view: 'iso', width: 1e9, height: 1 })).toMatchObject({ width: 2000, height: 128 })
    expect(renderModel(portal, { view: 'iso', width: Number.NaN, height: 300.4 })).toMatchObject({ width: 128, height: 300 })
  })

  it('draws the same picture for the same model', () => {
    expect(renderModel(demo, { ...SMALL, view: 'iso' }).png).toEqual(renderModel(demo, { ...SMALL, view: 'iso' }).png)
  })

  it('draws names that no font has', () => {
    const odd = render(
      { ...portalFrame(), name: '\u0000漢字\u{1F3D7}\n\t'.repeat(1000) },
      { view: 'iso', width: 300, height: 300 },
    )
    expect(odd.png.length).toBeGreaterThan(1000)
  })
})
