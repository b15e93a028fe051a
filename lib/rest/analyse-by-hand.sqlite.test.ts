import { describe, expect, it } from 'vitest'
import { newCaller, newModel } from '#lib/fixtures/rest.ts'

/** Structures whose numbers stand in textbooks: each is asked for over REST and compared with its formula, to 1e-6. */

const { rest } = await newCaller()

/** kN, m: E, G, and of the section B its area, inertias and torsion. */
const [E, G] = [210e6, 80769e3]
const B = { area: 0.012, i33: 3.1e-4, i22: 4.2e-5, j: 1.3e-6 }
const [EI3, EI2, EA] = [E * B.i33, E * B.i22, E * B.area]
const [ALPHA, DENSITY, GRAVITY] = [1.2e-5, 7850, 9.80665]
const steel = { E: 210_000, G: 80_769, density: DENSITY, alpha: ALPHA }

const head = {
  units: { length: 'm', force: 'kN', temperature: 'C' },
  materials: [{ id: 'S', name: 'steel', source: { properties: steel } }],
  sections: [{ id: 'B', type: 'custom', materialId: 'S', dimensions: B }],
  loadCases: [{ id: 'L' }],
}

type Place = readonly [x: number, y: number, z: number]
const nodes = (places: Record<string, Place>, masses: Record<string, number> = {}) =>
  Object.entries(places).map(([id, [x, y, z]]) => ({ id, position: { x, y, z }, ...(masses[id] && { mass: masses[id] }) }))
const frame = (id: string, startNodeId: string, endNodeId: string, more: object = {}) => ({
  ...{ id, startNodeId, endNodeId, sectionId: 'B' },
  ...more,
})
const support = (nodeId: string, restraints: string | undefined = '111111', more: object = {}) => ({
  ...{ id: `s${nodeId}`, nodeId },
  ...(restraints && { restraints }),
  ...more,
})
const loads = (...all: object[]) => all.map((one, i) => ({ id: `q${i}`, caseId: 'L', ...one }))
/** Of 6 m along X. */
const beam = (start: string, end: string, load: object[], more: object = {}) => ({
  nodes: nodes({ a: [0, 0, 0], b: [6, 0, 0] }),
  frames: [frame('F', 'a', 'b', more)],
  supports: [support('a', start), support('b', end)],
  loads: loads(...load),
})
const SIMPLE = ['111100', '011000'] as const
const down = (z: number, more: object = {}) => ({ frameId: 'F', force: { z: -z }, ...more })

type Row = Record<string, number> & { id: string; case: string; at?: number; of?: string; cm: number[]; cr: number[] }
type Answers = {
  /** Of a node or frame, at a share of its length. */
  of(kind: string, id: string, column: string, at?: number, name?: string, side?: string): number
  rows: Record<string, Row[]>
}

async function answers(model: object, question: object = {}): Promise<Answers> {
  const id = await newModel(rest, { name: 'by hand', ...head, ...model })
  const show = ['reactions', 'displacements', 'forces', 'deflections', 'beams', 'drifts', 'storeys', 'modes']
  const body = { show, limit: 1000, modes: 0, at: [0, 0.25, 0.5, 0.75, 1], ...question }
  const { status, json, text } = await rest('POST', `/api/construct-models/${id}/analyse`, { body })
  if (status !== 200 || json.stands !== 'yes') throw new Error(text)
  const rows: Record<string, Row[]> = json.rows
  return {
    rows,
    of(kind, one, column, at, name = 'L', side) {
      const found = rows[kind]?.find((row) => row.id === one && row.case === name && row.at === at && row.of === side)
      if (!found) throw new Error(`no ${kind} of ${one}`)
      return found[column] ?? Number.NaN
    },
  }
}

type Pair = readonly [got: number, want: number]
const near = (...pairs: Pair[]) => {
  const largest = Math.max(...pairs.map(([, want]) => Math.abs(want)))
  for (const [got, want] of pairs)
    expect(Math.abs(got - want)).toBeLessThanOrEqual(1e-6 * Math.max(Math.abs(want), 1e-3 * largest))
}

