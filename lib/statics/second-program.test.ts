import fc from 'fast-check'
import { expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import { analyse } from './analyse.ts'

/**
 * A second program that shares no formula with the product: the force method for each frame, with its flexibility integrated numerically
 * over a cantilever, joints as equations of a dense system that Gauss solves with pivots. Slow, plain, and of nothing but nodes, frames,
 * releases, springs and loads in global axes.
 */

type V = [number, number, number]
const cross = (a: V, b: V): V => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
const dot = (a: V, b: V) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const unit = (a: V): V => {
  const size = Math.hypot(...a)
  return [a[0] / size, a[1] / size, a[2] / size]
}

type Section = { EA: number; EI3: number; EI2: number; GJ: number; GA2: number; GA3: number }
type Member = { from: number; to: number; axes: [V, V, V]; length: number; sections: Section[]; hinge: boolean; load: V }

/** Strains at a section under its forces: along, shears, twist and curvatures. */
const strains = ({ EA, EI3, EI2, GJ, GA2, GA3 }: Section, [n, q2, q3, t, m2, m3]: number[]) =>
  [n! / EA, q2! / GA2, q3! / GA3, t! / GJ, m2! / EI2, m3! / EI3] as const

const GAUSS: [number, number][] = [
  [-0.906179845938664, 0.236926885056189],
  [-0.538469310105683, 0.478628670499366],
  [0, 0.568888888888889],
  [0.538469310105683, 0.478628670499366],
  [0.906179845938664, 0.236926885056189],
]

/** Motion of the free end of a cantilever under end forces and a uniform load, both in its own axes, by the work of unit forces. Of several sections each has an equal part. */
function endMotion(sections: Section[], length: number, end: number[], load: V): number[] {
  const inside = (x: number, [f1, f2, f3, c1, c2, c3]: number[], w: V): number[] => {
    const arm = length - x
    // On the part beyond x act the end forces and the load on it; moments are right-handed about 1, 2, 3.
    const [w1, w2, w3] = [w[0] * arm, w[1] * arm, w[2] * arm]
    return [f1! + w1, f2! + w2, f3! + w3, c1!, c2! - f3! * arm - (w3 * arm) / 2, c3! + f2! * arm + (w2 * arm) / 2]
  }
  const motion = [0, 0, 0, 0, 0, 0]
  const parts = sections.length
  for (const [part, section] of sections.entries()) {
    for (const [place, weight] of GAUSS) {
      const x = (length * (part + (1 + place) / 2)) / parts
      const strain = strains(section, inside(x, end, load))
      for (const k of motion.keys()) {
        const virtual = inside(
          x,
          motion.map((_, i) => (i === k ? 1 : 0)),
          [0, 0, 0],
        )
        let work = 0
        for (const [i, value] of virtual.entries()) work += value * strain[i as 0 | 1 | 2 | 3 | 4 | 5]
        motion[k]! += (work * weight * length) / parts / 2
      }
    }
  }
  return motion
}

function gauss(rows: number[][]): number[] {
  const n = rows.length
  for (let k = 0; k < n; k++) {
    let best = k
    for (let i = k + 1; i < n; i++) if (Math.abs(rows[i]![k]!) > Math.abs(rows[best]![k]!)) best = i
    const pivot = rows[best]!
    rows[best] = rows[k]!
    rows[k] = pivot
    for (let i = k + 1; i < n; i++) {
      const by = rows[i]![k]! / pivot[k]!
      if (by !== 0) for (let c = k; c <= n; c++) rows[i]![c]! -= by * pivot[c]!
    }
  }
  const x = new Array<number>(n).fill(0)
  for (let k = n - 1; k >= 0; k--) {
    let side = rows[k]![n]!
    for (let c = k + 1; c < n; c++) side -= rows[k]![c]! * x[c]!
    x[k] = side / rows[k]![k]!
  }
  return x
}

/**
 * Unknown: six motions a node, and six forces at the end of each frame in its own axes. Equations: of each node balance or hold, of each
 * frame that its end goes where its node goes; where a hinge is, that its moments are 0 instead.
 */
function secondProgram(places: V[], members: Member[], held: boolean[], springs: number[], applied: number[]): number[] {
  const nodes = 6 * places.length
  const size = nodes + 6 * members.length
  const rows = Array.from({ length: size }, () => new Array<number>(size + 1).fill(0))
  for (let k = 0; k < nodes; k++) {
    rows[k]![size] = applied[k]!
    rows[k]![k]! += springs[k]!
  }
  for (const [m, { from, to, axes, length, sections, hinge, load }] of members.entries()) {
    const first = nodes + 6 * m
    const zero = [0, 0, 0, 0, 0, 0]
    const local: V = [dot(load, axes[0]), dot(load, axes[1]), dot(load, axes[2])]
    const free = endMotion(sections, length, zero, local)
    const arm: V = [axes[0][0] * length, axes[0][1] * length, axes[0][2] * length]
    for (let k = 0; k < 6; k++) {
      const axis = axes[(k % 3) as 0 | 1 | 2]
      const row = rows[first + k]!
      const isHinged = hinge && k > 3
      if (isHinged) row[first + k] = 1
      else {
        // Motion of the end node less that of a stiff arm from the start, along the axis, is what the end forces and the load make.
        for (const c of [0, 1, 2] as const) {
          row[6 * to + (k < 3 ? 0 : 3) + c]! += axis[c]
          row[6 * from + (k < 3 ? 0 : 3) + c]! -= axis[c]
          if (k < 3) row[6 * from + 3 + c]! -= cross(arm, axis)[c]
        }
        for (const j of zero.keys())
          row[first + j]! -= endMotion(
            sections,
            length,
            zero.map((_, i) => (i === j ? 1 : 0)),
            [0, 0, 0],
          )[k]!
        row[size] = free[k]!
      }
      // The end forces on the frame act on the end node the other way, and its other end balances them.
      for (const c of [0, 1, 2] as const) {
        const force = axis[c]
        rows[6 * to + (k < 3 ? 0 : 3) + c]![first + k]! += force
        rows[6 * from + (k < 3 ? 0 : 3) + c]![first + k]! -= force
        if (k < 3) rows[6 * from + 3 + c]![first + k]! -= cross(arm, axis)[c]
      }
    }
    const whole: V = [load[0] * length, load[1] * length, load[2] * length]
    const turned = cross([arm[0] / 2, arm[1] / 2, arm[2] / 2], whole)
    for (const c of [0, 1, 2] as const) {
      rows[6 * from + c]![size]! += whole[c]
      rows[6 * from + 3 + c]![size]! += turned[c]
    }
  }
  for (let k = 0; k < nodes; k++) {
    if (!held[k]) continue
    rows[k]!.fill(0)
    rows[k]![k] = 1
  }
  return gauss(rows).slice(0, nodes)
}

const [E, G] = [210e9, 80e9]
const [t3, t2] = [0.3, 0.2]
const rectangle = (t3: number, t2: number): Section => {
  const [area, a, c] = [t3 * t2, Math.max(t3, t2), Math.min(t3, t2)]
  return {
    EA: E * area,
    EI3: (E * t2 * t3 ** 3) / 12,
    EI2: (E * t3 * t2 ** 3) / 12,
    GJ: G * (a * c ** 3 * (1 / 3 - 0.21 * (c / a) * (1 - c ** 4 / (12 * a ** 4)))),
    GA2: (5 / 6) * G * area,
    GA3: (5 / 6) * G * area,
  }
}
/** From t3 by t2 to twice that depth: sixteen prisms, each as in its middle. */
const tapered = Array.from({ length: 16 }, (_, i) => rectangle(t3 * (1 + (i + 0.5) / 16), t2))

const number = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
const random = fc.record({
  shifts: fc.array(fc.tuple(number(0.5), number(0.5), number(0.5)), { minLength: 6, maxLength: 6 }),
  loads: fc.array(fc.tuple(number(2e4), number(2e4), number(2e4)), { minLength: 6, maxLength: 6 }),
  push: fc.tuple(number(5e4), number(5e4), number(5e4)),
  spring: fc.double({ min: 1e4, max: 1e7, noNaN: true }),
})

it('agrees with a program of forces and dense equations, on random frames', () => {
  fc.assert(
    fc.property(random, ({ shifts, loads, push, spring }) => {
      const base: V[] = [
        [0, 0, 0],
        [5, 0, 0.4],
        [0, 0.3, 4],
        [5, 0.5, 4.3],
        [5, 4, 4.1],
        [0.5, 4, 3.8],
      ]
      const places = base.map(([x, y, z], i): V => {
        const [dx = 0, dy = 0, dz = 0] = shifts[i] ?? []
        return [x + dx, y + dy, z + dz]
      })
      const pairs = [
        [0, 2],
        [1, 3],
        [2, 3],
        [3, 4],
        [4, 5],
        [5, 2],
      ] as const
      const members = pairs.map(([from, to], i): Member => {
        const way: V = [places[to]![0] - places[from]![0], places[to]![1] - places[from]![1], places[to]![2] - places[from]![2]]
        const e1 = unit(way)
        const e3 = unit(cross(e1, Math.hypot(e1[0], e1[1]) < 0.001 ? [1, 0, 0] : [0, 0, 1]))
        return {
          from,
          to,
          axes: [e1, cross(e3, e1), e3],
          length: Math.hypot(...way),
          sections: i === 2 || i === 3 ? tapered : [rectangle(t3, t2)],
          hinge: i === 3,
          load: loads[i] as V,
        }
      })
      const held = Array.from({ length: 36 }, (_, k) => k < 6 || (k >= 6 && k < 9) || k === 26)
      const springs = Array.from({ length: 36 }, (_, k) => (k === 32 ? spring : 0))
      const applied = Array.from({ length: 36 }, (_, k) => (k >= 30 && k < 33 ? push[k - 30]! : 0))
      const want = secondProgram(places, members, held, springs, applied)

      const model: CreateModel = {
        name: 'two programs',
        units: { length: 'm', force: 'N' },
        nodes: places.map(([x, y, z], i) => ({ id: `${i}`, position: { x, y, z } })),
        materials: [{ id: 'M', source: { properties: { E: E / 1e6, G: G / 1e6 } } }],
        sections: [
          { id: 'R', type: 'rectangular', dimensions: { t3, t2 } },
          { id: 'R2', type: 'rectangular', dimensions: { t3: 2 * t3, t2 } },
        ],
        frames: members.map(({ from, to, hinge }, i) => ({
          ...{ id: `f${i}`, startNodeId: `${from}`, endNodeId: `${to}`, rotation: 0, sectionId: 'R', materialId: 'M' },
          ...((i === 2 || i === 3) && { endSectionId: 'R2' }),
          ...(hinge && { releases: { end: { m2: true, m3: true } } }),
        })),
        supports: [
          { id: 's0', nodeId: '0', restraints: { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true } },
          { id: 's1', nodeId: '1', restraints: { u1: true, u2: true, u3: true } },
          { id: 's4', nodeId: '4', restraints: { u3: true } },
          { id: 's5', nodeId: '5', stiffness: { u3: spring } },
        ],
        loadCases: [{ id: 'L' }],
        loads: [
          ...members.map(({ load: [x, y, z] }, i) => ({ id: `q${i}`, caseId: 'L', frameId: `f${i}`, force: { x, y, z } })),
          { id: 'p', caseId: 'L', nodeId: '5', force: { x: push[0], y: push[1], z: push[2] } },
        ],
      }
      const mass = { selfMass: false, cases: undefined }
      const found = analyse(returnedModel(model), {
        cases: undefined,
        modes: 0,
        mass,
        offsets: 'ignored',
        shear: true,
        storeys: false,
      })
      if ('issues' in found) throw new Error(JSON.stringify(found.issues))
      const got = found.solutions[0]!.motions
      const most = Math.max(...want.map(Math.abs), 1e-9)
      const worst = want.reduce((sum, value, k) => Math.max(sum, Math.abs(got[k]! - value)), 0)
      expect(worst).toBeLessThanOrEqual(1e-9 * most)
    }),
    { seed: 11, numRuns: 20 },
  )
})
