import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byId, draftOf, editDraft, refused } from '#lib/fixtures/drafts.ts'
import { placeOfLoad } from '#lib/model/load/load-places.ts'
import { loadResultant, type Resultant } from '#lib/model/load/load-resultant.ts'
import { add, cross, scale, subtract, type Vec, ZERO } from '#lib/model/shape/vector.ts'
import type { Draft } from '../draft.ts'
import { mirrorAt, turnAbout } from '../isometry.ts'

/** Of each case, about the origin. */
function resultants(draft: Draft): Record<string, Resultant> {
  const facts = draft.facts()
  const sums: Record<string, Resultant> = {}
  for (const load of facts.model.loads ?? []) {
    const place = placeOfLoad(load, facts)
    if (!place) throw new Error(`load ${load.id} lies nowhere`)
    const { force, moment } = loadResultant(load, place)
    const sum = sums[load.caseId] ?? { force: ZERO, moment: ZERO }
    sums[load.caseId] = { force: add(sum.force, force), moment: add(sum.moment, moment) }
  }
  return sums
}

function expectSame(is: Record<string, Resultant>, wanted: Record<string, Resultant>, tolerance = 1e-12): void {
  expect(Object.keys(is).sort()).toEqual(Object.keys(wanted).sort())
  for (const [id, { force, moment }] of Object.entries(wanted)) {
    const one = is[id] ?? { force: ZERO, moment: ZERO }
    const size = Math.max(1, ...force.map(Math.abs), ...moment.map(Math.abs))
    for (const [k, value] of force.entries()) expect(Math.abs(one.force[k]! - value) / size).toBeLessThan(tolerance)
    for (const [k, value] of moment.entries()) expect(Math.abs(one.moment[k]! - value) / size).toBeLessThan(tolerance)
  }
}

const component = fc.integer({ min: -40, max: 40 }).map((n) => n / 4)
const vector = fc.record({ x: component, y: component, z: component }, { requiredKeys: [] })
const share = fc.integer({ min: 0, max: 8 }).map((n) => n / 8)
const caseId = fc.constantFrom('D', 'W')
const nodeLoad = fc.record({ caseId, nodeId: fc.constantFrom('1', '2', '5'), force: vector, moment: vector })
const frameId = fc.constantFrom('COL', 'BEAM', 'BRACE', 'ANGLE')
const distributed = fc
  .record({
    caseId,
    frameId,
    force: vector,
    forceEnd: fc.option(vector, { nil: undefined }),
    a: share,
    b: share,
    axes: fc.constantFrom('global', 'local', 'projected'),
  })
  .map(({ a, b, ...load }) => (a === b ? load : { ...load, from: Math.min(a, b), to: Math.max(a, b) }))
const point = fc.record({
  caseId,
  frameId,
  type: fc.constant('point'),
  force: vector,
  moment: vector,
  at: share,
  axes: fc.constantFrom('global', 'local'),
})
const pressure = fc.record({
  caseId,
  areaId: fc.constant('ROOF'),
  force: vector,
  axes: fc.constantFrom('global', 'local', 'projected'),
})
const loads = fc
  .array(fc.oneof(nodeLoad, distributed, point, pressure), { minLength: 1, maxLength: 6 })
  .map((all) => all.map((load, i) => ({ id: `P${i}`, ...load })))

const MODEL = {
  units: { length: 'm', force: 'kN' },
  materials: [{ id: 'S' }],
  sections: [
    { id: 'I', profile: 'IPE 300' },
    { id: 'L', profile: 'L 100x100x10' },
  ],
  nodes: [
    ['1', 0, 0, 0], ['2', 0, 0, 4], ['3', 6, 0, 4], ['4', 6, 3, 5], ['5', 0, 3, 5], ['6', 6, 0, 0],
    ['7', 1, 1, 4.333333333], ['8', 2, 1, 4.333333333], ['9', 2, 2, 4.666666667],
  ].map(([id, x, y, z]) => ({ id, position: { x, y, z } })), // biome-ignore format: a table
  frames: [
    { id: 'COL', startNodeId: '1', endNodeId: '2', sectionId: 'I', releases: { start: { m3: true } } },
    {
      id: 'BEAM',
      startNodeId: '2',
      endNodeId: '3',
      sectionId: 'I',
      rotation: 20,
      releases: { start: { m2: true }, end: { m3: 5000 } },
    },
    { id: 'BRACE', startNodeId: '1', endNodeId: '3', sectionId: 'I' },
    { id: 'ANGLE', startNodeId: '6', endNodeId: '4', sectionId: 'L', rotation: 30, releases: { end: { m2: true } } },
  ],
  areas: [{ id: 'ROOF', nodeIds: ['2', '3', '4', '5'], openingNodeIds: [['7', '8', '9']] }],
  loadCases: [{ id: 'D' }, { id: 'W' }],
}
const modelWith = (loads: object[]) => draftOf({ ...MODEL, loads })
const all = { kinds: ['nodes', 'frames', 'areas'] }

