import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { anyModel } from '#lib/fixtures/any-model.ts'
import { modelNames } from '#lib/fixtures/example-models.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { exampleModel, notesOf, readFile, writeFile } from '#lib/fixtures/file-trip.ts'
import { cleanOutline, sectionAsReturned } from '#lib/model/section/section-outline.ts'
import { localAxes } from '#lib/model/shape/local-axes.ts'
import { distance, dot, type Vec, vec } from '#lib/model/shape/vector.ts'
import { LENGTH_UNITS, readUnits } from '#lib/model/units.ts'
import { DIRECTIONS } from '#lib/schema/restraints.ts'
import type { ConstructSectionCreate, ViewerModel } from '#lib/schema/schema.ts'
import { readIfc } from './ifc-read.ts'
import { writeIfc } from './ifc-write.ts'

const VIEWS = ['physical', 'structural'] as const
type View = (typeof VIEWS)[number]
type Back = ReturnType<typeof readFile>

const placesOf = (nodes: ViewerModel['nodes']) => new Map(nodes.map(({ id, position }) => [id, vec(position)]))

/** Out and in again; all frames, areas and levels that came back are those that went out. */
function expectSame(sent: ViewerModel, view: View, { model: back, report }: Back, size: number) {
  const [from, to] = [placesOf(sent.nodes), placesOf(back.nodes)]
  const near = (a: Vec | undefined, b: Vec | undefined) => expect(distance(a!, b!)).toBeLessThanOrEqual(1e-9 * size)
  const frames = new Map(sent.frames!.map((one) => [one.id, one]))
  for (const frame of back.frames) {
    const { startNodeId, endNodeId, rotation, sectionId, sectionOffset } = frames.get(frame.id)!
    near(to.get(frame.startNodeId), from.get(startNodeId))
    near(to.get(frame.endNodeId), from.get(endNodeId))
    const [one, other] = [[startNodeId, endNodeId, from, rotation], [frame.startNodeId, frame.endNodeId, to, frame.rotation]].map(
      ([start, end, places, turn]) => localAxes((places as Map<string, Vec>).get(start as string)!, (places as Map<string, Vec>).get(end as string)!, turn as number),
    ) // biome-ignore format: two calls alike
    expect(dot(one![1], other![1])).toBeCloseTo(1, 9)
    expect(frame.sectionId).toBe(sectionId ?? undefined)
    const { x, y } = frame.sectionOffset ?? { x: 0, y: 0 }
    const noted = view === 'structural' || !back.sections.find(({ id }) => id === sectionId)
    if (!noted)
      expect(Math.hypot(x - (sectionOffset?.x ?? 0), y - (sectionOffset?.y ?? 0))).toBeLessThan(1e-9 * (1 + Math.hypot(x, y)))
  }
  const areas = new Map(sent.areas!.map((one) => [one.id, one]))
  for (const area of back.areas) {
    const { nodeIds, openingNodeIds = [] } = areas.get(area.id)!
    expect(area.nodeIds.length).toBe(nodeIds.length)
    for (const [k, id] of area.nodeIds.entries()) near(to.get(id), from.get(nodeIds[k]!))
    expect(area.openingNodeIds?.length ?? 0).toBe(openingNodeIds.length)
  }
  const levels = (sent.gridLines ?? []).filter(({ axis }) => axis === 'Z').map(({ id, coordinate }) => [id, coordinate])
  const levelsBack = back.gridLines.filter(({ axis }) => axis === 'Z')
  expect(new Map(levelsBack.map(({ id, coordinate }) => [id, coordinate]))).toEqual(new Map(levels as [string, number][]))
  const isGrid = (['X', 'Y'] as const).every((axis) => sent.gridLines?.some((line) => line.axis === axis))
  const linesOf = (lines: ViewerModel['gridLines'] = []) =>
    lines
      .flatMap(({ axis, coordinate, label, id }) =>
        axis === 'Z' ? [] : `${axis} ${Number(coordinate.toPrecision(9))} ${label || id}`,
      )
      .sort()
  expect(linesOf(back.gridLines)).toEqual(isGrid ? linesOf(sent.gridLines) : [])
  for (const { rows, taken, kept, dropped } of report.tables ?? []) expect(taken + kept + dropped).toBe(rows)
}

