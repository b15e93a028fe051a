import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { parse } from '#lib/model/validate/parse.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import type { Complete, ViewerModel } from '#lib/schema/schema.ts'
import { answerQuestion } from './query.ts'
import { QueryModel } from './query-schema.ts'

type Model = Complete<Pick<CreateModel, 'nodes' | 'frames' | 'areas' | 'supports' | 'sections'>> & CreateModel

const empty = (): Model => ({
  name: 'concrete',
  units: { length: 'm' },
  nodes: [],
  frames: [],
  areas: [],
  supports: [],
  sections: [],
  materials: [{ id: 'C', name: 'C30/37' }],
})

/** Elements by coordinates; nodes at one place are one. */
function builder(model: Model) {
  const ids = new Map<string, string>()
  const node = (x: number, y: number, z: number): string => {
    const key = [x, y, z].map((one) => one.toFixed(6)).join(' ')
    let id = ids.get(key)
    if (id === undefined) {
      id = `N${ids.size + 1}`
      ids.set(key, id)
      model.nodes.push({ id, position: { x, y, z } })
    }
    return id
  }
  type Place = readonly [number, number, number]
  return {
    frame(id: string, sectionId: string, a: Place, b: Place, offset?: { x: number; y: number }) {
      const sectionOffset = offset && { sectionOffset: offset }
      model.frames.push({ id, startNodeId: node(...a), endNodeId: node(...b), sectionId, materialId: 'C', rotation: 0, ...sectionOffset })
    },
    area(id: string, thickness: number, loop: readonly Place[], more: Partial<Model['areas'][number]> & { openings?: readonly (readonly Place[])[] } = {}) {
      const { openings = [], ...fields } = more
      const openingNodeIds = openings.map((opening) => opening.map((place) => node(...place)))
      model.areas.push({ id, nodeIds: loop.map((place) => node(...place)), thickness, materialId: 'C', cardinalPoint: 'TOP', ...(openings.length > 0 && { openingNodeIds }), ...fields })
    },
    section: (id: string, depth: number, width: number) => model.sections.push({ id, type: 'rectangular', dimensions: { t3: depth, t2: width } }),
  }
} // biome-ignore format: short

const rect = (x: number, y: number, X: number, Y: number, z: number) => [[x, y, z], [X, y, z], [X, Y, z], [x, Y, z]] as const // biome-ignore format: short

/** 3 × 2 bays of 6 × 5: slabs 0.2 at 4, columns 0.4 × 0.4, beams 0.3 × 0.6 with their tops at the slab's. */
function bays(options: { wall?: boolean; opening?: boolean; storeys?: number } = {}): ViewerModel {
  const model = empty()
  const { frame, area, section } = builder(model)
  section('K', 0.4, 0.4)
  section('B', 0.6, 0.3)
  for (let s = 0; s < (options.storeys ?? 1); s++) {
    const z = 4 * (s + 1)
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j < 3; j++) {
        frame(`C${s}${i}${j}`, 'K', [6 * i, 5 * j, z - 4], [6 * i, 5 * j, z])
        if (i < 3) frame(`X${s}${i}${j}`, 'B', [6 * i, 5 * j, z], [6 * i + 6, 5 * j, z], { x: 0, y: -0.3 })
        if (j < 2) frame(`Y${s}${i}${j}`, 'B', [6 * i, 5 * j, z], [6 * i, 5 * j + 5, z], { x: 0, y: -0.3 })
        if (i === 3 || j === 2) continue
        const hole = options.opening && i === 1 && j === 0 ? { openings: [rect(8, 1.5, 10, 3.5, z)] } : {}
        area(`S${s}${i}${j}`, 0.2, rect(6 * i, 5 * j, 6 * i + 6, 5 * j + 5, z), hole)
      }
    }
  }
  if (options.wall) area('W', 0.25, [[0, 0, 0], [6, 0, 0], [6, 0, 4], [0, 0, 4]], { cardinalPoint: 'MIDDLE', kind: 'wall' }) // biome-ignore format: short
  return returnedModel(model)
}

