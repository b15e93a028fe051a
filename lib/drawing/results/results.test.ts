import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { caseResults } from '#lib/fixtures/case-results.ts'
import { type Vec, vec } from '#lib/model/shape/vector.ts'
import type { ColumnKind } from '#lib/schema/case-results.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import { automaticScale, deflectedShape, largestMotion, roundedScale } from './deflected-shape.ts'
import {
  DIAGRAM_NAMES,
  DIAGRAMS,
  type Diagram,
  diagramScale,
  forceDiagram,
  isMoment,
  largestForce,
  writtenValues,
} from './force-diagram.ts'
import { hingePlaces } from './hinge-places.ts'
import { reactionMarks } from './reaction-marks.ts'
import { resultFrames } from './result-frames.ts'
import { frameRatios, STRESS_CLASSES, stressClass } from './stress-classes.ts'

/** What is drawn of structures whose answers stand in every textbook, through the analysis itself. */

const AT = Array.from({ length: 17 }, (_, k) => k / 16)
const FIXED = { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true }
const E = 210000e3 // kN/m²
const SECTION = { area: 0.01, i33: 1e-4, i22: 2e-5, j: 1e-5 }

const structure = (parts: Partial<CreateModel>): CreateModel => ({
  name: 'structure',
  units: { length: 'm', force: 'kN' },
  materials: [{ id: 'M', source: { properties: { E: 210000, G: 81000, fy: 235, density: 7850 } } }],
  sections: [{ id: 'S', type: 'custom', dimensions: { ...SECTION, s33: 1e-3, s22: 4e-4 }, materialId: 'M' }],
  loadCases: [{ id: 'L' }],
  ...parts,
})

const node = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })
const frame = (id: string, startNodeId: string, endNodeId: string) => ({
  id,
  startNodeId,
  endNodeId,
  sectionId: 'S',
  rotation: 0,
})

function resultsOf(submitted: CreateModel, id = 'L') {
  const model = returnedModel(submitted)
  const show: ColumnKind[] = ['reactions', 'deflections', 'forces', 'stresses', 'displacements']
  const { lines, summary } = caseResults(model, id, show)
  const places = new Map(model.nodes.map(({ id: one, position }) => [one, vec(position)]))
  const byId = new Map((model.frames ?? []).map((one) => [one.id, one]))
  const placeOf = (one: string): Vec => places.get(one) ?? [Number.NaN, 0, 0]
  const lineOf = (one: string) => {
    const { startNodeId = '', endNodeId = '', rotation, releases } = byId.get(one) ?? {}
    return { start: placeOf(startNodeId), end: placeOf(endNodeId), rotation, releases }
  }
  const [line] = lines
  const none = new Float32Array()
  const { reactions = none, deflections = none, forces = none, stresses = none, displacements = none } = line ?? {}
  const frames = resultFrames((line?.frames ?? []).map(lineOf))
  const supported = line?.supported ?? []
  return { reactions, deflections, forces, stresses, displacements, supported, frames, summary, placeOf, lineOf }
}

/** Of one frame and diagram: x y z of the points beside it, station by station. */
function tipsOf(results: ReturnType<typeof resultsOf>, diagram: Diagram, scale: number, one = 0): Vec[] {
  const points = forceDiagram(results.frames, AT, results.forces, diagram, scale)
  return AT.map((_, station) => {
    const from = 6 * (one * AT.length + station) + 3
    return [points[from]!, points[from + 1]!, points[from + 2]!]
  })
}

const beam = (loads: CreateModel['loads']) =>
  structure({
    nodes: [node('a', 0, 0, 0), node('b', 8, 0, 0)],
    frames: [frame('B', 'a', 'b')],
    supports: [
      { id: 'sa', nodeId: 'a', restraints: { u1: true, u2: true, u3: true, r1: true } },
      { id: 'sb', nodeId: 'b', restraints: { u2: true, u3: true, r1: true } },
    ],
    loads,
  })