describe('a beam by its textbook formula', () => {
  it('held at both ends under a load that rises from 0 to w: wL²/30, wL²/20, 3wL/20, 7wL/20', async () => {
    const { of } = await answers(beam('111111', '111111', [down(0, { forceEnd: { z: -12 } })]))
    near([of('forces', 'F', 'm3', 0), (-12 * 36) / 30], [of('forces', 'F', 'm3', 1), (-12 * 36) / 20])
    near([of('reactions', 'a', 'fz'), (3 * 72) / 20], [of('reactions', 'b', 'fz'), (7 * 72) / 20])
  })

  it('held at both ends with a couple M at a from its start: reactions 6Mab/L³, moments Mb(2a - b)/L² and Ma(2b - a)/L²', async () => {
    const { of } = await answers(beam('111111', '111111', [{ frameId: 'F', type: 'point', at: 0.25, moment: { y: 18 } }]))
    // About +Y, from Z to X: it presses the start up and the end down.
    const [a, b] = [1.5, 4.5]
    near([of('reactions', 'a', 'fz'), -(6 * 18 * a * b) / 216], [of('reactions', 'b', 'fz'), (6 * 18 * a * b) / 216])
    near([of('reactions', 'a', 'my'), (18 * b * (2 * a - b)) / 36], [of('reactions', 'b', 'my'), (18 * a * (2 * b - a)) / 36])
  })

  it('with an elastic joint k at one end and a hinge at the other: wL²/8 / (1 + 3EI/kL)', async () => {
    const releases = { start: { m3: 2e4 }, end: { m3: true } }
    const { of } = await answers(beam('111111', '111111', [down(10)], { releases }))
    near([of('forces', 'F', 'm3', 0), -45 / (1 + (3 * EI3) / 2e4 / 6)])
  })

  it('held at both ends with a slider at one: wL²/3 and wL²/6; with an elastic one of k the end keeps wL/2·k/(k + 12EI/L³)', async () => {
    const slider = (v2: true | number) => answers(beam('111111', '111111', [down(10)], { releases: { end: { v2 } } }))
    const free = await slider(true)
    near([free.of('forces', 'F', 'm3', 0), -120], [free.of('forces', 'F', 'm3', 1), 60], [free.of('reactions', 'b', 'fz'), 0])
    const stiffness = (12 * EI3) / 216
    near([(await slider(3000)).of('reactions', 'b', 'fz'), (30 * 3000) / (3000 + stiffness)])
  })

  it('on a spring k in the middle: R = (5wL⁴/384EI) / (L³/48EI + 1/k)', async () => {
    const { of } = await answers({
      nodes: nodes({ a: [0, 0, 0], b: [4, 0, 0], c: [8, 0, 0] }),
      frames: [frame('F', 'a', 'b'), frame('H', 'b', 'c')],
      supports: [support('a', SIMPLE[0]), support('b', '', { stiffness: { u3: 4000 } }), support('c', SIMPLE[1])],
      loads: loads(down(10), { ...down(10), frameId: 'H' }),
    })
    near([of('reactions', 'b', 'fz'), (5 * 10 * 8 ** 4) / (384 * EI3) / (512 / (48 * EI3) + 1 / 4000)])
  })

  const twoSpans = (...all: object[]) => ({
    nodes: nodes({ a: [0, 0, 0], b: [5, 0, 0], c: [10, 0, 0] }),
    frames: [frame('F', 'a', 'b'), frame('H', 'b', 'c')],
    supports: [support('a', SIMPLE[0]), support('b', SIMPLE[1]), support('c', SIMPLE[1])],
    loads: loads(...all),
  })
  it('of two spans, warm on top: M = 3/2 EIαg over the middle support, the top pressed', async () => {
    const heat = (frameId: string) => ({ frameId, type: 'temperature', gradient: { y: 30 } })
    const { of } = await answers(twoSpans(heat('F'), heat('H')))
    near([of('forces', 'F', 'm3', 1), 1.5 * EI3 * ALPHA * 30])
  })
  it('of two spans, whose middle support sinks by δ: M = 3EIδ/L², R = -6EIδ/L³', async () => {
    const { of } = await answers(twoSpans({ nodeId: 'b', type: 'displacement', displacement: { z: -0.01 } }))
    near([of('forces', 'F', 'm3', 1), (3 * EI3 * 0.01) / 25], [of('reactions', 'b', 'fz'), (-6 * EI3 * 0.01) / 125])
  })

  it('whose end turns by θ: 4EIθ/L there and 2EIθ/L at the other', async () => {
    const { of } = await answers(beam('111111', '111111', [{ nodeId: 'a', type: 'displacement', rotation: { y: 0.002 } }]))
    near([of('reactions', 'a', 'my'), (4 * EI3 * 0.002) / 6], [of('reactions', 'b', 'my'), (2 * EI3 * 0.002) / 6])
  })

  it('with loads exactly at its ends: the supports have them, the beam nothing', async () => {
    const at = (share: number, z: number) => ({ frameId: 'F', type: 'point', at: share, force: { z } })
    const { of } = await answers(beam(...SIMPLE, [at(0, -11), at(1, -13)]))
    near([of('reactions', 'a', 'fz'), 11], [of('reactions', 'b', 'fz'), 13], [of('forces', 'F', 'm3', 0.5), 0])
  })

  it('with shear deformation 5wL⁴/384EI + wL²/8GA, and without it', async () => {
    const sections = [{ id: 'B', type: 'custom', materialId: 'S', dimensions: { ...B, as2: 0.0035, as3: 0.009 } }]
    const model = { ...beam(...SIMPLE, [down(10)]), sections }
    const bent = (5 * 10 * 6 ** 4) / (384 * EI3)
    const uz = async (shear: boolean) => (await answers(model, { shear })).of('deflections', 'F', 'uz', 0.5)
    near([await uz(true), -bent - (10 * 36) / (8 * G * 0.0035)], [await uz(false), -bent])
  })

  it('warmed between stiff ends, one of them elastic along it: -αtL / (L/EA + 1/k)', async () => {
    const heat = { frameId: 'F', type: 'temperature', temperature: 30 }
    const { of } = await answers(beam('111111', '111111', [heat], { releases: { end: { p: 5e4 } } }))
    near([of('forces', 'F', 'p', 0.5), (-ALPHA * 30 * 6) / (6 / EA + 1 / 5e4)])
  })

  it('with a torque within it: shared as the distances to the other end', async () => {
    const torque = { frameId: 'F', type: 'point', axes: 'local', at: 0.35, moment: { x: 7 } }
    const { of } = await answers(beam('111111', '111111', [torque], { rotation: -25 }))
    near([of('forces', 'F', 't', 0.25), 7 * 0.65], [of('forces', 'F', 't', 0.75), -7 * 0.35])
  })

  it('that crosses another: both carry a load as 1/L³', async () => {
    const { of } = await answers({
      nodes: nodes({ a: [-3, 0, 0], b: [3, 0, 0], c: [0, -2, 0], d: [0, 2, 0], m: [0, 0, 0] }),
      frames: [frame('A', 'a', 'm'), frame('A2', 'm', 'b'), frame('C', 'c', 'm'), frame('C2', 'm', 'd')],
      supports: [support('a', '111100'), support('b', '011000'), support('c', '111010'), support('d', '101000')],
      loads: loads({ nodeId: 'm', force: { z: -90 } }),
    })
    near([of('reactions', 'a', 'fz'), (45 * 64) / 280], [of('reactions', 'c', 'fz'), (45 * 216) / 280])
  })

  it('of two pieces tied by a frame of no length is one', async () => {
    const { of } = await answers({
      nodes: nodes({ a: [0, 0, 0], b: [3, 0, 0], b2: [3, 0, 0], c: [6, 0, 0] }),
      frames: [frame('F', 'a', 'b'), frame('H', 'b2', 'c'), frame('T', 'b', 'b2')],
      supports: [support('a'), support('c')],
      loads: loads({ nodeId: 'b2', force: { z: -8 } }),
    })
    near([of('forces', 'F', 'm3', 0), -6], [of('forces', 'H', 'm3', 0), 6])
  })
})