function ask(model: ViewerModel, sent: object) {
  const parsed = parse(QueryModel, sent)
  if (!parsed.ok) return { issues: parsed.issues }
  const found = answerQuestion(model, parsed.value)
  return 'length' in found ? { issues: found } : found.answer
}

function answer(model: ViewerModel, sent: object) {
  const found = ask(model, sent)
  if ('issues' in found) throw new Error(JSON.stringify(found.issues))
  return found
}

const byRole = (model: ViewerModel, show: string) => {
  const { groups = [], total } = answer(model, { select: { kinds: ['frames', 'areas'] }, groupBy: ['role'], show: [show] })
  return { total: total?.[show], ...Object.fromEntries(groups.map((group) => [group.role, group[show]])) }
}

describe('net volume', () => {
  test.each([
    ['of bays', bays(), 60.6, { total: 55.512, floor: 36, column: 7.488, beam: 12.024 }],
    ['with a wall', bays({ wall: true }), 66.6, { total: 60.272, floor: 36, column: 7.488, wall: 5.46, beam: 11.324 }],
  ])('%s', (_, model, gross, net) => {
    expect(answer(model, { select: { kinds: ['frames', 'areas'] }, show: ['volume'] }).total).toEqual({ volume: gross })
    expect(byRole(model, 'netVolume')).toEqual(net)
  })

  function waffle(count: number, size: number, isHead: (i: number, j: number) => boolean, columns: boolean) {
    const model = empty()
    const { frame, area, section } = builder(model)
    section('R', 0.4, 0.15)
    section('K', 0.6, 0.6)
    const at = (i: number) => size * i
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < count; j++) {
        if (columns) area(`S${i}-${j}`, isHead(i, j) ? 0.4 : 0.1, rect(at(i), at(j), at(i + 1), at(j + 1), 3))
      }
    }
    if (!columns) area('S', 0.1, rect(0, 0, at(count), at(count), 3))
    for (let i = 0; i <= count; i++) {
      frame(`X${i}`, 'R', [0, at(i), 3], [at(count), at(i), 3], { x: 0, y: -0.2 })
      frame(`Y${i}`, 'R', [at(i), 0, 3], [at(i), at(count), 3], { x: 0, y: -0.2 })
    }
    for (const i of columns ? [0, 10, 20, 30] : []) {
      for (const j of [0, 10, 20, 30]) frame(`C${i}-${j}`, 'K', [at(i), at(j), -1], [at(i), at(j), 3])
    }
    return returnedModel(model)
  }

  it('counts the ribs of a waffle slab once', () => {
    const model = waffle(10, 0.9, () => false, false)
    expect(answer(model, { select: { kinds: ['frames', 'areas'] }, show: ['volume'] }).total).toEqual({ volume: 19.98 })
    expect(byRole(model, 'netVolume')).toEqual({ total: 16.605, floor: 8.1, beam: 8.505 })
  })

  it('of a waffle slab with heads over its columns is 170.568 m3, not 205.128', () => {
    const isNear = (i: number) => i % 10 === 0 || i % 10 === 9
    const model = waffle(30, 0.9, (i, j) => isNear(i) && isNear(j), true)
    expect(answer(model, { select: { kinds: ['frames', 'areas'] }, show: ['volume'] }).total).toEqual({ volume: 205.128 })
    expect(byRole(model, 'netVolume')).toEqual({ total: 170.568, floor: 81.648, column: 21.744, beam: 67.176 })
  })

  it('leaves steel in concrete alone, and says what it counts gross', () => {
    const model = bays()
    const beam = model.frames?.find(({ id }) => id === 'X000')
    if (!beam) throw new Error('a beam')
    beam.rotation = 30
    model.materials?.push({ id: 'S', name: 'S355' })
    Object.assign(model.frames?.find(({ id }) => id === 'X001') ?? {}, { materialId: 'S' })
    const { rows, notNetted, notComputable } = answer(model, { select: { ids: ['X000', 'X001', 'X002'] }, fields: ['id'], show: ['volume', 'netVolume', 'formwork'] })
    expect(rows?.map(({ netVolume }) => netVolume)).toEqual([1.08, 1.08, 0.84])
    expect(rows?.map(({ formwork }) => formwork === null)).toEqual([true, true, false])
    expect(notNetted).toEqual({ count: 1, ids: ['X000'] })
    expect(notComputable).toMatchObject([{ quantity: 'formwork', reason: 'not_plumb', count: 1, ids: ['X000'] }])
  }) // biome-ignore format: short
})