it('has skew grid lines and arcs as axes of its grid, which come back', () => {
  const point = (x: number, y: number) => ({ x, y })
  const gridLines: ViewerModel['gridLines'] = [
    { id: 'X/A', label: 'A', axis: 'X', coordinate: 3 },
    { id: 'Y/3', label: '3', axis: 'Y', coordinate: 2, line: { from: point(0, 0), to: point(8, 4) } },
    { id: 'X/P', label: 'P', axis: 'X', coordinate: 14.1421356237, arc: { center: point(0, 0), radius: 20, from: 0, to: 90 } },
    { id: 'Y/Q', label: 'Q', axis: 'Y', coordinate: 6.980973, arc: { center: point(1, 2), radius: 5, from: -30, to: 200 } },
    { id: 'X/R', label: 'R', axis: 'X', coordinate: -6, arc: { center: point(1, 2), radius: 7, from: 0, to: 360 } },
  ]
  const model = { ...exampleModel('portal-frame'), gridLines }
  const out = writeFile(writeIfc, model, {}, LENGTH_UNITS.m)
  const { model: back } = readFile(readIfc, out.bytes, { profiles: 'keep' })
  const near = (one: unknown): unknown =>
    JSON.parse(JSON.stringify(one), (_, value) => (typeof value === 'number' ? Number(value.toFixed(6)) + 0 : value))
  const byId = (lines: readonly { id: string }[]) => lines.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  expect(near(byId(back.gridLines))).toEqual(near(byId(gridLines)))
  expect(JSON.stringify(out.report)).not.toContain('grid_line')
  const oneWay = writeFile(writeIfc, { ...model, gridLines: gridLines.filter(({ axis }) => axis === 'X') }, {}, LENGTH_UNITS.m)
  expect(JSON.stringify(oneWay.report)).toContain('grid_line')
  expect(new TextDecoder().decode(oneWay.bytes)).not.toContain('IFCGRID(')
})

describe.each(VIEWS)('in the %s view', (view) => {
  it.each(modelNames)('%s comes back as it went out', (name) => {
    const sent = { areas: [], gridLines: [], supports: [], ...exampleModel(name) }
    const out = writeFile(writeIfc, sent, { view }, readUnits(sent.units).length ?? LENGTH_UNITS.m)
    const back = readFile(readIfc, out.bytes, { profiles: 'keep' })
    const { min, max } = sent.bounds
    expectSame(sent, view, back, distance(vec(min), vec(max)))
    expect([back.model.frames.length, back.model.areas.length]).toEqual([sent.frames!.length, sent.areas!.length])
    expect(back.model.frames.map(({ id }) => id)).toEqual(sent.frames!.map(({ id }) => id))
    if (view === 'structural') {
      expect(back.model.nodes.map(({ id, position }) => [id, position])).toEqual(
        sent.nodes.map(({ id, position }) => [id, position]),
      )
      const held = (model: Pick<ViewerModel, 'supports'>) => {
        const byNode = new Map<string, boolean[]>()
        for (const { nodeId, restraints } of model.supports ?? [])
          byNode.set(
            nodeId,
            DIRECTIONS.map((one, k) => restraints?.[one] === true || byNode.get(nodeId)?.[k] === true),
          )
        return byNode
      }
      expect(held(back.model)).toEqual(held(sent))
    }
    expect(writeFile(writeIfc, sent, { view }, readUnits(sent.units).length ?? LENGTH_UNITS.m).text).toBe(out.text)
  })

  it('what comes back of any model, and what is noted, is what went out', () => {
    fc.assert(
      fc.property(anyModel, (sent) => {
        const out = writeFile(writeIfc, sent, { view }, LENGTH_UNITS.m)
        const { model, report } = readFile(readIfc, out.bytes, { view })
        const noted = (...codes: string[]) =>
          out.report.notes.reduce((sum, { code, count }) => sum + (codes.includes(code) ? count : 0), 0)
        const lost = report.notes.reduce(
          (sum, { code, count }) => sum + (['zero_length', 'area_shape', 'reference_missing'].includes(code) ? count : 0),
          0,
        )
        const isThere = (id: string) => sent.nodes.some((node) => node.id === id)
        const frames = sent.frames!.filter(({ startNodeId, endNodeId }) => isThere(startNodeId) && isThere(endNodeId)).length
        expect(model.frames.length + noted('zero_length') + lost).toBeGreaterThanOrEqual(frames)
        expect(model.frames.length).toBeLessThanOrEqual(frames)
        expect(model.areas.length + noted('area_shape') + lost).toBeGreaterThanOrEqual(sent.areas!.length)
        if (view === 'structural') expect(model.nodes.map(({ id }) => id)).toEqual(sent.nodes.map(({ id }) => id))
        for (const { rows, taken, kept, dropped } of report.tables ?? []) expect(taken + kept + dropped).toBe(rows)
      }),
      { numRuns: runs(1000), seed: 8 },
    )
  })

  it('sections come back with the outlines that they went out with', () => {
    const sections: ConstructSectionCreate[] = [
      { id: 'rectangle', type: 'rectangular', dimensions: { t3: 0.5, t2: 0.3 } }, { id: 'box', type: 'rectangular', dimensions: { t3: 0.3, t2: 0.2, tw: 0.01 } },
      { id: 'two walls', type: 'rectangular', dimensions: { t3: 0.3, t2: 0.2, tf: 0.02, tw: 0.01 } }, { id: 'bar', type: 'pipe', dimensions: { d: 0.1 } }, { id: 'pipe', type: 'pipe', dimensions: { d: 0.1, tw: 0.005 } },
      { id: 'I', type: 'i_wide_flange', dimensions: { t3: 0.3, t2: 0.15, tf: 0.0107, tw: 0.0071, r: 0.015 } }, { id: 'unequal', type: 'i_wide_flange', dimensions: { t3: 0.5, t2: 0.2, tf: 0.02, tw: 0.01, t2b: 0.3, tfb: 0.025 } },
      { id: 'channel', type: 'channel', dimensions: { t3: 0.2, t2: 0.075, tf: 0.011, tw: 0.008 } }, { id: 'angle', type: 'angle', dimensions: { t3: 0.1, t2: 0.065, tf: 0.007, tw: 0.007 } },
      { id: 'two legs', type: 'angle', dimensions: { t3: 0.15, t2: 0.09, tf: 0.01, tw: 0.012 } }, { id: 'own', type: 'custom', polygon: [{ x: 0, y: 0 }, { x: 0.3, y: 0 }, { x: 0, y: 0.2 }] }, { id: 'name', type: 'custom' },
    ] // biome-ignore format: a few lines
    const sent = returnedModel({
      ...{ name: 'sections', units: { length: 'm' }, sections },
      nodes: sections.flatMap(({ id }, k) => [
        { id: `${id} a`, position: { x: k, y: 0, z: 0 } },
        { id: `${id} b`, position: { x: k + 0.3, y: 3, z: 1 } },
      ]),
      frames: sections.map(({ id }, k) => ({
        id,
        startNodeId: `${id} a`,
        endNodeId: `${id} b`,
        rotation: 10 * k,
        sectionId: id,
      })),
    })
    const { model } = readFile(readIfc, writeFile(writeIfc, sent, { view }).bytes)
    expectSame({ ...sent, areas: [] }, view, { model, report: { format: 'ifc', notes: [] } }, 15)
    for (const section of model.sections) {
      const before = cleanOutline(sent.sections!.find(({ id }) => id === section.id)!.polygon)
      const after = cleanOutline(sectionAsReturned(section).polygon)
      expect(after.length, section.id).toBe(before.length)
      for (const [k, { x, y }] of after.entries())
        expect(Math.hypot(x - before[k]!.x, y - before[k]!.y), section.id).toBeLessThan(1e-12)
    }
    expect(model.sections).toHaveLength(sections.length)
  })
})

