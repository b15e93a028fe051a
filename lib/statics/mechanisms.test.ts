import { describe, expect, it } from 'vitest'
import { analysed } from '#lib/fixtures/analysed.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'

/** Mechanisms on both sides of the rule; statics, section 6. */

const summaryOf = (model: CreateModel) => analysed(model).summary

const base = {
  name: 'm',
  units: { length: 'm', force: 'kN' },
  materials: [{ id: 'S', source: { properties: { E: 210000, density: 7850 } } }],
  sections: [{ id: 'I', type: 'i_wide_flange' as const, dimensions: { t3: 0.3, t2: 0.15, tf: 0.0107, tw: 0.0071 } }],
}
const node = (id: string, x: number, z = 0, y = 0) => ({ id, position: { x, y, z } })
const frame = (id: string, startNodeId: string, endNodeId: string, more: object = {}) => ({
  ...{ id, startNodeId, endNodeId, rotation: 0, sectionId: 'I', materialId: 'S' },
  ...more,
})
const hold = (nodeId: string, held: string) => ({
  id: `s${nodeId}`,
  nodeId,
  restraints: Object.fromEntries(['u1', 'u2', 'u3', 'r1', 'r2', 'r3'].map((k, i) => [k, held[i] === '1'])),
})
const load = (more: object) => ({ id: 'Q', caseId: 'L', ...more })
const pinned = { releases: { start: { m2: true, m3: true }, end: { m2: true, m3: true } } }
const cases = [{ id: 'L' }]

describe('a structure stands', () => {
  it('as a chain of 1,000 equal elements, whose last pivot is 250 times above the rule', () => {
    const nodes = Array.from({ length: 1001 }, (_, i) => node(`${i}`, i))
    const frames = Array.from({ length: 1000 }, (_, i) => frame(`f${i}`, `${i}`, `${i + 1}`))
    const { stands } = summaryOf({
      ...base,
      nodes,
      frames,
      supports: [hold('0', '111111')],
      loadCases: cases,
      loads: [load({ nodeId: '1000', force: { x: 1 } })],
    })
    expect(stands).toBe('yes')
  })

  it('with a joint that is soft, however little', () => {
    const { stands } = summaryOf({
      ...base,
      nodes: [node('a', 0), node('b', 3), node('c', 6)],
      frames: [frame('f', 'a', 'b', { releases: { end: { m3: 1 } } }), frame('g', 'b', 'c')],
      supports: [hold('a', '111100'), hold('c', '011000')],
      loadCases: cases,
      loads: [load({ nodeId: 'b', force: { z: -1 } })],
    })
    expect(stands).toBe('yes')
  })

  it('as a beam that may spin about itself, and says so', () => {
    const beam = {
      ...base,
      nodes: [node('a', 0), node('b', 6)],
      frames: [frame('F', 'a', 'b')],
      supports: [hold('a', '111000'), hold('b', '011000')],
      loadCases: cases,
    }
    const { stands, notes } = summaryOf({ ...beam, loads: [load({ frameId: 'F', force: { z: -1 } })] })
    expect(stands).toBe('yes')
    expect(notes).toContain('Frame F can spin about itself: nothing resists it and no load does it')
    const twisted = summaryOf({ ...beam, loads: [load({ nodeId: 'b', moment: { x: 1 } })] })
    expect(twisted.stands).toBe('no')
    expect(twisted.mechanisms?.[0]?.message).toMatch(/turns about X/)
  })

  it('with a node between trusses whose rotations nothing resists', () => {
    const { stands } = summaryOf({
      ...base,
      nodes: [node('a', 0), node('b', 6), node('c', 3, 0, 4), node('top', 3, 4, 1.5)],
      frames: ['a', 'b', 'c'].map((foot) => frame(`f${foot}`, foot, 'top', pinned)),
      supports: ['a', 'b', 'c'].map((foot) => hold(foot, '111000')),
      loadCases: cases,
      loads: [load({ nodeId: 'top', force: { z: -10 } })],
    })
    expect(stands).toBe('yes')
  })
})

/** Two columns on hinged feet, all of one piece, and pinned beams at each storey: they sway. */
const swaying = (storeys: number, bays = 1, foot = '111101', across = false) => {
  const at = (i: number, k: number) => (across ? node(`${i}-${k}`, 0, 4 * k, 5 * i) : node(`${i}-${k}`, 5 * i, 4 * k))
  const rows = Array.from({ length: bays + 1 }, (_, i) => i)
  const levels = Array.from({ length: storeys }, (_, k) => k + 1)
  return {
    ...base,
    nodes: rows.flatMap((i) => [at(i, 0), ...levels.map((k) => at(i, k))]),
    frames: rows.flatMap((i) => [
      ...levels.map((k) => frame(`C${i}-${k}`, `${i}-${k - 1}`, `${i}-${k}`)),
      ...(i > 0 ? levels.map((k) => frame(`G${i}-${k}`, `${i - 1}-${k}`, `${i}-${k}`, pinned)) : []),
    ]),
    supports: rows.map((i) => hold(`${i}-0`, foot)),
    loadCases: cases,
    loads: [load({ nodeId: `0-${storeys}`, force: across ? { y: 1e-3 } : { x: 1e-3 } })],
  }
}

