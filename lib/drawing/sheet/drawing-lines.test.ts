import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawingOf, FRONT, laidOut, modelOf, TOP } from '#lib/fixtures/drawing.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import { keysOf } from '#lib/values/object-keys.ts'
import { sightOf } from './drawing-bodies.ts'
import { type Drawing, layDrawing } from './drawing-layout.ts'
import { drawingMarks } from './drawing-lines.ts'
import { keyPlanOf } from './key-plan.ts'
import { frameArea, PAPER_SIZES } from './paper.ts'
import { sheetPage } from './sheet-frame.ts'
import { supportLegend } from './support-marks.ts'
import { LINES, type LineKind, type Mark, type Point, sheetSvg } from './svg.ts'
import { textWidth } from './text-width.ts'

type Nodes = NonNullable<CreateModel['nodes']>
const nodes = (places: Record<string, Vec>): Nodes =>
  Object.entries(places).map(([id, [x, y, z]]) => ({ id, position: { x, y, z } }))
const SECTION = { id: 'S', type: 'rectangular', dimensions: { t3: 0.5, t2: 0.3 } } as const
const GRID: CreateModel['gridLines'] = [
  { id: 'A', axis: 'X', coordinate: 0, label: 'A' },
  { id: 'B', axis: 'X', coordinate: 6, label: 'B' },
  { id: 'C', axis: 'X', coordinate: 14, label: 'C' },
  { id: 'G', axis: 'Z', coordinate: 0, label: 'Ground' },
  { id: 'R', axis: 'Z', coordinate: 4, label: 'Roof' },
]

function drawing(sent: Partial<CreateModel>, sight = FRONT): Drawing {
  const one = drawingOf(modelOf(sent), sight)
  return {
    ...one,
    slotOf: (kind) => (kind === 'frame' ? 0 : 1),
    colours: [
      [47, 105, 168],
      [174, 188, 203],
    ],
    levels: one.scene.grid.levels,
    hasGrid: true,
  }
}
const A3 = { name: 'A3', isPortrait: false } as const

function marksOf(one: Drawing, scale: number | null = null): Mark[] {
  return drawingMarks(laidOut(one, 'A3', scale), null)
}
const runsOf = (marks: readonly Mark[], line: LineKind) =>
  marks.flatMap((mark) => (mark.shape === 'lines' && mark.line === line ? mark.runs : []))
const lengthOf = (run: readonly Point[]) =>
  run.slice(1).reduce((sum, [x, y], k) => sum + Math.hypot(x - run[k]![0], y - run[k]![1]), 0)
const total = (marks: readonly Mark[], line: LineKind) => runsOf(marks, line).reduce((sum, run) => sum + lengthOf(run), 0)
const texts = (marks: readonly Mark[]) => marks.flatMap((mark) => (mark.shape === 'text' ? [mark.text] : []))