describe('a column, a bar and a frame by their textbook formulas', () => {
  it('drawn downward, on springs against turning: PL³/3EI + PL²/k', async () => {
    const { of } = await answers({
      nodes: nodes({ t: [0, 0, 4], f: [0, 0, 0] }),
      frames: [frame('F', 't', 'f')],
      supports: [support('f', '111001', { stiffness: { r1: 9000, r2: 7000 } })],
      loads: loads({ nodeId: 't', force: { x: 12, y: -5, z: -100 } }),
    })
    near([of('displacements', 't', 'ux'), (12 * 64) / (3 * EI3) + (12 * 16) / 7000])
    near([of('displacements', 't', 'uy'), (-5 * 64) / (3 * EI2) - (5 * 16) / 9000])
  })

  const threeBars = (load: object) => ({
    nodes: nodes({ a: [-3, 0, 4], b: [0, 0, 4], c: [3, 0, 4], d: [0, 0, 0] }),
    frames: ['a', 'b', 'c'].map((id) => frame(id.toUpperCase(), id, 'd', { releases: 'truss' })),
    supports: [...['a', 'b', 'c'].map((id) => support(id)), support('d', '010111')],
    loads: loads(load),
  })
  /** EA/L of the middle bar and EA/L·cos² of the others. */
  const [middle, sides] = [EA / 4, ((2 * EA) / 5) * 0.64]
  it('of three bars at a node: each by its stiffness; warmed, the middle one is pressed by the others', async () => {
    const pulled = await answers(threeBars({ nodeId: 'd', force: { z: -100 } }))
    near([pulled.of('forces', 'B', 'p', 0.5), (100 * middle) / (middle + sides)])
    const warm = await answers(threeBars({ frameId: 'B', type: 'temperature', temperature: 40 }))
    near([warm.of('forces', 'B', 'p', 0.5), (-EA * ALPHA * 40 * sides) / (middle + sides)])
  })

  const rafters = (load: object[], releases?: object) => ({
    nodes: nodes({ a: [0, 0, 0], b: [6, 0, 2.5], c: [12, 0, 0] }),
    frames: [frame('F', 'a', 'b', { releases }), frame('H', 'b', 'c')],
    supports: [support('a', '111000'), support('c', '111000'), support('b', '010000')],
    loads: loads(...load),
  })
  it('of rafters with snow on plan, wind on height and a part of it: the sums of both', async () => {
    const { rows } = await answers(
      rafters([
        { frameId: 'F', axes: 'projected', force: { x: 2, z: -3 } },
        { frameId: 'H', axes: 'projected', force: { z: -3 } },
        { frameId: 'H', axes: 'projected', force: { x: 1 }, to: 0.6 },
      ]),
    )
    const sum = (column: string) => (rows.reactions ?? []).reduce((all, row) => all + (row[column] ?? 0), 0)
    near([sum('fz'), 36], [sum('fx'), -(2 * 2.5 + 0.6 * 2.5)])
  })
  it('of three hinges under half a load on plan: H = wL²/16h, V = 3wL/8', async () => {
    const { of } = await answers(
      rafters([{ frameId: 'F', axes: 'projected', force: { z: -10 } }], { end: { m2: true, m3: true } }),
    )
    near([of('reactions', 'a', 'fx'), (10 * 144) / 16 / 2.5], [of('reactions', 'a', 'fz'), (3 * 10 * 12) / 8])
  })

  it('half as heavy and upward: own weight by its factor, in feet and pounds', async () => {
    const [foot, pound] = [0.3048, 4.4482216152605]
    const { of } = await answers({
      units: { length: 'ft', force: 'lb' },
      nodes: nodes({ a: [0, 0, 0], b: [4, 0, 3] }),
      frames: [frame('F', 'a', 'b')],
      supports: [support('a')],
      loadCases: [{ id: 'L', selfWeight: -0.5 }],
    })
    near([of('reactions', 'a', 'fz'), (-0.5 * DENSITY * B.area * 5 * foot ** 3 * GRAVITY) / pound])
  })

  it('that tapers: as its sixteen prisms, each (x1³ - x0³)/3EI and h/GA', async () => {
    const rectangle = (id: string, t3: number) => ({ id, type: 'rectangular', dimensions: { t3, t2: 0.2 }, materialId: 'S' })
    const { of } = await answers({
      ...beam('111111', '', [{ nodeId: 'b', force: { z: -10, x: 30 } }], { sectionId: 'deep', endSectionId: 'thin' }),
      sections: [rectangle('deep', 0.6), rectangle('thin', 0.3)],
      supports: [support('a')],
    })
    let [bent, long] = [0, 0]
    for (let k = 0; k < 16; k++) {
      const depth = 0.6 - (0.3 * (k + 0.5)) / 16
      const [from, to] = [6 - (6 * (k + 1)) / 16, 6 - (6 * k) / 16]
      bent += (10 * (to ** 3 - from ** 3)) / 3 / ((E * 0.2 * depth ** 3) / 12) + (10 * (to - from)) / ((G * 0.2 * depth * 5) / 6)
      long += (30 * (to - from)) / (E * 0.2 * depth)
    }
    near([of('displacements', 'b', 'uz'), -bent], [of('displacements', 'b', 'ux'), long])
  })

  it('beside its nodes by rigid arms: a load at the tip of a bracket twists and pulls', async () => {
    const more = { sectionOffset: { x: 0.3, y: -0.2 } }
    const model = { ...beam('111111', '', [{ nodeId: 'b', force: { x: 40, z: -9 } }], more), supports: [support('a')] }
    const { of } = await answers(model, { offsets: 'rigid' })
    // Local 3 is -Y: the line lies 0.3 m towards -Y and 0.2 m below; the force at the node bends it by its arm.
    near([of('forces', 'F', 'm3', 0.5), -9 * 3 - 40 * 0.2], [of('forces', 'F', 'm2', 0.5), 40 * 0.3])
    near([of('forces', 'F', 't', 0.5), -9 * 0.3])
    expect((await answers(model)).of('forces', 'F', 't', 0.5)).toBe(0)
  })
})

/** Four columns of 3 m, hinged to a rigid floor of 6 m by 4 m. */
const storey = (load: object[], masses: Record<string, number> = {}, feet: Record<string, string> = {}) => {
  const corners = { 1: [0, 0], 2: [6, 0], 3: [6, 4], 4: [0, 4] } as const
  const ids = ['1', '2', '3', '4'] as const
  const releases = { end: { t: true, m2: true, m3: true } }
  return {
    nodes: nodes(
      Object.fromEntries(
        ids.flatMap((k): [string, Place][] => [
          [`f${k}`, [...corners[k], 0]],
          [`t${k}`, [...corners[k], 3]],
        ]),
      ),
      masses,
    ),
    frames: ids.map((k) => frame(`C${k}`, `f${k}`, `t${k}`, { releases, sectionId: feet[k] ?? 'B' })),
    supports: [...ids.map((k) => support(`f${k}`)), ...ids.map((k) => support(`t${k}`, '000110'))],
    diaphragms: [{ id: 'D', nodeIds: ids.map((k) => `t${k}`) }],
    loads: loads(...load),
  }
}
/** A column's stiffness along X and Y, and that of the floor against turning, Σ(kx·y² + ky·x²). */
const [kx, ky] = [(3 * EI3) / 27, (3 * EI2) / 27]
const turning = 4 * (kx * 4 + ky * 9)

