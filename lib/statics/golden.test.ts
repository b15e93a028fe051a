import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import { type Analysis, analyse } from './analyse.ts'
import type { AnalysisOptions } from './analysis-options.ts'
import { blended, blendedState } from './results/blended.ts'
import { deflectionAt, forcesAt } from './results/frame-results.ts'
import { stressAt, stressPoints } from './results/stresses.ts'

type Six = (number | null)[]
type Expected = {
  reactions: Record<string, Six>
  displacements: Record<string, Six>
  forces: Record<string, number[][]>
  deflections: Record<string, number[][]>
  stress: Record<string, [number, number | null]>
  reactionsMax?: Record<string, Six>
  reactionsMin?: Record<string, Six>
  scale: { force: number; moment: number; displacement: number; rotation: number }
}
type GoldenCase = {
  name: string
  options?: Partial<AnalysisOptions>
  model: CreateModel
  stations: number[]
  expected?: Record<string, Expected>
  unstable?: { nodes: string[]; direction: string }
  modes?: { count: number; mass: AnalysisOptions['mass']; expected: { period: number; mass: number[] }[]; totalMass: number[] }
}
const golden: { tolerance: number; cases: GoldenCase[] } = JSON.parse(
  readFileSync(new URL('./golden/statics.json', import.meta.url), 'utf8'),
)

describe('every golden case', () => {
  for (const one of golden.cases) {
    it(one.name, () => {
      const model = returnedModel({ ...one.model, name: one.name })
      const mass = { selfMass: true, cases: undefined, ...one.modes?.mass }
      const options = {
        cases: undefined,
        modes: one.modes?.count ?? 0,
        offsets: 'ignored',
        shear: true,
        storeys: true,
        ...one.options,
        mass,
      } as const
      const found = analyse(model, options)
      if ('issues' in found) throw new Error(JSON.stringify(found.issues))
      if (one.unstable) compareUnstable(found, one.unstable)
      else expect(found.idle.mechanisms).toEqual([])
      for (const [id, expected] of Object.entries(one.expected ?? {}))
        compareCase(found, id, { ...expected, scale: expected.scale ?? Object.values(one.expected ?? {})[0]!.scale }, one)
      if (one.modes) compareModes(found, one.modes)
    })
  }
})
function compareUnstable(found: Analysis, { nodes, direction }: { nodes: string[]; direction: string }) {
  const motion = ['u1', 'u2', 'u3', 'r1', 'r2', 'r3'].indexOf(direction)
  const [mechanism] = found.idle.mechanisms
  if (!mechanism) throw new Error('it stands')
  const isMost = found.model.nodes.ids.map((id, node) => ({ id, size: Math.abs(mechanism[6 * node + motion]!) }))
  const most = Math.max(...isMost.map(({ size }) => size))
  expect(most).toBeGreaterThan(0)
  expect(
    isMost
      .filter(({ size }) => size > 0.999 * most)
      .map(({ id }) => id)
      .some((id) => nodes.includes(id)),
  ).toBe(true)
}

function compareModes(found: Analysis, modes: NonNullable<GoldenCase['modes']>) {
  expect(found.modes.length).toBe(modes.expected.length)
  const groups: { period: number; got: number[]; want: number[]; last: boolean }[] = []
  for (const [i, want] of modes.expected.entries()) {
    const got = found.modes[i]!
    expect(Math.abs(got.period - want.period)).toBeLessThanOrEqual(golden.tolerance * want.period)
    const group = groups.at(-1)
    if (group && Math.abs(group.period - want.period) < 1e-5 * want.period) {
      for (const k of [0, 1, 2]) {
        group.got[k]! += got.mass[k]!
        group.want[k]! += want.mass[k]!
      }
    } else groups.push({ period: want.period, got: [...got.mass], want: [...want.mass], last: false })
  }
  for (const group of groups.slice(0, -1))
    for (const k of [0, 1, 2]) expect(Math.abs(group.got[k]! - group.want[k]!)).toBeLessThanOrEqual(1e-5)
}

function compareCase(found: Analysis, id: string, expected: Expected, one: GoldenCase) {
  const { units, nodes, frames } = found.model
  const answered = found.answered.find((each) => each.id === id)!
  const [force, moment] = [1 / units.newtons, 1 / (units.newtons * units.metres)]
  const length = 1 / units.metres
  const { scale } = expected
  const near = (what: string, got: readonly number[], want: readonly (number | null)[], scales: readonly number[]) => {
    for (const [k, value] of want.entries()) {
      if (value === null) continue
      if (!(Math.abs(got[k]! - value) <= golden.tolerance * scales[k]!)) {
        throw new Error(`${what} [${k}]: ${got[k]} instead of ${value}\n got ${[...got]}\nwant ${want}`)
      }
    }
  }
  const forces = [scale.force, scale.force, scale.force, scale.moment, scale.moment, scale.moment]
  const moves = [scale.displacement, scale.displacement, scale.displacement, scale.rotation, scale.rotation, scale.rotation]
  const six = (all: Float64Array, node: string, translation: number, rotation: number) => {
    const at = nodes.ids.indexOf(node)
    return [...all.subarray(6 * at, 6 * at + 6)].map((value, k) => value * (k < 3 ? translation : rotation))
  }
  const reactions = answered.blends.map((blend) => blended(found.solutions, blend).reactions)
  if (expected.reactionsMax && expected.reactionsMin) {
    for (const [node, want] of Object.entries(expected.reactionsMax)) {
      near(
        `max ${node}`,
        six(
          reactions[0]!.map((_, k) => Math.max(...reactions.map((r) => r[k]!))),
          node,
          force,
          moment,
        ),
        want,
        forces,
      )
    }
    for (const [node, want] of Object.entries(expected.reactionsMin)) {
      near(
        `min ${node}`,
        six(
          reactions[0]!.map((_, k) => Math.min(...reactions.map((r) => r[k]!))),
          node,
          force,
          moment,
        ),
        want,
        forces,
      )
    }
    return
  }
  const [blend] = answered.blends
  const { motions } = blended(found.solutions, blend!)
  for (const [node, want] of Object.entries(expected.reactions ?? {}))
    near(`reaction ${node}`, six(reactions[0]!, node, force, moment), want, forces)
  for (const [node, want] of Object.entries(expected.displacements ?? {}))
    near(`displacement ${node}`, six(motions, node, length, 1), want, moves)
  const pointsOf = stressPoints(returnedModel({ ...one.model, name: '' }), found.model)
  for (const [i, frame] of frames.entries()) {
    const state = blendedState(found.model, found.loads, blend!, motions, i)
    for (const [at, ...want] of expected.forces?.[frame.id] ?? []) {
      const got = forcesAt(state, at! * frame.length).map((value, k) => value * (k < 3 ? force : moment))
      near(`force ${frame.id} at ${at}`, got, want, forces)
    }
    for (const [at, ...want] of expected.deflections?.[frame.id] ?? []) {
      near(
        `deflection ${frame.id} at ${at}`,
        deflectionAt(frame, state, at! * frame.length).map((value) => value * length),
        want,
        moves,
      )
    }
    const stress = expected.stress?.[frame.id]
    const points = pointsOf(frame)
    if (!stress || !points) continue
    let largest = 0
    for (const at of one.stations) {
      const value = stressAt(points, frame.properties, forcesAt(state, at * frame.length)) / 1e6
      if (Math.abs(value) > Math.abs(largest)) largest = value
    }
    near(`stress ${frame.id}`, [Math.abs(largest)], [Math.abs(stress[0])], [Math.abs(stress[0])])
  }
}