describe('a simple beam under 10 kN/m', () => {
  const simple = () => resultsOf(beam([{ id: 'l', caseId: 'L', frameId: 'B', force: { z: -10 } }]))

  it('is drawn sagging, its largest motion as 5 % of the diagonal', () => {
    const { frames, deflections } = simple()
    const largest = largestMotion(deflections)
    expect(largest).toBeCloseTo((5 * 10 * 8 ** 4) / (384 * E * SECTION.i33), 8)
    const points = deflectedShape(frames, AT, deflections, automaticScale(largest, 8))
    expect(points).toHaveLength(3 * AT.length)
    expect(points[3 * 8 + 2]).toBeCloseTo(-0.05 * 8, 6)
    expect([points[0], points[2]]).toEqual([0, 0])
    expect(points[3 * 16]).toBeCloseTo(8)
  })

  it('has its moment below it, where it is in tension, and wL²/8 written in the middle', () => {
    const results = simple()
    expect(largestForce(results.forces, 'm3')).toBeCloseTo(80, 4)
    const scale = diagramScale(80, 8)
    const tips = tipsOf(results, 'm3', scale)
    expect(tips[8]?.[2]).toBeCloseTo(-0.08 * 8, 5)
    expect(tips[0]?.[2]).toBeCloseTo(0, 6)
    const written = writtenValues(1, AT, results.forces, 'm3')
    expect(written).toEqual([{ frame: 0, station: 8, value: expect.closeTo(80, 4) }])
  })

  it('has its shear force from below at the start to above at the end', () => {
    const results = simple()
    const tips = tipsOf(results, 'v2', 0.01)
    expect([tips[0]?.[2], tips[16]?.[2]]).toEqual([expect.closeTo(-0.4, 5), expect.closeTo(0.4, 5)])
    const written = writtenValues(1, AT, results.forces, 'v2')
    expect(written.map(({ station, value }) => [station, Math.round(value)])).toEqual([
      [0, -40],
      [16, 40],
    ])
  })

  it('has no diagram of what is not there', () => {
    const { forces, frames } = simple()
    for (const diagram of ['p', 'v3', 't', 'm2'] as const) {
      expect(writtenValues(frames.count, AT, forces, diagram)).toEqual([])
      expect(diagramScale(largestForce(forces, diagram), 8)).toBe(0)
    }
  })

  it('is held by two arrows upward, of 40 kN each', () => {
    const { reactions, supported, placeOf } = simple()
    const marks = reactionMarks(supported.map(placeOf), reactions, { force: 'kN', moment: 'kN·m' })
    expect(marks.map(({ words }) => words.map(({ text }) => text))).toEqual([['40 kN'], ['40 kN']])
    expect(marks[0]?.strokes).toEqual([{ at: [0, 0, 0], from: [-0, -0, -1], to: [0, 0, 0], head: 1 }])
  })

  it('is coloured by the largest share of its yield stress', () => {
    const { stresses } = simple()
    const [ratio = Number.NaN] = frameRatios(1, AT.length, stresses)
    expect(ratio).toBeCloseTo(80 / 1e-3 / 1000 / 235, 5)
    expect(STRESS_CLASSES[stressClass(ratio)]?.label).toBe('≤ 0.5')
  })
})

it('writes its scale with two digits, and has a name and a unit for each diagram', () => {
  expect([0.0123, 1, 187.6].map(roundedScale)).toEqual([0.012, 1, 190])
  expect(DIAGRAMS.map((diagram) => `${DIAGRAM_NAMES[diagram]} ${isMoment(diagram) ? 'kN·m' : 'kN'}`)).toEqual([
    'Axial force P kN',
    'Shear force V2 kN',
    'Shear force V3 kN',
    'Torque T kN·m',
    'Bending moment M2 kN·m',
    'Bending moment M3 kN·m',
  ])
})

it('classes ratios at their limits, and what is not known', () => {
  const labels = [Number.NaN, 0, 0.5, 0.51, 0.8, 0.81, 1, 1.01].map((ratio) => STRESS_CLASSES[stressClass(ratio)]?.label)
  expect(labels).toEqual(['not known', '≤ 0.5', '≤ 0.5', '≤ 0.8', '≤ 0.8', '≤ 1', '≤ 1', '> 1'])
  const [unknown, known] = frameRatios(2, 2, Float32Array.of(0, Number.NaN, 0, Number.NaN, 1, 0.25, 1, 0.875))
  expect([unknown, known]).toEqual([Number.NaN, 0.875])
})

describe('a cantilever with a load at its tip', () => {
  const cantilever = (load: object) =>
    resultsOf(
      structure({
        nodes: [node('a', 0, 0, 0), node('b', 0, 3, 0)],
        frames: [frame('C', 'a', 'b')],
        supports: [{ id: 's', nodeId: 'a', restraints: FIXED }],
        loads: [{ id: 'l', caseId: 'L', nodeId: 'b', ...load }],
      }),
    )

  it('has its moment above it under a load downward, with one value at the wall', () => {
    const results = cantilever({ force: { z: -5 } })
    expect(tipsOf(results, 'm3', 0.01)[0]?.[2]).toBeCloseTo(0.15, 6)
    expect(writtenValues(1, AT, results.forces, 'm3')).toEqual([{ frame: 0, station: 0, value: expect.closeTo(-15, 4) }])
    // A constant shear force is written once.
    expect(writtenValues(1, AT, results.forces, 'v2')).toEqual([{ frame: 0, station: 8, value: expect.closeTo(-5, 4) }])
    const points = deflectedShape(results.frames, AT, results.deflections, 1)
    expect(points[3 * 16 + 2]).toBeCloseTo((-5 * 27) / (3 * E * SECTION.i33), 8)
  })

  it('has its moment on the side from which it is pushed, when pushed sideways', () => {
    // Pushed along +X the side of -X is in tension.
    const results = cantilever({ force: { x: 5 } })
    expect(tipsOf(results, 'm2', 0.01)[0]?.[0]).toBeCloseTo(-0.15, 6)
  })

  it('is held by a force and a moment', () => {
    const { reactions, supported, placeOf } = cantilever({ force: { z: -5 } })
    const [mark] = reactionMarks(supported.map(placeOf), reactions, { force: 'kN', moment: 'kN·m' })
    expect(mark?.words.map(({ text }) => text)).toEqual(['5 kN', '15 kN·m'])
    expect(mark?.strokes.map(({ head, from }) => [head, from])).toEqual([
      [1, [-0, -0, -1]],
      [2, [-1, -0, -0]],
    ])
  })

  it('swings in its first mode with 1 at the tip', () => {
    const { deflections } = resultsOf(
      structure({
        nodes: [{ ...node('a', 0, 0, 0) }, { ...node('b', 0, 0, 3), mass: 1000 }],
        frames: [frame('C', 'a', 'b')],
        supports: [{ id: 's', nodeId: 'a', restraints: FIXED }],
      }),
      'mode 1',
    )
    expect(largestMotion(deflections)).toBeCloseTo(1, 6)
    // A cantilever's line under a load at its tip: (3 t² - t³) / 2.
    expect(largestMotion(deflections.subarray(3 * 8, 3 * 9))).toBeCloseTo((3 / 4 - 1 / 8) / 2, 6)
  })
})