describe('a storey under a rigid floor', () => {
  it('pushed at a corner slides by Q/Σk and turns by Qe/Σkr²', async () => {
    const { of } = await answers(storey([{ nodeId: 't3', force: { x: 50 } }]))
    near([of('displacements', 't1', 'rz'), -100 / turning])
    near([of('displacements', 't1', 'ux'), 50 / 4 / kx - (100 / turning) * 2])
    near([of('displacements', 't3', 'uy'), (-100 / turning) * 3])
  })

  it('follows a corner that is held and moved, and turns so far that the columns balance', async () => {
    const model = storey([{ nodeId: 't3', type: 'displacement', displacement: { x: 0.004 } }])
    const { of } = await answers({ ...model, supports: [...model.supports, { id: 'h', nodeId: 't3', restraints: '100000' }] })
    // Middle of the floor: u - 2θ = 0.004; a force H at the corner: 4kx·u = H, turning·θ = -2H.
    const push = 0.004 / (1 / (4 * kx) + 4 / turning)
    near([of('reactions', 't3', 'fx'), push], [of('displacements', 't1', 'rz'), (-2 * push) / turning])
  })

  it('has the centre of its masses, and that of its stiffness: Σkx/Σk', async () => {
    const double = { ...B, i33: 2 * B.i33, i22: 2 * B.i22 }
    const sections = [...head.sections, { id: 'B2', type: 'custom', materialId: 'S', dimensions: double }]
    const model = { ...storey([], { t1: 1000, t2: 3000, t3: 2000 }, { 2: 'B2' }), sections }
    const { rows } = await answers(model, { mass: { selfMass: false } })
    const [{ mass, cm, cr }] = rows.storeys as [Row & { mass: number }]
    near([mass, 6000], [cm[0]!, 5], [cm[1]!, 8 / 6], [cr[0]!, (2 * 6 + 6) / 5], [cr[1]!, 8 / 5])
  })

  it('vibrates along X, along Y and about Z: 2π√(m/k) and 2π√(mr²/k)', async () => {
    const model = storey([], { t1: 2500, t2: 2500, t3: 2500, t4: 2500 })
    const { rows } = await answers(model, { modes: 3, mass: { selfMass: false } })
    const periods = [10 / (4 * kx), 10 / (4 * ky), (10 * 13) / turning].map((flexibility) => 2 * Math.PI * Math.sqrt(flexibility))
    const told = (rows.modes ?? []).map(({ period }) => period!)
    near(...periods.sort((a, b) => b - a).map((want, i): Pair => [told[i]!, want]))
  })
})

describe('periods by their textbook formulas', () => {
  it('of a shear building of three equal storeys: ω² = 2k/m·(1 - cos((2j - 1)π/7)), all mass in three modes a direction', async () => {
    const levels = [1, 2, 3]
    const { rows } = await answers(
      {
        nodes: nodes(
          { l0: [0, 0, 0], ...Object.fromEntries(levels.map((k) => [`l${k}`, [0, 0, 3 * k] as const])) },
          { l1: 5000, l2: 5000, l3: 5000 },
        ),
        frames: levels.map((k) => frame(`C${k}`, `l${k - 1}`, `l${k}`)),
        // Floors neither turn nor sink.
        supports: [support('l0'), ...levels.map((k) => support(`l${k}`, '001111'))],
      },
      { modes: 6, mass: { selfMass: false } },
    )
    const want = [EI3, EI2].flatMap((bending) => {
      const stiffness = (12 * bending * 1000) / 27
      return levels.map((j) => (2 * Math.PI) / Math.sqrt(((2 * stiffness) / 5000) * (1 - Math.cos(((2 * j - 1) * Math.PI) / 7))))
    })
    const modes = rows.modes ?? []
    near(...want.sort((a, b) => b - a).map((period, i): Pair => [modes[i]?.period ?? 0, period]))
    const sum = (column: string) => modes.reduce((all, row) => all + (row[column] ?? 0), 0)
    near([sum('massX'), 1], [sum('massY'), 1], [sum('massZ'), 0])
  })

  it('of a mast that loads weigh down: each by its lever, times the factor of its case', async () => {
    const { rows } = await answers(
      {
        nodes: nodes({ a: [0, 0, 0], b: [0, 0, 5] }),
        frames: [frame('F', 'a', 'b')],
        supports: [support('a')],
        loads: loads(
          { nodeId: 'b', force: { z: -20, x: 9 } },
          { frameId: 'F', type: 'point', at: 0.25, force: { z: -8 } },
          { frameId: 'F', force: { z: -2 }, forceEnd: { z: -4 }, from: 0.5 },
        ),
      },
      { modes: 1, mass: { selfMass: false, cases: { L: 0.3 } } },
    )
    // The trapezoid as two triangles, whose middles lie at 2/3 and 5/6 of the height.
    const weight = 20 + 8 * 0.25 + ((2 * 2.5) / 2) * (2 / 3) + ((4 * 2.5) / 2) * (5 / 6)
    const mass = (0.3 * weight * 1000) / GRAVITY
    near([rows.modes?.[0]?.period ?? 0, 2 * Math.PI * Math.sqrt((mass * 125) / (3 * EI2 * 1000))])
  })
})

