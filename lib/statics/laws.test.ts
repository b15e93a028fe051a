import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import { type Analysis, analyse } from './analyse.ts'
import type { AnalysisOptions } from './analysis-options.ts'
import { blended, blendedState } from './results/blended.ts'
import { deflectionAt, forcesAt } from './results/frame-results.ts'

/** Laws of statics, on random frames. */

const OPTIONS = {
  cases: undefined,
  modes: 0,
  mass: { selfMass: true, cases: undefined },
  offsets: 'rigid',
  shear: true,
  storeys: false,
} as const

function solved(model: CreateModel, more: Partial<AnalysisOptions> = {}): Analysis {
  const found = analyse(returnedModel(model), { ...OPTIONS, ...more })
  if ('issues' in found) throw new Error(JSON.stringify(found.issues))
  if (found.idle.mechanisms.length > 0) throw new Error('it does not stand')
  return found
}

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true, noDefaultInfinity: true })
const vector = (most: number) => fc.record({ x: number(-most, most), y: number(-most, most), z: number(-most, most) })

/** Two storeys of four columns, askew, with elastic joints, offsets, springs and loads of every type. */
const frameModel = fc
  .record({
    shifts: fc.array(vector(0.4), { minLength: 12, maxLength: 12 }),
    rotations: fc.array(number(-90, 90), { minLength: 16, maxLength: 16 }),
    offsets: fc.array(fc.record({ x: number(-0.2, 0.2), y: number(-0.2, 0.2) }), { minLength: 16, maxLength: 16 }),
    joint: number(1e3, 1e5),
    loads: fc.array(
      fc.record({
        frame: fc.nat(15),
        force: vector(20),
        end: vector(20),
        moment: vector(10),
        at: number(0.05, 0.95),
        kind: fc.nat(2),
      }),
      {
        minLength: 3,
        maxLength: 8,
      },
    ),
    push: vector(50),
    heat: number(-40, 40),
  })
  .map(({ shifts, rotations, offsets, joint, loads, push, heat }): CreateModel => {
    const places = [0, 1, 2].flatMap((k) => [
      [0, 0, 3.5 * k],
      [6, 0, 3.5 * k],
      [6, 5, 3.5 * k],
      [0, 5, 3.5 * k],
    ])
    const nodes = places.map(([x = 0, y = 0, z = 0], i) => {
      const { x: dx, y: dy, z: dz } = shifts[i]!
      return { id: `n${i}`, position: { x: x + dx, y: y + dy, z: z + dz } }
    })
    const pairs = [0, 1].flatMap((k) => [0, 1, 2, 3].map((i) => [4 * k + i, 4 * k + 4 + i] as const))
    const beams = [1, 2].flatMap((k) => [0, 1, 2, 3].map((i) => [4 * k + i, 4 * k + ((i + 1) % 4)] as const))
    const frames = [...pairs, ...beams].map(([a, b], i) => ({
      ...{ id: `f${i}`, startNodeId: `n${a}`, endNodeId: `n${b}`, rotation: rotations[i]!, sectionOffset: offsets[i]! },
      ...{ sectionId: i % 3 === 0 ? 'angle' : 'I', materialId: 'S355' },
      ...(i === 9 && { releases: { start: { m3: true, m2: joint }, end: { m3: joint } } }),
    }))
    return {
      name: 'frame',
      units: { length: 'm', force: 'kN', temperature: 'C' },
      nodes,
      frames,
      materials: [{ id: 'S355' }],
      sections: [
        { id: 'I', type: 'i_wide_flange', dimensions: { t3: 0.3, t2: 0.2, tf: 0.015, tw: 0.01 } },
        { id: 'angle', type: 'angle', dimensions: { t3: 0.2, t2: 0.15, tf: 0.02, tw: 0.02 } },
      ],
      supports: [0, 1, 2, 3].map((i) => ({
        ...{ id: `s${i}`, nodeId: `n${i}`, restraints: { u1: i !== 2, u2: true, u3: true, r1: i === 0, r2: false, r3: i === 0 } },
        ...(i === 2 && { stiffness: { u1: joint } }),
      })),
      loadCases: [{ id: 'A', selfWeight: 1 }, { id: 'B' }],
      loads: [
        ...loads.map(({ frame, force, end, moment, at, kind }, i) => ({
          ...{ id: `q${i}`, caseId: i % 2 === 0 ? 'A' : 'B', frameId: `f${frame}` },
          ...(kind === 0 && { force, forceEnd: end, from: at / 2, to: at, axes: 'local' as const }),
          ...(kind === 1 && { type: 'point' as const, force, moment, at }),
          ...(kind === 2 && { type: 'temperature' as const, temperature: heat, gradient: { x: heat, y: -heat } }),
        })),
        { id: 'push', caseId: 'B', nodeId: 'n9', force: push },
      ],
      combinations: [
        {
          id: 'S',
          terms: [
            { caseId: 'A', factor: 1.35 },
            { caseId: 'B', factor: -0.7 },
          ],
        },
      ],
    }
  })