const portal = (parts: Partial<CreateModel>) =>
  structure({
    nodes: [node('a', 0, 0, 0), node('b', 0, 0, 4), node('c', 6, 0, 4), node('d', 6, 0, 0)],
    frames: [frame('C1', 'a', 'b'), frame('B', 'b', 'c'), frame('C2', 'd', 'c')],
    supports: [
      { id: 'sa', nodeId: 'a', restraints: FIXED },
      { id: 'sd', nodeId: 'd', restraints: FIXED },
    ],
    loads: [{ id: 'l', caseId: 'L', nodeId: 'b', force: { x: 12 } }],
    ...parts,
  })

describe('a portal pushed along X', () => {
  it('has its moments in tension at the foot towards the push, and outside at the far corner', () => {
    const results = resultsOf(portal({}))
    const foot = tipsOf(results, 'm3', 0.01, 0)
    expect(foot[0]?.[0]).toBeLessThan(-0.05)
    expect(foot[16]?.[0]).toBeGreaterThan(0.02)
    // The beam is in tension below where it meets the column that is pushed, above at the other.
    const along = tipsOf(results, 'm3', 0.01, 1)
    expect(along[0]?.[2]).toBeLessThan(4)
    expect(along[16]?.[2]).toBeGreaterThan(4)
    // Moments at a corner are as far from the beam as from the column.
    expect(4 - (along[0]?.[2] ?? 0)).toBeCloseTo(foot[16]?.[0] ?? 0, 6)
    const written = writtenValues(3, AT, results.forces, 'm3')
    expect(written).toHaveLength(6)
    expect(Math.abs(written[0]?.value ?? 0)).toBeGreaterThanOrEqual(Math.abs(written[5]?.value ?? 0))
  })

  it('with four hinges leans over, its columns straight, and its hinges are ringed', () => {
    const model = portal({
      frames: [
        { ...frame('C1', 'a', 'b'), releases: { start: { m2: true, m3: true }, end: { m2: true, m3: true } } },
        frame('B', 'b', 'c'),
        { ...frame('C2', 'd', 'c'), releases: { start: { m2: true, m3: true }, end: { m2: true, m3: true } } },
      ],
    })
    const { summary, frames, deflections, lineOf } = resultsOf(model, 'mechanism 1')
    expect(summary.stands).toBe('no')
    const moved = deflectedShape(frames, AT, deflections, automaticScale(largestMotion(deflections), 10))
    const xOf = (one: number, station: number) => moved[3 * (one * AT.length + station)]!
    const lean = xOf(0, 16)
    expect(Math.abs(lean)).toBeCloseTo(0.5, 6)
    expect(xOf(0, 8)).toBeCloseTo(lean / 2, 6)
    expect(xOf(2, 16) - 6).toBeCloseTo(lean, 6)
    const [mechanism] = summary.mechanisms ?? []
    const places = hingePlaces(mechanism?.elements ?? [], { frame: lineOf, support: () => undefined })
    expect(places.map(({ at }) => at)).toEqual([
      [0, 0, 0],
      [0, 0, 4],
      [6, 0, 0],
      [6, 0, 4],
    ])
  })
})

it('writes at most four values a frame, the largest first, and has two points at each station', () => {
  const count = 500
  const frames = resultFrames(Array.from({ length: count }, (_, k) => ({ start: [k, 0, 0] as Vec, end: [k, 0, 3] as Vec })))
  const forces = Float32Array.from({ length: 6 * 17 * count }, (_, k) => Math.sin(k))
  const written = writtenValues(count, AT, forces, 'm3')
  expect(written.length).toBeLessThanOrEqual(4 * count)
  const sizes = written.map(({ value }) => Math.abs(value))
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
  expect(forceDiagram(frames, AT, forces, 'm3', 1)).toHaveLength(6 * 17 * count)
})