it('restores where a slab stands on its nodes, its openings, section, kind and label', () => {
  const corners = [[0, 0], [6, 0], [6, 4], [0, 4], [1, 1], [2, 1], [2, 2], [1, 2]] // biome-ignore format: short
  const nodes = corners.map(([x, y], k) => ({ id: `${k}`, position: { x: x!, y: y!, z: 3 } }))
  const nodeIds = ['0', '1', '2', '3']
  const area = (id: string, more: object) => ({
    id,
    nodeIds,
    openingNodeIds: [['4', '5', '6', '7']],
    sectionId: 'S20',
    kind: 'deck',
    label: 'Floor',
    ...more,
  })
  const sent = returnedModel({
    ...{ name: 'slabs', units: { length: 'm' }, nodes, materials: [{ id: 'C30' }] },
    sections: [{ id: 'S20', type: 'shell', thickness: 0.2, materialId: 'C30' }],
    areas: [area('top', { cardinalPoint: 'TOP' }), area('bottom', { cardinalPoint: 'BOTTOM' }), area('middle', {}), area('down', { nodeIds: [...nodeIds].reverse(), cardinalPoint: 'TOP' }), area('thin', { sectionId: null })],
  }) // biome-ignore format: short
  const { model } = readFile(readIfc, writeFile(writeIfc, sent).bytes)
  expectSame({ ...sent, frames: [] }, 'physical', { model, report: { format: 'ifc', notes: [] } }, 8)
  expect(model.areas.map(({ id, cardinalPoint, kind, label, sectionId, thickness }) => [id, cardinalPoint, kind, label, sectionId, thickness])).toEqual([
    ['top', 'TOP', 'deck', 'Floor', 'S20', 0.2], ['bottom', 'BOTTOM', 'deck', 'Floor', 'S20', 0.2], ['middle', undefined, 'deck', 'Floor', 'S20', 0.2],
    ['down', 'TOP', 'deck', 'Floor', 'S20', 0.2], ['thin', undefined, 'deck', 'Floor', undefined, undefined],
  ]) // biome-ignore format: a few lines
  expect(model.sections).toEqual([{ id: 'S20', type: 'shell', thickness: 0.2, materialId: 'C30' }])
  expect(notesOf(writeFile(writeIfc, sent).report)).toEqual([])
})

it.each(Object.values(LENGTH_UNITS).map(({ unit }) => unit))('says that its lengths are in %s', (unit) => {
  const sent = { ...exampleModel('portal-frame'), units: { length: unit } }
  const { model } = readFile(readIfc, writeFile(writeIfc, sent).bytes)
  expect(model.units).toEqual({ length: unit })
  expect(model.nodes[2]!.position).toEqual({ x: 6, y: 0, z: 4 })
})