describe('lines of a drawing', () => {
  const beam = (id: string, y: number, t3: number): Partial<CreateModel> => ({
    nodes: nodes({ [`${id}1`]: [0, y, 0], [`${id}2`]: [10, y, 0] }),
    sections: [{ id, type: 'rectangular', dimensions: { t3, t2: 0.3 } }],
    frames: [{ id, startNodeId: `${id}1`, endNodeId: `${id}2`, sectionId: id, rotation: 0 }],
  })
  const both = (a: Partial<CreateModel>, b: Partial<CreateModel>): Partial<CreateModel> => ({
    nodes: [...a.nodes!, ...b.nodes!],
    sections: [...a.sections!, ...b.sections!],
    frames: [...a.frames!, ...b.frames!],
  })

  it('are those of the body: a beam of 10 m by 0.5 m at 1:50 has an outline of 420 mm', () => {
    const marks = marksOf(drawing(beam('b', 0, 0.5)), 50)
    expect(total(marks, 'visible')).toBeCloseTo(420, 1)
    expect(total(marks, 'hidden')).toBe(0)
  })

  it('are dashed behind another body, and where the one before is seen no dash lies under its lines', () => {
    // The one behind is lower, so that its four sides lie wholly behind the one before.
    const marks = marksOf(drawing(both(beam('near', 0, 1), beam('far', 3, 0.5))), 50)
    expect(total(marks, 'visible')).toBeCloseTo(440, 1)
    // Its ends lie on the ends of the one before.
    expect(total(marks, 'hidden')).toBeCloseTo(400, 1)
  })

  it('end where a body goes into another: the beam stops at the face of the column', () => {
    const model: Partial<CreateModel> = {
      nodes: nodes({ foot: [0, 0, 0], head: [0, 0, 4], end: [6, 0, 2], joint: [0, 0, 2] }),
      sections: [SECTION, { id: 'C', type: 'rectangular', dimensions: { t3: 0.5, t2: 0.5 } }],
      frames: [
        { id: 'column', startNodeId: 'foot', endNodeId: 'head', sectionId: 'C', rotation: 0 },
        { id: 'beam', startNodeId: 'joint', endNodeId: 'end', sectionId: 'S', rotation: 0 },
      ],
    }
    const marks = marksOf(drawing(model), 50)
    expect(total(marks, 'hidden')).toBe(0)
    // Column 2 × 80 + 2 × 10; of the beam 120 - 5 above and below, and its free end.
    expect(total(marks, 'visible')).toBeCloseTo(180 + 2 * 115 + 10, 1)
  })

  it('of what is cut are thick and filled; two walls of one kind that meet are one piece', () => {
    const wall = (id: string, [x0, y0]: [number, number], [x1, y1]: [number, number]) => ({
      nodes: nodes({ [`${id}a`]: [x0, y0, 0], [`${id}b`]: [x1, y1, 0], [`${id}c`]: [x1, y1, 3], [`${id}d`]: [x0, y0, 3] }),
      area: { id, nodeIds: [`${id}a`, `${id}b`, `${id}c`, `${id}d`], thickness: 0.2 },
    })
    const [one, other] = [wall('p', [0, 0], [5, 0]), wall('q', [0, 0], [0, 5])]
    const sight = { ...TOP, near: 0, far: -10 } // about the origin of the scene, at half the height
    const model = { nodes: [...one.nodes, ...other.nodes], areas: [one.area, other.area] }
    const marks = marksOf(drawing(model, sight), 50)
    const cut = total(marks, 'cut')
    // Each alone has 2 × (100 + 4) mm; where they overlap, 2 × 2 mm of the one and of the other lie inside.
    expect(cut).toBeCloseTo(2 * 208 - 8, 0)
    expect(marks.some((mark) => mark.shape === 'polygon' && mark.isEvenOdd)).toBe(true)
  })

  it('between areas of one plane are seams, and short ones of a mesh are left out', () => {
    const mesh = (count: number): Partial<CreateModel> => ({
      nodes: Array.from({ length: (count + 1) ** 2 }, (_, k) => ({
        id: `n${k}`,
        position: { x: (10 * (k % (count + 1))) / count, y: (10 * Math.floor(k / (count + 1))) / count, z: 0 },
      })),
      areas: Array.from({ length: count ** 2 }, (_, k) => {
        const at = (k % count) + Math.floor(k / count) * (count + 1)
        return { id: `a${k}`, nodeIds: [at, at + 1, at + count + 2, at + count + 1].map((n) => `n${n}`), thickness: 0.2 }
      }),
    })
    const few = marksOf(drawing(mesh(2), TOP), 100)
    expect(total(few, 'visible')).toBeCloseTo(400, 1)
    expect(total(few, 'seam')).toBeCloseTo(200, 1)
    const many = marksOf(drawing(mesh(20), TOP), 100)
    expect(total(many, 'visible')).toBeCloseTo(400, 1)
    // Runs of a mesh that lie in one line are one seam as long as the slab.
    expect(runsOf(many, 'seam').every((run) => lengthOf(run) >= 8)).toBe(true)
  })

  it('of a round body are its outline alone', () => {
    const marks = marksOf(
      drawing({
        nodes: nodes({ a: [0, 0, 0], b: [0, 0, 4] }),
        sections: [{ id: 'P', type: 'pipe', dimensions: { t3: 0.2, tw: 0.01 } }],
        frames: [{ id: 'p', startNodeId: 'a', endNodeId: 'b', sectionId: 'P', rotation: 0 }],
      }),
      100,
    )
    expect(total(marks, 'visible')).toBeCloseTo(84, 0)
    expect(total(marks, 'hidden')).toBe(0)
  })

  it('of a frame too thin for two lines are one', () => {
    const marks = marksOf(drawing(beam('b', 0, 0.3)), 500)
    expect(total(marks, 'axis')).toBeCloseTo(20, 1)
    expect(total(marks, 'visible')).toBe(0)
  })
})