describe('formwork', () => {
  it('is side faces, and undersides of floors and beams', () => {
    const model = bays()
    expect(byRole(model, 'formwork')).toMatchObject({ total: 337.2 })
    const footing = returnedModel({ ...empty(), nodes: rect(0, 0, 6, 4, 0).map(([x, y, z], i) => ({ id: `${i}`, position: { x, y, z } })), areas: [{ id: 'F', kind: 'footing', nodeIds: ['0', '1', '2', '3'], thickness: 0.5, materialId: 'C' }] })
    expect(byRole(footing, 'formwork')).toEqual({ total: 10, floor: 10 })
  }) // biome-ignore format: short
})

test('net volumes are those of a grid of cells, of which each counts once', () => {
  const whole = fc.integer({ min: 0, max: 8 })
  const beam = fc.record({ x: whole, y: whole, long: fc.integer({ min: 1, max: 8 }), isX: fc.boolean(), depth: fc.integer({ min: 1, max: 4 }), width: fc.integer({ min: 1, max: 2 }) })
  const slab = fc.record({ x: whole, y: whole, w: fc.integer({ min: 1, max: 8 }), h: fc.integer({ min: 1, max: 8 }), t: fc.integer({ min: 1, max: 3 }) })
  const column = fc.record({ x: whole, y: whole, side: fc.integer({ min: 1, max: 2 }) })
  fc.assert(
    fc.property(fc.array(beam, { maxLength: 5 }), fc.array(slab, { maxLength: 4 }), fc.array(column, { maxLength: 4 }), (beams, slabs, columns) => {
      const model = empty()
      const { frame, area, section } = builder(model)
      const filled = new Set<string>()
      const fill = (x: number, X: number, y: number, Y: number, z: number, Z: number) => {
        for (let i = x; i < X; i++) for (let j = y; j < Y; j++) for (let k = z; k < Z; k++) filled.add(`${i} ${j} ${k}`)
      }
      // Half metres, in cells of a quarter.
      for (const [n, { x, y, w, h, t }] of slabs.entries()) {
        area(`S${n}`, t / 4, rect(x / 2, y / 2, (x + w) / 2, (y + h) / 2, 4))
        fill(2 * x, 2 * (x + w), 2 * y, 2 * (y + h), 16 - t, 16)
      }
      for (const [n, { x, y, long, isX, depth, width }] of beams.entries()) {
        section(`B${n}`, depth / 4, width / 2)
        const end = isX ? [(x + long) / 2, y / 2, 4] as const : [x / 2, (y + long) / 2, 4] as const
        frame(`B${n}`, `B${n}`, [x / 2, y / 2, 4], end, { x: 0, y: -depth / 8 })
        if (isX) fill(2 * x, 2 * (x + long), 2 * y - width, 2 * y + width, 16 - depth, 16)
        else fill(2 * x - width, 2 * x + width, 2 * y, 2 * (y + long), 16 - depth, 16)
      }
      for (const [n, { x, y, side }] of columns.entries()) {
        section(`C${n}`, side / 2, side / 2)
        frame(`C${n}`, `C${n}`, [x / 2, y / 2, 2], [x / 2, y / 2, 4])
        fill(2 * x - side, 2 * x + side, 2 * y - side, 2 * y + side, 8, 16)
      }
      if (beams.length + slabs.length + columns.length === 0) return
      const { total } = answer(returnedModel(model), { select: { kinds: ['frames', 'areas'] }, show: ['netVolume'] })
      expect(Math.abs(Number(total?.netVolume) - filled.size / 64)).toBeLessThan(1e-5 * filled.size)
    }),
    { numRuns: 200, seed: 6 },
  )
}) // biome-ignore format: short

