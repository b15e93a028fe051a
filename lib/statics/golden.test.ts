import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import { type Analysis, analyse } from './analyse.ts'
import type { AnalysisOptions } from './analysis-options.ts'
import { blended, blendedState } from './results/blended.ts'
import { deflectionAt, forcesAt } from './results/frame-results.ts'
import { stressesOf } from './results/stresses.ts'

/** The golden cases, which two programs made that share no formula; statics, section 9. */

type Numbers = (number | null)[]
type Scale = { force: number; moment: number; displacement: number; rotation: number }
type Expected = {
  reactions?: Record<string, Numbers>
  displacements?: Record<string, Numbers>
  forces?: Record<string, number[][]>
  deflections?: Record<string, number[][]>
  stress?: Record<string, [number, number | null]>
  reactionsMax?: Record<string, Numbers>
  reactionsMin?: Record<string, Numbers>
  scale?: Scale
}
type Mass = { selfMass: boolean; cases?: Record<string, number> }
type GoldenModes = { count: number; mass: Mass; expected: { period: number; mass: number[] }[]; totalMass: number[] }
type GoldenCase = {
  name: string
  options?: Partial<Pick<AnalysisOptions, 'offsets' | 'shear'>>
  model: CreateModel
  stations: number[]
  expected?: Record<string, Expected>
  unstable?: { nodes: string[]; direction: string }
  modes?: GoldenModes
}
const golden: { tolerance: number; cases: GoldenCase[] } = JSON.parse(
  readFileSync(new URL('./golden/statics.json', import.meta.url), 'utf8'),
)

type Kind = 'reactions' | 'displacements' | 'forces' | 'deflections' | 'stress'
/** A mistake on purpose: in what is analysed, or in what is answered. */
type Flip = { input?(model: CreateModel): CreateModel; output?(kind: Kind, numbers: number[]): number[] }

/** What differs from the golden numbers by more than the tolerance. */
function differences(one: GoldenCase, flip: Flip = {}): string[] {
  const model = returnedModel({ ...(flip.input?.(one.model) ?? one.model), name: one.name })
  const mass = { selfMass: true, cases: undefined, ...one.modes?.mass }
  const usual = { cases: undefined, modes: one.modes?.count ?? 0, offsets: 'ignored', shear: true, storeys: true } as const
  const found = analyse(model, { ...usual, ...one.options, mass })
  if ('issues' in found) return found.issues.map(({ msg }) => msg)
  if (one.unstable) return compareUnstable(found, one.unstable)
  if (found.idle.mechanisms.length > 0) return ['it does not stand']
  const [first] = Object.values(one.expected ?? {})
  const cases = Object.entries(one.expected ?? {}).flatMap(([id, expected]) => {
    const scale = expected.scale ?? first?.scale
    return scale ? compareCase(found, id, expected, scale, one, flip) : [`${id} has no scale`]
  })
  return [...cases, ...(one.modes ? compareModes(found, one.modes) : [])]
}

function compareUnstable(found: Analysis, { nodes, direction }: { nodes: string[]; direction: string }): string[] {
  const motion = ['u1', 'u2', 'u3', 'r1', 'r2', 'r3'].indexOf(direction)
  const [mechanism] = found.idle.mechanisms
  if (!mechanism) return ['it stands']
  const sizes = found.model.nodes.ids.map((id, node) => ({ id, size: Math.abs(mechanism[6 * node + motion]!) }))
  const most = Math.max(...sizes.map(({ size }) => size))
  const moving = sizes.filter(({ size }) => most > 0 && size > 0.999 * most)
  return moving.some(({ id }) => nodes.includes(id)) ? [] : [`${moving.map(({ id }) => id).join(', ')} move most`]
}

function compareModes({ modes }: Analysis, { expected }: GoldenModes): string[] {
  if (modes.length !== expected.length) return [`${modes.length} modes for ${expected.length}`]
  const groups: { period: number; got: number[]; want: number[] }[] = []
  const wrong: string[] = []
  for (const [i, want] of expected.entries()) {
    const got = modes[i]!
    if (!(Math.abs(got.period - want.period) <= golden.tolerance * want.period))
      wrong.push(`period ${got.period} for ${want.period}`)
    const group = groups.at(-1)
    if (group && Math.abs(group.period - want.period) < 1e-5 * want.period) {
      for (const k of [0, 1, 2]) {
        group.got[k]! += got.mass[k]!
        group.want[k]! += want.mass[k]!
      }
    } else groups.push({ period: want.period, got: [...got.mass], want: [...want.mass] })
  }
  // The last group of equal periods may be cut.
  for (const { got, want, period } of groups.slice(0, -1)) {
    if ([0, 1, 2].some((k) => !(Math.abs(got[k]! - want[k]!) <= 1e-5))) wrong.push(`mass of ${period}: ${got} for ${want}`)
  }
  return wrong
}

