import { describe, expect, it } from 'vitest'
import { analysed } from '#lib/fixtures/analysed.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import type { Analysis } from './analyse.ts'
import { blended, blendedState } from './results/blended.ts'
import { deflectionAt, forcesAt } from './results/frame-results.ts'
import { stressesOf } from './results/stresses.ts'

/** Frames that taper: chains of prisms. */

const fixed = { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true }
const I = (t3: number, more: object = {}) => ({
  ...{ type: 'i_wide_flange' as const, materialId: 'S' },
  dimensions: { t3, t2: 0.3, tf: 0.02, tw: 0.012, ...more },
})

describe('a cantilever that tapers', () => {
  const [E, length, force] = [210e9, 6, 1e4]
  const cantilever = (depths: readonly [number, number], frame: object = {}): CreateModel => ({
    name: 'cantilever',
    units: { current: 'N, m, C' },
    nodes: [
      { id: 'A', position: { x: 0, y: 0, z: 0 } },
      { id: 'B', position: { x: length, y: 0, z: 0 } },
    ],
    sections: [
      { id: 'I1', ...I(depths[0]) },
      { id: 'I2', ...I(depths[1]) },
    ],
    materials: [{ id: 'S', source: { properties: { E: E / 1e6, G: 80e3, density: 7850, fy: 355 } } }],
    frames: [{ id: 'F', startNodeId: 'A', endNodeId: 'B', rotation: 0, sectionId: 'I1', endSectionId: 'I2', ...frame }],
    supports: [{ id: 'S', nodeId: 'A', restraints: fixed }],
    loadCases: [{ id: 'P' }],
    loads: [{ id: 'P', caseId: 'P', nodeId: 'B', force: { z: -force } }],
  })
  const inertia = (depth: number) => (0.3 * depth ** 3 - (0.3 - 0.012) * (depth - 0.04) ** 3) / 12
  /** By Simpson over 4,000 parts. */
  const exact = (from: number, to: number) => {
    const parts = 4000
    let sum = 0
    for (let i = 0; i <= parts; i++) {
      const x = (length * i) / parts
      const weight = i === 0 || i === parts ? 1 : i % 2 === 1 ? 4 : 2
      sum += (weight * force * (length - x) ** 2) / (E * inertia(from + ((to - from) * x) / length))
    }
    return (sum * length) / parts / 3
  }
  const tip = (found: Analysis) => -found.solutions[0]!.motions[6 + 2]!

  it.each([
    ['deep end held, 2 : 1', 0.6, 0.3, 0.12],
    ['deep end held, 3 : 1', 0.9, 0.3, 0.19],
    ['deep end held, 5 : 1', 1.5, 0.3, 0.32],
    ['thin end held, 3 : 1', 0.3, 0.9, -0.58],
  ])('%s: its tip goes so many per cent farther than an integral says', (_, from, to, per) => {
    const found = analysed(cantilever([from, to]), { shear: false })
    expect(100 * (tip(found) / exact(from, to) - 1)).toBeCloseTo(per, 1)
    expect(found.summary.notes).toContain('tapers_by_segments: 1 frame tapers: each is analysed as 16 prisms')
  })

  it('is the same from its other end, and as a part of a longer taper', () => {
    const whole = tip(analysed(cantilever([0.9, 0.3])))
    const turned = analysed(cantilever([0.3, 0.9], { taper: [1, 0] }))
    const part = analysed(cantilever([1.5, 0.3], { taper: [0.5, 1] }))
    expect(tip(turned)).toBeCloseTo(whole, 12)
    expect(tip(part)).toBeCloseTo(whole, 12)
    const other = cantilever([0.3, 0.9], { startNodeId: 'B', endNodeId: 'A' })
    expect(tip(analysed(other))).toBeCloseTo(whole, 12)
  })

  it('has moments of its loads all along, stresses of the section at each place, and the deflection of its tip', () => {
    const found = analysed(cantilever([0.9, 0.3]))
    const state = blendedState(found.model, found.loads, new Map([[0, 1]]), found.solutions[0]!.motions, 0)
    const frame = found.model.frames[0]!
    const stressOf = stressesOf(found.returned, found.model)(frame)!
    for (const share of [0, 0.1, 0.25, 0.5, 0.77, 1]) {
      const x = share * length
      const forces = forcesAt(state, x)
      expect(forces[5]).toBeCloseTo(-force * (length - x), 6)
      const depth = 0.9 - 0.6 * share
      expect(stressOf(forces, x) / 1e6).toBeCloseTo((force * (length - x) * depth) / 2 / inertia(depth) / 1e6, 6)
    }
    expect(deflectionAt(frame, state, length)[2]).toBeCloseTo(-tip(found), 12)
    // Between two prisms the line goes on without a step.
    const before = deflectionAt(frame, state, length / 4)[2]
    expect(deflectionAt(frame, state, (length / 4) * (1 + 1e-12))[2]).toBeCloseTo(before, 12)
  })

  it('weighs what quantities say that it weighs, whatever lies between two prisms', () => {
    const area = (depth: number) => 2 * 0.3 * 0.02 + (depth - 0.04) * 0.012
    const weighed = analysed({ ...cantilever([0.9, 0.3]), loadCases: [{ id: 'P', selfWeight: 1 }], loads: [] })
    const mass = ((area(0.9) + area(0.3)) / 2) * length * 7850
    expect(weighed.summary.weight?.mass).toBe(Number(mass.toPrecision(4)))
    const [{ reactions }] = weighed.solutions as [(typeof weighed.solutions)[number]]
    expect(reactions[2]).toBeCloseTo(mass * 9.80665, 4)
    expect(weighed.summary.weight?.cog[0]).toBeLessThan(length / 2)
  })

  it('turns freely where it is released', () => {
    const model = cantilever([0.9, 0.3], { releases: { end: { m3: true } } })
    const propped = analysed({
      ...model,
      supports: [...(model.supports ?? []), { id: 'T', nodeId: 'B', restraints: fixed }],
      loads: [{ id: 'Q', caseId: 'P', frameId: 'F', force: { z: -1000 } }],
    })
    const state = blendedState(propped.model, propped.loads, new Map([[0, 1]]), propped.solutions[0]!.motions, 0)
    expect(Math.abs(forcesAt(state, length)[5])).toBeLessThan(1e-6)
    expect(forcesAt(state, 0)[5]).toBeLessThan(-(1000 * length ** 2) / 8)
    expect(propped.solutions[0]!.residual).toBeLessThan(1e-12)
  })

  it('is a prism where its sections fit no longer, and the answer says so', () => {
    const model = cantilever([0.9, 0.3])
    const sections = [model.sections![0]!, { id: 'I2', type: 'pipe' as const, dimensions: { t3: 0.3 } }]
    const found = analysed({ ...model, sections })
    expect(found.summary.notes).toContain(
      '1 frame tapers between sections that do not fit: analysed as prisms of the section at the start',
    )
    expect(found.summary.leftOut).toEqual({ tapers: 1 })
    const { endSectionId: _, ...frame } = model.frames![0]!
    expect(tip(found)).toBe(tip(analysed({ ...model, frames: [frame] })))
  })
})