const check = (runs: number, law: (model: CreateModel) => void) =>
  fc.assert(fc.property(frameModel, law), { seed: 7, numRuns: runs })

const single = (place: number) => new Map([[place, 1]])
/** Forces at a share of the length of a frame. */
function forces(found: Analysis, id: string, at: number, place = 0): number[] {
  const frame = found.model.frames.findIndex((one) => one.id === id)
  const { motions } = blended(found.solutions, single(place))
  return [
    ...forcesAt(blendedState(found.model, found.loads, single(place), motions, frame), at * found.model.frames[frame]!.length),
  ]
}
const scaleOf = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 1)
function near(got: readonly number[], want: readonly number[], scale: number, tolerance = 1e-7) {
  expect(got.length).toBe(want.length)
  for (const [k, value] of got.entries()) expect(Math.abs(value - want[k]!)).toBeLessThanOrEqual(tolerance * scale)
}

type Place = { x: number; y: number; z: number }
type Some = Partial<Record<'x' | 'y' | 'z', number | undefined>> | null | undefined
const three = (one: Some): [number, number, number] => [one?.x ?? 0, one?.y ?? 0, one?.z ?? 0]

const unit = (vector: readonly [number, number, number]) =>
  vector.map((value) => value / Math.hypot(...vector)) as [number, number, number]

/** A force at a place and a moment, to a sum of forces and of moments about the origin. */
function addAt(sum: number[], { x, y, z }: Place, force: readonly number[], moment: readonly number[]) {
  const [fx = 0, fy = 0, fz = 0] = force
  const [mx = 0, my = 0, mz = 0] = moment
  for (const [k, value] of [fx, fy, fz, mx + y * fz - z * fy, my + z * fx - x * fz, mz + x * fy - y * fx].entries())
    sum[k]! += value
}

/** kg/m of steel: an I of 2 x 200 x 15 and 270 x 10, an angle of 150 x 20 and 180 x 20. */
const WEIGHTS: Record<string, number> = { I: 7850 * (2 * 0.2 * 0.015 + 0.27 * 0.01), angle: 7850 * (0.15 * 0.02 + 0.18 * 0.02) }