describe('a frame that sways, however many storeys and bays it has', () => {
  const SIZES = [1, 2, 3, 4, 5, 8, 13, 21, 40, 60].flatMap((storeys) => [1, 2, 5].map((bays) => ({ storeys, bays })))
  it.each(SIZES)('$storeys storeys, $bays bays: does not stand, and stands where its feet are fixed', ({ storeys, bays }) => {
    for (const across of [false, true]) {
      const foot = across ? '111011' : '111101'
      expect(summaryOf(swaying(storeys, bays, foot, across)).stands).toBe('no')
      expect(summaryOf(swaying(storeys, bays, '111111', across)).stands).toBe('yes')
    }
  })
})

describe('the deflection of beams', () => {
  it('is that of each between hinges, not of all in line', () => {
    const nodes = [0, 6, 12].flatMap((x) => [node(`f${x}`, x, 0, 1), node(`t${x}`, x, 4, 1), node(`b${x}`, x, 3)])
    const brackets = [0, 6, 12].flatMap((x) => [frame(`C${x}`, `f${x}`, `t${x}`), frame(`K${x}`, `t${x}`, `b${x}`)])
    const beams = [frame('B1', 'b0', 'b6', pinned), frame('B2', 'b6', 'b12', pinned)]
    const { deflection } = summaryOf({
      ...base,
      ...{ nodes, frames: [...brackets, ...beams], loadCases: cases },
      supports: [0, 6, 12].map((x) => hold(`f${x}`, '111111')),
      loads: [load({ frameId: 'B2', force: { z: -10 } })],
    })
    // 5wL⁴/384EI, and its shear, between its own ends.
    expect(deflection).toMatchObject({ id: 'B2' })
    expect(deflection?.value).toBeCloseTo((5 * 10 * 6 ** 4) / (384 * 210e6 * 8.02e-5), 3)
  })
})