function compareCase(found: Analysis, id: string, expected: Expected, scale: Scale, one: GoldenCase, flip: Flip): string[] {
  const { units, nodes, frames } = found.model
  const answered = found.answered.find((each) => each.id === id)
  const [blend] = answered?.blends ?? []
  if (!answered || !blend) return [`there is no ${id}`]
  const [force, moment, length] = [1 / units.newtons, 1 / (units.newtons * units.metres), 1 / units.metres]
  const wrong: string[] = []
  const near = (what: string, kind: Kind, got: readonly number[], want: Numbers, scales: readonly number[]) => {
    const told = flip.output?.(kind, [...got]) ?? got
    for (const [k, value] of want.entries()) {
      const isNear = value === null || Math.abs(told[k]! - value) <= golden.tolerance * scales[k]!
      if (!isNear) wrong.push(`${what} [${k}] is ${told[k]} for ${value}`)
    }
  }
  const forces = [scale.force, scale.force, scale.force, scale.moment, scale.moment, scale.moment]
  const moves = [scale.displacement, scale.displacement, scale.displacement, scale.rotation, scale.rotation, scale.rotation]
  const six = (all: Float64Array, node: string, translation: number, rotation: number) => {
    const at = 6 * nodes.ids.indexOf(node)
    return [...all.subarray(at, at + 6)].map((value, k) => value * (k < 3 ? translation : rotation))
  }
  const reactions = answered.blends.map((each) => blended(found.solutions, each).reactions)
  const pick = (best: (...values: number[]) => number) => reactions[0]!.map((_, k) => best(...reactions.map((each) => each[k]!)))
  const compareSix = (kind: Kind, all: Float64Array, want: Record<string, Numbers> = {}) => {
    const [a, b, scales] = kind === 'reactions' ? [force, moment, forces] : [length, 1, moves]
    for (const [node, values] of Object.entries(want)) near(`${kind} at ${node}`, kind, six(all, node, a, b), values, scales)
  }
  compareSix('reactions', pick(Math.max), expected.reactionsMax)
  compareSix('reactions', pick(Math.min), expected.reactionsMin)
  const { motions } = blended(found.solutions, blend)
  compareSix('reactions', reactions[0]!, expected.reactions)
  compareSix('displacements', motions, expected.displacements)
  const ofFrame = stressesOf(returnedModel({ ...one.model, name: '' }), found.model)
  for (const [i, frame] of frames.entries()) {
    const state = blendedState(found.model, found.loads, blend, motions, i)
    for (const [at, ...want] of expected.forces?.[frame.id] ?? []) {
      const got = forcesAt(state, at! * frame.length).map((value, k) => value * (k < 3 ? force : moment))
      near(`force of ${frame.id} at ${at}`, 'forces', got, want, forces)
    }
    for (const [at, ...want] of expected.deflections?.[frame.id] ?? []) {
      const got = deflectionAt(frame, state, at! * frame.length).map((value) => value * length)
      near(`line of ${frame.id} at ${at}`, 'deflections', got, want, moves)
    }
    const stress = expected.stress?.[frame.id]
    const stressOf = ofFrame(frame)
    if (!stress || !stressOf) continue
    const all = one.stations.map((at) => Math.abs(stressOf(forcesAt(state, at * frame.length), at * frame.length)) / 1e6)
    near(`stress of ${frame.id}`, 'stress', [Math.max(...all)], [Math.abs(stress[0])], [Math.abs(stress[0])])
  }
  return wrong
}

describe('a golden case', () => {
  for (const one of golden.cases) it(one.name, () => expect(differences(one)).toEqual([]))
})

