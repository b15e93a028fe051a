import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ViewerModel } from '#lib/schema/schema.ts'
import {
  cachedNames,
  columnsInSteps,
  columnsOf,
  type ModelColumns,
  NAMED,
  namesIn,
  outlineOf,
  placeOfNode,
  restraintsOf,
  stateOf,
} from './columns.ts'
import { vec } from './shape/vector.ts'

const HEAD = {
  schemaVersion: 'viewer-model/v1' as const,
  name: 'Any',
  bounds: { min: { x: 0, y: 0, z: 0 }, max: { x: 0, y: 0, z: 0 } },
}
const node = (id: string, x = 0, y = 0, z = 0) => ({ id, position: { x, y, z } })

const number = fc.oneof(fc.constant(-0), fc.double({ noNaN: true, noDefaultInfinity: true }))
/** Some ids are those of elements, some of none; and nothing may be said. */
const named = (kind: string) => fc.option(fc.constantFrom(...[0, 1, 2, 3].map((k) => `${kind}${k}`)), { freq: 4 })
const nodeIds = (least: number) => fc.array(fc.integer({ min: 0, max: 6 }).map(String), { minLength: least, maxLength: 5 })
const restraint = fc.option(fc.constantFrom(null, false, true), { nil: undefined })
const restraints = fc.record({ u1: restraint, u2: restraint, u3: restraint, r1: restraint, r2: restraint, r3: restraint })

const model: fc.Arbitrary<ViewerModel> = fc
  .record({
    nodes: fc.array(fc.record({ position: fc.record({ x: number, y: number, z: number }), radius: fc.option(number) }), { maxLength: 5 }),
    frames: fc.array(
      fc.record({
        ...{ startNodeId: fc.nat(6).map(String), endNodeId: fc.nat(6).map(String) },
        ...{ sectionId: named('sections'), materialId: named('materials'), memberId: named('members') },
        ...{ rotation: fc.oneof(fc.constantFrom(0, -0, 90), number), sectionOffset: fc.option(fc.record({ x: number, y: number })) },
      }),
      { maxLength: 5 },
    ),
    areas: fc.array(
      fc.record({
        ...{ nodeIds: nodeIds(3), openingNodeIds: fc.option(fc.array(nodeIds(0), { maxLength: 3 }), { nil: undefined }) },
        ...{ sectionId: named('sections'), materialId: named('materials'), thickness: fc.option(number) },
        ...{ kind: fc.constantFrom(null, 'wall', 'floor'), cardinalPoint: fc.constantFrom(null, 'TOP', 'floor') },
      }),
      { maxLength: 4 },
    ),
    supports: fc.array(fc.record({ nodeId: fc.nat(6).map(String), restraints: fc.option(restraints, { nil: undefined }) }), { maxLength: 4 }),
    members: fc.array(
      fc.record({
        ...{ frameIds: fc.array(fc.nat(6).map((k) => `frames${k}`), { minLength: 1, maxLength: 4 }) },
        ...{ sectionId: named('sections'), materialId: named('materials') },
      }),
      { maxLength: 3 },
    ),
    loads: fc.array(
      fc.record({
        ...{ caseId: fc.constantFrom('loadCases0', 'loadCases1', 'loadCases2') },
        ...{ nodeId: fc.option(fc.nat(6).map(String)), frameId: named('frames'), areaId: named('areas') },
      }),
      { maxLength: 4 },
    ),
    loadCases: fc.nat(3),
    sections: fc.nat(3),
    materials: fc.nat(3),
  })
  .map(({ nodes, frames, areas, supports, members, loads, loadCases, sections, materials }) => {
    const with_ = <T extends object>(kind: string, all: T[]) => all.map((one, k) => ({ id: `${kind}${k}`, ...one }))
    return {
      ...HEAD,
      nodes: nodes.map((one, k) => ({ id: String(k), ...one })),
      frames: with_('frames', frames),
      areas: with_('areas', areas.map(({ openingNodeIds, ...area }) => (openingNodeIds ? { ...area, openingNodeIds } : area))),
      supports: with_('supports', supports.map(({ restraints: held, ...one }) => (held ? { ...one, restraints: stated(held) } : one))),
      members: with_('members', members),
      loads: with_('loads', loads),
      loadCases: Array.from({ length: loadCases }, (_, k) => ({ id: `loadCases${k}` })),
      sections: Array.from({ length: sections }, (_, k) => ({ id: `sections${k}`, polygon: [] })),
      materials: Array.from({ length: materials }, (_, k) => ({ id: `materials${k}` })),
    }
  }) // biome-ignore format: an element a row