describe('the resultant of each case', () => {
  const property = (law: (draft: Draft, before: Record<string, Resultant>) => void) =>
    fc.assert(
      fc.property(loads, (loads) => {
        const draft = modelWith(loads)
        law(draft, resultants(draft))
      }),
      { numRuns: 60, seed: 31 },
    )

  it('stays when frames are divided, wherever', () => {
    fc.assert(
      fc.property(loads, fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 4 }), (loads, at) => {
        const draft = modelWith(loads)
        const before = resultants(draft)
        editDraft(draft, { select: { kinds: 'frames' }, divide: { at: at.map((n) => n / 1000) } })
        expectSame(resultants(draft), before)
      }),
      { numRuns: 80, seed: 32 },
    )
  })

  it('stays when what was divided is joined', () => {
    property((draft, before) => {
      const frames = byId(draft, 'frames')
      editDraft(
        draft,
        { select: { kinds: 'frames' }, divide: { parts: 3, member: false } },
        { select: { kinds: 'frames' }, join: true },
      )
      expect(byId(draft, 'frames')).toEqual(frames)
      expectSame(resultants(draft), before, 4e-12)
    })
  })

  it.each(['X', 'Y', 'Z'] as const)('turns with what is turned about %s', (axis) => {
    for (const angle of [90, 37]) {
      property((draft, before) => {
        const about: Vec = [1, 2, 3]
        editDraft(draft, { select: all, rotate: { axis, about: { x: 1, y: 2, z: 3 }, angle } })
        const turned = turnAbout(axis, about, angle)
        const wanted = Object.entries(before).map(([id, { force, moment }]) => {
          const local = subtract(moment, cross(about, force))
          const to = turned.turn(force)
          return [id, { force: to, moment: add(turned.turn(local), cross(about, to)) }]
        })
        expectSame(resultants(draft), Object.fromEntries(wanted), 1e-10)
      })
    }
  })

  it.each(['X', 'Y', 'Z'] as const)('is mirrored across %s, moments as what turns', (axis) => {
    for (const unsymmetric of ['section', 'reverse']) {
      property((draft, before) => {
        editDraft(draft, { select: all, mirror: { plane: axis, at: 0, copy: false, unsymmetric } })
        const { turn } = mirrorAt(axis, 0)
        const wanted = Object.entries(before).map(([id, { force, moment }]) => [
          id,
          { force: turn(force), moment: scale(turn(moment), -1) },
        ])
        expectSame(resultants(draft), Object.fromEntries(wanted), 1e-10)
      })
    }
  })

  it('keeps its force when what carries it is moved, merged, renumbered', () => {
    property((draft, before) => {
      editDraft(draft, { select: all, move: { x: 3 } }, { select: { kinds: 'nodes' }, renumber: { id: 'K{n}' } }, { merge: true })
      const forces = (of: Record<string, Resultant>) =>
        Object.fromEntries(Object.entries(of).map(([id, { force }]) => [id, { force, moment: ZERO }]))
      expectSame(forces(resultants(draft)), forces(before))
    })
  })

  it('stays when sections turn about their frames', () => {
    property((draft, before) => {
      editDraft(draft, { select: { kinds: 'frames' }, orient: { to: { x: 1, y: 2, z: 3 } } })
      expectSame(resultants(draft), before, 1e-10)
    })
  })

  it('is the same in other units', () => {
    property((draft, before) => {
      editDraft(draft, { scale: { to: 'mm' } })
      const inMetres = Object.entries(resultants(draft)).map(([id, { force, moment }]) => [
        id,
        { force, moment: scale(moment, 1e-3) },
      ])
      expectSame(Object.fromEntries(inMetres), before, 1e-10)
    })
  })

  it('doubles with a copy of everything, and does not where copies take no loads', () => {
    property((draft, before) => {
      editDraft(draft, { select: all, copy: { by: { y: 50 }, loads: false } })
      expectSame(resultants(draft), before)
      editDraft(draft, { select: all, copy: { by: { y: 100 }, id: '{id}+{n}' } })
      for (const [id, { force }] of Object.entries(resultants(draft)))
        for (const [k, value] of force.entries()) expect(value).toBeCloseTo(2 * before[id]!.force[k]!, 9)
    })
  })
})

describe('releases', () => {
  it('go with the first and the last piece', () => {
    const draft = modelWith([])
    editDraft(draft, { select: { ids: ['BEAM'] }, divide: { parts: 3 } })
    const pieces = byId(draft, 'frames')
    expect([pieces['BEAM-1']?.releases, pieces['BEAM-2']?.releases, pieces['BEAM-3']?.releases]).toEqual([
      { start: { m2: true } },
      undefined,
      { end: { m3: 5000 } },
    ])
  })

  it('change places with the ends, and with axes 2 and 3 of an angle in the mirror', () => {
    const draft = modelWith([])
    editDraft(draft, { select: all, mirror: { plane: 'X', at: 0, copy: false, unsymmetric: 'reverse' } })
    expect(byId(draft, 'frames').ANGLE?.releases).toEqual({ end: { m3: true } })
    expect(byId(draft, 'frames').COL?.releases).toEqual({ start: { m3: true } })
  })

  it('are set whole, by end and in short', () => {
    const draft = modelWith([])
    editDraft(draft, { select: { ids: ['BRACE'] }, set: { releases: 'pinned' } })
    expect(byId(draft, 'frames').BRACE?.releases).toEqual({ start: { m2: true, m3: true }, end: { m2: true, m3: true } })
    editDraft(draft, { select: { ids: ['BRACE'] }, set: { releases: { end: { m3: true } } } })
    expect(byId(draft, 'frames').BRACE?.releases).toEqual({ start: { m2: true, m3: true }, end: { m3: true } })
    editDraft(draft, { select: { ids: ['BRACE'] }, set: { releases: null } })
    expect(byId(draft, 'frames').BRACE).not.toHaveProperty('releases')
  })
})