/** What the loads of a case come to, from nothing but what was sent; `size`: how large they are. */
function sumOfLoads(model: CreateModel, caseId: string, selfWeight: number) {
  const places = new Map((model.nodes ?? []).map(({ id, position }) => [id, position]))
  const lines = new Map(
    (model.frames ?? []).map((frame) => {
      const [a, b] = [places.get(frame.startNodeId)!, places.get(frame.endNodeId)!]
      const way = { x: b.x - a.x, y: b.y - a.y, z: b.z - a.z }
      const long = Math.hypot(way.x, way.y, way.z)
      const at = (t: number) => ({ x: a.x + t * way.x, y: a.y + t * way.y, z: a.z + t * way.z })
      // Axes as conventions 2 has them.
      const one = three(way).map((value) => value / long) as [number, number, number]
      const flat = Math.hypot(one[0], one[1])
      const side = flat < 0.001 ? unit([0, one[2], -one[1]]) : unit([one[1], -one[0], 0])
      const up = [
        side[1] * one[2] - side[2] * one[1],
        side[2] * one[0] - side[0] * one[2],
        side[0] * one[1] - side[1] * one[0],
      ] as const
      const turn = ((frame.rotation ?? 0) * Math.PI) / 180
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
      const axes = [one, up.map((value, k) => cos * value + sin * side[k]!), side.map((value, k) => cos * value - sin * up[k]!)]
      return [frame.id, { long, at, axes, weight: WEIGHTS[frame.sectionId ?? ''] ?? 0 }] as const
    }),
  )
  const sum = [0, 0, 0, 0, 0, 0]
  let size = 1
  const press = (place: Place, force: readonly number[], moment: readonly number[] = []) => {
    size += Math.hypot(...force) + Math.hypot(...moment)
    addAt(sum, place, force, moment)
  }
  for (const { caseId: own, nodeId, frameId, type, axes, force, forceEnd, moment, at = 0, from, to } of model.loads ?? []) {
    if (own !== caseId) continue
    if (nodeId) press(places.get(nodeId)!, three(force), three(moment))
    const line = lines.get(frameId ?? '')
    if (!line || type === 'temperature') continue
    const globally = (vector: readonly number[]) =>
      axes === 'local' ? [0, 1, 2].map((k) => vector.reduce((all, value, i) => all + value * line.axes[i]![k]!, 0)) : vector
    if (type === 'point') press(line.at(at ?? 0), globally(three(force)), globally(three(moment)))
    else {
      // A trapezoid as two triangles.
      const [a, b] = [from ?? 0, to ?? 1]
      const half = ((b - a) * line.long) / 2
      for (const [value, third] of [
        [force, (2 * a + b) / 3],
        [forceEnd ?? force, (a + 2 * b) / 3],
      ] as const)
        press(
          line.at(third),
          globally(three(value)).map((part) => part * half),
        )
    }
  }
  for (const { long, at, weight } of lines.values()) press(at(0.5), [0, 0, (-selfWeight * weight * long * 9.80665) / 1000])
  return { sum, size }
}