describe('tributary area', () => {
  const areasOf = (model: ViewerModel, show = 'tributary') => {
    const { rows = [], total } = answer(model, { select: { role: ['column'] }, fields: ['id'], show: ['tributary'] })
    return { total: total?.tributary, of: Object.fromEntries(rows.map((row) => [row.id, row[show]])) }
  }

  it('is what of a floor lies nearest', () => {
    const { total, of } = areasOf(bays())
    expect(total).toBe(180)
    expect([of.C000, of.C010, of.C001, of.C011]).toEqual([7.5, 15, 15, 30])
  })

  it('is without openings', () => {
    const { total, of } = areasOf(bays({ opening: true }))
    expect(total).toBe(176)
    expect([of.C010, of.C020, of.C011, of.C021]).toEqual([14, 14, 29, 29])
  })

  it('adds up over the floors that a column carries', () => {
    expect(areasOf(bays({ storeys: 2 }), 'carried').of).toMatchObject({ C011: 60, C111: 30 })
  })

  it('belongs to walls too, and a floor on nothing is named', () => {
    const { groups, total, note } = answer(bays({ wall: true }), { select: { kinds: ['frames', 'areas'] }, groupBy: ['role'], show: ['tributary'] })
    expect(total?.tributary).toBe(180)
    expect(Number(groups?.find(({ role }) => role === 'wall')?.tributary)).toBeGreaterThan(5)
    expect(note).toContain('read the reactions')
    const besideColumn = empty()
    const { frame, area, section } = builder(besideColumn)
    section('K', 0.3, 0.3)
    area('S', 0.2, rect(0, 0, 6, 4, 3))
    area('W', 0.25, [[0, 0, 0], [0, 4, 0], [0, 4, 3], [0, 0, 3]])
    frame('K', 'K', [6, 0, 0], [6, 0, 3])
    const { rows = [] } = answer(returnedModel(besideColumn), { select: { ids: ['K', 'W'], kinds: ['frames', 'areas'] }, fields: ['id'], show: ['tributary'] })
    const ofWall = 4 * 3 + 4 ** 3 / 36 // nearer to the line x = 0 than to (6, 0): x < 3 + y² / 12
    expect(rows.map(({ id, tributary }) => [id, tributary])).toEqual([['K', expect.closeTo(24 - ofWall, 1)], ['W', expect.closeTo(ofWall, 1)]])
    const floating = returnedModel({ ...empty(), nodes: rect(0, 0, 6, 4, 0).map(([x, y, z], i) => ({ id: `${i}`, position: { x, y, z } })), areas: [{ id: 'F', nodeIds: ['0', '1', '2', '3'], thickness: 0.5, materialId: 'C' }] })
    expect(answer(floating, { show: ['tributary'] }).notComputable).toMatchObject([{ quantity: 'tributary', reason: 'no_column_below', ids: ['F'] }])
  }) // biome-ignore format: short
})