describe('marks around a drawing', () => {
  const portal: Partial<CreateModel> = {
    nodes: nodes({ a: [0, 0, 0], b: [0, 0, 4], c: [14, 0, 4], d: [14, 0, 0] }),
    sections: [SECTION],
    frames: [
      { id: 'left', startNodeId: 'a', endNodeId: 'b', sectionId: 'S', rotation: 0 },
      { id: 'top', startNodeId: 'b', endNodeId: 'c', sectionId: 'S', rotation: 0 },
      { id: 'right', startNodeId: 'd', endNodeId: 'c', sectionId: 'S', rotation: 0 },
    ],
    supports: [{ id: 's', nodeId: 'a', restraints: { u1: true, u2: true, u3: true } }],
    gridLines: GRID,
  }

  it('dimension the grid between its lines and as a whole, and the storeys', () => {
    const said = texts(marksOf(drawing(portal)))
    expect(said).toEqual(expect.arrayContaining(['A', 'B', 'C', '6.00', '8.00', '14.00', '4.00']))
    expect(said.filter((text) => text.startsWith('Ground'))).toEqual(['Ground  ±0.00'])
    expect(said.filter((text) => text.startsWith('Roof'))).toEqual(['Roof  +4.00'])
  })

  it('let the column be seen on which a support lies in a plan, and hide what is behind one in an elevation', () => {
    const fills = (one: Drawing) =>
      marksOf(one).flatMap((mark) => ('line' in mark && mark.line === 'support' && 'fill' in mark ? [mark.fill] : []))
    for (const restraints of [{ u1: true, u2: true, u3: true }, { u3: true }, { u2: true, u3: true }]) {
      const model = { ...portal, supports: [{ id: 's', nodeId: 'a', restraints }] }
      expect(new Set(fills(drawing(model, TOP)))).toEqual(new Set(['none']))
      expect(new Set(fills(drawing(model)))).toEqual(new Set(['#fff']))
    }
  })

  it('give the size of the whole where no grid line runs, and of nothing where nothing is drawn', () => {
    const slab: Partial<CreateModel> = {
      nodes: nodes({ a: [0, 0, 0], b: [9, 0, 0], c: [9, 4, 0], d: [0, 4, 0] }),
      areas: [{ id: 's', nodeIds: ['a', 'b', 'c', 'd'], thickness: 0.2 }],
    }
    const dimensions = (one: Drawing) => texts(marksOf(one)).filter((text) => /^[\d.]+$/.test(text))
    expect(dimensions(drawing(slab, TOP))).toEqual(['9.00', '4.00'])
    expect(dimensions(drawing({ ...slab, gridLines: GRID }, TOP)).toSorted()).toEqual(['4.00', '6.00'])
    expect(dimensions({ ...drawing(slab, TOP), isVisible: () => false })).toEqual([])
    expect(dimensions(drawing(slab, FRONT))).toEqual(['9.00'])
  })

  it('lie so that the drawing is in the middle of its area', () => {
    const layout = laidOut(drawing(portal), 'A3', 100)
    const xs = runsOf(drawingMarks(layout, null), 'visible').flatMap((run) => run.map(([x]) => x))
    expect((Math.min(...xs) + Math.max(...xs)) / 2).toBeCloseTo(layout.area.x + layout.area.width / 2, 1)
    expect(layout.scale).toBe(100)
  })

  it('refuse a scale that has no room', () => {
    expect(layDrawing(drawing(portal), A3, 10)).toMatchObject({ says: expect.stringContaining('the sheet has 342 × 199') })
  })

  it('say "not to scale" by having none where the unit is unknown', () => {
    expect(layDrawing(drawing({ ...portal, units: {} }), A3, null)).toMatchObject({ scale: null })
  })
})