describe('springs', () => {
  const sprung = (stiffness: object) => draftOf({ ...MODEL, supports: [{ id: 'S', nodeId: '1', stiffness }] })

  it('change places at quarter turns and are refused at others, unless they are alike', () => {
    const rotate = (angle: number) => ({ select: all, rotate: { about: { x: 0, y: 0 }, angle } })
    const draft = sprung({ u1: 100, u3: 50 })
    editDraft(draft, rotate(90))
    expect(byId(draft, 'supports').S?.stiffness).toEqual({ u3: 50, u2: 100 })
    expect(refused(draft, rotate(30))[0]).toMatchObject({
      type: 'support_cannot_turn',
      msg: "support 'S' has springs of different stiffness in u1 and u2: it cannot be turned by 30 degrees about Z",
    })
    editDraft(sprung({ u1: 100, u2: 100, u3: 50 }), rotate(30))
  })

  it('are set by direction', () => {
    const draft = sprung({ u1: 100 })
    editDraft(draft, { select: { kinds: 'supports' }, set: { stiffness: { uz: 5000 } } })
    expect(byId(draft, 'supports').S?.stiffness).toEqual({ u1: 100, u3: 5000 })
  })
})

describe('the verb load', () => {
  it('puts a load on each element that it fits, and replaces one of its id', () => {
    const draft = modelWith([])
    const [done] = editDraft(draft, {
      select: { kinds: ['nodes', 'frames'], ids: ['BEAM', 'COL', '1'] },
      load: { caseId: 'D', type: 'point', at: 0.5, force: { z: -5 } },
    })
    expect(byId(draft, 'loads')).toEqual({
      'COL~D': { id: 'COL~D', caseId: 'D', frameId: 'COL', type: 'point', at: 0.5, force: { z: -5 } },
      'BEAM~D': { id: 'BEAM~D', caseId: 'D', frameId: 'BEAM', type: 'point', at: 0.5, force: { z: -5 } },
    })
    expect(done?.changed.loads).toEqual({ added: 2, replaced: 0 })
    expect(done?.notes).toMatchObject([{ code: 'not_loaded', message: '1 nodes take no such load' }])
    const [again] = editDraft(draft, { select: { ids: ['BEAM'] }, load: { caseId: 'D', force: { z: -3 } } })
    expect(again?.changed.loads).toEqual({ added: 0, replaced: 1 })
    expect(byId(draft, 'loads')['BEAM~D']).toEqual({ id: 'BEAM~D', caseId: 'D', frameId: 'BEAM', force: { z: -3 } })
  })

  it('is refused with what is wrong', () => {
    const draft = modelWith([])
    const load = (fields: object) => refused(draft, { select: { ids: ['BEAM'] }, load: fields })[0]
    expect(load({ caseId: 'X', force: { z: -3 } })).toMatchObject({
      type: 'reference_not_found',
      loc: ['ops', 0, 'load', 'caseId'],
    })
    expect(load({ caseId: 'D', type: 'pressure' })?.msg).toBe(
      'Value error, a frame takes distributed, point or temperature, not pressure',
    )
    expect(load({ caseId: 'D', id: 'one', force: { z: -3 }, at: 0.5 })?.msg).toBe('Value error, at is of point loads only')
  })
})

describe('what goes', () => {
  const loaded = () =>
    draftOf({
      ...MODEL,
      loads: [
        { id: 'a', caseId: 'D', nodeId: '6', force: { z: -1 } },
        { id: 'b', caseId: 'D', frameId: 'ANGLE', force: { z: -1 } },
      ],
      diaphragms: [{ id: 'R', nodeIds: ['2', '3', '6'] }],
    })

  it('takes loads along with cascade, and is refused without', () => {
    expect(refused(loaded(), { select: { ids: ['ANGLE'] }, remove: true })[0]?.msg).toBe(
      "frame 'ANGLE' is still used by load 'b'",
    )
    const draft = loaded()
    editDraft(draft, { select: { ids: ['ANGLE'] }, remove: { cascade: true, unusedNodes: true } })
    expect(byId(draft, 'loads')).toEqual({})
    expect(byId(draft, 'diaphragms').R?.nodeIds).toEqual(['2', '3'])
  })
})