describe('centroid, surface, units, factors', () => {
  const slabAndBeam = () => {
    const model = empty()
    const { frame, area, section } = builder(model)
    section('B', 0.5, 0.3)
    area('S', 0.2, rect(0, 0, 6, 4, 3))
    frame('B', 'B', [0, 0, 3], [6, 0, 3], { x: 0, y: -0.25 })
    return returnedModel(model)
  }
  const both = { kinds: ['frames', 'areas'] }

  it('is the middle of the masses', () => {
    const { total, units } = answer(slabAndBeam(), { select: both, densities: { C: 2500 }, show: ['mass', 'centroid'] })
    expect(total).toEqual({ mass: 14250, centroid: [3, 1.68421, 2.87632] })
    expect(units).toEqual({ length: 'm', mass: 'kg' })
  })

  it('is both faces and the edges of areas, and around frames', () => {
    const { rows } = answer(slabAndBeam(), { select: both, fields: ['id'], show: ['surface'] })
    expect(rows?.map(({ surface }) => surface)).toEqual([9.6, 52])
  })

  it.each([
    ['m', ['l'], { volume: 4800 }],
    ['m', ['ft2'], { area: 258.334 }],
    ['m', ['m³', 't'], { mass: 12 }],
    ['m', ['lb'], { mass: 26455.5 }],
  ])('in %s, told in %s', (_, unit, expected) => {
    const [show = 'mass'] = Object.keys(expected)
    const model = slabAndBeam()
    expect(answer(model, { select: { ids: ['S'] }, unit, densities: { C: 2500 }, show: [show] }).total).toEqual(expected)
  })

  it.each([
    [{ unit: ['furlong'] }, { type: 'literal_error', loc: ['unit', 0] }],
    [{ unit: ['t', 'kg'] }, { type: 'value_error', msg: "Value error, 'kg' and 't' are both of mass" }],
    [{ factors: { mass: { per: 'kg', values: { '*': 1 } } } }, { type: 'value_error', loc: ['factors', 'mass'] }],
  ])('%j is refused', (sent, issue) => {
    expect(ask(slabAndBeam(), { select: both, ...sent })).toMatchObject({ issues: [issue] })
  })

  it('is carbon by factors of the question', () => {
    const model = slabAndBeam()
    model.materials?.push({ id: 'S', name: 'S355' })
    Object.assign(model.frames?.[0] ?? {}, { materialId: 'S' })
    const carbon = { per: 'kg', values: { S355: 1.55, 'C30*': 0.12 }, unit: 'kgCO2e' }
    const { groups, total, factors } = answer(model, { select: both, groupBy: ['material'], show: ['mass'], factors: { carbon }, densities: { C: 2500, S: 7850 }, sort: '-carbon' })
    expect(groups).toEqual([{ material: 'S', mass: 7065, carbon: 10950.7 }, { material: 'C', mass: 12000, carbon: 1440 }])
    expect(total).toEqual({ mass: 19065, carbon: 12390.7 })
    expect(factors).toEqual({ carbon })
    const without = answer(model, { select: both, factors: { carbon: { ...carbon, values: { S355: 1 } } } })
    expect(without.notComputable).toMatchObject([{ quantity: 'carbon', reason: 'no_factor', ids: ['S'] }])
  }) // biome-ignore format: short
})

describe('conditions on amounts', () => {
  it.each([
    [{ area: [29, null] }, '6 areas'],
    [{ area: [null, 29] }, ''],
    [{ thickness: [0.2, 0.2] }, '6 areas'],
    [{ kinds: ['frames'], mass: [2600, null] }, '9 frames'],
    [{ role: ['column'], mass: [null, 1700] }, '12 frames'],
  ])('%j selects %s', (select, expected) => {
    const { matched } = answer(bays(), { select })
    expect(Object.entries(matched).map(([kind, count]) => `${count} ${kind}`).join()).toBe(expected)
  }) // biome-ignore format: short

  it('do not select what cannot be computed, and say so', () => {
    const model = bays()
    delete model.areas?.[0]?.thickness
    expect(answer(model, { select: { thickness: [0.1, 1] } })).toMatchObject({
      matched: { areas: 5 },
      notComputable: [{ quantity: 'thickness', reason: 'no_thickness', count: 1, ids: ['S000'] }],
    })
  })
})