describe('a sheet as SVG', () => {
  const block = {
    model: '<script>alert("x")</script> & \u0007 שלום',
    drawing: 'Plan',
    scale: '1:100',
    unit: 'm',
    revision: '1',
    date: '',
    author: '',
    sheet: 1,
    of: 1,
    link: null,
    href: 'https://example.com/?a=1&b="2"',
    note: '',
  }

  it('holds names as text, whatever they say', () => {
    const svg = sheetSvg(sheetPage(A3, { ...block, link: 'https://example.com' }, null, null, []))
    expect(svg).not.toContain('<script')
    expect(svg).not.toContain('\u0007')
    expect(svg).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp;')
    expect(svg).toContain('href="https://example.com/?a=1&amp;b=&quot;2&quot;"')
    expect(svg).toContain('unicode-bidi="plaintext"')
  })

  it('keeps texts as wide as they were set out where the font is another, and lets letters that no table has be', () => {
    const drawn = ['Träger 12', '±0.00', 'برج'].map((text) => ({ shape: 'text', at: [0, 0], text, capital: 7.2 }) as const)
    const svg = sheetSvg({ width: 100, height: 100, title: '', marks: [...drawn, { ...drawn[0]!, isBold: true }] })
    const told = [...svg.matchAll(/<text[^>]*?(?: textLength="([\d.]+)" lengthAdjust="spacingAndGlyphs"[^>]*)?>([^<]*)/g)]
    // Thousandths of 10 mm, of Helvetica: T 611 r 333 ä 556 g 556 e 556 r 333, a space 278, digits 556; in bold 611 389 556 611 556 389.
    const plain = 611 + 333 + 556 + 556 + 556 + 333 + 278 + 2 * 556
    const bold = 611 + 389 + 556 + 611 + 556 + 389 + 278 + 2 * 556
    expect(told.map(([, width, text]) => [text, width && Number(width)])).toEqual([
      ['Träger 12', plain / 100],
      ['±0.00', (584 + 3 * 556 + 278) / 100],
      ['برج', undefined],
      ['Träger 12', expect.closeTo(bold / 100, 1)],
    ])
  })

  it('shortens a long name rather than running out of its field', () => {
    const { marks } = sheetPage(A3, { ...block, model: 'Very long names '.repeat(20) }, null, null, [])
    const name = marks.find((mark) => mark.shape === 'text' && mark.text.startsWith('Very long'))
    expect(name).toMatchObject({ text: expect.stringMatching(/…$/) })
  })

  it('names the level or grid line of the drawing on the key plan, however many there are', () => {
    const levels = Array.from({ length: 40 }, (_, k) => ({ at: 3 * k, label: `L${k}` }))
    for (const at of [0, 1, 2, 20, 38, 39]) {
      const cut = { at: 3 * at, isUpright: false, looks: -1 } as const
      const { marks } = sheetPage(A3, block, null, { width: 60, height: 117, upright: [], level: levels, cut }, [])
      const named = marks.flatMap((mark) => (mark.shape === 'text' && /^L\d/.test(mark.text) ? [mark] : []))
      expect(named.filter(({ isBold }) => isBold).map(({ text }) => text)).toEqual([`L${at}`])
      expect(named.length).toBeGreaterThan(5)
      const heights = named.map((mark) => mark.at[1]).toSorted((a, b) => a - b)
      for (const [k, y] of heights.slice(1).entries()) expect(y - heights[k]!).toBeGreaterThan(1.9)
    }
  })

  it('names twelve colours and counts the rest', () => {
    const entries = Array.from({ length: 20 }, (_, k) => ({ label: `S${k}`, fill: '#fff', count: k + 1 }))
    const said = texts(sheetPage(A3, block, { title: 'By section', entries }, null, []).marks)
    expect(said).toContain('and 8 more')
    expect(said).toContain('S11  12')
    expect(said).not.toContain('S12  13')
  })

  it('names what its supports hold, the most first, and counts the kinds that have no room', () => {
    const held = (bits: string) =>
      Object.fromEntries(['u1', 'u2', 'u3', 'r1', 'r2', 'r3'].map((direction, k) => [direction, bits[k] === '1']))
    const patterns = ['111000', '111111', '111111', '000000', '011000', '010100', '101010', '000111']
    const model = {
      nodes: nodes(Object.fromEntries(patterns.map((_, k) => [`n${k}`, [k, 0, 0] as Vec]))),
      supports: patterns.map((bits, k) => ({ id: `s${k}`, nodeId: `n${k}`, restraints: held(bits) })),
    }
    const said = (one: Drawing) =>
      texts(sheetPage(A3, block, { title: 'By kind', entries: [], supports: supportLegend(one) }, null, []).marks)
    const all = said(drawing(model))
    expect(all.slice(all.indexOf('Supports'), all.indexOf('and 2 more') + 1)).toEqual([
      'Supports',
      'Fixed  2',
      'Holds r1 r2 r3  1',
      'Holds u1 u3 r2  1',
      'Holds u2 r1  1',
      'Pinned  1',
      'and 2 more',
    ])
    // Only those of the drawing: what is hidden, and what lies beyond its planes, is another drawing's.
    expect(
      said({ ...drawing(model), isVisible: (_, k) => k === 0 }).filter((text) => /Fixed|Pinned|Roller|Holds/.test(text)),
    ).toEqual(['Pinned  1'])
    expect(said(drawing(model, sightOf([0, -1, 0], [0, 0, 1], -1, -1e9)))).not.toContain('Supports')
  })
})