describe('a slab on frames', () => {
  const slab = (corners: readonly Place[], edges: readonly (readonly [number, number])[], load: object, more: object = {}) => ({
    nodes: nodes(Object.fromEntries(corners.map((at, i) => [`n${i}`, at]))),
    frames: edges.map(([a, b]) => frame(`F${a}${b}`, `n${a}`, `n${b}`)),
    areas: [{ id: 'A', nodeIds: corners.map((_, i) => `n${i}`), thickness: 0.2, materialId: 'S' }],
    supports: corners.map((_, i) => support(`n${i}`)),
    loads: loads({ areaId: 'A', ...load }),
    ...more,
  })
  const ring = [0, 1, 2, 3].map((i) => [i, (i + 1) % 4] as const)
  const floor: Place[] = [
    [0, 0, 3],
    [5, 0, 3],
    [5, 8, 3],
    [0, 8, 3],
  ]

  it('two ways, 5 m by 8 m: a triangle has 5wL²/96 at held ends, a trapezoid wL²/12·(1 - 2(a/L)² + (a/L)³)', async () => {
    const { of } = await answers(slab(floor, ring, { force: { z: -4 } }))
    near([of('forces', 'F01', 'm3', 0), (-5 * 10 * 25) / 96])
    near([of('forces', 'F12', 'm3', 0), ((-10 * 64) / 12) * (1 - 2 * (2.5 / 8) ** 2 + (2.5 / 8) ** 3)])
  })

  it('one way along Y: half of the span each to the edges across it, nothing to those beside', async () => {
    const { of } = await answers(slab(floor, ring, { force: { z: -4 }, spread: 'one-way', span: { y: 1 } }))
    near([of('forces', 'F01', 'm3', 0), (-4 * 4 * 25) / 12], [of('forces', 'F12', 'm3', 0), 0])
  })

  it('with a frame on one edge only: the others hand their share to the corners by levers', async () => {
    const { of } = await answers(slab(floor, [[0, 1]], { force: { z: -4 } }))
    // Of the far corner: half of a triangle of 5 m by 2.5 m, half of a trapezoid of 8 m and 3 m by 2.5 m.
    near([of('reactions', 'n2', 'fz'), 4 * ((5 * 2.5) / 4 + ((8 + 3) * 2.5) / 4)])
  })

  const roof: Place[] = [
    [0, 0, 3],
    [4, 0, 3],
    [4, 6, 6],
    [0, 6, 6],
  ]
  const sums = ({ rows }: Answers) =>
    ['fx', 'fy', 'fz'].map((column) => (rows.reactions ?? []).reduce((all, row) => all + (row[column] ?? 0), 0))
  it('that slopes: pressure along its normal by its face, in global axes projected on plan and on the wall', async () => {
    const local = sums(await answers(slab(roof, ring, { axes: 'local', force: { z: -2 } })))
    // The face 4 m by √45 m, its normal (0, -3, 6)/√45.
    near([local[1]!, -2 * 4 * 3], [local[2]!, 2 * 4 * 6])
    const projected = sums(await answers(slab(roof, ring, { axes: 'projected', force: { x: 7, y: 1.5, z: -2 } })))
    near([projected[0]!, 0], [projected[1]!, -1.5 * 4 * 3], [projected[2]!, 2 * 4 * 6])
  })

  it('with an opening: its weight less that of the opening, force and moments', async () => {
    const hole = { o1: [1, 1, 3], o2: [2, 1, 3], o3: [2, 4, 3], o4: [1, 4, 3] } as const
    const { nodes: corners, areas, ...rest } = slab(floor, ring, { force: { z: 0 } })
    const model = {
      ...{ ...rest, nodes: [...corners, ...nodes(hole)], areas: [{ ...areas[0], openingNodeIds: [Object.keys(hole)] }] },
      loadCases: [{ id: 'L', selfWeight: 1.5 }],
    }
    const { rows } = await answers(model)
    const all = rows.reactions ?? []
    const place = (id: string) => floor[Number(id.slice(1))]!
    const [ofSlab, ofFrames] = [0.2 * 37, B.area * 26].map((volume) => (1.5 * volume * DENSITY * GRAVITY) / 1000) as [
      number,
      number,
    ]
    const [x, y] = [(40 * 2.5 - 3 * 1.5) / 37, (40 * 4 - 3 * 2.5) / 37]
    const about = (arm: 0 | 1, moment: 'mx' | 'my', sign: 1 | -1) =>
      all.reduce((sum, row) => sum + sign * row.fz! * place(row.id)[arm] + row[moment]!, 0)
    near([sums({ rows } as Answers)[2]!, ofSlab + ofFrames])
    near([about(1, 'mx', 1), ofSlab * y + ofFrames * 4], [about(0, 'my', -1), -(ofSlab * x + ofFrames * 2.5)])
  })
})

describe('sections by their types', () => {
  const torsion = (a: number, c: number) => a * c ** 3 * (1 / 3 - 0.21 * (c / a) * (1 - c ** 4 / 12 / a ** 4))
  const disc = (d: number, power: 2 | 4) => (Math.PI / (power === 2 ? 4 : 64)) * d ** power
  /** Sizes; A, I33, I22, J and shear areas along 2 and 3. */
  const TYPES: [
    name: string,
    type: string,
    sizes: object,
    A: number,
    I3: number,
    I2: number,
    J: number,
    A2: number,
    A3: number,
  ][] = [
    [
      ...(['a rectangle', 'rectangular', { t3: 0.25, t2: 0.4 }] as const),
      ...([0.1, (0.4 * 0.25 ** 3) / 12, (0.25 * 0.4 ** 3) / 12, torsion(0.4, 0.25), 0.1 * (5 / 6), 0.1 * (5 / 6)] as const),
    ],
    [
      ...(['a hollow rectangle', 'rectangular', { t3: 0.4, t2: 0.25, tf: 0.02, tw: 0.01 }] as const),
      ...([
        0.4 * 0.25 - 0.36 * 0.23,
        (0.25 * 0.4 ** 3 - 0.23 * 0.36 ** 3) / 12,
        (0.4 * 0.25 ** 3 - 0.36 * 0.23 ** 3) / 12,
      ] as const),
      ...([(4 * (0.38 * 0.24) ** 2) / ((2 * 0.24) / 0.02 + (2 * 0.38) / 0.01), 2 * 0.4 * 0.01, 2 * 0.25 * 0.02] as const),
    ],
    [
      ...(['a pipe', 'pipe', { t3: 0.3, tw: 0.012 }, disc(0.3, 2) - disc(0.276, 2), disc(0.3, 4) - disc(0.276, 4)] as const),
      ...([disc(0.3, 4) - disc(0.276, 4), 2 * (disc(0.3, 4) - disc(0.276, 4))] as const),
      ...([(disc(0.3, 2) - disc(0.276, 2)) / 2, (disc(0.3, 2) - disc(0.276, 2)) / 2] as const),
    ],
    [
      ...(['a rod', 'pipe', { t3: 0.3 }, disc(0.3, 2), disc(0.3, 4), disc(0.3, 4), 2 * disc(0.3, 4)] as const),
      ...([0.9 * disc(0.3, 2), 0.9 * disc(0.3, 2)] as const),
    ],
    [
      ...(['an I', 'i_wide_flange', { t3: 0.5, t2: 0.2, tf: 0.02, tw: 0.012 }, 2 * 0.2 * 0.02 + 0.46 * 0.012] as const),
      ...([(0.2 * 0.5 ** 3 - 0.188 * 0.46 ** 3) / 12, (2 * 0.02 * 0.2 ** 3 + 0.46 * 0.012 ** 3) / 12] as const),
      ...([(2 * 0.2 * 0.02 ** 3 + 0.46 * 0.012 ** 3) / 3, 0.5 * 0.012, (5 / 6) * 2 * 0.2 * 0.02] as const),
    ],
  ]
  for (const [name, type, dimensions, A, I3, I2, J, A2, A3] of TYPES) {
    it(`${name}: PL/EA, PL³/3EI + PL/GAs both ways, TL/GJ`, async () => {
      const load = { nodeId: 'b', force: { x: 50, y: 7, z: -9 }, moment: { x: 3 } }
      const model = { ...beam('111111', '', [load]), supports: [support('a')] }
      const { of } = await answers({ ...model, sections: [{ id: 'B', type, dimensions, materialId: 'S' }] })
      near([of('displacements', 'b', 'ux'), (50 * 6) / (E * A)], [of('displacements', 'b', 'rx'), (3 * 6) / (G * J)])
      near([of('displacements', 'b', 'uz'), (-9 * 216) / (3 * E * I3) - (9 * 6) / (G * A2)])
      near([of('displacements', 'b', 'uy'), (7 * 216) / (3 * E * I2) + (7 * 6) / (G * A3)])
    })
  }
})