const negate = (kinds: readonly Kind[], ...places: number[]): Flip => ({
  output: (kind, numbers) => (kinds.includes(kind) ? numbers.map((value, k) => (places.includes(k) ? -value : value)) : numbers),
})
const loads = (change: (load: NonNullable<CreateModel['loads']>[number]) => object): Flip => ({
  input: (model) => ({ ...model, loads: (model.loads ?? []).map((load) => ({ ...load, ...change(load) })) }),
})
const frames = (change: (frame: NonNullable<CreateModel['frames']>[number]) => object): Flip => ({
  input: (model) => ({ ...model, frames: (model.frames ?? []).map((frame) => ({ ...frame, ...change(frame) })) }),
})
const opposite = (vector: { x?: number | undefined; y?: number | undefined; z?: number | undefined }) => ({
  x: -(vector.x ?? 0),
  y: -(vector.y ?? 0),
  z: -(vector.z ?? 0),
})

/** Each sign of statics, section 3, the other way round. */
const FLIPS: Record<string, Flip> = {
  'a reaction as what the structure does to its support': negate(['reactions'], 0, 1, 2, 3, 4, 5),
  'moments of reactions left-handed': negate(['reactions'], 3, 4, 5),
  'rotations left-handed': negate(['displacements'], 3, 4, 5),
  'displacements against the axes': negate(['displacements'], 0, 1, 2),
  'deflections against the axes': negate(['deflections'], 0, 1, 2),
  'P above 0 as compression': negate(['forces'], 0),
  'V2 the other way': negate(['forces'], 1),
  'V3 the other way': negate(['forces'], 2),
  'T left-handed': negate(['forces'], 3),
  'M2 as the moment about +2': negate(['forces'], 4),
  'M3 above 0 as tension on the +2 side': negate(['forces'], 5),
  'loads against the axes': loads(({ force, forceEnd }) => ({
    ...(force && { force: opposite(force) }),
    ...(forceEnd && { forceEnd: opposite(forceEnd) }),
  })),
  'moments of loads left-handed': loads(({ moment }) => (moment ? { moment: opposite(moment) } : {})),
  'ground that moves the other way': loads(({ displacement }) => (displacement ? { displacement: opposite(displacement) } : {})),
  'ground that turns the other way': loads(({ rotation }) => (rotation ? { rotation: opposite(rotation) } : {})),
  'warm as cold': loads(({ temperature }) => (temperature != null ? { temperature: -temperature } : {})),
  'a gradient towards -2': loads(({ gradient }) => (gradient ? { gradient: { ...gradient, y: -(gradient.y ?? 0) } } : {})),
  'a gradient towards -3': loads(({ gradient }) => (gradient ? { gradient: { ...gradient, x: -(gradient.x ?? 0) } } : {})),
  'projected loads by the length of the frame': loads(({ axes, frameId }) =>
    axes === 'projected' && frameId ? { axes: 'global' } : {},
  ),
  'projected loads by the face of the area': loads(({ axes, areaId }) =>
    axes === 'projected' && areaId ? { axes: 'global' } : {},
  ),
  'local loads in global axes': loads(({ axes }) => (axes === 'local' ? { axes: 'global' } : {})),
  'frames turned clockwise': frames(({ rotation }) => ({ rotation: -(rotation ?? 0) })),
  'offsets on the other side': frames(({ sectionOffset }) =>
    sectionOffset ? { sectionOffset: { x: -sectionOffset.x, y: -sectionOffset.y } } : {},
  ),
  'self weight upwards': {
    input: (model) => ({
      ...model,
      loadCases: (model.loadCases ?? []).map((one) => ({ ...one, selfWeight: -(one.selfWeight ?? 0) })),
    }),
  },
  'principal axes on the other side': {
    input: (model) => ({
      ...model,
      sections: (model.sections ?? []).map((section) => (section.type === 'angle' ? mirrored(section) : section)),
    }),
  },
}

/** An angle whose leg stands on the other side: I23 has the other sign. */
function mirrored(section: NonNullable<CreateModel['sections']>[number]) {
  const { polygon } = returnedModel({ name: '', sections: [section] }).sections![0]!
  const type = 'custom' as const
  const { j } = { j: 1e-6 }
  return { ...section, type, dimensions: { j }, polygon: polygon.map(({ x, y }) => ({ x: -x, y })).reverse() }
}

describe('a sign the other way round is caught by a golden case', () => {
  for (const [name, flip] of Object.entries(FLIPS)) {
    it(name, () => {
      const caught = golden.cases.filter((one) => differences(one, flip).length > 0).map((one) => one.name)
      expect(caught).not.toEqual([])
    })
  }
})