/** Everything that a mark covers. */
function reach(mark: Mark): Point[] {
  if (mark.shape === 'polygon') return mark.loops.flat()
  if (mark.shape === 'lines') return mark.runs.flat()
  if (mark.shape === 'image') return [mark.at, [mark.at[0] + mark.width, mark.at[1] + mark.height]]
  const [x, y] = mark.at
  if (mark.shape === 'circle')
    return [
      [x - mark.radius, y - mark.radius],
      [x + mark.radius, y + mark.radius],
    ]
  const width = textWidth(mark.text, mark.capital, mark.isBold)
  const from = { start: 0, middle: -width / 2, end: -width }[mark.anchor ?? 'start']
  if (mark.turn)
    return [
      [x - mark.capital, y - from - width],
      [x, y - from],
    ]
  return [
    [x + from, y - mark.capital],
    [x + from + width, y],
  ]
}

const coordinate = fc.double({ min: -60, max: 60, noNaN: true })
const label = fc.string({ unit: 'grapheme', maxLength: 30 })
const anyModel = fc
  .record({
    places: fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 2, maxLength: 12 }),
    lines: fc.array(fc.record({ axis: fc.constantFrom('X', 'Y', 'Z'), coordinate, label }), { maxLength: 14 }),
    t3: fc.double({ min: 0.05, max: 2, noNaN: true }),
  })
  .map(
    ({ places, lines, t3 }): Partial<CreateModel> => ({
      nodes: places.map(([x, y, z], k) => ({ id: `n${k}`, position: { x, y, z } })),
      sections: [{ id: 'S', type: 'rectangular', dimensions: { t3, t2: 0.3 } }],
      frames: places
        .slice(1)
        .map((_, k) => ({ id: `f${k}`, startNodeId: `n${k}`, endNodeId: `n${k + 1}`, sectionId: 'S', rotation: 0 })),
      areas: places.length > 3 ? [{ id: 'a', nodeIds: ['n0', 'n1', 'n2', 'n3'], thickness: 0.2 }] : [],
      supports: [{ id: 's', nodeId: 'n0', restraints: { u3: true, r1: true } }],
      gridLines: lines.map((line, k) => ({ id: `g${k}`, ...line }) as NonNullable<CreateModel['gridLines']>[number]),
    }),
  )