it('adds sums of sums with negative factors, and takes the most and the least of envelopes of envelopes', async () => {
  const term = (name: string, factor?: number, key = 'caseId') => ({ [key]: name, ...(factor !== undefined && { factor }) })
  const model = {
    ...beam(...SIMPLE, [down(10), { caseId: 'W', frameId: 'F', type: 'point', at: 0.25, force: { z: 16 } }]),
    loadCases: [{ id: 'L' }, { id: 'W' }],
    combinations: [
      { id: 'S1', terms: [term('L', 1.35), term('W', -1.5)] },
      { id: 'S2', terms: [term('S1', -2, 'combinationId'), term('L')] },
      { id: 'E1', type: 'envelope', terms: [term('S1', undefined, 'combinationId'), term('W', -1)] },
      { id: 'E2', type: 'envelope', terms: [term('E1', undefined, 'combinationId'), term('S2', undefined, 'combinationId')] },
    ],
  }
  const { of } = await answers(model)
  for (const at of [0.25, 0.5, 0.75]) {
    const x = 6 * at
    const [live, wind] = [(10 * x * (6 - x)) / 2, -16 * (at <= 0.25 ? 0.75 * x : 0.25 * (6 - x))]
    const first = 1.35 * live - 1.5 * wind
    const second = -2 * first + live
    const m3 = (name: string, side?: string) => of('forces', 'F', 'm3', at, name, side)
    near([m3('L'), live], [m3('W'), wind], [m3('S1'), first], [m3('S2'), second])
    near([m3('E1', 'max'), Math.max(first, -wind)], [m3('E1', 'min'), Math.min(first, -wind)])
    near([m3('E2', 'max'), Math.max(first, -wind, second)], [m3('E2', 'min'), Math.min(first, -wind, second)])
  }
})

it('tells the drift of each storey as the largest of its columns, over their height', async () => {
  const heights = [0, 3.5, 6.5]
  const { of, rows } = await answers({
    nodes: nodes(Object.fromEntries(heights.flatMap((z, k) => [0, 6].map((x) => [`n${x}${k}`, [x, 0, z] as const])))),
    frames: [1, 2].flatMap((k) => [
      ...[0, 6].map((x) => frame(`C${x}${k}`, `n${x}${k - 1}`, `n${x}${k}`)),
      frame(`B${k}`, `n0${k}`, `n6${k}`),
    ]),
    supports: [support('n00'), support('n60', '111000')],
    gridLines: heights.map((coordinate, k) => ({ id: `Z${k}`, axis: 'Z', coordinate, label: `Level ${k}` })),
    loads: loads({ nodeId: 'n01', force: { x: 30 } }, { nodeId: 'n02', force: { x: 20, y: 2 } }),
  })
  for (const [i, k] of [1, 2].entries()) {
    const height = heights[k]! - heights[k - 1]!
    const ways = [0, 6].map((x) => {
      const apart = (column: string) => of('displacements', `n${x}${k}`, column) - of('displacements', `n${x}${k - 1}`, column)
      return Math.hypot(apart('ux'), apart('uy'))
    })
    const row = rows.drifts?.[i]
    expect(row).toMatchObject({ storey: `Level ${k}`, case: 'L' })
    near([row?.drift ?? 0, Math.max(...ways)], [row?.ratio ?? 0, height / Math.max(...ways)])
  }
})