const stated = <T extends object>(record: T) => Object.fromEntries(Object.entries(record).filter(([, one]) => one !== undefined))

/** What the columns say, as elements. */
function elementsIn(columns: ModelColumns): Partial<ViewerModel> {
  const names = namesIn(columns)
  const { nodes, frames, areas, supports, members, loads, idOf } = columns
  const all = <T>(count: number, one: (k: number) => T) => Array.from({ length: count }, (_, k) => one(k))
  const said = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value)
  const name = (kind: (typeof NAMED)[number], place: number) => (place > 0 ? names[kind](place) : null)
  const label = (place: number) => (place > 0 ? areas.labels[place - 1]! : null)
  return {
    nodes: all(nodes.count, (k) => ({
      ...{ id: idOf('nodes', k), position: { x: nodes.x[k]!, y: nodes.y[k]!, z: nodes.z[k]! } },
      radius: said(nodes.radius?.[k]),
    })),
    frames: all(frames.count, (k) => {
      const [rotation, x, y] = frames.placements.slice(3 * frames.placement[k]!)
      return {
        ...{ id: idOf('frames', k), startNodeId: names.nodes(frames.start[k]!), endNodeId: names.nodes(frames.end[k]!) },
        ...{ sectionId: name('sections', frames.section[k]!), materialId: name('materials', frames.material[k]!) },
        ...{ memberId: name('members', frames.member[k]!), rotation: rotation! },
        sectionOffset: Number.isNaN(x) ? null : { x: x!, y: y! },
      }
    }),
    areas: all(areas.count, (k) => {
      const loops = all(areas.first[k + 1]! - areas.first[k]!, (i) => {
        const loop = areas.first[k]! + i
        return [...areas.node.slice(areas.loop[loop], areas.loop[loop + 1])].map((place) => names.nodes(place))
      })
      return {
        ...{ id: idOf('areas', k), nodeIds: loops[0]!, openingNodeIds: loops.slice(1) },
        ...{ sectionId: name('sections', areas.section[k]!), materialId: name('materials', areas.material[k]!) },
        ...{ thickness: said(areas.thickness?.[k]), kind: label(areas.kind[k]!), cardinalPoint: label(areas.point[k]!) },
      }
    }),
    supports: all(supports.count, (k) => {
      const held = restraintsOf(supports.state[k]!)
      return { id: idOf('supports', k), nodeId: names.nodes(supports.node[k]!), ...(held && { restraints: held }) }
    }),
    members: all(members.count, (k) => ({
      id: idOf('members', k),
      frameIds: [...members.frame.slice(members.first[k], members.first[k + 1])].map((place) => names.frames(place)),
      ...{ sectionId: name('sections', members.section[k]!), materialId: name('materials', members.material[k]!) },
    })),
    loads: all(loads.count, (k) => ({
      ...{ id: idOf('loads', k), caseId: names.loadCases(loads.loadCase[k]!), nodeId: name('nodes', loads.node[k]!) },
      ...{ frameId: name('frames', loads.frame[k]!), areaId: name('areas', loads.area[k]!) },
    })),
  }
}

