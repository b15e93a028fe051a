import { describe, expect, it, vi } from 'vitest'
import { ofHex } from '#lib/drawing/palette.ts'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { pngPixels } from '#lib/fixtures/png-pixels.ts'
import { taperedPortal } from '#lib/fixtures/tapered-portal.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { CreateModel } from '#lib/schema/request-bodies.ts'
import type { Ref } from './drawn-model.ts'
import { type Rendered, type RenderOptions, renderModel } from './render-model.ts'

// Pictures are work, and the machine may have other work.
vi.setConfig({ testTimeout: 60_000 })

const portal = returnedModel(portalFrame())
const demo = returnedModel(demoBuilding())
const frames = (...ids: string[]): Ref[] => ids.map((id) => ({ kind: 'frame', id }))
const colourOf = ({ legend }: Rendered, id: string) => legend.find((entry) => entry.id === id)?.color ?? ''
const countsOf = ({ legend }: Rendered) => Object.fromEntries(legend.map(({ id, count }) => [id, count]))
const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0)
const refusal = (model: typeof demo, options: RenderOptions): unknown => {
  try {
    renderModel(model, options)
  } catch (error) {
    if (error instanceof ModelError) return error.issues[0]
    throw error
  }
}

/** The box of the pixels in a colour, left of the legend, in model units. */
function boxOf(answer: Rendered, wanted: string, off = 12) {
  const pixels = pngPixels(answer.png)
  const [r, g, b] = ofHex(wanted)
  const box = { left: Infinity, right: -1, top: Infinity, bottom: -1, count: 0 }
  for (let y = 60; y < pixels.height; y++)
    for (let x = 0; x < 0.78 * pixels.width; x++) {
      const [red, green, blue] = ofHex(pixels.at(x, y))
      if (Math.max(Math.abs(red - r), Math.abs(green - g), Math.abs(blue - b)) > off) continue
      Object.assign(box, { left: Math.min(box.left, x), right: Math.max(box.right, x + 1) })
      Object.assign(box, { top: Math.min(box.top, y), bottom: Math.max(box.bottom, y + 1), count: box.count + 1 })
    }
  const scale = answer.views[0]?.unitsPerPixel ?? 0
  return { ...box, wide: (box.right - box.left) * scale, high: (box.bottom - box.top) * scale, area: box.count * scale ** 2 }
}
/** Of the face that closes what is cut: 30 % less lightness. */
const darker = (hex: string) =>
  `#${ofHex(hex)
    .map((part) =>
      Math.round(part * 0.615)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

describe('a frame that tapers', () => {
  const portals = returnedModel(CreateModel.parse(taperedPortal()))
  const column = frames('column1-1')

  it('is as deep in an elevation as it is there', () => {
    const elevation = renderModel(portals, { views: ['front'], isolate: column, width: 900, height: 900 })
    const side = boxOf(elevation, elevation.legend[0]!.color, 30)
    expect(side.wide).toBeCloseTo(0.8, 1)
    // Less the edges, which are darker; a prism of either end would have 0.5 or 1.5 times that.
    expect(Math.abs(side.area / ((5 * (0.3 + 0.8)) / 2) - 0.95)).toBeLessThan(0.05)
  })

  it('is closed where a plane cuts it, as deep as it is there', () => {
    for (const z of [1, 4]) {
      const answer = renderModel(portals, { views: ['plan'], cut: { z: [null, z] }, zoom: column, width: 900, height: 700 })
      const face = boxOf(answer, darker(colourOf(answer, 'I300')))
      expect(face.wide).toBeCloseTo(0.3 + (0.5 * z) / 5, 2)
      expect(face.high).toBeCloseTo(0.25, 2)
    }
  })
})

describe('a cut', () => {
  it('shows only what is inside, and closes solids with a darker face', () => {
    const answer = renderModel(portal, { views: ['plan'], cut: { z: [null, 2] }, zoom: frames('C1'), width: 900, height: 700 })
    expect(countsOf(answer)).toEqual({ 'HEB 200': 2 })
    const face = boxOf(answer, darker(colourOf(answer, 'HEB 200')))
    expect(face.wide).toBeCloseTo(0.2, 2)
    expect(face.high).toBeCloseTo(0.2, 2)
    // Two flanges and a web, less their outlines: 75.3 cm² of the 400 in which they lie.
    expect(face.area).toBeGreaterThan(0.005)
    expect(face.area).toBeLessThan(0.0077)
  })

  it('closes a hollow section around its hole, an inclined one and a slab', () => {
    const model: CreateModel = {
      name: '',
      units: { length: 'm' },
      nodes: Object.entries({
        ...{ a: [0, 0, 0], b: [0, 0, 4], g: [2, 0, 0], h: [6, 0, 4] },
        ...{ c: [8, 0, 1], d: [8, 4, 1], e: [8, 4, 3], f: [8, 0, 3] },
      }).map(([id, [x = 0, y = 0, z = 0]]) => ({ id, position: { x, y, z } })),
      sections: [
        { id: 'Pipe', type: 'pipe', dimensions: { t3: 0.4, tw: 0.05 } },
        { id: 'Bar', type: 'rectangular', dimensions: { t3: 0.4, t2: 0.3 } },
      ],
      frames: [
        { id: 'ab', startNodeId: 'a', endNodeId: 'b', sectionId: 'Pipe', rotation: 0 },
        { id: 'gh', startNodeId: 'g', endNodeId: 'h', sectionId: 'Bar', rotation: 0 },
      ],
      areas: [{ id: 'w', nodeIds: ['c', 'd', 'e', 'f'], thickness: 0.3 }],
    }
    const answer = renderModel(returnedModel(model), { views: ['plan'], cut: { z: [null, 2] }, width: 1600, height: 1200 })
    const face = (hex: string) => {
      const { wide, high, area } = boxOf(answer, darker(hex), 5)
      return [wide.toFixed(1), high.toFixed(1), area.toFixed(2)].map(Number)
    }
    expect(face(colourOf(answer, 'Pipe'))).toEqual([0.4, 0.4, 0.04]) // a ring of 0.055 m², less its outlines; a disc has 0.126
    expect(face(colourOf(answer, 'Bar'))).toEqual([0.6, 0.3, 0.16]) // 0.4 √2 × 0.3, less its outline
    expect(face('#ceba98')).toEqual([0.3, 4, 1.19])
  })

  it('at a level leaves what is below the lower third of the storey on it, on the last one 1.2 m', () => {
    const at = (cut: RenderOptions['cut']) => renderModel(demo, { views: ['front'], cut, width: 480, height: 360, plain: true })
    const level = at('Level 1')
    expect(level.png).toEqual(at({ z: [null, 4.2 + 3.6 / 3] }).png)
    expect(countsOf(level)).toEqual(countsOf(at({ z: [null, 5.4] })))
    expect(at('Roof').png).toEqual(at({ z: [null, 18.6 + 1.2] }).png)
    expect(sum(countsOf(at('Roof')))).toBe(sum(countsOf(at(undefined))))
  })

  it('says which levels there are, and how far the model reaches', () => {
    expect(refusal(demo, { views: ['iso'], cut: 'Level 9' })).toMatchObject({
      ...{ type: 'reference_not_found', loc: ['cut'] },
      msg: expect.stringContaining("no level 'Level 9' in the model; there are 'Level G', 'Level 1'"),
    })
    expect(refusal(portal, { views: ['iso'], cut: { z: [10, null] } })).toMatchObject({
      ...{ type: 'value_error', loc: ['cut'] },
      msg: expect.stringContaining('nothing is inside: the model reaches over x 0 to 6, y 0 to 0, z 0 to 4'),
    })
    expect(refusal(portal, { views: ['iso'], cut: { x: [5, 1] } })).toMatchObject({ type: 'value_error', loc: ['cut', 'x'] })
  })
})

describe('a view square to elements', () => {
  const model: CreateModel = {
    name: '',
    units: { length: 'm' },
    nodes: Object.entries({
      ...{ a: [0, 0, 0], b: [6, 0, 0], c: [6, 4, 3], d: [0, 4, 3] },
      ...{ p: [0, 0, 2.4], q: [6, 0, -2.4], r: [6, 6, 2.4], s: [0, 6, -2.4] },
    }).map(([id, [x = 0, y = 0, z = 0]]) => ({ id, position: { x, y, z } })),
    areas: [
      { id: 'roof', nodeIds: ['a', 'b', 'c', 'd'], thickness: 0.2 },
      { id: 'saddle', nodeIds: ['p', 'q', 'r', 's'] },
    ],
  }

  it('shows them in their true size, whatever way they slope', () => {
    const answer = renderModel(returnedModel(model), {
      ...{ views: ['square'], of: [{ kind: 'area', id: 'roof' }], isolate: [{ kind: 'area', id: 'roof' }] },
      ...{ width: 900, height: 700, projection: 'orthographic' },
    })
    const pixels = pngPixels(answer.png)
    const scale = answer.views[0]?.unitsPerPixel ?? 0
    const isPaper = (x: number, y: number) => pixels.at(x, y) === '#ffffff'
    const columns = Array.from({ length: 600 }, (_, x) => x).filter((x) => !isPaper(x, 350))
    expect((columns.length + 1) * scale).toBeCloseTo(6, 0)
    const middle = columns[columns.length >> 1] ?? 0
    const rows = Array.from({ length: 500 }, (_, y) => 70 + y).filter((y) => !isPaper(middle, y))
    expect(rows.length * scale).toBeCloseTo(5, 0)
  })

  it('says how far elements are from a plane, and what it lacks', () => {
    const of = (...refs: Ref[]) => refusal(returnedModel(model), { views: ['square'], of: refs })
    expect(of({ kind: 'area', id: 'saddle' })).toMatchObject({
      ...{ type: 'value_error', loc: ['of'] },
      msg: expect.stringContaining('these lie in no plane: 2.4 m off'),
    })
    expect(of({ kind: 'node', id: 'a' })).toMatchObject({ msg: expect.stringContaining('at one place') })
    expect(refusal(portal, { views: ['square'] })).toMatchObject({ loc: ['of'] })
  })

  it('has axis 1 of one frame to the right and axis 2 up', () => {
    const answer = renderModel(portal, { views: ['square'], of: frames('C1'), isolate: frames('C1'), width: 900, height: 700 })
    const box = boxOf(answer, colourOf(answer, 'HEB 200'), 25)
    expect(box.wide / box.high).toBeGreaterThan(10) // a column, lying
  })

  it('is the elevation that looks the same way, without what stands before it', () => {
    const [y0, y12] = [0, 12].map((y) =>
      demo.frames
        ?.filter(({ startNodeId, endNodeId }) =>
          [startNodeId, endNodeId].every((id) => demo.nodes.find((node) => node.id === id)?.position.y === y),
        )
        .map(({ id }) => id),
    )
    const options = { views: ['square'], width: 480, height: 360, plain: true } as const
    const whole = countsOf(renderModel(demo, { views: ['front'], width: 480, height: 360 }))
    const front = countsOf(renderModel(demo, { ...options, of: frames(...(y0 ?? [])) }))
    const behind = countsOf(renderModel(demo, { ...options, of: frames(...(y12 ?? [])) }))
    expect(sum(front)).toBeGreaterThan(0.9 * sum(whole))
    expect(sum(behind)).toBeLessThan(0.75 * sum(front))
  })
})

describe('a view along a frame', () => {
  /** An angle, thick at the lower left, so that each side can be told from the others. */
  const angle: CreateModel = {
    ...portalFrame(),
    sections: [
      { id: 'HEB 200', type: 'custom', polygon: [0, 0, 0.3, 0, 0.3, 0.05, 0.05, 0.05, 0.05, 0.2, 0, 0.2].reduce(pairs, []) },
      { id: 'IPE 300', type: 'i_wide_flange', dimensions: { h: 0.3, b: 0.15, tf: 0.0107, tw: 0.0071 } },
    ],
  }
  function pairs(points: { x: number; y: number }[], value: number, i: number) {
    if (i % 2 === 0) points.push({ x: value, y: 0 })
    const last = points.at(-1)
    if (last && i % 2 === 1) last.y = value
    return points
  }

  it('shows the section cut, axis 3 to the right and 2 up', () => {
    const answer = renderModel(returnedModel(angle), { views: ['along'], of: frames('C1'), width: 900, height: 700 })
    const face = darker(colourOf(answer, 'HEB 200'))
    const box = boxOf(answer, face)
    expect([box.wide, box.high].map((size) => Number(size.toFixed(2)))).toEqual([0.3, 0.2])
    const pixels = pngPixels(answer.png)
    const at = (x: number, y: number) => {
      const [r, g, b] = ofHex(
        pixels.at(Math.round(box.left + x * (box.right - box.left)), Math.round(box.bottom - y * (box.bottom - box.top))),
      )
      const [red, green, blue] = ofHex(face)
      return Math.max(Math.abs(r - red), Math.abs(g - green), Math.abs(b - blue)) < 12
    }
    expect([at(0.08, 0.1), at(0.9, 0.1), at(0.08, 0.9), at(0.9, 0.9)]).toEqual([true, true, true, false])
  })

  it('looks down one frame, and says of how many it was asked', () => {
    const of = (refs: Ref[]) => refusal(portal, { views: ['along'], of: refs })
    expect(of(frames('C1', 'C2'))).toMatchObject({
      loc: ['of'],
      msg: expect.stringContaining('the view along looks down one frame, and these are 2'),
    })
    expect(of([{ kind: 'node', id: 'N1' }])).toMatchObject({ msg: expect.stringContaining('these are 0') })
  })
})

it('has a small model in the middle of a small picture', () => {
  for (const size of [
    { width: 400, height: 300 },
    { width: 480, height: 360 },
  ]) {
    const answer = renderModel(portal, { views: ['iso'], ...size })
    const { left, right } = boxOf(answer, colourOf(answer, 'IPE 300'), 60)
    const middle = (left + right) / 2
    expect(Math.abs(middle / size.width - 0.5)).toBeLessThan(0.1)
  }
})