describe('whole structures by their formulas', () => {
  const term = (caseId: string, factor: number) => ({ caseId, factor })

  it('a portal with fixed feet, pushed at its beam: Hh/2·(3k + 1)/(6k + 1) and Hh/2·3k/(6k + 1), k = h/L', async () => {
    // Members hardly lengthen.
    const sections = [{ id: 'B', type: 'custom', materialId: 'S', dimensions: { ...B, area: 1e4 } }]
    const [h, L, H] = [4, 8, 25]
    const { of } = await answers({
      sections,
      nodes: nodes({ a: [0, 0, 0], b: [0, 0, h], c: [L, 0, h], d: [L, 0, 0] }),
      frames: [frame('A', 'a', 'b'), frame('F', 'b', 'c'), frame('D', 'd', 'c')],
      supports: [support('a'), support('d')],
      loads: loads({ nodeId: 'b', force: { x: H } }),
    })
    const k = h / L
    const [foot, head] = [((H * h) / 2) * ((3 * k + 1) / (6 * k + 1)), ((H * h) / 2) * ((3 * k) / (6 * k + 1))]
    near([of('reactions', 'a', 'my'), -foot], [of('reactions', 'd', 'my'), -foot], [of('forces', 'A', 'm3', 1), -head])
    near([of('reactions', 'd', 'fz'), (2 * head) / L], [of('reactions', 'a', 'fz'), (-2 * head) / L])
  })

  it('a beam of two spans whose middle spring stands on ground that sinks: R = -δ / (L³/48EI + 1/k)', async () => {
    const { of } = await answers({
      nodes: nodes({ a: [0, 0, 0], b: [5, 0, 0], c: [10, 0, 0] }),
      frames: [frame('F', 'a', 'b'), frame('H', 'b', 'c')],
      supports: [support('a', SIMPLE[0]), support('b', '', { stiffness: { u3: 6000 } }), support('c', SIMPLE[1])],
      loads: loads({ nodeId: 'b', type: 'displacement', displacement: { z: -0.02 } }),
    })
    const R = -0.02 / (1000 / (48 * EI3) + 1 / 6000)
    near([of('reactions', 'b', 'fz'), R], [of('displacements', 'b', 'uz'), (R * 1000) / (48 * EI3)])
    near([of('forces', 'F', 'm3', 1), (-R * 10) / 4])
  })

  it('a beam held by an elastic joint and propped, warm on top: M = EIαg·3/2 / (1 + 3EI/kL)', async () => {
    const heat = { frameId: 'F', type: 'temperature', gradient: { y: 20 } }
    const { of } = await answers(beam('111111', '011000', [heat], { releases: { start: { m3: 1.5e4 } } }))
    near([of('forces', 'F', 'm3', 0), (1.5 * EI3 * ALPHA * 20) / (1 + (3 * EI3) / 1.5e4 / 6)])
  })

  it('a roller on a slope of 30 degrees, a strut across it: its push stands at right angles to the slope', async () => {
    const [angle, w] = [Math.PI / 6, 12]
    const { of } = await answers({
      nodes: nodes({ a: [0, 0, 0], b: [6, 0, 0], s: [6 + Math.sin(angle), 0, -Math.cos(angle)] }),
      frames: [frame('F', 'a', 'b'), frame('R', 's', 'b', { releases: 'truss' })],
      supports: [support('a', '111100'), support('b', '010000'), support('s')],
      loads: loads(down(w)),
    })
    const push = (w * 3) / Math.cos(angle)
    near([of('forces', 'R', 'p', 0.5), -push], [of('reactions', 's', 'fx'), -push * Math.sin(angle)])
    near([of('reactions', 'a', 'fx'), push * Math.sin(angle)], [of('forces', 'F', 'p', 0.5), -push * Math.sin(angle)])
  })

  it('a Gerber beam: the hung span wL/2 at its hinge, the cantilever -(wLa/2 + wa²/2) over its support', async () => {
    // 6 m, 2 m beyond the support to the hinge, 4 m hung.
    const { of } = await answers({
      nodes: nodes({ a: [0, 0, 0], b: [6, 0, 0], h: [8, 0, 0], c: [12, 0, 0] }),
      frames: [frame('F', 'a', 'b'), frame('K', 'b', 'h', { releases: { end: { m3: true } } }), frame('H', 'h', 'c')],
      supports: [support('a', SIMPLE[0]), support('b', SIMPLE[1]), support('c', SIMPLE[1])],
      loads: loads(...['F', 'K', 'H'].map((frameId) => ({ ...down(9), frameId }))),
    })
    const over = -(18 * 2 + (9 * 4) / 2)
    near([of('forces', 'F', 'm3', 1), over], [of('reactions', 'c', 'fz'), 18], [of('reactions', 'a', 'fz'), 27 + over / 6])
    near([of('forces', 'H', 'm3', 0.5), (9 * 16) / 8], [of('forces', 'K', 'm3', 1), 0])
  })

  it('an arch of three hinges whose foot sinks and that is warmed: no force, and the middle goes as geometry says', async () => {
    const hinged = { releases: { end: { m3: true } } }
    const { of } = await answers({
      nodes: nodes({ a: [0, 0, 0], b: [5, 0, 5], c: [10, 0, 0] }),
      frames: [frame('F', 'a', 'b', hinged), frame('H', 'b', 'c')],
      supports: [support('a', '111100'), support('c', '111100'), support('b', '010000')],
      loads: loads(
        { nodeId: 'c', type: 'displacement', displacement: { z: -0.03 } },
        ...['F', 'H'].map((frameId) => ({ frameId, type: 'temperature', temperature: 25 })),
      ),
    })
    const long = ALPHA * 25 * Math.hypot(5, 5)
    // ux + uz = √2·long along the one bar; -ux + uz + δ = √2·long along the other.
    near([of('displacements', 'b', 'uz'), Math.SQRT2 * long - 0.015], [of('displacements', 'b', 'ux'), 0.015])
    for (const id of ['F', 'H']) expect(Math.abs(of('forces', id, 'p', 0.5))).toBeLessThan(1e-6)
  })

  it('a truss of five panels by sections, and its sag by virtual work: ΣSsL/EA', async () => {
    // Pratt, 5 panels of 3 m, 3 m high; 20 kN at each lower joint within.
    const lower = [0, 1, 2, 3, 4, 5]
    const places = Object.fromEntries([
      ...lower.map((k): [string, Place] => [`l${k}`, [3 * k, 0, 0]]),
      ...[1, 2, 3, 4].map((k): [string, Place] => [`u${k}`, [3 * k, 0, 3]]),
    ])
    const bars = [
      ...lower.slice(1).map((k) => [`l${k - 1}`, `l${k}`]),
      ...[2, 3, 4].map((k) => [`u${k - 1}`, `u${k}`]),
      ...[1, 2, 3, 4].map((k) => [`l${k}`, `u${k}`]),
      ...[
        ['l0', 'u1'],
        ['l5', 'u4'],
        ['u1', 'l2'],
        ['u4', 'l3'],
        ['l2', 'u3'],
      ],
    ] as [string, string][]
    const truss = (load: object[]) => ({
      nodes: nodes(places),
      frames: bars.map(([a, b]) => frame(`${a}${b}`, a, b, { releases: 'truss' })),
      supports: [
        support('l0', '111111'),
        support('l5', '011111'),
        ...Object.keys(places).flatMap((id) => (id === 'l0' || id === 'l5' ? [] : [support(id, '010111')])),
      ],
      loads: loads(...load),
    })
    const { of } = await answers(truss([1, 2, 3, 4].map((k) => ({ nodeId: `l${k}`, force: { z: -20 } }))))
    // 40 kN at each end: the chord in the middle has (40·6 - 20·3)/3.
    near(
      [of('forces', 'u2u3', 'p', 0.5), -60],
      [of('forces', 'l0u1', 'p', 0.5), -40 * Math.SQRT2],
      [of('forces', 'l1l2', 'p', 0.5), 40],
    )
    near([of('forces', 'u1l2', 'p', 0.5), 20 * Math.SQRT2], [of('forces', 'l1u1', 'p', 0.5), 20])
    const unit = await answers(truss([{ nodeId: 'l2', force: { z: -1 } }]))
    const length = ([a, b]: [string, string]) => Math.hypot(...places[a]!.map((at, i) => at - places[b]![i]!))
    const sag = bars.reduce(
      (sum, bar) => sum + (of('forces', bar.join(''), 'p', 0.5) * unit.of('forces', bar.join(''), 'p', 0.5) * length(bar)) / EA,
      0,
    )
    near([of('displacements', 'l2', 'uz'), -sag])
  })

  it('a bent cantilever in plan, loaded at its tip: P(a³ + b³)/3EI + Pb²a/GJ', async () => {
    const { of } = await answers({
      nodes: nodes({ a: [0, 0, 0], b: [4, 0, 0], c: [4, 3, 0] }),
      frames: [frame('F', 'a', 'b'), frame('H', 'b', 'c')],
      supports: [support('a')],
      loads: loads({ nodeId: 'c', force: { z: -6 } }),
    })
    near([of('displacements', 'c', 'uz'), -(6 * (64 + 27)) / (3 * EI3) - (6 * 9 * 4) / (G * B.j)])
    near([of('reactions', 'a', 'mx'), 18], [of('reactions', 'a', 'my'), -24], [of('forces', 'F', 't', 0.5), -18])
  })

  it('a mast with two masses: the periods of its two by two flexibilities', async () => {
    const [m1, m2, L1, L2] = [4000, 1500, 4, 7]
    const { rows } = await answers(
      {
        nodes: nodes({ a: [0, 0, 0], b: [0, 0, L1], c: [0, 0, L2] }, { b: m1, c: m2 }),
        frames: [frame('F', 'a', 'b'), frame('H', 'b', 'c')],
        supports: [support('a'), ...['b', 'c'].map((id) => support(id, '010000'))],
      },
      { modes: 2, mass: { selfMass: false } },
    )
    const [f11, f12, f22] = [L1 ** 3 / 3, (L1 ** 2 * (3 * L2 - L1)) / 6, L2 ** 3 / 3].map((f) => f / EI3 / 1000) as [
      number,
      number,
      number,
    ]
    const [sum, product] = [f11 * m1 + f22 * m2, (f11 * f22 - f12 ** 2) * m1 * m2]
    const root = Math.sqrt(sum ** 2 / 4 - product)
    near(
      ...[sum / 2 + root, sum / 2 - root].map((value, i): Pair => [rows.modes?.[i]?.period ?? 0, 2 * Math.PI * Math.sqrt(value)]),
    )
  })

  it('a slab with a beam across: each panel to its own edges, the beam a trapezoid from both', async () => {
    const corners: Record<string, Place> = { a: [0, 0, 3], b: [3, 0, 3], c: [6, 0, 3], d: [6, 4, 3], e: [3, 4, 3], f: [0, 4, 3] }
    const ring = ['ab', 'bc', 'cd', 'de', 'ef', 'fa', 'be']
    const { of } = await answers({
      nodes: nodes(corners),
      frames: ring.map((ends) => frame(ends, ends[0]!, ends[1]!)),
      areas: [{ id: 'A', nodeIds: ['a', 'c', 'd', 'f'] }],
      supports: Object.keys(corners).map((id) => support(id)),
      loads: loads({ areaId: 'A', force: { z: -4 } }),
    })
    // A trapezoid of 4 m, 1.5 m deep, from each side: wL²/12·(1 - 2(a/L)² + (a/L)³).
    const peak = 2 * 4 * 1.5
    near([of('forces', 'be', 'm3', 0), ((-peak * 16) / 12) * (1 - 2 * 0.375 ** 2 + 0.375 ** 3)])
    near(
      [of('forces', 'ab', 'm3', 0), (-5 * 4 * 1.5 * 9) / 96],
      [of('forces', 'fa', 'm3', 0), ((-6 * 16) / 12) * (1 - 2 * 0.375 ** 2 + 0.375 ** 3)],
    )
  })

  it('a mast under wind both ways: an envelope has both signs, drifts and reactions as well', async () => {
    const [h, q] = [5, 2]
    const { of, rows } = await answers({
      nodes: nodes({ a: [0, 0, 0], b: [0, 0, h] }),
      frames: [frame('F', 'a', 'b')],
      supports: [support('a')],
      gridLines: [0, h].map((coordinate) => ({ id: `z${coordinate}`, axis: 'Z', coordinate })),
      loadCases: [{ id: 'G', selfWeight: 1 }, { id: 'W' }],
      loads: [{ id: 'w', caseId: 'W', frameId: 'F', force: { x: q } }],
      combinations: [
        { id: 'PLUS', terms: [term('G', 1), term('W', 1.5)] },
        { id: 'MINUS', terms: [term('G', 1), term('W', -0.5)] },
        { id: 'ENV', type: 'envelope', terms: ['PLUS', 'MINUS'].map((combinationId) => ({ combinationId })) },
      ],
    })
    const weight = (B.area * DENSITY * GRAVITY * h) / 1000
    const [tip, foot, shear] = [(q * h ** 4) / (8 * EI3), (q * h * h) / 2, q * h]
    const pair = (kind: string, id: string, column: string, at?: number) =>
      ['max', 'min'].map((side) => of(kind, id, column, at, 'ENV', side)) as [number, number]
    const [most, least] = pair('displacements', 'b', 'ux')
    near([most, 1.5 * tip], [least, -0.5 * tip])
    const [m3, other] = pair('forces', 'F', 'm3', 0)
    near([m3, 1.5 * foot], [other, -0.5 * foot])
    const [p, q2] = pair('forces', 'F', 'p', 0)
    near([p, -weight], [q2, -weight])
    const [fx, gx] = pair('reactions', 'a', 'fx')
    near([fx, 0.5 * shear], [gx, -1.5 * shear])
    const drift = rows.drifts?.find((row) => row.case === 'ENV')
    near([drift?.drift ?? 0, 1.5 * tip], [drift?.ratio ?? 0, h / (1.5 * tip)])
  })

  it('a simple beam of twenty pieces, by its own mass, in millimetres and newtons: 2L²/π·√(m/EI)', async () => {
    const pieces = Array.from({ length: 21 }, (_, k) => k)
    const { rows } = await answers(
      {
        units: { length: 'mm', force: 'N', temperature: 'C' },
        sections: [
          { id: 'B', profile: 'IPE 300', materialId: 'S', dimensions: { area: 5381, i33: 8.356e7, i22: 6.038e6, j: 2.01e5 } },
        ].map(({ profile: _, ...one }) => ({ type: 'custom', ...one })),
        nodes: nodes(Object.fromEntries(pieces.map((k): [string, Place] => [`n${k}`, [400 * k, 0, 0]]))),
        frames: pieces.slice(1).map((k) => frame(`F${k}`, `n${k - 1}`, `n${k}`)),
        supports: [
          support('n0', '111100'),
          support('n20', '011000'),
          ...pieces.slice(1, 20).map((k) => support(`n${k}`, '010000')),
        ],
        loadCases: [{ id: 'L', selfWeight: 1 }],
      },
      { modes: 1 },
    )
    const [m, bending] = [5381e-6 * DENSITY, 210e9 * 8.356e-5]
    const exact = ((2 * 64) / Math.PI) * Math.sqrt(m / bending)
    // Lumped in twenty, it is within 1e-5 of the beam with its mass all along.
    expect(Math.abs((rows.modes?.[0]?.period ?? 0) / exact - 1)).toBeLessThan(2e-5)
  })
})