describe('random frames', () => {
  it('are in balance: reactions and loads as they were sent cancel, forces and moments', () => {
    check(200, (model) => {
      const found = solved(model, { offsets: 'ignored' })
      for (const { residual } of found.solutions) expect(residual).toBeLessThan(1e-9)
      for (const [place, { id, selfWeight = 0 }] of (model.loadCases ?? []).entries()) {
        const { sum, size } = sumOfLoads(model, id, selfWeight ?? 0)
        const { reactions } = found.solutions[place]!
        const [force, moment] = [1 / found.model.units.newtons, 1 / (found.model.units.newtons * found.model.units.metres)]
        for (const { id: nodeId, position } of model.nodes ?? []) {
          const at = 6 * found.model.nodes.ids.indexOf(nodeId)
          const six = [...reactions.subarray(at, at + 6)].map((value, k) => value * (k < 3 ? force : moment))
          addAt(sum, position, six.slice(0, 3), six.slice(3))
        }
        for (const [k, value] of sum.entries()) expect(Math.abs(value)).toBeLessThanOrEqual(1e-7 * size * (k < 3 ? 1 : 10))
      }
    })
  })

  it('have the same forces when all is turned about Z, or numbered the other way', () => {
    check(12, (model) => {
      const before = solved(model)
      const [cos, sin] = [Math.cos(0.7), Math.sin(0.7)]
      const turn = <T extends { x?: number | undefined; y?: number | undefined; z?: number | undefined }>({
        x = 0,
        y = 0,
        z = 0,
      }: T) => ({
        x: x * cos - y * sin,
        y: x * sin + y * cos,
        z,
      })
      const supports = (model.supports ?? []).map(({ id, nodeId }, i) => {
        const isFixed = i === 0
        return { id, nodeId, restraints: { u1: true, u2: true, u3: true, r1: isFixed, r2: isFixed, r3: isFixed } }
      })
      const still = solved({ ...model, supports })
      const places = new Map((model.nodes ?? []).map(({ id, position }) => [id, position]))
      const isUpright = (from: string, to: string) => {
        const [a, b] = [places.get(from), places.get(to)]
        return a && b && Math.hypot(b.x - a.x, b.y - a.y) < 0.001 * Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z)
      }
      const turned = solved({
        ...model,
        supports,
        nodes: (model.nodes ?? []).map((node) => ({ ...node, position: turn(node.position) })),
        // Axis 2 of an upright frame is +X whichever way the rest is turned.
        frames: (model.frames ?? []).map((frame) =>
          isUpright(frame.startNodeId, frame.endNodeId)
            ? { ...frame, rotation: (frame.rotation ?? 0) + (0.7 * 180) / Math.PI }
            : frame,
        ),
        loads: (model.loads ?? []).map((load) =>
          load.axes === 'local'
            ? load
            : {
                ...load,
                ...(load.force && { force: turn(load.force) }),
                ...(load.forceEnd && { forceEnd: turn(load.forceEnd) }),
                ...(load.moment && { moment: turn(load.moment) }),
              },
        ),
      })
      for (const id of ['f2', 'f9', 'f12']) {
        const want = forces(still, id, 0.3, 1)
        near(forces(turned, id, 0.3, 1), want, scaleOf(want), 1e-6)
      }
      const reversed = solved({
        ...model,
        nodes: [...(model.nodes ?? [])].reverse(),
        frames: [...(model.frames ?? [])].reverse(),
      })
      for (const id of ['f0', 'f9', 'f12'])
        near(forces(reversed, id, 0.6), forces(before, id, 0.6), scaleOf(forces(before, id, 0.6)))
    })
  })

  it('add up: a combination is what its loads together give', () => {
    check(12, (model) => {
      const found = solved(model)
      const sum = found.answered.find(({ id }) => id === 'S')!.blends[0]!
      const { motions } = blended(found.solutions, sum)
      const times = (
        by: number,
        values: { x?: number | undefined; y?: number | undefined; z?: number | undefined } | null | undefined,
      ) => values && { x: (values.x ?? 0) * by, y: (values.y ?? 0) * by, z: (values.z ?? 0) * by }
      const loads = (model.loads ?? []).map((load) => {
        const by = load.caseId === 'A' ? 1.35 : -0.7
        return {
          ...load,
          caseId: 'C',
          ...(load.force && { force: times(by, load.force) }),
          ...(load.forceEnd && { forceEnd: times(by, load.forceEnd) }),
          ...(load.moment && { moment: times(by, load.moment) }),
          ...(load.temperature != null && { temperature: load.temperature * by }),
          ...(load.gradient && { gradient: { x: (load.gradient.x ?? 0) * by, y: (load.gradient.y ?? 0) * by } }),
        }
      })
      const together = solved({ ...model, loadCases: [{ id: 'C', selfWeight: 1.35 }], loads, combinations: [] })
      const want = together.solutions[0]!.motions
      near([...motions], [...want], scaleOf([...want].map((value) => 1e3 * value)) / 1e3, 1e-7)
    })
  })

  it('are reciprocal: what one push moves at another place, a push there moves here', () => {
    check(12, (model) => {
      const push = (id: string, nodeId: string, force: object) => ({ id, caseId: id, nodeId, force })
      const both = solved({
        ...model,
        loadCases: [{ id: 'P' }, { id: 'Q' }],
        loads: [push('P', 'n6', { x: 1 }), push('Q', 'n11', { y: 1 })],
        combinations: [],
      })
      const [p, q] = both.solutions
      const [n6, n11] = ['n6', 'n11'].map((id) => both.model.nodes.ids.indexOf(id)) as [number, number]
      const [one, other] = [p!.motions[6 * n11 + 1]!, q!.motions[6 * n6]!]
      expect(Math.abs(one - other)).toBeLessThanOrEqual(1e-9 * Math.abs(one) + 1e-18)
    })
  })

  it('do not notice where a frame is divided, into ten', () => {
    const places = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 9, maxLength: 9 })
    const law = (model: CreateModel, shares: number[]) => {
      const uniform = { ...model, loads: (model.loads ?? []).filter(({ frameId }) => frameId !== 'f12') }
      const whole = solved(uniform)
      const frame = uniform.frames?.find(({ id }) => id === 'f12')
      const ends = [frame?.startNodeId, frame?.endNodeId].map((id) => uniform.nodes?.find((node) => node.id === id)?.position)
      const [a, b] = ends as { x: number; y: number; z: number }[]
      if (!frame || !a || !b) throw new Error('no such frame')
      const at = (t: number) => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, z: a.z + (b.z - a.z) * t })
      const cuts = shares.map((share) => share / 100).sort((one, other) => one - other)
      const names = [...cuts, 1].map((_, i) => `f12-${i}`)
      const second = cuts[1]!
      const stops = [frame.startNodeId, ...cuts.map((_, i) => `cut${i}`), frame.endNodeId]
      const divided = solved({
        ...uniform,
        nodes: [...(uniform.nodes ?? []), ...cuts.map((t, i) => ({ id: `cut${i}`, position: at(t) }))],
        frames: [
          ...(uniform.frames ?? []).filter(({ id }) => id !== 'f12'),
          ...names.map((id, i) => ({ ...frame, id, startNodeId: stops[i]!, endNodeId: stops[i + 1]! })),
        ],
      })
      const scale = scaleOf(forces(whole, 'f12', 0))
      near(forces(divided, 'f12-0', 0), forces(whole, 'f12', 0), scale, 1e-6)
      near(forces(divided, 'f12-9', 1), forces(whole, 'f12', 1), scale, 1e-6)
      near(forces(divided, 'f12-2', 0), forces(whole, 'f12', second), scale, 1e-6)
      near(forces(divided, 'f3', 0.5), forces(whole, 'f3', 0.5), scaleOf(forces(whole, 'f3', 0.5)), 1e-6)
      const place = whole.model.frames.findIndex(({ id }) => id === 'f12')
      const { motions } = blended(whole.solutions, single(0))
      const state = blendedState(whole.model, whole.loads, single(0), motions, place)
      const moved = deflectionAt(whole.model.frames[place]!, state, second * whole.model.frames[place]!.length)
      const cut = divided.model.nodes.ids.indexOf('cut1')
      const line = divided.model.frames.findIndex(({ id }) => id === 'f12-2')
      const own = blended(divided.solutions, single(0)).motions
      const first = deflectionAt(divided.model.frames[line]!, blendedState(divided.model, divided.loads, single(0), own, line), 0)
      expect(cut).toBeGreaterThan(0)
      near([...first], [...moved], Math.max(1e-4, scaleOf(moved.map((value) => 1e6 * value)) / 1e6), 1e-6)
    }
    fc.assert(fc.property(frameModel, places, law), { seed: 7, numRuns: 12 })
  })

  it('have the same forces when frames run the other way: those along 2 and M2 with the other sign', () => {
    check(12, (model) => {
      const alike = { ...model, frames: (model.frames ?? []).map((frame) => ({ ...frame, sectionId: 'I' })) }
      const before = solved(alike)
      const opposite = (vector: Some) => vector && { x: -(vector.x ?? 0), y: vector.y ?? 0, z: -(vector.z ?? 0) }
      const after = solved({
        ...alike,
        frames: alike.frames.map(({ startNodeId, endNodeId, rotation, sectionOffset, releases, ...frame }) => ({
          ...{ ...frame, startNodeId: endNodeId, endNodeId: startNodeId, rotation: -(rotation ?? 0) },
          ...(sectionOffset && { sectionOffset: { x: -sectionOffset.x, y: sectionOffset.y } }),
          ...(typeof releases === 'object' && releases && { releases: { start: releases.end, end: releases.start } }),
        })),
        loads: (alike.loads ?? []).map((load) => {
          const { frameId, type, axes, force, forceEnd, moment, at, from, to, gradient, ...rest } = load
          if (!frameId) return load
          const turned = (vector: Some) => (axes === 'local' ? opposite(vector) : vector)
          return {
            ...{ ...rest, frameId, type, axes, moment: turned(moment) },
            ...(at != null && { at: 1 - at }),
            ...(gradient && { gradient: { x: -(gradient.x ?? 0), y: gradient.y ?? 0 } }),
            force: turned(forceEnd ?? force),
            ...(forceEnd && { forceEnd: turned(force) }),
            ...(from != null && { to: 1 - from }),
            ...(to != null && { from: 1 - to }),
          }
        }),
      })
      for (const id of ['f0', 'f7', 'f9', 'f13']) {
        const [p, v2, v3, t, m2, m3] = forces(before, id, 0.3717) as [number, number, number, number, number, number]
        near(forces(after, id, 1 - 0.3717), [p, -v2, v3, t, -m2, m3], scaleOf([p, v2, v3, t, m2, m3]), 1e-6)
      }
    })
  })

  it('are the same in other units', () => {
    check(12, (model) => {
      const [before, length, force] = [solved(model), 1000, 1000]
      const times = (vector: Some, by: number) => {
        const [x, y, z] = three(vector)
        return { x: x * by, y: y * by, z: z * by }
      }
      const stiffer = (joints: unknown) =>
        Object.fromEntries(
          Object.entries((joints ?? {}) as Record<string, number | boolean>).map(([name, joint]) => [
            name,
            typeof joint === 'number' ? joint * force * (/[pvu]/.test(name) ? 1 / length : length) : joint,
          ]),
        )
      const after = solved({
        ...{ ...model, units: { length: 'mm', force: 'N', temperature: 'C' } },
        nodes: (model.nodes ?? []).map(({ position, ...node }) => ({ ...node, position: times(position, length) })),
        sections: (model.sections ?? []).map(({ dimensions, ...section }) => ({
          ...section,
          dimensions: Object.fromEntries(Object.entries(dimensions ?? {}).map(([name, size]) => [name, Number(size) * length])),
        })),
        frames: (model.frames ?? []).map(({ sectionOffset, releases, ...frame }) => ({
          ...frame,
          ...(sectionOffset && { sectionOffset: { x: sectionOffset.x * length, y: sectionOffset.y * length } }),
          ...(typeof releases === 'object' &&
            releases && { releases: { start: stiffer(releases.start), end: stiffer(releases.end) } }),
        })),
        supports: (model.supports ?? []).map(({ stiffness, ...support }) => ({
          ...support,
          ...(stiffness && { stiffness: stiffer(stiffness) }),
        })),
        loads: (model.loads ?? []).map(({ gradient, ...load }) => {
          const isLine = load.frameId != null && load.type == null
          return {
            ...load,
            ...(load.force && { force: times(load.force, isLine ? force / length : force) }),
            ...(load.forceEnd && { forceEnd: times(load.forceEnd, force / length) }),
            ...(load.moment && { moment: times(load.moment, force * length) }),
            ...(gradient && { gradient: { x: (gradient.x ?? 0) / length, y: (gradient.y ?? 0) / length } }),
          }
        }),
      })
      // Inside all is in N and m.
      for (const [place, { motions }] of before.solutions.entries()) {
        const [want, got] = [[...motions], [...after.solutions[place]!.motions]]
        near(got, want, 1e-3 * scaleOf(want.map((value) => 1e3 * value)), 1e-7)
      }
      for (const id of ['f3', 'f9', 'f14'])
        near(forces(after, id, 0.4), forces(before, id, 0.4), scaleOf(forces(before, id, 0.4)))
    })
  })
})