describe('a structure does not stand', () => {
  it('where a frame that is pinned at both ends holds a free node, wherever that is and whatever frames stand beside it', () => {
    const feet = ['A0', 'B0'].map((id) => hold(id, '111111'))
    const portal = [node('A0', 0), node('A1', 0, 4), node('B1', 6, 4), node('B0', 6)]
    const frames = [frame('A', 'A0', 'A1'), frame('T', 'A1', 'B1'), frame('B', 'B0', 'B1')]
    const wrong: string[] = []
    for (let k = 1; k <= 60; k++) {
      const length = k / 10
      for (const [x, y, z] of [
        [-length, 0, 4],
        [0, -length, 4],
        [0, 0, 4 + length],
        [-length, -length / 3, 4],
      ] as const) {
        for (const both of [pinned.releases, { start: { m2: true, m3: true }, end: { m2: true, m3: true, t: true } }]) {
          const { stands, mechanisms } = summaryOf({
            ...base,
            nodes: [...portal, node('free', x, z, y)],
            frames: [...frames, frame('P', 'A1', 'free', { releases: both })],
            supports: feet,
            loadCases: [{ id: 'L', selfWeight: 1 }],
          })
          if (stands !== 'no' || !mechanisms?.some(({ message }) => message.includes('free')))
            wrong.push(`${x} ${y} ${z}: ${stands}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  /** A column, pinned at its foot, whose top nothing holds along X but the torsion of a beam along Y that is pinned in bending. */
  const heldByTorsion = (force: number) =>
    summaryOf({
      ...base,
      nodes: [node('a', 0), node('b', 0, 3), node('c', 0, 3, 4)],
      frames: [frame('C', 'a', 'b', { releases: { start: { m2: true, m3: true } } }), frame('Y', 'b', 'c', pinned)],
      supports: [hold('a', '111111'), hold('c', '111111')],
      loadCases: cases,
      loads: [load({ nodeId: 'b', force: { x: force } })],
    })

  it('that would move farther than it is large, and says under what, and which hinges let it go', () => {
    // FH²L/GJ = 10 · 3² · 4 / (80.77e6 · 0.1557e-6)
    const { stands, mechanisms, displacement } = heldByTorsion(10)
    expect(stands).toBe('no')
    expect(displacement).toBeUndefined()
    expect(mechanisms?.[0]).toMatchObject({
      message: expect.stringMatching(
        /^Node b slides along X: next to nothing holds it, 28\.62 m under L, farther than the model is large\. Hinges at C \(start m2 m3\)/,
      ),
      nodes: [expect.objectContaining({ id: 'b', ux: 1, uy: 0 })],
      fix: expect.stringMatching(/^Join one of the hinges, add a brace, .* Or are loads, sections or units wrong\?$/),
    })
    expect(heldByTorsion(0.1).stands).toBe('yes')
  })

  it('that slides as a whole, in the words of the check', () => {
    const { stands, mechanisms } = summaryOf({
      ...base,
      nodes: [node('a', 0), node('b', 6)],
      frames: [frame('F', 'a', 'b')],
      supports: [hold('a', '011100'), hold('b', '011000')],
      loadCases: cases,
      loads: [load({ frameId: 'F', force: { z: -1 } })],
    })
    expect(stands).toBe('no')
    expect(mechanisms?.[0]?.message).toMatch(
      /^The structure can move as a whole: it is free to slide along X\. Node [ab] slides along X/,
    )
    expect(mechanisms?.[0]?.nodes.map(({ ux }) => Math.abs(ux))).toEqual([1, 1])
  })

  it('names the hinges that turn, not those of frames that go along', () => {
    // Two portals braced along X by fixed feet about Y, joined along Y by pinned beams: the tops go along Y.
    const [a, b] = [(id: string) => `${id}a`, (id: string) => `${id}b`]
    const rows = [a, b].map((at, k) => ({ at, y: 4 * k }))
    const { stands, mechanisms } = summaryOf({
      ...base,
      nodes: rows.flatMap(({ at, y }) => [
        node(at('1'), 0, 0, y),
        node(at('2'), 0, 3, y),
        node(at('3'), 6, 3, y),
        node(at('4'), 6, 0, y),
      ]),
      frames: [
        ...rows.flatMap(({ at }) => [
          frame(at('C'), at('1'), at('2')),
          frame(at('D'), at('4'), at('3')),
          frame(at('X'), at('2'), at('3'), pinned),
        ]),
        ...['2', '3'].map((id) => frame(`Y${id}`, a(id), b(id), pinned)),
      ],
      supports: ['1', '4'].flatMap((id) => [hold(a(id), '111011'), hold(b(id), '111011')]),
      loadCases: cases,
      loads: [load({ nodeId: '2a', force: { z: -1 } })],
    })
    expect(stands).toBe('no')
    const named = (mechanisms ?? []).flatMap(({ elements }) => elements.map(({ id }) => id))
    expect(named.filter((id) => id.startsWith('s')).length).toBeGreaterThan(0)
    expect(named.filter((id) => id.startsWith('X'))).toEqual([])
  })

  it('with a hinge within its span', () => {
    const { mechanisms } = summaryOf({
      ...base,
      nodes: [node('a', 0), node('b', 3), node('c', 6)],
      frames: [frame('f', 'a', 'b', { releases: { end: { m3: true } } }), frame('g', 'b', 'c')],
      supports: [hold('a', '111100'), hold('c', '011000')],
      loadCases: cases,
      loads: [load({ nodeId: 'b', force: { z: -1 } })],
    })
    expect(mechanisms?.[0]?.message).toMatch(
      /^Node b slides along Z: nothing holds it\. Hinges at f \(end m3\), support sa, support sc let it go$/,
    )
  })

  it('with five storeys that sway, of which at most five are told', () => {
    const storeys = [0, 1, 2, 3, 4, 5, 6]
    const nodes = storeys.flatMap((k) => [node(`l${k}`, 0, 3 * k), node(`r${k}`, 5, 3 * k)])
    const frames = storeys
      .slice(1)
      .flatMap((k) => [
        frame(`L${k}`, `l${k - 1}`, `l${k}`, pinned),
        frame(`R${k}`, `r${k - 1}`, `r${k}`, pinned),
        frame(`B${k}`, `l${k}`, `r${k}`),
      ])
    const { stands, mechanisms } = summaryOf({
      ...base,
      nodes,
      frames,
      supports: [hold('l0', '111111'), hold('r0', '111111')],
      loadCases: cases,
      loads: [],
    })
    expect([stands, mechanisms?.length]).toEqual(['no', 5])
  })
})

describe('numbers beyond what a number holds are refused with the case that has them', () => {
  const beam = (force: number, factor: number) => ({
    ...base,
    nodes: [node('a', 0), node('b', 6)],
    frames: [frame('F', 'a', 'b')],
    supports: [hold('a', '111111'), hold('b', '111111')],
    loadCases: cases,
    combinations: [{ id: 'U', terms: [{ caseId: 'L', factor }] }],
    loads: [load({ frameId: 'F', force: { z: -force } })],
  })

  it('of a load', () => {
    expect(() => summaryOf(beam(1e308, 1))).toThrow(
      'Results of L are larger than a number holds: look at its loads, factors and moduli',
    )
  })

  it('of a factor', () => {
    expect(() => summaryOf(beam(1e10, 1e300))).toThrow('Results of U are larger than a number holds')
  })
})