describe('a taper is the sixteen frames that it stands for', () => {
  const bay = (frames: NonNullable<CreateModel['frames']>, more: Partial<CreateModel>): CreateModel => ({
    name: 'bay',
    units: { current: 'kN, m, C' },
    ...more,
    materials: [{ id: 'S', name: 'S355' }],
    frames: [...frames, { id: 'C', startNodeId: 'D', endNodeId: 'B', rotation: 0, sectionId: 'C', materialId: 'S' }],
    supports: [
      { id: 'S0', nodeId: 'A', restraints: { u1: true, u2: true, u3: true, r1: true } },
      { id: 'S1', nodeId: 'D', restraints: fixed },
    ],
    loadCases: [{ id: 'L', selfWeight: 1 }],
  })
  const [a, b] = [{ x: 0, y: 0, z: 4 }, { x: 7, y: 1, z: 5 }] // biome-ignore format: short
  const at = (t: number) => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, z: a.z + (b.z - a.z) * t })
  const ends = [
    { id: 'A', position: a },
    { id: 'B', position: b },
    { id: 'D', position: { x: 7, y: 1, z: 0 } },
  ]
  const [start, end] = [{ x: 0.05, y: -0.2 }, { x: -0.02, y: -0.45 }] // biome-ignore format: short
  const load = { ...{ caseId: 'L', type: 'distributed' as const, axes: 'local' as const }, force: { x: 3, y: -8, z: 2 } }
  const shapes: [string, (s: number) => NonNullable<CreateModel['sections']>[number]][] = [
    [
      'an I with another bottom flange',
      (s) => ({ id: `s${s}`, ...I(0.3 + 0.6 * s, { t2b: 0.2 + 0.05 * s, tfb: 0.03 }), materialId: 'S' }),
    ],
    [
      'an angle',
      (s) => ({
        ...{ id: `s${s}`, type: 'angle', materialId: 'S' },
        dimensions: { t3: 0.2 + 0.1 * s, t2: 0.1 + 0.05 * s, tf: 0.02, tw: 0.02 },
      }),
    ],
    [
      'a box whose wall stands apart',
      (s) => ({ id: `s${s}`, type: 'rectangular', dimensions: { t3: 0.3 + 0.3 * s, t2: 0.2 }, thickness: 0.01 + 0.01 * s }),
    ],
    [
      'an outline',
      (s) => ({
        ...{ id: `s${s}`, type: 'custom', materialId: 'S' },
        polygon: [
          { x: -0.1 - 0.1 * s, y: 0 },
          { x: 0.1, y: 0 },
          { x: 0, y: 0.3 + 0.2 * s },
        ],
      }),
    ],
  ]

  it.each(shapes.flatMap(([name, make]) => (['ignored', 'rigid'] as const).map((offsets) => [name, offsets, make] as const)))(
    '%s, offsets %s',
    (_, offsets, make) => {
      const column = { id: 'C', ...I(0.4) }
      const common = { startNodeId: 'A', endNodeId: 'B', rotation: 20, materialId: 'S' }
      const whole = analysed(
        bay([{ id: 'T', ...common, sectionId: 's0', endSectionId: 's1', sectionOffset: start, endSectionOffset: end }], {
          nodes: ends,
          sections: [make(0), make(1), column],
          loads: [
            { id: 'Q', ...load, frameId: 'T' },
            { id: 'P', caseId: 'L', frameId: 'T', type: 'point', at: 0.375, force: { z: -20 }, moment: { x: 1, y: 5 } },
          ],
        }),
        { offsets },
      )
      const parts = Array.from({ length: 16 }, (_, i) => i)
      const node = (i: number) => (i === 0 ? 'A' : i === 16 ? 'B' : `n${i}`)
      const middle = (i: number) => (i + 0.5) / 16
      const offsetAt = (t: number) => ({ x: start.x + (end.x - start.x) * t, y: start.y + (end.y - start.y) * t })
      const inParts = analysed(
        bay(
          parts.map((i) => ({
            ...{ id: `T${i}`, ...common, startNodeId: node(i), endNodeId: node(i + 1), sectionId: `s${middle(i)}` },
            sectionOffset: offsetAt(middle(i)),
          })),
          {
            nodes: [...ends, ...parts.slice(1).map((i) => ({ id: `n${i}`, position: at(i / 16) }))],
            sections: [...parts.map((i) => make(middle(i))), column],
            loads: [
              ...parts.map((i) => ({ id: `Q${i}`, ...load, frameId: `T${i}` })),
              { id: 'P', caseId: 'L', frameId: 'T5', type: 'point', at: 1, force: { z: -20 }, moment: { x: 1, y: 5 } },
            ],
          },
        ),
        { offsets },
      )
      const [got, want] = [whole.solutions[0]!, inParts.solutions[0]!]
      const most = Math.max(...want.motions.map(Math.abs))
      // Of an area that is no straight line along the frame the mean is not that of the middle.
      const near = 2e-5
      for (const id of ['A', 'B', 'D']) {
        const [one, other] = [whole, inParts].map(({ model }) => model.nodes.ids.indexOf(id)) as [number, number]
        for (let k = 0; k < 6; k++) {
          expect(Math.abs(got.motions[6 * one + k]! - want.motions[6 * other + k]!)).toBeLessThan(near * most)
          expect(Math.abs(got.reactions[6 * one + k]! - want.reactions[6 * other + k]!)).toBeLessThan(near * 5e5)
        }
      }
      expect(got.residual).toBeLessThan(1e-12)
      const state = blendedState(
        whole.model,
        whole.loads,
        new Map([[0, 1]]),
        blended(whole.solutions, new Map([[0, 1]])).motions,
        0,
      )
      const piece = inParts.model.frames.findIndex(({ id }) => id === 'T9')
      const own = blendedState(inParts.model, inParts.loads, new Map([[0, 1]]), want.motions, piece)
      const long = whole.model.frames[0]!.length
      const moved = deflectionAt(whole.model.frames[0]!, state, (9.5 / 16) * long)
      for (const [k, value] of deflectionAt(inParts.model.frames[piece]!, own, long / 32).entries())
        expect(Math.abs(moved[k]! - value)).toBeLessThan(near * most)
      const inside = forcesAt(state, (9.5 / 16) * long)
      for (const [k, value] of forcesAt(own, long / 32).entries()) expect(Math.abs(inside[k]! - value)).toBeLessThan(near * 2e5)
    },
  )
})