describe('a model as columns', () => {
  it('says what the model says, of elements that are there and of names that no element has (property)', () => {
    fc.assert(
      fc.property(model, (given) => {
        const columns = columnsOf(given)
        const { sections, materials, loadCases, nodes, ...many } = given
        expect(columns.head).toEqual({ ...HEAD, sections, materials, loadCases })
        const areas = many.areas!.map((area) => ({ ...area, openingNodeIds: area.openingNodeIds ?? [] }))
        expect(elementsIn(columns)).toEqual({
          ...{ nodes, frames: many.frames, areas, supports: many.supports, members: many.members, loads: many.loads },
        })
        const kept = cachedNames(columns)
        for (const kind of NAMED) {
          const count = { ...columns, sections, materials, loadCases }[kind]
          const own = typeof count === 'object' && 'count' in count ? count.count : count!.length
          for (let place = 1; place <= own + columns.names[kind].length; place++)
            expect(kept[kind](place)).toBe(namesIn(columns)[kind](place))
          // What is not there is named once, however often it is.
          expect(new Set(columns.names[kind]).size).toBe(columns.names[kind].length)
        }
      }),
    )
  })

  it('has one place for frames that are turned and set off alike', () => {
    const frame = { startNodeId: '0', endNodeId: '1', sectionOffset: null }
    const off = { ...frame, sectionOffset: { x: 0, y: -0.3 } }
    const frames = [{ ...frame, rotation: 0 }, { ...frame, rotation: 90 }, { ...frame, rotation: 90 }, { ...off, rotation: 0 }, { ...off, rotation: 0 }, { ...frame, rotation: 0 }] // biome-ignore format: short
    const { placement, placements } = columnsOf({ ...HEAD, nodes: [], frames: frames.map((one, k) => ({ id: `${k}`, ...one })) }).frames // biome-ignore format: short
    expect([...placement]).toEqual([0, 1, 1, 2, 2, 0])
    expect([...placements]).toEqual([0, Number.NaN, Number.NaN, 90, Number.NaN, Number.NaN, 0, 0, -0.3])
  })

  it('has no column of what no element says', () => {
    const { nodes, areas } = columnsOf({ ...HEAD, nodes: [node('a')], areas: [{ id: 'A', nodeIds: ['a', 'b', 'c'] }] })
    expect([nodes.radius, areas.thickness]).toEqual([null, null])
    expect([...areas.first, ...areas.loop]).toEqual([0, 1, 0, 3])
  })

  it('names no frames or areas where no member and no load does', () => {
    const frames = [{ id: 'F', startNodeId: 'a', endNodeId: 'x', rotation: 0 }]
    const { names } = columnsOf({ ...HEAD, nodes: [node('a')], frames })
    expect(names).toEqual({ nodes: ['x'], frames: [], areas: [], sections: [], materials: [], members: [], loadCases: [] })
  })

  it('is made with a stop after every four thousand of a kind', () => {
    const many = (count: number) => Array.from({ length: count }, (_, k) => `${k}`)
    const steps = columnsInSteps({
      ...{ ...HEAD, nodes: many(8001).map((id) => node(id)) },
      frames: many(12_000).map((id) => ({ id, startNodeId: '0', endNodeId: '1', rotation: 0 })),
      areas: many(4000).map((id) => ({ id, nodeIds: ['0', '1', '2'] })),
      loads: many(8000).map((id) => ({ id, caseId: 'D', nodeId: '0' })),
    })
    expect([...steps]).toHaveLength(1 + 2 + 3 + 1 + 2)
  })

  it('makes an id once that many name', () => {
    let made = 0
    const columns = columnsOf({ ...HEAD, nodes: [node('a'), node('b')] })
    const names = cachedNames({ ...columns, idOf: (kind, k) => `${columns.idOf(kind, k)}${++made}` })
    expect([names.nodes(2), names.nodes(1), names.nodes(2)]).toEqual(['b1', 'a2', 'b1'])
  })
})

describe('places', () => {
  const { nodes, ...rest } = columnsOf({
    ...HEAD,
    nodes: [node('a', 1, 2, 3), node('b', 4, 5, 6), node('c', 7, 8, 9)],
    areas: [
      { id: 'A', nodeIds: ['a', 'x', 'b', 'c'], openingNodeIds: [['c', 'b', 'a']] },
      { id: 'B', nodeIds: ['c', 'a', 'b'] },
    ],
  })

  it('of nodes that are there, and of none', () => {
    expect([0, 1, 3, 4].map((place) => placeOfNode(nodes, place))).toEqual([null, [1, 2, 3], [7, 8, 9], null])
  })

  it('around an area, without nodes that are not there and without its openings', () => {
    const [a, b, c] = [vec({ x: 1, y: 2, z: 3 }), vec({ x: 4, y: 5, z: 6 }), vec({ x: 7, y: 8, z: 9 })]
    expect(outlineOf({ nodes, ...rest }, 0)).toEqual([a, b, c])
    expect(outlineOf({ nodes, ...rest }, 1)).toEqual([c, a, b])
  })
})

it('a state has two bits a direction, and none where nothing is said of restraints', () => {
  expect(stateOf(undefined)).toBe(0)
  expect(restraintsOf(0)).toBeUndefined()
  expect(restraintsOf(stateOf({}))).toEqual({})
  expect(restraintsOf(stateOf({ u1: true, u3: false, r3: null }))).toStrictEqual({ u1: true, u3: false, r3: null })
})