describe('any support in the legend', () => {
  it('is within its area, but for the width of a line and the head of an arrow; in a plan a roller is told from a fixed one', () => {
    const area = { x: 10, y: 20, width: 5, height: 2.8 }
    const patterns = Array.from({ length: 64 }, (_, pattern) =>
      Object.fromEntries(['u1', 'u2', 'u3', 'r1', 'r2', 'r3'].map((direction, k) => [direction, ((pattern >> k) & 1) === 1])),
    )
    const model = {
      nodes: nodes(Object.fromEntries(patterns.map((_, k) => [`n${k}`, [k, 0, 0] as Vec]))),
      supports: patterns.map((restraints, k) => ({ id: `s${k}`, nodeId: `n${k}`, restraints })),
    }
    for (const sight of [FRONT, TOP, sightOf([1, 0, 0], [0, 0, 1], 1e9, -1e9)]) {
      const entries = supportLegend(drawing(model, sight))
      expect(entries).toHaveLength(64)
      const [xs, ys] = [0, 1].map((k) => entries.flatMap(({ symbol }) => symbol(area).flatMap(reach)).map((point) => point[k]!))
      expect(Math.min(...xs!)).toBeGreaterThan(area.x - 1)
      expect(Math.max(...xs!)).toBeLessThan(area.x + area.width + 1)
      expect(Math.min(...ys!)).toBeGreaterThan(area.y - 1)
      expect(Math.max(...ys!)).toBeLessThan(area.y + area.height + 1)
    }
    const plan = supportLegend(drawing(model, TOP))
    const named = (name: string) => JSON.stringify(plan.find(({ label }) => label === name)?.symbol(area))
    const [fixed, alongX, alongY] = [named('Fixed'), named('Roller along X'), named('Roller along Y')]
    expect(new Set([fixed, alongX, alongY]).size).toBe(3)
  })
})

describe('any model on any sheet', () => {
  it('has every mark inside the border, at the scale that is said', () => {
    const papers = keysOf(PAPER_SIZES).flatMap((name) => [
      { name, isPortrait: false },
      { name, isPortrait: true },
    ])
    fc.assert(
      fc.property(anyModel, fc.constantFrom(...papers), fc.constantFrom(FRONT, TOP), (sent, paper, sight) => {
        const one = drawing(sent, sight)
        const layout = layDrawing(one, paper, null)
        if ('says' in layout) return
        const { x, y, width, height } = frameArea(paper)
        const marks = drawingMarks(layout, null)
        for (const mark of marks)
          for (const [px, py] of reach(mark)) {
            expect(px).toBeGreaterThanOrEqual(x - 0.01)
            expect(px).toBeLessThanOrEqual(x + width + 0.01)
            expect(py).toBeGreaterThanOrEqual(y - 0.01)
            expect(py).toBeLessThanOrEqual(y + height + 0.01)
          }
        const key = keyPlanOf(one.scene, sight, [0, 0, 1], { axis: one.isPlan ? 'Z' : 'Y', at: 0, isPlan: one.isPlan }, [])
        const svg = sheetSvg(sheetPage(paper, { ...EMPTY, model: 'M' }, null, key, marks))
        expect(svg).not.toMatch(/NaN|Infinity|undefined/)
      }),
      { numRuns: runs(150) },
    )
  })
})

const EMPTY = {
  model: '',
  drawing: '',
  scale: '',
  unit: '',
  revision: '',
  date: '',
  author: '',
  sheet: 1,
  of: 1,
  link: null,
  href: null,
  note: '',
}

it('keeps the line widths of ISO 128', () => {
  const { cut, visible, hidden, grid, dimension } = LINES
  expect([cut.width, visible.width, hidden.width, grid.width, dimension.width]).toEqual([0.5, 0.25, 0.18, 0.18, 0.18])
  expect(hidden.dash).toEqual([3, 1])
})
